"""List of lessons and puzzles with ticks for solved ones and a preview of each."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.worker import get_current_worker

from atlantis_core.learning.collection import puzzle_of_the_day, puzzles_of_level
from atlantis_core.learning.exercises import Exercise, Level
from atlantis_core.learning.library import puzzles, tutorial
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import counted
from atlantis_tui import routes
from atlantis_tui.start.preview import Preview
from atlantis_tui.start.summaries import Summary
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Piece, TextLines
from .own_puzzles import find_own_puzzles, load_own_puzzles
from .progress import first_unsolved, load_record, load_seen, load_solved

_LEVELS = {level: level.name.lower() for level in Level}

_FOUND = "found"
"""Begins the keys of the levels of found puzzles."""


class LearnScreen(BaseScreen):
    BINDINGS = parse_bindings("""
        r  rules         Rules and keys              rules
        g  game          Play a first game           first game
        f  find_puzzles  Find puzzles in your games  find in your games
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
        self._show_all()

    def _show_all(self, said: str = "") -> None:
        solved = load_solved()
        chosen = None if self.rows.rows else _next_key(solved)
        if self._number is not None:
            chosen = f"{self._kind} {self._number}"
            self._number = None
        self.rows.show_rows([*_rows(solved)], chosen)
        self._show_head(f", {said}" if said else _record())

    def _show_head(self, said: str) -> None:
        solved, steps, tasks = load_solved(), tutorial(), puzzles()
        progress = (
            f"   tutorial {_count(steps, solved)} of {len(steps)},"
            f" puzzles {_count(tasks, solved)} of {len(tasks)}{said}"
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

    def action_find_puzzles(self) -> None:
        """Search the user's games for puzzles, in a thread."""
        self._show_head(", searching your games...")
        self.run_worker(self._find, thread=True, exclusive=True)

    def _find(self) -> None:
        worker = get_current_worker()
        try:
            count = find_own_puzzles(lambda: worker.is_cancelled)
            said = f"{counted(count, 'puzzle')} found in your games"
        except AtlantisError as error:
            said = str(error)
        if not worker.is_cancelled:
            self.call_later(self._show_all, said)

    def action_rules(self) -> None:
        self.atlantis.open(routes.Page.RULES)

    def action_game(self) -> None:
        self.atlantis.open(routes.Page.NEW)


def _rows(solved: frozenset[str]) -> Iterator[Row]:
    seen = load_seen()
    yield Row("", (Piece("Tutorial", "heading"),))
    lesson = ""
    for number, step in enumerate(tutorial()):
        shown = step.lesson if step.lesson != lesson else ""
        lesson = step.lesson
        title = Piece(step.title), *_seen(step, solved, seen)
        pieces = (_tick(step, solved), Piece(f"{shown:<13}", "dim"), *title)
        yield Row(f"step {number}", pieces)
    level: Level | None = None
    for number, puzzle in enumerate(puzzles()):
        if puzzle.level is not level:
            level = puzzle.level
            yield Row("")
            word = _LEVELS[level] if level else "others"
            yield Row("", (Piece(f"Puzzles, {word}", "heading"),))
        yield Row(
            f"puzzle {number}",
            (_tick(puzzle, solved), Piece(puzzle.title), *_seen(puzzle, solved, seen)),
        )
    yield Row("")
    yield Row("", (Piece("Found by a program, one solution each", "heading"),))
    today = puzzle_of_the_day(_today())
    yield Row(
        "day 0", (_tick(today, solved), Piece("Puzzle of the day"), *_seen(today, solved, seen))
    )
    for level in Level:
        exercises = puzzles_of_level(level)
        count = f"{_count(exercises, solved)} of {len(exercises)}"
        pieces = Piece(" · ", "dim"), Piece(f"{_LEVELS[level]:<8}"), Piece(count, "dim")
        yield Row(f"{_FOUND}{level.value} {first_unsolved(exercises, solved)}", pieces)
    own = load_own_puzzles()
    if not own:
        yield Row("", (Piece(" f finds puzzles in your games", "dim"),))
        return
    count = f"{_count(own, solved)} of {len(own)}"
    pieces = Piece(" · ", "dim"), Piece("from your games  "), Piece(count, "dim")
    yield Row(f"own {first_unsolved(own, solved)}", pieces)


def _record() -> str:
    record = load_record()
    return f", {record}" if record.tried else ""


def _today() -> date:
    return datetime.now().astimezone().date()


def _tick(exercise: Exercise, solved: frozenset[str]) -> Piece:
    return Piece(" ✓ ", "good") if exercise.name in solved else Piece(" · ", "dim")


def _seen(exercise: Exercise, solved: frozenset[str], seen: frozenset[str]) -> tuple[Piece, ...]:
    is_seen = exercise.name in seen and exercise.name not in solved
    return (Piece("  solution seen", "dim"),) if is_seen else ()


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
    if kind == "day":
        return (puzzle_of_the_day(_today()),), 0
    if kind == "own":
        return load_own_puzzles(), int(number)
    if kind.startswith(_FOUND):
        return puzzles_of_level(Level(int(kind.removeprefix(_FOUND)))), int(number)
    return tutorial() if kind == "step" else puzzles(), int(number)
