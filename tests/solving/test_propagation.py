"""Results propagated backwards from the ends of games: by hand, and against the search."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from atlantis_core.positions.position import Position
from atlantis_core.solving.solver import ProvedResult, Verdict, _Search, solve
from atlantis_core.support.cancelling import never
from .test_solver import SMALL, assert_proved

WIN, LOSS, DRAW = ProvedResult.WIN, ProvedResult.LOSS, ProvedResult.DRAW
GRAPH = {
    0: (1, 2),  # can go round with 1 for ever, or lose
    1: (0,),
    2: (3,),
    3: (),  # lost
    4: (2, 5),
    5: (3,),
    6: (7, 2),  # can hold out longer with 7
    7: (4,),
    8: (4, 3),  # can win at once, or later with 4
    9: (10,),
    10: (),  # won
    11: (0, 6),  # wins with 6, though 0 goes round
    12: (2, 12),  # can pass for ever
    13: (14, 7),  # loses, too, where the search does not begin
    14: (3, 8),
    15: (9, 16),  # can win in two ways
    16: (10,),
    17: (4, 9),  # wins with 9; 4 takes as long as that proof
}
"""The states that follow each; the player to move has lost or won where none does."""
RESULTS: dict[int, Verdict] = {
    **dict.fromkeys((0, 1, 12), (DRAW, 0)),
    **dict.fromkeys((2, 5, 8, 14), (WIN, 1)),
    **dict.fromkeys((15, 17), (WIN, 2)),
    3: (LOSS, 0),
    4: (LOSS, 2),
    6: (LOSS, 4),
    7: (WIN, 3),
    **dict.fromkeys((9, 16), (LOSS, 1)),
    10: (WIN, 0),
    11: (WIN, 5),
    13: (LOSS, 4),
}


def drawn_up(start: int) -> _Search:
    search = _Search(SMALL[0][0], 99, never)
    search._graph = SimpleNamespace(  # type: ignore[assignment]
        start=start,
        positions=[SimpleNamespace(to_move=0, notation=str(number)) for number in GRAPH],
        winners=[{3: 1, 10: 0}.get(number) for number in GRAPH],
        following=list(GRAPH.values()),
        successors=lambda number, _is_cancelled: GRAPH[number],
    )
    return search


def reached(start: int) -> set[int]:
    found, before = {start}, set[int]()
    while found != before:
        before, found = found, found.union(*(GRAPH[number] for number in found))
    return found


@pytest.mark.parametrize("start", GRAPH)
def test_drawn_up_graph(start: int) -> None:
    search = drawn_up(start)
    listed = search._list_all()
    search._propagate(listed)

    assert (listed[0], sorted(listed)) == (start, sorted(reached(start)))
    assert search._verdicts == {number: RESULTS[number] for number in listed}


@pytest.mark.parametrize("start", GRAPH)
def test_search_of_the_drawn_up_graph(start: int) -> None:
    search = drawn_up(start)
    found = (search._look(start, length) for length in range(9))
    result, length = RESULTS[start]
    expected = None if result is DRAW else (result, length)
    assert next(filter(None, found), None) == expected


@pytest.mark.parametrize(
    ("start", "needed"), [(11, {11, 6, 7, 2, 4, 5, 3}), (15, {15, 9, 10}), (17, {17, 9, 10})]
)
def test_the_proof_of_a_win_needs_one_reply_and_that_of_a_loss_all(
    start: int, needed: set[int]
) -> None:
    search = drawn_up(start)
    search._propagate(search._list_all())
    assert set(map(int, search._certificate())) == needed


@pytest.mark.parametrize(("position", "expected"), [SMALL[0], SMALL[1], SMALL[3], SMALL[8]])
def test_search_and_propagation_agree(position: Position, expected: Verdict) -> None:
    search = _Search(position, 1000, never)
    states = search._list_all()
    search._propagate(states)
    assert search._verdicts[search._graph.start] == expected

    for most in (len(states), len(states) + 1):
        proof = solve(position, most)  # too few states for the search alone
        assert proof.verdict == expected
        assert_proved(position, proof)
    assert solve(position, len(states) - 1).verdict in (None, expected)
