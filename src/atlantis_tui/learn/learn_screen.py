"""List of lessons and puzzles with ticks for solved ones and a preview of each."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal

from atlantis_core.learning.exercises import Exercise, Level
from atlantis_core.learning.library import puzzles, tutorial
from atlantis_tui import routes
from atlantis_tui.start.preview import Preview
from atlantis_tui.start.summaries import Summary
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Piece, TextLines
from .progress import first_unsolved, load_solved

_LEVELS = {Level.EASY: "easy", Level.MEDIUM: "medium", Level.HARD: "hard"}


class LearnScreen(BaseScreen):
    BINDINGS = parse_bindings("""
        r  rules  Rules and keys     rules
        g  game   Play a first game  first game
    """)
    foot = (("Enter", "play", "screen.take"), ("↑↓", "select", ""))
    DEFAULT_CSS = """
    LearnScreen {
        & #list { width: 42; padding: 1 1 0 1; }
        & #preview { padding: 1 1 0 1; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._kind = ""
        self._number: int | None = None
        """Number of the last started exercise, to select when the list is shown again."""

    def compose(self) -> ComposeResult:
        body = Horizontal(RowList(id="list"), Preview(id="preview"), id="body")
        return self.page("Learn", body)

    def on_screen_resume(self) -> None:
        """Update the ticks and select the last started exercise."""
        solved = load_solved()
        chosen = None if self.rows.rows else _next_key(solved)
        if self._number is not None:
            chosen = f"{self._kind} {self._number}"
            self._number = None
        self.rows.show_rows([*_rows(solved)], chosen)
        steps, tasks = tutorial(), puzzles()
        progress = (
            f"   tutorial {_count(steps, solved)} of {len(steps)},"
            f" puzzles {_count(tasks, solved)} of {len(tasks)}"
        )
        self.query_one("#head", TextLines).show_line(
            Piece(" Learn", "strong"), Piece(progress, "dim")
        )

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        exercises, number = _found(event.key)
        shown = exercises[number]
        summary = Summary(shown.start, shown.colors, shown.cast, (shown.task,))
        self.query_one(Preview).show(summary)

    @on(RowList.Taken)
    def _taken(self, event: RowList.Taken) -> None:
        self._kind = event.key.partition(" ")[0]
        self.atlantis.open(routes.Exercises(*_found(event.key), self._begun))

    def _begun(self, number: int) -> None:
        self._number = number

    def action_rules(self) -> None:
        self.atlantis.open(routes.Page.RULES)

    def action_game(self) -> None:
        self.atlantis.open(routes.Page.NEW)


def _rows(solved: frozenset[str]) -> Iterator[Row]:
    yield Row("", (Piece("Tutorial", "heading"),))
    lesson = ""
    for number, step in enumerate(tutorial()):
        shown = step.lesson if step.lesson != lesson else ""
        lesson = step.lesson
        pieces = (_tick(step, solved), Piece(f"{shown:<13}", "dim"), Piece(step.title))
        yield Row(f"step {number}", pieces)
    level: Level | None = None
    for number, puzzle in enumerate(puzzles()):
        if puzzle.level is not level:
            level = puzzle.level
            yield Row("")
            word = _LEVELS[level] if level else "others"
            yield Row("", (Piece(f"Puzzles, {word}", "heading"),))
        yield Row(f"puzzle {number}", (_tick(puzzle, solved), Piece(puzzle.title)))


def _tick(exercise: Exercise, solved: frozenset[str]) -> Piece:
    return Piece(" ✓ ", "good") if exercise.name in solved else Piece(" · ", "dim")


def _count(exercises: tuple[Exercise, ...], solved: frozenset[str]) -> int:
    return sum(exercise.name in solved for exercise in exercises)


def _next_key(solved: frozenset[str]) -> str:
    """Key of the first unsolved exercise: the tutorial first, then the puzzles."""
    steps = tutorial()
    if _count(steps, solved) < len(steps):
        return f"step {first_unsolved(steps, solved)}"
    return f"puzzle {first_unsolved(puzzles(), solved)}"


def _found(key: str) -> tuple[tuple[Exercise, ...], int]:
    """The list that a row belongs to, and its index there."""
    kind, _, number = key.partition(" ")
    return tutorial() if kind == "step" else puzzles(), int(number)
