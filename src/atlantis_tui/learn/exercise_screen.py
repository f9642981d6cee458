"""An exercise on the real board, entered like a real turn, judged by the engine.

The play screen with another panel: instead of a game against somebody there is a task, and
after the turn a verdict. Nothing here is saved but a tick for what has been solved.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size

from atlantis_core.game import Turn
from atlantis_core.grid import Field, Move
from atlantis_core.learning.attempts import Attempt, Verdict, begin
from atlantis_core.learning.exercises import Exercise
from atlantis_core.seats import PERSON, Kind, Seat
from atlantis_tui.game.document import GameDocument
from atlantis_tui.learn.panel import panel_lines
from atlantis_tui.learn.progress import keep_solved
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.board import PlayBoard
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.key_line import Key, key_line
from atlantis_tui.widgets.text_lines import Piece, TextLines

PANEL = 38
"""Columns of the panel where there is room."""
SMALLEST_BOARD = 24
_BARS, _PADDING = 3, 2
"""Lines above and below the board, columns beside the text."""
_HINT: Key = ("h", "hint", "screen.hint")
_SOLUTION: Key = ("S", "solution", "screen.solution")
_SOLVED: tuple[Key, ...] = (("Enter", "go on", "screen.go_on"), ("r", "again", "screen.again"))
_FAILED: tuple[Key, ...] = (("Enter, u", "try again", "screen.again"),)
_SKIP: Key = ("n", "skip", "screen.next")
_PLANNING: tuple[Key, ...] = (
    ("Enter", "lift", "screen.choose"),
    ("t", "end turn", "screen.end_turn"),
)
_WHILE_PLANNING: tuple[Key, ...] = (
    ("u", "take back", "screen.take_back"),
    ("Tab", "next stack", "screen.walk(1)"),
    ("r", "again", "screen.again"),
    ("x", "preview", "screen.preview"),
    _SKIP,
)
_LIFTED: tuple[Key, ...] = (
    ("qweasd", "direction, again: further", ""),
    ("Enter", "land", "screen.choose"),
    ("u", "put back", "screen.take_back"),
)
_SHOWING: tuple[Key, ...] = (("any key", "skip", "screen.skip"),)
_ALWAYS: tuple[Key, ...] = (("?", "help", "screen.help"), ("Esc", "back", "screen.close"))


class ExerciseScreen(PlayScreen):
    """One exercise after the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "again", "Begin this exercise again"),
        Binding("n", "next", "Go to the next exercise"),
        Binding("N", "previous", "Go to the exercise before"),
        Binding("i", "task", "Read the task in a window"),
        Binding("S", "solution", "Show the solution"),
    ]

    def __init__(self, exercises: tuple[Exercise, ...], first: int = 0) -> None:
        self.exercises = exercises
        self.number = first
        self.attempt: Attempt = begin(exercises[first])
        self.hints = 0
        self._replies: deque[Turn] = deque()
        super().__init__(_document(exercises[first]))
        self._wants_side = True

    @property
    def exercise(self) -> Exercise:
        return self.exercises[self.number]

    # Showing.

    def paint_side(self) -> None:
        side = self.query_one("#side", TextLines)
        plan = None if self.entry is None else self.entry.plan
        width, height = self._side_room
        attempt = self.attempt
        if self.mode is Mode.SHOWING:  # the verdict comes when the turn has been seen
            attempt = replace(attempt, verdict=Verdict.RUNNING)
        lines = list(panel_lines(attempt, self.hints, plan, width))
        side.show_lines(lines[:height])

    def paint_bars(self) -> None:
        title = self.query_one("#title", TextLines)
        where = f" {self.number + 1} of {len(self.exercises)} " if len(self.exercises) > 1 else ""
        lesson = f" {self.exercise.lesson}: " if self.exercise.lesson else " "
        title.show_line(
            Piece(f"{lesson}{self.exercise.title} ", "strong"),
            Piece(where, "dim"),
            Piece("  i shows the task " if not self.query_one("#side").display else "", "key"),
        )
        line = key_line(self._keys(), self.size.width, _ALWAYS)
        self.query_one("#keys", TextLines).show_line(*line)
        self.paint_message()

    def _keys(self) -> tuple[Key, ...]:
        """What can be done now; of the keys that help the one that still does."""
        if self.mode is Mode.SHOWING:
            return _SHOWING
        if self.attempt.verdict is Verdict.SOLVED:
            return _SOLVED
        has_hint = self.hints < len(self.exercise.hints)
        help_keys = (_HINT,) if has_hint else (_SOLUTION,) if self.exercise.solution else ()
        if self.attempt.verdict is not Verdict.RUNNING:
            return (*_FAILED, *help_keys, _SKIP)
        if self.shown_mode is Mode.PLANNING:
            return (*_PLANNING, *help_keys, *_WHILE_PLANNING)
        return _LIFTED

    def _divide(self, board: PlayBoard, side: TextLines, size: Size) -> None:  # noqa: ARG002 -- the board takes what is left
        """The text has its place before the board has all that it could use."""
        is_shown = size.width >= SMALLEST_BOARD + PANEL // 2 and self._wants_side is not False
        width = min(max(PANEL, size.width // 3), 56, size.width - SMALLEST_BOARD)
        side.display = is_shown
        side.styles.width = width
        self._side_room = (width - _PADDING, max(size.height - _BARS, 1))

    def _place_cursor(self) -> None:
        """Begin where there is something to do."""
        stacks = self.exercise.start.stacks(self.exercise.player)
        movable = sorted(field for field, value in stacks.items() if value > 0)
        if movable:
            self.board.cursor = max(movable, key=stacks.__getitem__)
        if not self.query_one("#side").display:
            self.action_task()

    # The attempt.

    def begin_turn(self) -> None:
        """After each turn: the opponents' answers, the verdict, or the solver's next turn."""
        if self._replies:
            super().play_turn(self._replies.popleft())
        elif self.attempt.verdict is not Verdict.RUNNING:
            self.mode = Mode.OVER
            self.set_plan(None)
            self.paint()
            self._say_verdict()
        else:
            super().begin_turn()
            if not self.attempt.own_turns:
                self._place_cursor()

    def play_turn(self, moves: tuple[Move, ...]) -> None:
        """Play a turn; the solver's are judged before they are shown."""
        if self.document.game.position.to_move == self.exercise.player:
            self.attempt = self.attempt.play(moves)
            if self.attempt.verdict is Verdict.REFUTED:
                self._replies = deque(self.attempt.last_turns[1:])
            if self.attempt.verdict is Verdict.SOLVED:
                keep_solved(self.exercise.name)
        super().play_turn(moves)

    def _say_verdict(self) -> None:
        if self.attempt.verdict is Verdict.SOLVED:
            self.say("solved! Enter goes on", "good")
        else:
            self.say("not solved yet; Enter or u tries again", "bad")

    def choose_field(self, field: Field) -> None:
        if self.attempt.verdict is Verdict.RUNNING:
            super().choose_field(field)
        else:
            self.action_go_on()

    def why_not(self) -> str:
        if self.attempt.verdict is Verdict.SOLVED:
            return "Enter goes on, r begins again"
        return "Enter or u tries again"

    def finish(self) -> None:
        """The end of a game is judged like every other turn: there is no result to show."""
        self.begin_turn()

    def action_go_on(self) -> None:
        """To the next exercise if this one is solved, else another try."""
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
        """Begin an exercise of the list."""
        self.number = number
        self.hints = hints
        self.attempt = begin(self.exercise)
        self.document = _document(self.exercise)
        self.recent = None
        self._table = None
        self._replies.clear()
        self._interrupt()
        letters, colors = self.document.cast.letters, self.document.colors
        self.board.show(self.document.game.position, colors=colors, letters=letters)
        self.begin_turn()

    def action_take_back(self) -> None:
        """After the verdict the turn itself is what one wants back."""
        if self.mode is Mode.OVER:
            self.action_again()
        else:
            super().action_take_back()

    def action_undo_turn(self) -> None:
        self.action_again()

    def action_redo_turn(self) -> None:
        self.say("r begins the exercise again")

    # Help.

    def action_hint(self) -> None:
        if self.attempt.verdict is not Verdict.RUNNING:
            self.action_again()
        if self.hints < len(self.exercise.hints):
            self.hints += 1
            self.paint_side()
            self.paint_bars()
            if not self.query_one("#side").display:
                self.action_task()
        else:
            self.say("there are no more hints; S shows the solution")

    def action_next_hint(self) -> None:
        """No bot helps with an exercise: it has hints of its own."""
        self.action_hint()

    def action_solution(self) -> None:
        """Plan the stated solution, as far as this turn goes."""
        if not self.exercise.solution:
            self.say("this exercise states no solution")
            return
        if self.attempt.verdict is not Verdict.RUNNING or self.attempt.own_turns:
            self.open(self.number, hints=self.hints)
        if self.entry is not None:
            self.entry.clear()
            self.plan_moves(self.exercise.solution[0])
            more = "; then " + " / ".join(
                " ".join(map(str, turn)) or "pass" for turn in self.exercise.solution[1:]
            )
            self.say("planned: t plays it" + (more if len(self.exercise.solution) > 1 else ""))

    def action_help(self) -> None:
        from atlantis_tui.learn.help import help_lines

        lines = list(help_lines(self.shown_mode, self.size.width - 8))
        self.app.push_screen(Dialog("Help", lines))

    def action_task(self) -> None:
        """The panel in a window, for terminals too narrow for both."""
        width = max(min(self.size.width - 6, 60), 20)
        plan = None if self.entry is None else self.entry.plan
        lines = list(panel_lines(self.attempt, self.hints, plan, width))
        self.app.push_screen(Dialog(self.exercise.title, lines))

    # Leaving.

    def action_release(self) -> None:
        """Escape puts lifted stones back first, and leaves the exercise else."""
        entry = self.entry
        if self.mode is Mode.SHOWING or (entry is not None and (entry.lifted or entry.is_preview)):
            super().action_release()
        else:
            self.action_close()

    def action_close(self) -> None:
        from atlantis_tui.start.ways import go_back

        go_back(self.atlantis)

    async def action_leave(self) -> None:
        self.leave()

    def action_save_as(self) -> None:
        self.say("an exercise is not a game: there is nothing to save")


def _document(exercise: Exercise) -> GameDocument:
    seats = [
        PERSON if player == exercise.player else Seat(Kind.DUMMY)
        for player in range(exercise.start.players)
    ]
    return GameDocument.new(
        exercise.start, names=exercise.cast.names, colors=exercise.colors, seats=seats
    )
