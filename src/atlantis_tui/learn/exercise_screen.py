"""Exercise screen: the player plans turns as in a game, and the engine judges them.

Saves nothing but the progress.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from textual import events, on
from textual.app import ComposeResult

from atlantis_core.learning.attempts import Attempt, Verdict, begin
from atlantis_core.learning.exercises import Exercise
from atlantis_core.positions.grid import format_moves
from atlantis_core.rules.game import Turn
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.board.frame_player import KEYS_WHILE_SHOWING
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import Event, TurnBegun, TurnPlayed
from atlantis_tui.game.flow import GameFlow
from atlantis_tui.game.typed_commands import Word
from atlantis_tui.play.bars import Mode, mode_of
from atlantis_tui.play.planning_frame import PLANNING_KEYS, PlanningFrame
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_line import Key
from atlantis_tui.widgets.text_lines import Piece, Row
from .panel import panel_lines
from .progress import PuzzleRecord, keep_attempt, keep_seen, keep_solved

PANEL = 38
"""Usual width of the side panel."""
SMALLEST_BOARD = 24
_HINT: Key = ("h", "hint", "screen.hint")
_SOLUTION: Key = ("S", "solution", "screen.solution")
_ELSEWHERE = {Word.REDO, Word.SPEED, Word.THEME, Word.SAVE, Word.OPEN}
_WORDS = tuple(word for word in Word if word not in _ELSEWHERE)
_SOLVED: tuple[Key, ...] = (("Enter", "next", "screen.go_on"), ("r", "again", "screen.again"))
_FAILED: tuple[Key, ...] = (("Enter, u", "try again", "screen.again"),)
_END_TURN: Key = ("t", "end turn", "screen.end_turn")
_OTHERS: tuple[Key, ...] = (("r", "again", "screen.again"), ("n", "skip", "screen.next"))
_SHOWING: tuple[Key, ...] = (("any key", "skip", "screen.skip"),)
_ALWAYS: tuple[Key, ...] = (("?", "help", "screen.help"), ("Esc", "back", "screen.close"))


class ExerciseScreen(BaseScreen):
    """Plays the exercises of a list, one after the other."""

    BINDINGS = PLANNING_KEYS + parse_bindings("""
        Exercise
        h,H          hint      Read a hint; press again for the next one
        S            solution  Plan the solution; press t to play it
        u,backspace  again     After a wrong turn: try again
        r,U          again     Restart this exercise
        n            next      Exercise: next
        N            previous  Exercise: previous
        i            task      Show the task in a window
        More keys
        Q            menu      Return to the start screen
    """)

    frame: PlanningFrame

    def __init__(
        self,
        exercises: tuple[Exercise, ...],
        first: int = 0,
        begun: Callable[[int], None] | None = None,
    ) -> None:
        """`begun` is called with the number of each exercise that starts."""
        super().__init__()
        self.exercises = exercises
        self._begun = begun
        self._read_solution_of: int | None = None
        """Number of the exercise whose solution the user has read since it was opened."""
        self._begin(first)

    def _begin(self, number: int, hints: int = 0) -> None:
        if self._read_solution_of != number:
            self._read_solution_of = None
        self.number, self.hints = number, hints
        if self._begun is not None:
            self._begun(number)
        self.attempt: Attempt = begin(self.exercise)
        self.document = _document(self.exercise)
        self._record: PuzzleRecord | None = None
        """The puzzle record after this attempt, if it counts."""
        self._answers: deque[Turn] = deque()
        """Opponents' turns not played yet."""
        self.flow = GameFlow(self.document, automatic_turn=self._next_answer)

    def compose(self) -> ComposeResult:
        self.frame = PlanningFrame(
            self,
            self.document,
            {Word.END: self.action_end_turn, Word.HINT: self.action_hint},
            self.paint,
            self._keys,
            always=_ALWAYS,
            shown=lambda: self._react(self.flow.advance()),
            side_width=_panel_width,
        )
        self.board, self.player = self.frame.board, self.frame.player
        self.board.takers = (self._skip_with, self.frame.take_key)
        yield self.frame

    def on_mount(self) -> None:
        self.board.focus()
        self._react(self.flow.begin())

    def on_screen_resume(self) -> None:
        self.player.resume()

    @property
    def exercise(self) -> Exercise:
        return self.exercises[self.number]

    @property
    def shown_mode(self) -> Mode:
        """The current mode, for help and keys."""
        return mode_of(self.flow.phase, self.board.entry)

    # Showing.

    def paint(self) -> None:
        """Update the side panel, title and description of the cursor."""
        frame, exercise = self.frame, self.exercise
        if frame.has_side:
            lines = list(self._panel(frame.side_room[0]))
            frame.show_side(lines[: frame.side_room[1]])
        where = f" {self.number + 1} of {len(self.exercises)} " if len(self.exercises) > 1 else ""
        lesson = f" {exercise.lesson}: " if exercise.lesson else " "
        frame.show_title(
            (
                Piece(f"{lesson}{exercise.title} ", "strong"),
                Piece(where, "dim"),
                Piece("" if frame.has_side else "  i shows the task ", "key"),
            )
        )
        frame.describe_cursor()

    def _panel(self, width: int) -> Iterable[Row]:
        entry, attempt = self.board.entry, self.attempt
        if self.player.is_showing:  # show the verdict after the animation
            attempt = replace(attempt, verdict=Verdict.RUNNING)
        return panel_lines(attempt, self.hints, None if entry is None else entry.plan, width)

    def _keys(self) -> tuple[Key, ...]:
        """The keys for the current state: hint or, after the last hint, solution."""
        if self.player.is_showing:
            return _SHOWING
        if self.attempt.verdict is Verdict.SOLVED:
            return _SOLVED
        has_hint = self.hints < len(self.exercise.hints)
        help_keys = (_HINT,) if has_hint else (_SOLUTION,) if self.exercise.solution else ()
        if self.attempt.verdict is not Verdict.RUNNING:
            return (*_FAILED, *help_keys, *_OTHERS[1:])
        on_board = self.board.keys()
        if self.shown_mode is not Mode.PLANNING:
            return on_board
        return (on_board[0], _END_TURN, *help_keys, *on_board[1:], *_OTHERS)

    def _place_cursor(self) -> None:
        """Put the cursor on the player's tallest stack, and show the task if there is no panel."""
        stacks = self.exercise.start.stacks(self.exercise.player)
        movable = sorted(field for field, value in stacks.items() if value > 0)
        if movable:
            self.board.cursor = max(movable, key=stacks.__getitem__)
        if not self.frame.has_side:
            self.action_task()

    # The attempt.

    def _next_answer(self) -> Turn | None:
        """The opponent's next turn: a refutation if there is one, else a pass."""
        if self._answers:
            return self._answers.popleft()
        is_solvers = self.document.game.position.to_move == self.exercise.player
        return None if is_solvers or self.attempt.verdict is not Verdict.RUNNING else ()

    def action_end_turn(self) -> None:
        """Judge the turn, then play and animate it."""
        if self.board.entry is None:
            self.frame.say(self.board.why_not)
            return
        moves = self.board.moves
        self.attempt = self.attempt.play(moves)
        if self.attempt.verdict is Verdict.REFUTED:
            self._answers.extend(self.attempt.last_turns[1:])
        is_solved = self.attempt.verdict is Verdict.SOLVED
        if is_solved and self._read_solution_of is None:
            keep_solved(self.exercise.name)
        if self.attempt.verdict is not Verdict.RUNNING:
            self._record = keep_attempt(self.exercise, is_solved=is_solved)
        self._react(self.flow.play(moves))

    def _react(self, event: Event) -> None:
        """Handle an event: animate a turn, start the player's next turn, or show the verdict."""
        match event:
            case TurnPlayed():
                self.frame.show_turn(event.report, self.document.cast)
            case TurnBegun() if self.attempt.verdict is Verdict.RUNNING:
                self.board.plan(event.plan, event.recent, event.recent_moves)
                self.paint()
                self.frame.say(event.said)
                if not self.attempt.own_turns:
                    self._place_cursor()
            case _:
                # The end of a game is judged like any other turn and shows no result.
                self.flow.close()
                self.board.rest(self.document.game.position)
                self.paint()
                self._say_verdict()

    def _say_verdict(self) -> None:
        if self.attempt.verdict is Verdict.SOLVED:
            record = f" ({self._record})" if self._record else ""
            if self._read_solution_of is None:
                self.frame.say(f"solved! Press Enter to continue{record}", "good")
            else:
                self.frame.say("this is the solution; it counts as seen. Press Enter to continue")
            self.board.why_not = "press Enter to continue, r to restart"
        else:
            self.frame.say("not solved yet; press Enter to try again", "bad")
            self.board.why_not = "press Enter to try again"

    @on(BoardView.Chosen)
    @on(BoardView.Clicked)
    def action_go_on(self) -> None:
        """Open the next exercise if this one is solved, else try again."""
        if self.attempt.verdict is Verdict.SOLVED:
            self.action_next()
        else:
            self.action_again()

    def action_again(self) -> None:
        self.open(self.number, hints=self.hints)

    def action_next(self) -> None:
        if self.number + 1 < len(self.exercises):
            self.open(self.number + 1)
        else:
            self.action_close()

    def action_previous(self) -> None:
        if self.number:
            self.open(self.number - 1)

    def open(self, number: int, hints: int = 0) -> None:
        """Start an exercise of the list."""
        self.player.stop()
        self._begin(number, hints)
        self.board.cast = cast = self.document.cast
        colors = self.document.colors
        self.board.show(self.document.game.position, colors=colors, letters=cast.letters)
        self._react(self.flow.begin())

    # Help.

    def action_hint(self) -> None:
        if self.attempt.verdict is not Verdict.RUNNING:
            self.action_again()
        if self.hints < len(self.exercise.hints):
            self.hints += 1
            keep_attempt(self.exercise, is_solved=False)
            self.paint()
            if not self.frame.has_side:
                self.action_task()
        else:
            self.frame.say("no more hints; press S for the solution")

    def action_solution(self) -> None:
        """Plan the first turn of the stored solution."""
        first, *later = self.exercise.solution or ((),)
        if not self.exercise.solution:
            self.frame.say("this exercise has no stored solution")
            return
        if self.attempt.verdict is not Verdict.RUNNING or self.attempt.own_turns:
            self.action_again()
        keep_attempt(self.exercise, is_solved=False)
        keep_seen(self.exercise.name)
        self._read_solution_of = self.number
        more = "; then " + " / ".join(map(format_moves, later)) if later else ""
        self.board.clear()
        self.board.add(first)
        self.board.tell(f"solution planned; press t to play it{more}")

    def action_help(self) -> None:
        from atlantis_tui.play.help import help_lines

        # After the verdict the next step is another turn, not the end of the game.
        mode = Mode.PLANNING if self.shown_mode is Mode.OVER else self.shown_mode
        self.show_page("Help", partial(help_lines, self.help_keys, mode, words=_WORDS))

    def action_task(self) -> None:
        """Show the panel in a dialog, for narrow terminals."""
        self.show_page(self.exercise.title, lambda width: self._panel(min(width, 60)))

    # Keys.

    def _skip_with(self, event: events.Key) -> bool:
        """Let a key skip the animation of one turn, then have its usual effect.

        Enter only skips: it would leave the verdict unread, and so would skipping the answer.
        """
        was_showing = event.key not in KEYS_WHILE_SHOWING and self.player.skip()
        return was_showing and event.key in ("enter", "space")

    def action_skip(self) -> None:
        self.player.skip()

    # Leaving.

    def drops(self) -> Iterable[Callable[[], bool]]:
        return self.board.drop, self.player.skip

    def action_menu(self) -> None:
        self.atlantis.go_to()


def _panel_width(width: int) -> int:
    """Width of the side panel; the text has priority over a larger board."""
    if width < SMALLEST_BOARD + PANEL // 2:
        return 0
    return min(max(PANEL, width // 3), 56, width - SMALLEST_BOARD)


def _document(exercise: Exercise) -> GameDocument:
    seats = [
        PERSON if player == exercise.player else Seat(SeatKind.DUMMY)
        for player in range(exercise.start.players)
    ]
    return GameDocument.new(
        exercise.start, names=exercise.cast.names, colors=exercise.colors, seats=seats
    )
