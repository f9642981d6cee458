"""Makes the packaged collection of puzzles from games between bots: 100 of each of four levels.

Run `python tools/make_puzzles.py`; takes about five minutes of processor time, and gives the same
file on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from atlantis_core.bots.evaluation import rate_turns
from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.learning.collection import FoundPuzzle, dump_collection
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.solving.puzzle_maker import LEVELS, find_puzzles

EACH = 100
MOST_PLIES = 120
GAMES = 400
BOARDS = (
    (Shape.HEXAGON, 2, 2),
    (Shape.TRIANGLE, 3, 2),
    (Shape.RHOMBUS, 2, 2),
    (Shape.HEXAGON, 2, 3),
    (Shape.TRIANGLE, 4, 2),
    (Shape.RHOMBUS, 3, 2),
    (Shape.TRIANGLE, 3, 3),
    (Shape.HEXAGON, 3, 2),
    (Shape.TRIANGLE, 5, 3),
)
TARGET = Path(__file__).parents[1] / "src/atlantis_core/learning/found_puzzles.json"


def positions() -> Iterator[Position]:
    """The positions of games, board after board."""
    for seed in range(GAMES):
        game = Game(traditional_start(*BOARDS[seed % len(BOARDS)]))
        while not game.is_over and game.turn_number < MOST_PLIES:
            name = "random" if (game.turn_number + seed) % 2 and seed % 2 else "greedy"
            question = Question(game.position, seed * 1000 + game.turn_number)
            game.play(bot_named(name).choose(question).turn)
        yield from game.positions[:-1]


def choose() -> list[FoundPuzzle]:
    """The first puzzles of every level; at most three in five with the same first theme.

    Puzzles about the reply are rare, so they come before the others.
    """
    found = sorted(find_puzzles(positions(), rate_turns), key=_is_common)
    levels: dict[int, list[FoundPuzzle]] = {level: [] for level in range(1, len(LEVELS) + 2)}
    for puzzle in found:
        chosen = levels[puzzle.level]
        alike = sum(one.themes[0] == puzzle.themes[0] for one in chosen)
        if len(chosen) < EACH and alike < EACH * 3 // 5:
            chosen.append(puzzle)
        if all(len(found) == EACH for found in levels.values()):
            break
    return [puzzle for found in levels.values() for puzzle in found]


def _is_common(puzzle: FoundPuzzle) -> bool:
    return puzzle.themes[0] not in {"ahead", "rescue"}


if __name__ == "__main__":
    TARGET.write_text(dump_collection(choose()), encoding="utf-8")
