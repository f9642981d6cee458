"""Collections of puzzles that a program has found and proved: one JSON file for many.

Each entry has the position in its notation, the goal, the only solution, a level and themes. Texts
and hints are made from these, so the file stays small. `atlantis puzzles make` writes such files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from zlib import crc32

from atlantis_core.narration import make_cast
from atlantis_core.positions.grid import format_moves, parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import is_over
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.colors import default_colors
from atlantis_core.support.errors import AtlantisError
from .exercises import Exercise, ExerciseError, Level, Replies
from .goals import Figure, parse_goal

FORMAT, VERSION = "Atlantis puzzles", 1
_REPLIES = {Figure.STONES: Replies.EVERY}
MOST_PUZZLES = 2000
"""Puzzles of a file that the app opens."""
MOST_FIELDS = 1200
"""Fields of the board of a puzzle: a name such as hexagon40 is short, its board is large."""
_TASKS = {
    "explosions": "Explode at least {number} fields in one turn.",
    "eliminated": "Eliminate at least {number} stones of your opponents in one turn.",
    "secured": "Secure at least {number} fields in one turn.",
    "over": "End the game with this turn, and win.",
    "stones": "Survive: keep a stone, whatever your opponents reply.",
}
_TASK_OF_TWO = "End the game with your second turn and win, whatever the reply to the first."


@dataclass(frozen=True, slots=True)
class FoundPuzzle:
    """One entry of a collection."""

    position: str
    goal: str
    solution: str
    level: int
    themes: tuple[str, ...]
    turns: int = 1
    """2: the first of two turns; the second depends on the reply."""


def dump_collection(puzzles: Iterable[FoundPuzzle]) -> str:
    """The text of a file, one line per puzzle."""
    rows = ",\n".join(
        json.dumps([*values, list(themes), *([turns] if turns > 1 else [])])
        for *values, themes, turns in map(astuple, puzzles)
    )
    return f'{{"format": "{FORMAT}", "version": {VERSION}, "puzzles": [\n{rows}\n]}}\n'


def load_collection(text: str) -> tuple[FoundPuzzle, ...]:
    """Parse a file written by `dump_collection`. Does not check the contents of the puzzles."""
    return tuple(
        FoundPuzzle(position, goal, solution, level, tuple(themes), *turns)
        for position, goal, solution, level, themes, *turns in json.loads(text)["puzzles"]
    )


def read_puzzles(text: str, name: str) -> tuple[Exercise, ...]:
    """The exercises of a file, which may be damaged; raises ExerciseError for the first problem."""
    try:
        version = json.loads(text).get("version")
        if isinstance(version, int) and version > VERSION:
            problem = "a newer version of Atlantis wrote the puzzles: update this one"
            raise ExerciseError(name, (problem,))
        found = load_collection(text)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        problem = "the list of puzzles is damaged (expected the output of 'atlantis puzzles make')"
        raise ExerciseError(name, (problem,)) from error
    if not 0 < len(found) <= MOST_PUZZLES:
        problem = f"there are {len(found)} puzzles (expected 1 to {MOST_PUZZLES})"
        raise ExerciseError(name, (problem,))
    return tuple(_checked(one, number, name) for number, one in enumerate(found, 1))


def _checked(puzzle: FoundPuzzle, number: int, name: str) -> Exercise:
    try:
        exercise = as_exercise(puzzle, number)
        if len(exercise.start.board) > MOST_FIELDS:
            raise ExerciseError(name, (f"puzzle {number}: more than {MOST_FIELDS} fields",))
        if not exercise.start.players or is_over(exercise.start):
            raise ExerciseError(name, (f"puzzle {number}: there is nothing to play",))
        play_turn(exercise.start, *exercise.solution)
    except (AtlantisError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        if isinstance(error, ExerciseError):
            raise
        said = str(error) if isinstance(error, AtlantisError) else "an entry has a wrong type"
        raise ExerciseError(name, (f"puzzle {number}: {said}",)) from error
    return exercise


@cache
def found_puzzles() -> tuple[FoundPuzzle, ...]:
    """The packaged collection, from easy to hard."""
    text = (files("atlantis_core.learning") / "found_puzzles.json").read_text(encoding="utf-8")
    return load_collection(text)


@cache
def puzzles_of_level(level: Level) -> tuple[Exercise, ...]:
    """The packaged puzzles of one difficulty."""
    numbered = enumerate(found_puzzles(), 1)
    return tuple(as_exercise(one, number) for number, one in numbered if one.level == level)


def puzzle_of_the_day(today: date) -> Exercise:
    """One of the packaged puzzles, the same for everyone on a day."""
    found = found_puzzles()
    number = today.toordinal() * 7919 % len(found)  # a prime, so that neighbours differ
    return as_exercise(found[number], number + 1)


def as_exercise(puzzle: FoundPuzzle, number: int) -> Exercise:
    """The puzzle as an exercise with texts and stepwise hints."""
    start = Position.parse(puzzle.position)
    goal = parse_goal(puzzle.goal)
    solution = parse_moves(puzzle.solution)
    colors = tuple(default_colors([None] * start.players))
    figure, is_of_two = goal[0].figure, puzzle.turns == 2
    return Exercise(
        name=f"found-{crc32(f'{puzzle.position} {puzzle.goal}'.encode()):08x}",
        title=f"Puzzle {number}: {', '.join(puzzle.themes)}",
        task=_TASK_OF_TWO if is_of_two else _TASKS[figure.value].format(number=goal[0].number),
        goal=goal,
        start=start,
        cast=make_cast([None] * start.players, colors),
        colors=colors,
        level=Level(puzzle.level),
        turns=2 if is_of_two else 1,
        replies=Replies.BEST if is_of_two else _REPLIES.get(figure, Replies.QUIET),
        hints=_hints(solution),
        done="This is the only way: every other turn has been tried.",
        solution=(solution,),
    )


def _hints(solution: Turn) -> tuple[str, ...]:
    """Step by step: how many moves, where the first one starts, the first move."""
    first = solution[0] if solution else None
    if first is None:
        return ("Is there anything to do at all?",)
    count = "One move is" if len(solution) == 1 else f"{len(solution)} moves are"
    hints = (f"{count} enough.", f"One move starts on {first.source}.", f"Play {first}.")
    return hints if len(solution) == 1 else (*hints, f"The moves: {format_moves(solution)}.")
