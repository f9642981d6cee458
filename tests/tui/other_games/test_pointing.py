"""Choosing moves by selecting places."""

from __future__ import annotations

from atlantis_core.games.protocol import Move
from atlantis_tui.other_games.move_choice import MoveChoice

A_B, A_C, D = Move("a-b", ("a", "b")), Move("a-c", ("a", "c")), Move("d", ("d",))
A_B_C = Move("a-b-c", ("a", "b", "c"))
SWAP = Move("swap")


def test_two_places_choose_a_move() -> None:
    pointing = MoveChoice((A_B, A_C, D, SWAP))
    assert pointing.targets == {"a", "d"}
    assert pointing.without_places == (SWAP,)
    chosen, move = pointing.point("a")
    assert chosen.chosen == ("a",)
    assert chosen.targets == {"b", "c"}
    assert move is None
    done, move = chosen.point("c")
    assert (done.chosen, move) == ((), A_C)


def test_one_place_can_choose_a_move() -> None:
    assert MoveChoice((A_B, D)).point("d")[1] is D


def test_selecting_another_place_restarts_or_cancels_the_choice() -> None:
    chosen, _ = MoveChoice((A_B, D)).point("a")
    assert chosen.point("d")[1] is D
    dropped, move = chosen.point("x")
    assert (dropped.chosen, move) == ((), None)
    assert chosen.point("a")[0].chosen == ()


def test_selecting_the_last_place_again_chooses_the_shorter_move() -> None:
    chosen, _ = MoveChoice((A_B, A_B_C)).point("a")
    longer, move = chosen.point("b")
    assert longer.targets == {"c"}
    assert move is None
    assert longer.point("b")[1] is A_B
    assert longer.point("c")[1] is A_B_C


def test_planned_move_is_completed_by_its_last_place() -> None:
    moves = (A_B, A_C, A_B_C, D)
    for move in moves:
        assert MoveChoice(moves).up_to_last(move).point(move.places[-1])[1] is move
