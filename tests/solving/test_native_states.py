"""The states that the native engine lists are those of Python: the same, in the same order."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random

import pytest

from atlantis_core.engine import surface
from atlantis_core.learning.turns import legal_turns
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.scoring import has_decision
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import legal_moves
from atlantis_core.solving.solver import solve
from atlantis_core.solving.states import StateGraph, TooManyStates, symmetries
from atlantis_core.support.cancelling import Cancelled, never
from tests.engines import native_engine
from tests.little_boards import position as little_position

BOARDS = ((Shape.TRIANGLE, 2), (Shape.TRIANGLE, 3), (Shape.HEXAGON, 2))
MOST_TURNS = 3000


@pytest.fixture(autouse=True)
def native() -> None:
    native_engine()


def in_python(graph: StateGraph, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    with monkeypatch.context() as patched:
        patched.setattr(surface, "successors", lambda *_: None)
        return list(graph.successors(graph.start, never))


def positions_of_a_game(seed: int) -> Iterator[Position]:
    """Positions with a decision, with stacks that meet, of a game of random turns."""
    dice = Random(seed)
    shape, side = BOARDS[seed % len(BOARDS)]
    game = Game(traditional_start(shape, side, 2))
    while not game.is_over and game.turn_number < 40:
        position = game.position
        few = sum(1 for _, _ in zip(legal_turns(position), range(MOST_TURNS), strict=False))
        if has_decision(position, position.to_move) and few < MOST_TURNS:
            yield position
        moves = legal_moves(position)
        game.play([dice.choice(moves)] if moves else [])


@pytest.mark.parametrize("seed", range(12))
def test_states_of_random_games(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for position in positions_of_a_game(seed):
        ours, other = (StateGraph(position, 10_000, MOST_TURNS) for _ in range(2))
        assert list(ours.successors(ours.start, never)) == in_python(other, monkeypatch)
        assert ours.positions == other.positions
        assert ours.winners == other.winners
        assert ours._turns_left == other._turns_left
        assert ours._numbers == other._numbers


def test_moves_that_meet_are_played_in_every_order() -> None:
    # Two stacks reach c3, where an opponent has two stones: R3.4.
    position = little_position("B2 [c4 d3 d4 d5 e4 e5 c5]", "b2:1 d4:2", "c3:2 e5:1")
    turns = list(legal_turns(position))
    graph = StateGraph(position, 1000, len(turns))
    graph.successors(graph.start, never)
    assert graph._turns_left == 0


@pytest.mark.parametrize("most_states", [2, 5, 6])
@pytest.mark.parametrize("most_turns", [3, 20, 10_000])
def test_limits_stop_both_at_the_same_state(
    most_states: int, most_turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = traditional_start(Shape.TRIANGLE, 2, 2)
    ours, other = (StateGraph(position, most_states, most_turns) for _ in range(2))
    with pytest.raises(TooManyStates):
        ours.successors(ours.start, never)
    with pytest.raises(TooManyStates):
        in_python(other, monkeypatch)
    assert ours.positions == other.positions


def test_listing_can_be_cancelled() -> None:
    asked = iter(range(2))
    position = little_position("B2 C5 E4 F7 H6", "b2:1 c5:1 e4:1 f7:1", "h6:1")
    graph = StateGraph(position, 10**6, 10**6)
    with pytest.raises(Cancelled):
        graph.successors(graph.start, lambda: next(asked, None) is None)
    assert next(asked, None) is None


def test_engine_refuses_symmetries_of_another_board() -> None:
    position = traditional_start(Shape.TRIANGLE, 2, 2)
    wrong = array("H", [len(position.cells)] * len(position.board)).tobytes()
    for orders in (b"", wrong, wrong[:-2], array("H", symmetries(position.board)[0]).tobytes()[1:]):
        with pytest.raises(ValueError, match="not the symmetries of this board"):
            surface.successors(*position.plain, orders, 10, 10, never)


def test_proofs_of_both_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    position = little_position("B2", "a1:2", "c3:2")
    ours = solve(position)
    monkeypatch.setattr(surface, "successors", lambda *_: None)
    assert solve(position) == ours
