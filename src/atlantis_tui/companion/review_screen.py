"""The review screen of all other games: a picture, the list of steps, comments, a bar of steps.

A variation is entered and left; comments are written into the file. Nothing is played here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

from atlantis_core.companions.pictures import Mark, Place
from atlantis_core.companions.protocols import Drawn, Record
from atlantis_core.errors import AtlantisError, NotationError
from atlantis_core.files.errors import SaveConflictError
from atlantis_tui import navigation
from atlantis_tui.board.frame_player import BEATS
from atlantis_tui.companion.document import CompanionDocument
from atlantis_tui.companion.panel import (
    bar_signs,
    detail_lines,
    player_lines,
    state_words,
    step_lines,
    step_words,
    wrapped,
)
from atlantis_tui.settings.folders import parse_path
from atlantis_tui.terminal.palette import styles_of
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.key_line import Key
from atlantis_tui.widgets.picture_view import PictureView
from atlantis_tui.widgets.prompt import Prompt
from atlantis_tui.widgets.save_questions import Leaving, SaveQuestions
from atlantis_tui.widgets.step_bar import StepBar
from atlantis_tui.widgets.text_dialog import TextDialog
from atlantis_tui.widgets.text_lines import Line, Piece

ALWAYS: Sequence[Key] = (("?", "help", "screen.help"), ("Esc", "back", "screen.release"))
_PAGE = 10


class CompanionReviewScreen(BaseScreen):
    """Walking through a record."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "release", "Leave the variation, or go back"),
        Binding("left,comma", "step(-1)", "One step back"),
        Binding("right,full_stop", "step(1)", "One step on"),
        Binding("pageup", f"step(-{_PAGE})", "Ten steps back"),
        Binding("pagedown", f"step({_PAGE})", "Ten steps on"),
        Binding("home", "go_to(0)", "To the start"),
        Binding("end", "go_to(-1)", "To the end"),
        Binding("enter,space", "read", "Read the comment in a window"),
        Binding("n", "marked(1)", "To the next comment or variation"),
        Binding("N", "marked(-1)", "To the one before"),
        Binding("v", "variation", "Enter a variation of this step"),
        Binding("a", "auto", "Let it go on by itself"),
        Binding("f", "frames", "Show how this step happens"),
        Binding("c", "comment", "Write a comment"),
        Binding("g", "play_on", "Play on from here"),
        Binding("h", "hint", "Where the game has an opponent: what it would play"),
        Binding("p", "toggle_side", "Show or hide the panel"),
        Binding("i", "details", "What the file says of itself"),
        Binding("colon", "type", "Type the number of a step, or save as FILE"),
        Binding("ctrl+s", "save_as", "Save under another name"),
        Binding("Q", "menu", "Leave for where you came from"),
    ]

    def __init__(self, document: CompanionDocument, step: int | None = None) -> None:
        super().__init__()
        self.document = document
        self.lines: list[tuple[Record, int]] = []
        """The lines that a variation was entered from, and where."""
        self.record = document.record
        self.step = self.record.last_step if step is None else step
        self._signs: dict[int, str] = {}
        self._auto: Timer | None = None
        self._frames: deque[Drawn] = deque()

    def compose(self) -> ComposeResult:
        self.board = PictureView(
            self.record.position(self.step), self.record.colors, is_walked=False, id="board"
        )
        self.bar = StepBar(id="steps")
        self.frame = BoardFrame(
            self.board,
            self.board.need,
            prompt=Prompt("the number of a step, save as FILE, quit", lambda _: None),
            below=self.bar,
            lines_below=(1, 1),
        )
        self.questions = SaveQuestions(self, self.document, self.frame.say)
        self.board.takers = (self.frame.take_key, self._walk_with)
        yield self.frame

    def on_mount(self) -> None:
        self.board.focus()
        self._signs = bar_signs(self.record)
        self.paint()
        if self.document.warning:
            self.frame.say(self.document.warning, "bad")

    # What is shown.

    @on(BoardFrame.Shared)
    def paint(self) -> None:
        record, step = self.record, self.step
        self.board.show(record.position(step), self._marks())
        self.bar.show(record.last_step, step, self._signs)
        state = state_words(record, step)
        depth = f"  variation {len(self.lines)}" if self.lines else ""
        self.frame.show_title(
            [
                Piece(f" {self.document.entry.title} ", "strong"),
                Piece(f" step {step} of {record.last_step}{depth}"),
                Piece(f"  {state}", "dim"),
            ]
        )
        if self.frame.has_side:
            self.frame.show_side(self._side(*self.frame.side_room))
        self.frame.show_keys(self._keys(), ALWAYS)
        self.frame.describe(self._about())

    def _marks(self) -> dict[Place, Mark]:
        move = self.record.move(self.step) if self.step else None
        return dict.fromkeys(move.places if move else (), Mark.LAST)

    def _about(self) -> str:
        """The step in one line; with its comment where there is no panel for it."""
        label = step_words(self.record, self.step) if self.step else self.record.title
        comment = " ".join(self.record.comment(self.step).split())
        return f"{label}: {comment}" if comment and not self.frame.has_side else label

    def _side(self, width: int, height: int) -> list[Line]:
        record, step = self.record, self.step
        styles = styles_of(
            record.colors, self.frame.background_colors[1], self.atlantis.color_depth
        )
        below: list[Line] = []
        if record.players:
            below += [(), *player_lines(record, step, (), [style.name for style in styles])]
        below += [(), *wrapped(record.position(step).notes(), width)]
        comment = record.comment(step)
        if comment:
            below += [(), *wrapped(comment.splitlines(), width)]
        others = record.variations(step) if step else ()
        if others:
            labels = [other.label(step) for other in others]
            below += [(), *wrapped([f"v: instead {', '.join(labels)}"], width, "key")]
        if self.board.picture.caption:
            below += [(), *wrapped([f"({self.board.picture.caption})"], width, "dim")]
        room = max(height - len(below) - 1, 5)
        return [(Piece("Steps", "heading"),), *step_lines(record, step, room, width), *below]

    def _keys(self) -> list[Key]:
        keys: list[Key] = [("left right", "step", "")]
        if self.step and self.record.variations(self.step):
            keys.append(("v", "variation", "screen.variation"))
        if self.record.comment(self.step):
            keys.append(("Enter", "read", "screen.read"))
        keys += [("n", "next mark", "screen.marked(1)"), ("c", "comment", "screen.comment")]
        if self._can_play:
            keys.append(("g", "play on", "screen.play_on"))
        return [
            *keys,
            ("a", "auto", "screen.auto"),
            ("p", "panel", "screen.toggle_side"),
            ("+-", "zoom", ""),
        ]

    @property
    def _can_play(self) -> bool:
        position = self.record.position(self.step)
        return position.result is None and position.to_move is not None

    @on(PictureView.Chosen)
    def _read(self) -> None:
        """The whole comment in a window: the panel may have no room for it."""
        comment = self.record.comment(self.step)
        if comment:
            self.show_text(f"Step {self.step}", wrapped(comment.splitlines(), self.text_width))
        else:
            self.frame.say("this step has no comment; c writes one")

    # Walking.

    def _walk_with(self, event: events.Key) -> bool:
        """Take the keys that would scroll the picture, as long as the picture has them."""
        walks: dict[str, Callable[[], None]] = {
            "left": lambda: self.action_step(-1),
            "right": lambda: self.action_step(1),
            "pageup": lambda: self.action_step(-_PAGE),
            "pagedown": lambda: self.action_step(_PAGE),
            "home": lambda: self.action_go_to(0),
            "end": lambda: self.action_go_to(-1),
            "enter": self.action_read,
            "space": self.action_read,
        }
        walk = walks.get(event.key)
        if walk is not None:
            walk()
        return walk is not None

    def action_read(self) -> None:
        self._read()

    def action_step(self, by: int) -> None:
        self.action_go_to(min(max(self.step + by, 0), self.record.last_step))

    def action_go_to(self, step: int) -> None:
        last = self.record.last_step
        if self._frames:
            self._stop_auto()
        self.step = last if step < 0 else min(step, last)
        self.frame.say("")
        self.paint()

    @on(StepBar.Scrubbed)
    def _scrubbed(self, event: StepBar.Scrubbed) -> None:
        self.action_go_to(event.step)

    def action_marked(self, by: int) -> None:
        ahead = [step for step in sorted(self._signs) if (step - self.step) * by > 0]
        if ahead:
            self.action_go_to(ahead[0 if by > 0 else -1])
        else:
            self.frame.say("there is no comment or variation further on")

    def action_auto(self) -> None:
        """Go on by itself, until the end or another key."""
        if self._stop_auto():
            return
        if self.step >= self.record.last_step:
            self.step = 0
        speed = self.atlantis.options.speed
        self._auto = self.set_interval(2 * BEATS[speed], self._go_on)

    def action_frames(self) -> None:
        """Show what happens between the step before and this one, such as a sowing."""
        self._stop_auto()
        move = self.record.move(self.step) if self.step else None
        before = self.record.position(max(self.step - 1, 0))
        self._frames = deque(() if move is None else before.frames(move))
        if not self._frames:
            self.frame.say("this step is done at once")
            return
        self._auto = self.set_interval(BEATS[self.atlantis.options.speed] / 2, self._show_frame)
        self._show_frame()

    def _show_frame(self) -> None:
        if self._frames:
            self.board.show(self._frames.popleft())
        else:
            self._stop_auto()
            self.paint()

    def _go_on(self) -> None:
        if self.step >= self.record.last_step:
            self._stop_auto()
        else:
            self.action_step(1)

    def _stop_auto(self) -> bool:
        timer, self._auto = self._auto, None
        if timer is not None:
            timer.stop()
        if self._frames:
            self._frames.clear()
            self.paint()
        return timer is not None

    @work
    async def action_variation(self) -> None:
        others = self.record.variations(self.step) if self.step else ()
        if not others:
            self.frame.say("this step has no variation; n goes to the next that has something")
            return
        number = 0
        if len(others) > 1:
            answers = [
                (str(n), other.label(self.step), str(n)) for n, other in enumerate(others[:9], 1)
            ]
            chosen = await self.ask("Variations", [], *answers)
            if not chosen:
                return
            number = int(chosen) - 1
        self.lines.append((self.record, self.step))
        self._follow(others[number], self.step)

    def _follow(self, record: Record, step: int) -> None:
        self.record = record
        self._signs = bar_signs(record)
        self.action_go_to(min(step, record.last_step))

    def drops(self) -> Iterable[Callable[[], bool]]:
        return self._stop_auto, self._leave_variation

    def _leave_variation(self) -> bool:
        if not self.lines:
            return False
        self._follow(*self.lines.pop())
        return True

    def action_close(self) -> None:
        self._ask_to_leave(lambda: navigation.go_back(self.atlantis))

    # Comments and files.

    @work
    async def action_comment(self) -> None:
        step, record = self.step, self.record
        before = record.comment(step)
        dialog = TextDialog("Comment", " / ".join(before.splitlines()), f"on step {step}")
        written = await self.app.push_screen_wait(dialog)
        if written is None or written == " / ".join(before.splitlines()):
            return
        try:
            edited = record.commented(step, "\n".join(written.split(" / ")))
            self.document.edit(edited)
        except (OSError, AtlantisError) as error:
            await self._refused(error)
            return
        self.record = edited
        self._signs = bar_signs(edited)
        self.paint()
        saved = "written" if self.document.path else "kept, but not saved: ctrl+s names a file"
        self.frame.say(saved)

    async def _refused(self, error: OSError | AtlantisError) -> None:
        self.frame.say(f"not written: {error}", "bad")
        if isinstance(error, SaveConflictError):
            await self.questions.settle_conflict(error)

    def action_play_on(self) -> None:
        """Play on from the step that is shown; the file itself is not changed by it."""
        if self._can_play:
            navigation.play_companion_from(self.atlantis, self.document, self.record, self.step)
        else:
            self.frame.say("there is nothing to play on from here")

    @work(exclusive=True, group="thinking")
    async def action_hint(self) -> None:
        from atlantis_tui.companion.thinker import CompanionThinker

        if not self._can_play:
            self.frame.say("there is nothing to play here")
            return
        thinker = CompanionThinker(self.document.entry)
        self.frame.say("thinking")
        try:
            thought = await thinker.advise(self.record.cut(self.step))
        except AtlantisError as error:
            self.frame.say(str(error), "bad")
        else:
            self.frame.say(f"{thought.move.text}: {thought.words}")
        finally:
            thinker.close()

    def action_toggle_side(self) -> None:
        self.frame.toggle_side()

    def action_details(self) -> None:
        lines = detail_lines(self.record, self.text_width)
        self.show_text(self.document.entry.title, lines)

    def action_type(self) -> None:
        self.frame.type()

    def action_save_as(self) -> None:
        self.frame.type("save as ")

    @on(Prompt.Entered)
    def _entered(self, event: Prompt.Entered) -> None:
        text = event.text.strip()
        if text.isascii() and text.isdigit() and len(text) < 9:
            self.action_go_to(int(text))
        elif text.startswith("save"):
            self._save(text.removeprefix("save").strip().removeprefix("as").strip())
        elif text == "quit":
            self._ask_to_leave(self.app.exit)
        elif text:
            self.frame.say(
                f"not understood: '{text}' (expected a step, 'save as FILE' or 'quit')", "bad"
            )

    def _save(self, name: str) -> None:
        if not name:
            return
        try:
            self._save_as(parse_path(name))
        except NotationError as error:
            self.frame.say(str(error), "bad")

    @work
    async def _save_as(self, path: Path) -> None:
        if await self.questions.save_as(path):
            self.frame.say(f"saved: {path}")

    # Leaving.

    async def action_leave(self) -> None:
        self._ask_to_leave(self.app.exit)

    def action_menu(self) -> None:
        self._ask_to_leave(lambda: navigation.leave_companion(self.atlantis))

    @work
    async def _ask_to_leave(self, leave: Callable[[], object]) -> None:
        if self.app.screen is not self:
            return
        leaving = await self.questions.ask_to_leave()
        if leaving is Leaving.SAVE:
            self.action_save_as()
        elif leaving is Leaving.LEAVE:
            leave()
