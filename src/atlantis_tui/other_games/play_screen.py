"""Play screen of all other games: moves are selected in a picture or typed.

Puzzles are played on the same screen; the record of the file is the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual import events, on, work
from textual.app import ComposeResult

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Drawn, Move, Thought
from atlantis_core.seats import Seat
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.errors import AtlantisError
from atlantis_tui import routes
from atlantis_tui.board.frame_player import KEYS_WHILE_SHOWING
from atlantis_tui.routes import ReviewTask
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.picture_view import PictureView
from atlantis_tui.widgets.prompt import Prompt
from atlantis_tui.widgets.save_questions import ConflictChoice, SaveQuestions
from .document import RecordDocument
from .flow import RecordFlow, RecordPhase
from .move_picker import MovePicker
from .panel import detail_lines
from .picture_frame import PictureFrame
from .play_bars import ALWAYS, invitation, play_keys, side_lines, title
from .puzzle import PUZZLE_INVITATION, PuzzleProgress
from .thinker import RecordThinker
from .words import complete

PLACEHOLDER = "a move, undo, hint, goto PLACE, zoom 1, save as FILE, quit"


class RecordPlayScreen(BaseScreen):
    """Plays another game between persons, bots and agents."""

    BINDINGS = parse_bindings("""
        tab        next_target(1)   Next selectable place
        shift+tab  next_target(-1)  Previous selectable place
        o          other            Other moves, such as a swap
        h          hint             Ask for a hint; press again to select it
        e          count            Show or hide where the move at the cursor ends
        b          resume           Let the bot play this side
        y          take_over        Play this side yourself
        U          undo             Undo
        R          redo             Redo
        colon,m    type             Type a move or a command
        p          toggle_side      Show or hide the side panel
        v          review           Review the game
        r          result           Show the result of the game
        i          details          Game details
        ctrl+s     save_as          Save as
        Q          menu             Return to the list of games
    """)

    frame: PictureFrame

    def __init__(self, document: RecordDocument, seats: Sequence[Seat] = ()) -> None:
        super().__init__()
        self.document = document
        self.puzzle = PuzzleProgress.of(document)
        self.flow = RecordFlow(document, seats)
        self.thinker = RecordThinker(document.entry)
        self._thought: Thought | None = None
        self._is_in_review = False
        self._has_thought = False
        """Whether a bot has moved since the last turn of a person."""

    @property
    def help_words(self) -> str:
        return self.document.entry.load().rules

    def compose(self) -> ComposeResult:
        record = self.document.record
        prompt = Prompt(PLACEHOLDER, lambda text: complete(text, self.document.position))
        self.frame = frame = PictureFrame(self.atlantis, record, record.last_step, prompt)
        self.board = frame.picture
        self._picker = MovePicker(self.board)
        self.questions = SaveQuestions(
            self, self.document, frame.say, moved=self.paint, closing=self.thinker.close
        )
        self.board.takers = (self._skip_with, frame.take_key)
        yield frame

    def on_mount(self) -> None:
        self.board.focus()
        self.board.show(self.document.position)
        self._next()
        if any(self.flow.clock.lines()):
            self.set_interval(1, self._show_clocks)
        if self.document.warning:
            self.frame.say(self.document.warning, "bad")

    def on_screen_resume(self) -> None:
        """Continue after a review, which may have edited the record."""
        if self._is_in_review:
            self._is_in_review = False
            self._next()

    def on_unmount(self) -> None:
        self.thinker.close()

    # Turns.

    def _next(self, said: str = "") -> None:
        """Start the next turn: let a person choose, or a bot or agent think."""
        phase = self.flow.begin()
        position = self.document.position
        moves = position.legal_moves() if phase is RecordPhase.CHOOSING else ()
        self._picker.offer(position, moves)
        self._thought = None
        self.paint()
        self.frame.say(said or self._invitation())
        if phase is RecordPhase.THINKING:
            self._think(self.flow.seat)
        elif phase is RecordPhase.CHOOSING:
            self._picker.put_cursor()
            if self._has_thought:
                self._has_thought = False
                self.atlantis.alert(f"{self.document.entry.title}: your turn")

    def _invitation(self) -> str:
        is_asked = self.puzzle is not None and self.flow.phase is RecordPhase.CHOOSING
        return PUZZLE_INVITATION if is_asked else invitation(self.flow, self._picker.choice)

    @work(exclusive=True, group="thinking")
    async def _think(self, seat: Seat) -> None:
        record = self.document.record
        try:
            move = await self.thinker.choose(seat, record)
        except Cancelled:
            return
        except AtlantisError as error:
            self.flow.stop()
            self.paint()
            self.frame.say(f"{error}; press y to play this side yourself", "bad")
        else:
            is_current = self.document.record is record and not self._is_in_review
            if is_current and self.flow.phase is RecordPhase.THINKING:
                self._has_thought = True
                self._play(move)

    def _play(self, move: Move) -> None:
        try:
            refused = self.puzzle.refuse(move) if self.puzzle else ""
            frames = [] if refused else self.flow.play(move)
        except (OSError, AtlantisError) as error:
            self._not_saved(error, move)
            return
        if refused:
            self._next(refused)
            return
        self._show(frames)

    @work
    async def _not_saved(self, error: OSError | AtlantisError, move: Move) -> None:
        self._next()
        self.frame.say(f"turn not played: the file could not be saved: {error}", "bad")
        if isinstance(error, SaveConflictError):
            chosen = await self.questions.settle_conflict(error)
            if chosen is ConflictChoice.OVERWRITTEN:
                self._play(move)

    # Animation.

    def _show(self, frames: Sequence[Drawn]) -> None:
        self.frame.say("")
        self.frame.show_frames(frames if self.atlantis.options.animation else (), self._shown)
        self.paint()

    def _shown(self) -> None:
        self.frame.stop()
        reply = self.puzzle.reply() if self.puzzle else None
        if reply is not None:
            self._play_reply(reply)
        else:
            self._end_game()
            self._next(self.puzzle.praise if self.puzzle else "")

    def _end_game(self) -> None:
        """Store the result of a game that has just ended, and show it."""
        if self.document.position.result is None or self.puzzle is not None:
            return
        from .finished_records import store_result

        if problem := store_result(self.document, self.flow.seats):
            self.notify(problem, severity="warning", markup=False)
        self.call_later(self.action_result)

    @work
    async def action_result(self) -> None:
        """Show the result of a finished game, with what to do next."""
        from .record_ending import show_result

        await show_result(self)

    def _play_reply(self, reply: Move) -> None:
        try:
            self._show(self.flow.play(reply))
        except (OSError, AtlantisError) as error:
            self._next(str(error))

    def _skip_with(self, event: events.Key) -> bool:
        """Let most keys skip the animation; they have their usual effect afterwards."""
        if self.frame.is_running and event.key not in KEYS_WHILE_SHOWING:
            self._shown()
        return False

    # Painting.

    @on(BoardFrame.Shared)
    def paint(self) -> None:
        if not self.frame.is_running:
            marks = self._picker.marks(self.document.record, self._thought)
            self.board.show(self.document.position, marks)
        self._paint_text()
        self.frame.show_keys(play_keys(self.flow, self._picker.choice), ALWAYS)
        self.frame.describe(self._picker.describe_cursor())

    def _paint_text(self) -> None:
        """Title and side panel."""
        frame, clocks = self.frame, self._clock_lines()
        frame.show_title(title(self.flow, [] if frame.has_side else clocks))
        if frame.has_side:
            frame.show_side(side_lines(frame, self.flow, clocks, self._thought))

    def _clock_lines(self) -> list[str]:
        """Clocks, except in puzzles."""
        return [] if self.puzzle else list(self.flow.clock.lines())

    def _show_clocks(self) -> None:
        """Show the running clock, once a second."""
        lines = self._clock_lines()  # read also while a review covers the screen: time runs on
        if lines and self.flow.clock.is_measuring and self.is_current:
            self._paint_text()

    def action_count(self) -> None:
        """Show or hide where moves end, in games in which that takes counting."""
        can_count = self._picker.toggle_counting()
        self.frame.say("" if can_count else "nothing to count here")
        self.paint()

    @on(PictureView.CursorMoved)
    def _cursor_moved(self) -> None:
        self.frame.say("")
        if self._picker.is_counting:
            self.paint()
        self.frame.describe(self._picker.describe_cursor())

    # Selecting and typing moves.

    @on(PictureView.Chosen)
    def _chosen(self, event: PictureView.Chosen) -> None:
        if self.flow.phase is not RecordPhase.CHOOSING:
            self.frame.say(self._invitation())
            return
        is_selected, move = self._picker.point(event.place)
        if move is not None:
            self._play(move)
            return
        self.frame.say("" if is_selected else f"no legal move from {event.place}")
        self.paint()

    def action_next_target(self, by: int) -> None:
        self._picker.next_target(by)

    @work
    async def action_other(self) -> None:
        moves = self._picker.choice.without_places
        if not moves:
            self.frame.say("no other moves here: use the board")
        elif len(moves) == 1:
            self._play(moves[0])
        else:
            answers = [(str(n), move.text, move.text) for n, move in enumerate(moves[:9], 1)]
            chosen = await self.ask("Other moves", [], *answers)
            self._play_text(chosen)

    def on_paste(self, event: events.Paste) -> None:
        self.frame.paste(event, next(iter(self._picker.choice.moves), Move("undo")).text)

    @on(Prompt.Entered)
    def _entered(self, event: Prompt.Entered) -> None:
        word, _, rest = event.text.partition(" ")
        commands: dict[str, Callable[[], object]] = {
            "undo": self.action_undo,
            "redo": self.action_redo,
            "hint": self.action_hint,
            "help": self.action_help,
            "review": self.action_review,
            "quit": lambda: self.questions.leave(self.app.exit),
            "save": lambda: self.questions.save(rest.strip()),
            "goto": lambda: self.frame.go_to(rest.strip()),
            "zoom": lambda: self.frame.zoom(rest.strip()),
        }
        if word.lower() in commands:
            commands[word.lower()]()
        elif event.text:
            self._play_text(event.text)

    def _play_text(self, text: str) -> None:
        if self.flow.phase is not RecordPhase.CHOOSING:
            self.frame.say(self._invitation())
            return
        if not text:
            return
        try:
            move = self.document.position.parse_move(text)
        except GameError as error:
            self.frame.say(str(error), "bad")
        else:
            self._play(move)

    # Keys.

    def drops(self) -> Iterable[Callable[[], bool]]:
        return self._skip, self._drop_choice, self._drop_hint, self._stop

    def _drop_choice(self) -> bool:
        was_chosen = self._picker.drop()
        if was_chosen:
            self.paint()
        return was_chosen

    def _drop_hint(self) -> bool:
        if self._thought is None:
            return False
        self._thought = None
        self.paint()
        return True

    def _skip(self) -> bool:
        """Skip the animation; in a game of bots only, pause them as well."""
        if not self.frame.is_running:
            return False
        if not self.flow.has_persons:
            self.flow.stop()
        self._shown()
        return True

    def _stop(self) -> bool:
        if self.flow.phase is not RecordPhase.THINKING:
            return False
        self.thinker.cancel()
        self.flow.stop()
        self.paint()
        self.frame.say(self._invitation())
        return True

    def action_close(self) -> None:
        self.frame.say(f"press {self.key_of('leave-game', 'Q')} to leave the game")

    def action_resume(self) -> None:
        can_resume = self.flow.phase in (RecordPhase.CHOOSING, RecordPhase.PAUSED)
        if can_resume and self.puzzle is None:
            self.flow.resume()
            self._next()

    def action_take_over(self) -> None:
        if self.flow.phase is RecordPhase.THINKING:
            self.thinker.cancel()
        if self.flow.phase in (RecordPhase.THINKING, RecordPhase.PAUSED):
            self.flow.take_over()
            self._next()

    def action_undo(self) -> None:
        self._change(self.flow.undo, "nothing to undo")

    def action_redo(self) -> None:
        self._change(self.flow.redo, "nothing to redo")

    def _change(self, change: Callable[[], bool], otherwise: str) -> None:
        if self.frame.is_running:
            self._shown()
        was_thinking = self.flow.phase is RecordPhase.THINKING
        if was_thinking:
            self.thinker.cancel()
        if change():
            self.thinker.dismiss()
            self._next()
        elif was_thinking:
            self._next(otherwise)
        else:
            self.frame.say(otherwise)

    def action_hint(self) -> None:
        # Starting the worker would already cancel the one of a thinking bot.
        if self.flow.phase is not RecordPhase.CHOOSING:
            self.frame.say(self._invitation())
        elif self._thought is None:
            self._advise()
        else:
            self._plan(self._thought.move)

    def _plan(self, move: Move) -> None:
        """Select the places of a move, so that Enter plays it."""
        if not move.places:
            self.frame.type(move.text)
            return
        self._picker.select(move)
        self.paint()
        self.call_later(self.frame.say, f"press Enter to play {move.text}, Esc to cancel")

    @work(exclusive=True, group="thinking")
    async def _advise(self) -> None:
        record = self.document.record
        self.frame.say("thinking ...")
        try:
            thought = await self.thinker.advise(record)
        except AtlantisError as error:
            self.frame.say(str(error), "bad")
            return
        if self.document.record is record:
            self._thought = thought
            self.paint()
            self.frame.say(f"hint: {thought.move.text}, {thought.words}; h selects it")

    def action_details(self) -> None:
        self.show_text(self.document.entry.title, detail_lines(self.document.record))

    def action_review(self, task: ReviewTask = ReviewTask.NONE) -> None:
        """Review the game; a thinking bot begins anew afterwards."""
        if not self.frame.is_running:
            if self.flow.phase is RecordPhase.THINKING:
                self.thinker.cancel()
            self._is_in_review = True
            self.atlantis.open(routes.ReviewRecord(self.document, task=task))

    # Leaving.

    async def action_leave(self) -> None:
        self.questions.leave(self.app.exit)

    def action_menu(self) -> None:
        self.questions.leave(lambda: self.atlantis.go_to(routes.Page.OTHERS))
