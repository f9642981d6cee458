"""Review screen of all other games: picture, list of steps, comments, variations.

Comments and new variations are saved to the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual import events, on, work
from textual.app import ComposeResult

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.games.pictures import Mark, Place
from atlantis_core.games.protocol import Record
from atlantis_core.support.errors import AtlantisError
from atlantis_tui import routes
from atlantis_tui.routes import ReviewTask
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_line import Key
from atlantis_tui.widgets.picture_view import PictureView
from atlantis_tui.widgets.prompt import Prompt
from atlantis_tui.widgets.save_questions import SaveQuestions
from atlantis_tui.widgets.scrub_bar import ScrubBar, StepBar
from atlantis_tui.widgets.text_dialog import TextDialog
from atlantis_tui.widgets.text_lines import Line, Piece, wrapped
from .document import RecordDocument
from .judged_review import JudgedReview
from .judging import RecordJudge, verdict_words
from .panel import bar_symbols, detail_lines, step_lines, step_words
from .picture_frame import PictureFrame
from .words import state_words

ALWAYS: Sequence[Key] = (("?", "help", "screen.help"), ("Esc", "back", "screen.release"))
_PAGE = 10


class RecordReviewScreen(BaseScreen):
    """Shows a record step by step."""

    BINDINGS = parse_bindings("""
        left,comma       step(-1)     Previous step
        right,full_stop  step(1)      Next step
        pageup           step(-10)    Ten steps back
        pagedown         step(10)     Ten steps forward
        home             go_to(0)     First step
        end              go_to(-1)    Last step
        enter,space      read         Read the comment in a window
        n                marked(1)    Next comment, variation or mistake
        N                marked(-1)   Previous comment, variation or mistake
        v                variation    Enter a variation of this step
        a                auto         Autoplay
        f                frames       Animate this step
        c                comment      Edit the comment
        t                vary         Add a variation
        g                play_on      Play on from here
        h                hint         Get a hint
        j                judge        Judge every move; again for a summary
        r                find_better  Find a better move than this or the next mistake
        p                toggle_side  Show or hide the side panel
        i                details      Game details
        colon            type         Type a step number or a command
        ctrl+s           save_as      Save as
        Q                menu         Return to the list of games
    """)

    frame: PictureFrame

    def __init__(
        self,
        document: RecordDocument,
        step: int | None = None,
        task: ReviewTask = ReviewTask.NONE,
    ) -> None:
        super().__init__()
        self._first_task = task
        self.document = document
        self.record = document.record
        self.step = self.record.last_step if step is None else step
        self._symbols: dict[int, str] = {}
        self.judge = RecordJudge(document.entry)
        self._judged = JudgedReview(self, self.judge)

    @property
    def help_words(self) -> str:
        return self.document.entry.load().rules

    def compose(self) -> ComposeResult:
        self.bar = StepBar()
        prompt = Prompt("step number, save as FILE, quit", lambda _: None)
        self.frame = PictureFrame(
            self.atlantis, self.record, self.step, prompt, has_cursor=False, below=self.bar
        )
        self.board = self.frame.picture
        self.questions = SaveQuestions(self, self.document, self.frame.say)
        self.board.takers = (self.frame.take_key, self._take_key)
        yield self.frame

    def on_mount(self) -> None:
        self.board.focus()
        self._symbols = bar_symbols(self.record)
        self.paint()
        if self.document.warning:
            self.frame.say(self.document.warning, "bad")
        if self._first_task is ReviewTask.JUDGE:
            self.action_judge()

    def on_unmount(self) -> None:
        self.judge.close()

    # Painting.

    @on(BoardFrame.Shared)
    def paint(self) -> None:
        record, step = self.record, self.step
        self.board.show(record.position(step), self._marks())
        marks = {step: signs[-1] for step, signs in self.judge.mistakes(record).items()}
        self.bar.show(record.last_step, step, {**self._symbols, **marks})
        state = state_words(record, step)
        depth = f"  variation {len(record.way)}" if record.way else ""
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
        """The step in one line, with its comment if there is no side panel."""
        label = step_words(self.record, self.step) if self.step else self.record.title
        comment = " ".join(self.record.comment(self.step).split())
        verdict = self.judge.verdicts(self.record).get(self.step)
        if verdict is not None and not self.frame.has_side:
            comment = ", ".join([*verdict_words(self.record, self.step, verdict), comment])
        return f"{label}: {comment}" if comment and not self.frame.has_side else label

    def _side(self, width: int, height: int) -> list[Line]:
        record, step = self.record, self.step
        below: list[Line] = []
        if record.players:
            below += [(), *self.frame.player_lines(record, step, ())]
        below += [(), *wrapped(record.position(step).notes(), width)]
        verdict = self.judge.verdicts(record).get(step)
        if verdict is not None:
            below += [(), *wrapped(verdict_words(record, step, verdict), width, "key")]
        comment = record.comment(step)
        if comment:
            below += [(), *wrapped(comment.splitlines(), width)]
        others = record.variations(step) if step else ()
        if others:
            labels = [other.label(step) for other in others]
            below += [(), *wrapped([f"v: instead {', '.join(labels)}"], width, "key")]
        below += self.frame.caption_lines(width)
        room = max(height - len(below) - 1, 5)
        steps = step_lines(record, step, room, width, marks=self.judge.mistakes(record))
        return [(Piece("Steps", "heading"),), *steps, *below]

    def _keys(self) -> list[Key]:
        keys: list[Key] = [("←→", "step", "")]
        if self.step and self.record.variations(self.step):
            keys.append(("v", "variation", "screen.variation"))
        if self.record.comment(self.step):
            keys.append(("Enter", "read", "screen.read"))
        keys += [("n", "next mark", "screen.marked(1)"), ("c", "comment", "screen.comment")]
        if self._can_play:
            keys.append(("g", "play on", "screen.play_on"))
        if self._judged.has_moves:
            keys.append(("j", "judge", "screen.judge"))
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
    def action_read(self) -> None:
        """Show the whole comment in a dialog."""
        comment = self.record.comment(self.step)
        if comment:
            self.show_text(f"Step {self.step}", ((line,) for line in comment.splitlines()))
        else:
            self.frame.say("this step has no comment; press c to write one")

    # Navigation.

    def _take_key(self, event: events.Key) -> bool:
        """Take the keys that would otherwise scroll the picture."""
        actions: dict[str, Callable[[], None]] = {
            "pageup": lambda: self.action_step(-_PAGE),
            "pagedown": lambda: self.action_step(_PAGE),
            "home": lambda: self.action_go_to(0),
            "end": lambda: self.action_go_to(-1),
        }
        action = actions.get(event.key)
        if action is not None:
            action()
        return action is not None

    def action_step(self, by: int) -> None:
        self.action_go_to(max(self.step + by, 0))

    def action_go_to(self, step: int) -> None:
        self.frame.stop()
        self._go_to(step)

    def _go_to(self, step: int) -> None:
        last = self.record.last_step
        self.step = last if step < 0 else min(step, last)
        self.frame.say("")
        self.paint()

    @on(ScrubBar.Scrubbed)
    def _scrubbed(self, event: ScrubBar.Scrubbed) -> None:
        self.action_go_to(event.place)

    def action_marked(self, by: int) -> None:
        marked = sorted({*self._symbols, *self.judge.mistakes(self.record)})
        ahead = [step for step in marked if (step - self.step) * by > 0]
        if ahead:
            self.action_go_to(ahead[0 if by > 0 else -1])
        else:
            self.frame.say("no further comments, variations or mistakes")

    def action_auto(self) -> None:
        """Start autoplay, until the end or another key."""
        if self._stop():
            return
        if self.step >= self.record.last_step:
            self.step = 0
        self.frame.repeat(2, self._go_on, lambda: None)

    def action_frames(self) -> None:
        """Animate the step, for example a sowing."""
        move = self.record.move(self.step) if self.step else None
        before = self.record.position(max(self.step - 1, 0))
        frames = () if move is None else before.frames(move)
        if not frames:
            self.frame.say("this step has no animation")
        self.frame.show_frames(frames, self.paint)

    def _go_on(self) -> bool:
        has_more = self.step < self.record.last_step
        if has_more:
            self._go_to(self.step + 1)
        return has_more

    def _stop(self) -> bool:
        was_running = self.frame.stop()
        if was_running:
            self.paint()
        return was_running

    @work
    async def action_variation(self) -> None:
        others = self.record.variations(self.step) if self.step else ()
        if not others:
            self.frame.say("no variation here; press n for the next mark")
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
        self._follow(others[number], self.step)

    def _follow(self, record: Record, step: int) -> None:
        self.record = record
        self._symbols = bar_symbols(record)
        self.action_go_to(min(step, record.last_step))

    def drops(self) -> Iterable[Callable[[], bool]]:
        return self._stop, self.judge.cancel, self._leave_variation

    def _leave_variation(self) -> bool:
        way = self.record.way
        if way:
            self._follow(self.record.along(way[:-1]), way[-1][0])
        return bool(way)

    def action_close(self) -> None:
        self.questions.leave(self.atlantis.go_back)

    # Comments and files.

    @work
    async def action_comment(self) -> None:
        step, record = self.step, self.record
        before = record.comment(step)
        dialog = TextDialog("Comment", " / ".join(before.splitlines()), f"on step {step}")
        written = await self.app.push_screen_wait(dialog)
        if written is None or written == " / ".join(before.splitlines()):
            return
        await self._edit(lambda: record.commented(step, "\n".join(written.split(" / "))), step)

    @work
    async def action_vary(self) -> None:
        """Add a move as a variation; at the end of a variation, extend it."""
        step, record = self.step, self.record
        is_end = step == record.last_step
        if not self._can_play or (is_end and not record.way):
            self.frame.say("no move to replace here; press g to play on")
            return
        about = "next move" if is_end else f"instead of {record.label(step + 1)}"
        typed = await self.app.push_screen_wait(TextDialog("Another move", "", about))
        if not typed:
            return

        def varied() -> Record:
            move = record.position(step).parse_move(typed)
            return record.played(move) if is_end else record.varied(step + 1, move)

        await self._edit(varied, step + 1)

    async def _edit(self, make: Callable[[], Record], step: int) -> None:
        """Save the edited record and show a step of it."""
        try:
            edited = make()
            self.document.edit(edited.along(()))
        except (OSError, AtlantisError) as error:
            self.frame.say(f"not saved: {error}", "bad")
            if isinstance(error, SaveConflictError):
                await self.questions.settle_conflict(error)
            return
        self._follow(edited, step)
        saved = "saved" if self.document.path else "not saved yet: press Ctrl+S to choose a file"
        self.frame.say(saved)

    def action_play_on(self) -> None:
        """Play on from the shown step; does not change the file."""
        if self._can_play:
            played = self.document.continued_from(self.record, self.step)
            self.atlantis.replace(routes.PlayRecord(played))
        else:
            self.frame.say("cannot play on from here")

    @work(exclusive=True, group="thinking")
    async def action_hint(self) -> None:
        from atlantis_tui.other_games.thinker import RecordThinker

        if not self._can_play:
            self.frame.say("no hint: no player can move here")
            return
        thinker = RecordThinker(self.document.entry)
        self.frame.say("thinking ...")
        try:
            thought = await thinker.advise(self.record.cut(self.step))
        except AtlantisError as error:
            self.frame.say(str(error), "bad")
        else:
            self.frame.say(f"{thought.move.text}: {thought.words}")
        finally:
            thinker.close()

    def action_judge(self) -> None:
        """Judge the shown line; once judged, show the summary."""
        if not self._judged.refuses() and not self._judged.show_summary():
            self.run_worker(self._judged.run(), group="judging", exclusive=True)

    def action_find_better(self) -> None:
        """Go to the position before a mistake and ask for a better move."""
        if not self._judged.refuses():
            self.run_worker(self._judged.find_better(), group="judging", exclusive=True)

    def action_details(self) -> None:
        self.show_text(self.document.entry.title, detail_lines(self.record))

    @on(Prompt.Entered)
    def _entered(self, event: Prompt.Entered) -> None:
        text = event.text.strip()
        if text.isascii() and text.isdigit() and len(text) < 9:
            self.action_go_to(int(text))
        elif text.startswith("save"):
            self.questions.save(text.removeprefix("save").strip())
        elif text == "quit":
            self.questions.leave(self.app.exit)
        elif text:
            self.frame.say(
                f"unknown command: '{text}' (expected a step, 'save as FILE' or 'quit')", "bad"
            )

    # Leaving.

    async def action_leave(self) -> None:
        self.questions.leave(self.app.exit)

    def action_menu(self) -> None:
        self.questions.leave(lambda: self.atlantis.go_to(routes.Page.OTHERS))
