"""The net's inputs stay in the range it was trained on, on boards of any size and with any stones.

Outside that range the net extrapolates: with an unlimited size of the board `grandmaster` lost to
`master@1` on hexagon 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from atlantis_core.bots.interface import Question
from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.bots.registry import bot_named
from atlantis_core.engine import pure, surface
from atlantis_core.engine.pure.net import (
    INPUTS,
    LARGEST,
    MOST_FIELDS,
    MOST_GROWING,
    MOST_MOVES,
    MOST_STONES,
    MOST_THREATS,
    SMALLEST,
)
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.settling import Trial
from atlantis_core.rules.shapes import Shape, standard_board, traditional_start
from tests.engines import native_engine

BOARDS = (
    *((Shape.HEXAGON, 2, players) for players in range(2, 7)),
    *((Shape.HEXAGON, 3, players) for players in range(2, 7)),
    (Shape.TRIANGLE, 3, 2), (Shape.TRIANGLE, 4, 2), (Shape.TRIANGLE, 4, 3), (Shape.TRIANGLE, 5, 2),
    (Shape.RHOMBUS, 3, 2), (Shape.RHOMBUS, 4, 4),
)  # fmt: skip
"""Shape, side and players of the games from which the net of `grandmaster` learnt."""
LIMITS = {
    "stones": MOST_STONES,
    "growing": MOST_GROWING,
    "fields": MOST_FIELDS,
    "moves": MOST_MOVES,
    "threats": MOST_THREATS,
}
SIZES = (
    *((Shape.HEXAGON, side) for side in (1, 2, 3, 4, 7, 20)),
    *((Shape.TRIANGLE, side) for side in (2, 3, 8, 47)),
    *((Shape.RHOMBUS, side) for side in (2, 5)),
)


def range_of(name: str) -> tuple[float, float]:
    """The lowest and the highest value of an input."""
    if name == "size of the board":
        return SMALLEST / 200, LARGEST / 200
    if ":" not in name:
        return 0.0, 1.0  # a share of what all players have, or of the fields
    words = name.split()
    return 0.0, next(limit for word, limit in LIMITS.items() if word in words)


RANGES = tuple(range_of(name) for name in INPUTS)


def assert_in_range(position: Position) -> None:
    for row in surface.inputs(*position.plain, []):
        for name, value, (lowest, highest) in zip(INPUTS, row, RANGES, strict=True):
            assert lowest <= value <= highest, name


def crowds(board: Board, players: int, dice: Random) -> Iterator[Position]:
    """Positions full of stones, of growing fields, of both, and with a field for each player."""
    fields = board.fields
    for values in ((14,), (-1,), (14, 6, 1, -3, 0), (1, 2)):
        stacks: list[dict[Field, int]] = [{} for _ in range(players)]
        for field in fields:
            stacks[dice.randrange(players)][field] = dice.choice(values)
        yield Position.setup(board, stacks, dice.randrange(players))
    corners = [{field: 14} for field in fields[:players]]
    yield Position.setup(board, corners)
    yield Position.setup(board, [dict.fromkeys(fields[1:], 14), {fields[0]: 1}])


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("shape", "side"), SIZES)
def test_inputs_stay_in_range_on_boards_of_any_size(shape: Shape, side: int, players: int) -> None:
    board = standard_board(shape, side)
    assert 7 <= len(board) <= 8000
    for position in crowds(board, players, Random(players)):
        assert_in_range(position)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("side", [2, 4, 20])
def test_inputs_stay_in_range_in_games(side: int, players: int) -> None:
    game, dice = Game(traditional_start(Shape.HEXAGON, side, players)), Random(side)
    while not game.is_over and game.turn_number < 30:
        assert_in_range(game.position)
        game.play(RandomBot().choose(Question(game.position, dice.randrange(999))).turn)


def test_sizes_reach_from_one_segment_to_8000_fields() -> None:
    sizes = [len(standard_board(shape, side)) for shape, side in SIZES]
    assert min(sizes) == 7
    assert max(sizes) > 7800


@pytest.mark.parametrize("side", [1, 2, 4])
def test_engines_limit_alike(side: int) -> None:
    native = native_engine()
    for position in crowds(standard_board(Shape.HEXAGON, side), 3, Random(1)):
        assert native.inputs(*position.plain, []) == pure.inputs(*position.plain, [])


def test_inputs_say_what_they_said_on_trained_boards() -> None:
    """The smallest and the largest board; without limits the size would be its fields / 200."""
    sizes = {len(standard_board(shape, side)) for shape, side, _ in BOARDS}
    assert (min(sizes), max(sizes)) == (SMALLEST, LARGEST)
    size = INPUTS.index("size of the board")
    for shape, side, players in BOARDS:
        start = traditional_start(shape, side, players)
        for row in surface.inputs(*start.plain, []):
            assert row[size] == len(start.board) / 200.0


@pytest.mark.parametrize(("shape", "side", "players"), BOARDS)
def test_limits_are_not_reached_in_games_on_trained_boards(
    shape: Shape, side: int, players: int
) -> None:
    """So a net that was trained before there were limits gives the same chances with them."""
    game, dice = Game(traditional_start(shape, side, players)), Random(side)
    limited = [place for place, name in enumerate(INPUTS) if ":" in name and "fields" not in name]
    bot = bot_named("greedy")
    while not game.is_over and game.turn_number < 40:
        answer = bot.choose(Question(game.position, dice.randrange(999)))
        trial = Trial(game.position)
        for candidate in answer.candidates:
            steps = [trial.step(move) for move in candidate.turn]
            for row in surface.inputs(*game.position.plain, steps):
                assert all(row[place] < RANGES[place][1] for place in limited)
        game.play(answer.turn)
