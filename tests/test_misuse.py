"""Wrong types and values passed to the façade raise an AtlantisError that names the value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from atlantis_core import (
    AtlantisError,
    Board,
    Field,
    Game,
    Position,
    Shape,
    has_decision,
    hexagon,
    play_turn,
    report_turn,
    standard_board,
    traditional_start,
)
from tests.engines import EACH_ENGINE

pytestmark = EACH_ENGINE

START: Any = traditional_start(Shape.HEXAGON, 2, 2)
"""Untyped, because these tests violate the type annotations."""
GAME: Any = Game(START)
ANYTHING: Any = None


@pytest.mark.parametrize(
    ("misuse", "named"),
    [
        (lambda: play_turn(START, "b2 b3"), "'b2'"),
        (
            lambda: play_turn(START, [((2, 2), (2, 3))]),  # type: ignore[list-item]
            "((2, 2), (2, 3))",
        ),
        (lambda: play_turn(START, ["b2 b3"]), "'b2 b3'"),
        (lambda: START["zz9"], "'zz9'"),
        (lambda: has_decision(START, ANYTHING), "None"),
        (lambda: has_decision(START, 2), "2"),
        (lambda: has_decision(START, True), "True"),
        (lambda: GAME.position_after("1"), "'1'"),
        (lambda: GAME.report(0), "0"),
        (lambda: GAME.position_after(-1), "-1"),
        (lambda: Position.setup(hexagon(2), [], to_move=1), "1"),
        (lambda: Position.setup(hexagon(2), [{}], to_move=True), "True"),
        (lambda: Position.setup(hexagon(2), START.board.segments), "expected stone counts"),
        (lambda: standard_board(ANYTHING, 3), "None"),
        (lambda: hexagon(START), "Position"),
        (lambda: hexagon(0), "0"),
        (lambda: Board([("a1",)]), "'a1'"),  # type: ignore[list-item]
        (lambda: START[Field(99, 99)], "'cu99'"),
        (lambda: traditional_start(Shape.HEXAGON, 2, 7), "7"),
        (lambda: traditional_start(Shape.HEXAGON, 2, 2, dummies=[5]), "5"),
    ],
)
def test_error_names_the_value(misuse: Callable[[], object], named: str) -> None:
    with pytest.raises(AtlantisError) as caught:
        misuse()
    assert named in str(caught.value)


def test_stacks_of_an_empty_growing_field_are_refused() -> None:
    board = Board([[Field(1, 1), Field(1, 2), Field(2, 2), Field(2, 1)]])
    start = Position.setup(board, [{Field(1, 1): 3}, {}])
    inside = report_turn(start, ()).waves[0].after
    with pytest.raises(AtlantisError, match="'a1' is growing but empty"):
        inside.stacks(0)


def test_turn_is_accepted_in_notation() -> None:
    assert play_turn(START, "b2-b3") == Game(START).play(["b2-b3"])
    assert START["b3"].stones == 1
