"""Play screen of all other games: moves are selected in a picture or typed.

Puzzles are played on the same screen; the record of the file is the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual import events, on, work
from textual.app import ComposeResult

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.games.errors import GameError
from atlantis_core.games.pictures import Mark
from atlantis_core.games.protocol import Drawn, Move, Preview, Thought
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
from atlantis_tui.widgets.text_lines import Line, Piece, wrapped
from .document import RecordDocument
from .flow import RecordFlow, RecordPhase
from .move_choice import MoveChoice
from .panel import detail_lines, step_lines
from .picture_frame import PictureFrame
from .play_bars import ALWAYS, describe_place, invitation, play_keys, play_marks, preview_at
from .puzzle import PUZZLE_INVITATION, PuzzleProgress
from .thinker import RecordThinker
from .words import complete, state_words

PLACEHOLDER = "a move, undo, hint, goto PLACE, zoom 1, save as FILE, quit"
_MOST_STEPS = 12


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
        self.choice = MoveChoice()
        self._thought: Thought | None = None
        self._is_in_review = False
        self._counts = False
        """Whether to show where the move at the cursor ends."""
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
        moves = self.document.position.legal_moves() if phase is RecordPhase.CHOOSING else ()
        self.choice = MoveChoice(tuple(moves))
        self._thought = None
        self.paint()
        self.frame.say(said or self._invitation())
        if phase is RecordPhase.THINKING:
            self._think(self.flow.seat)
        elif phase is RecordPhase.CHOOSING:
            self._put_cursor()
            if self._has_thought:
                self._has_thought = False
                self.atlantis.alert(f"{self.document.entry.title}: your turn")

    def _invitation(self) -> str:
        is_asked = self.puzzle is not None and self.flow.phase is RecordPhase.CHOOSING
        return PUZZLE_INVITATION if is_asked else invitation(self.flow, self.choice)

    def _put_cursor(self) -> None:
        """Move the cursor to a selectable place, unless it is on one."""
        if self.board.cursor not in self.choice.targets:
            spots = self.board.picture.spots
            place = next((place for place in spots if place in self.choice.targets), None)
            if place is not None:
                self.board.put_cursor(place)

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
        record = self.document.record
        if not self.frame.is_running:
            marks = play_marks(record, self.choice, self._thought)
            if self._preview is not None:
                marks[self._preview.place] = Mark.TARGET
            self.board.show(self.document.position, marks)
        self._paint_text()
        self.frame.show_keys(play_keys(self.flow, self.choice), ALWAYS)
        self._describe()

    def _paint_text(self) -> None:
        """Title and side panel."""
        record = self.document.record
        name = self.document.path.name if self.document.path else "not saved"
        state = state_words(record, record.last_step)
        title = [Piece(f" {self.document.entry.title} ", "strong"), Piece(f" {state}")]
        title += [Piece(f"  {line}") for line in self._clock_lines() if not self.frame.has_side]
        self.frame.show_title([*title, Piece(f"  step {record.last_step}  {name}", "dim")])
        if self.frame.has_side:
            self.frame.show_side(self._side(*self.frame.side_room))

    def _clock_lines(self) -> list[str]:
        """Clocks, except in puzzles."""
        return [] if self.puzzle else list(self.flow.clock.lines())

    def _show_clocks(self) -> None:
        """Show the running clock, once a second."""
        lines = self._clock_lines()  # read also while a review covers the screen: time runs on
        if lines and self.flow.clock.is_measuring and self.is_current:
            self._paint_text()

    def _side(self, width: int, height: int) -> list[Line]:
        record = self.document.record
        lines: list[Line] = [(Piece("Players", "heading"),)]
        lines += self.frame.player_lines(record, record.last_step, self.flow.seats)
        clocks = self._clock_lines()
        if clocks:
            lines += [(), (Piece("Clocks", "heading"),), *wrapped(clocks, width)]
        notes = [
            note
            for note in self.document.position.notes()
            if not (clocks and note.startswith("clock of "))
        ]
        if notes:
            lines += [(), *wrapped(notes, width)]
        if self._thought is not None:
            lines += [(), (Piece("Hint", "heading"),), *wrapped([self._thought.words], width)]
        comment = record.comment(record.last_step)
        if comment:
            lines += [(), *wrapped(comment.splitlines(), width, "dim")]
        lines += self.frame.caption_lines(width)
        room = min(height - len(lines) - 2, _MOST_STEPS)
        if room > 2 and record.last_step:
            steps = step_lines(record, record.last_step, room, width, is_clicked=False)
            lines += [(), (Piece("Steps", "heading"),), *steps]
        return lines

    def _describe(self) -> None:
        place = describe_place(self.board.cursor, self.choice)
        self.frame.describe(f"{place}; {self._preview.words}" if self._preview else place)

    @property
    def _preview(self) -> Preview | None:
        if not self._counts or self.flow.phase is not RecordPhase.CHOOSING:
            return None
        return preview_at(self.board.cursor, self.choice, self.document.position)

    def action_count(self) -> None:
        """Show or hide where moves end, in games in which that takes counting."""
        if all(self.document.position.preview(move) is None for move in self.choice.moves):
            self.frame.say("nothing to count here")
            return
        self._counts = not self._counts
        self.frame.say("")
        self.paint()

    @on(PictureView.CursorMoved)
    def _cursor_moved(self) -> None:
        self.frame.say("")
        if self._counts:
            self.paint()
        self._describe()

    # Selecting and typing moves.

    @on(PictureView.Chosen)
    def _chosen(self, event: PictureView.Chosen) -> None:
        if self.flow.phase is not RecordPhase.CHOOSING:
            self.frame.say(self._invitation())
            return
        before = self.choice
        self.choice, move = self.choice.point(event.place)
        if move is not None:
            self._play(move)
            return
        is_other = self.choice != before
        self.frame.say("" if is_other else f"no legal move from {event.place}")
        self.paint()

    def action_next_target(self, by: int) -> None:
        spots = list(self.board.picture.spots)
        targets = [place for place in spots if place in self.choice.targets]
        if not targets:
            return
        here = spots.index(self.board.cursor) if self.board.cursor in spots else -1
        ahead = [place for place in targets if (spots.index(place) - here) * by > 0]
        choice = ahead or targets
        self.board.cursor = choice[0 if by > 0 else -1]

    @work
    async def action_other(self) -> None:
        moves = self.choice.without_places
        if not moves:
            self.frame.say("no other moves here: use the board")
        elif len(moves) == 1:
            self._play(moves[0])
        else:
            answers = [(str(n), move.text, move.text) for n, move in enumerate(moves[:9], 1)]
            chosen = await self.ask("Other moves", [], *answers)
            self._play_text(chosen)

    def on_paste(self, event: events.Paste) -> None:
        self.frame.paste(event, next(iter(self.choice.moves), Move("undo")).text)

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
        if not self.choice.chosen:
            return False
        self.choice = MoveChoice(self.choice.moves)
        self.paint()
        return True

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
        self.choice = self.choice.up_to_last(move)
        self.board.cursor = move.places[-1]
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
