"""The rules: recorded matches, a second implementation, and hand-made cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.games.kalah.board import (
    Board,
    IllegalChoiceError,
    Side,
    Swap,
    board_of_state,
    format_state,
    new_board,
    parse_state,
)
from atlantis_core.games.kalah.sowing import Turn, pack, sower, sown_pits
from atlantis_core.support.errors import NotationError
from tests.games.kalah import oracle
from tests.games.kalah.recorded import recordings

COUNTS = json.loads((Path(__file__).parent / "perft.json").read_text(encoding="utf-8"))


def state(text: str, mover: Side = Side.SOUTH, choices: int = 5) -> Board:
    return board_of_state(parse_state(text), mover, choices)


@pytest.mark.parametrize("name", recordings())
def test_every_recorded_move_leads_to_the_recorded_state(name: str) -> None:
    board = new_board()
    for line in recordings()[name].agents[0].heard:
        if line.startswith("CHANGE"):
            _, choice, after, following = line.split(";")
            board = board.play(Swap.SWAP if choice == "SWAP" else int(choice))
            assert format_state(board) == after
            assert (board.mover is None) == (following == "END")
            assert following == "END" or (board.player == 0) == (following == "YOU")
    assert board.seeds == 98


def test_first_player_never_swaps_and_receives_every_move() -> None:
    # The test above relies on this: only the second player can swap, and it receives all else.
    for recording in recordings().values():
        assert "SWAP" not in recording.agents[0].said[:1]


@pytest.mark.parametrize("entry", COUNTS, ids=lambda entry: f"{entry['holes']}x{entry['seeds']}")
def test_move_counts_match_the_file(entry: dict[str, object]) -> None:
    holes, seeds, counts = entry["holes"], entry["seeds"], entry["counts"]
    assert isinstance(holes, int)
    assert isinstance(seeds, int)
    assert isinstance(counts, list)
    depths = range(1, 1 + len(counts))
    assert [perft(new_board(holes, seeds), depth) for depth in depths] == counts
    near = [depth for depth in depths if counts[depth - 1] < 20_000]
    world = oracle.set_up(holes, seeds)
    assert [oracle.perft(world, depth) for depth in near] == counts[: len(near)]


def perft(board: Board, depth: int) -> int:
    """Counts through the board once, because the first move is special; then on packed holes."""
    if depth == 1:
        return len(board.sown)
    after = [board.play(hole) for hole in board.sown]
    sow = sower(board.size, board.seeds)

    def count(holes: int, left: int) -> int:
        moves = sow(holes)
        if left == 1:
            return len(moves)
        return sum(count(child, left - 1) for child, _, turn, _ in moves if turn)

    return sum(count(each.packed, depth - 1) for each in after if each.mover is not None)


@given(st.integers(1, 9), st.integers(1, 12), st.lists(st.integers(0, 20), max_size=80))
def test_both_implementations_play_the_same_match(holes: int, seeds: int, dice: list[int]) -> None:
    board, world = new_board(holes, seeds), oracle.set_up(holes, seeds)
    for die in dice:
        legal = oracle.legal_holes(world)
        assert list(board.sown) == legal
        if not legal:
            break
        hole = legal[die % len(legal)]
        board, world = board.play(hole), oracle.play(world, hole)
        assert format_state(board) == world.state()
        assert (board.mover and board.mover.name.lower()) == world.to_move


def test_many_seeds_in_one_hole_go_around_several_times() -> None:
    before = "0,0,300,1,0,2,300,1"
    for mover, side in ((Side.SOUTH, "south"), (Side.NORTH, "north")):
        world = oracle.set_up(3, 1)
        numbers = iter(map(int, before.split(",")))
        world.seeds = {
            (each, pit): next(numbers) for each in ("north", "south") for pit in (1, 2, 3, 4)
        }
        world.to_move, world.moves = side, 5
        assert format_state(state(before, mover).play(3)) == oracle.play(world, 3).state()


@pytest.mark.parametrize(
    ("before", "hole", "after", "mover", "why"),
    [
        ("1,1,1,0,1,1,1,0", 3, "1,1,1,0,1,1,0,1", Side.SOUTH, "last seed in the store: again"),
        ("1,1,5,0,1,0,1,0", 1, "1,0,5,0,0,0,1,2", Side.NORTH, "an empty own hole captures"),
        ("1,0,5,0,1,0,1,0", 1, "1,0,5,0,0,1,1,0", Side.NORTH, "nothing opposite: no capture"),
        (
            "1,1,5,0,7,2,3,0",
            1,
            "2,2,0,0,0,3,4,8",
            Side.NORTH,
            "around into its own hole: capture",
        ),
        ("0,0,4,0,0,0,2,9", 3, "0,0,0,5,0,0,0,10", None, "an empty own side ends the match"),
        ("2,0,0,0,1,0,4,9", 1, "2,0,0,0,0,1,4,9", Side.NORTH, "nothing opposite again"),
        ("0,4,0,2,1,0,4,9", 1, "0,0,0,2,0,0,0,18", None, "an empty other side ends it, too"),
        (
            "253,0,0,0,0,0,1,0",
            3,
            "0,0,0,253,0,0,0,1",
            None,
            "the most that eight bits are used for",
        ),
        (
            "255,0,0,0,0,0,1,0",
            3,
            "0,0,0,255,0,0,0,1",
            None,
            "more than eight bits could tell apart",
        ),
        ("1,1,1,0,1,1,4,0", 3, "2,2,2,0,1,1,0,1", Side.NORTH, "on to the opponent's holes"),
        ("1,1,1,3,9,1,4,0", 1, "2,2,2,3,1,3,6,1", Side.NORTH, "the opponent's store is passed by"),
    ],
)
def test_move(before: str, hole: int, after: str, mover: Side | None, why: str) -> None:
    played = state(before).play(hole)
    assert (format_state(played), played.mover) == (after, mover), why


def test_last_move_leaves_no_seeds_in_holes() -> None:
    before = pack((0, 0, 1, 2, 0, 3), seeds=6)
    assert sower(3, 6)(before) == [(0, 1 - 5, Turn.OVER, 2)]


def test_first_move_never_gives_another_one() -> None:
    assert new_board().play(1).mover is Side.NORTH
    assert new_board().play(1).play(1).mover is Side.NORTH


def test_swap_changes_only_the_sides() -> None:
    first = new_board().play(3)
    assert first.legal_choices() == (1, 2, 3, 4, 5, 6, 7, Swap.SWAP)
    assert (first.player, first.mover) == (1, Side.NORTH)
    swapped = first.play(Swap.SWAP)
    assert format_state(swapped) == format_state(first)
    assert (swapped.player, swapped.mover) == (0, Side.NORTH)
    assert Swap.SWAP not in swapped.legal_choices()


@pytest.mark.parametrize(
    ("choice", "why"),
    [(0, "there is no hole 0"), (8, "there is no hole 8"), (1, "empty"), (Swap.SWAP, "swap")],
)
def test_illegal_choices_are_refused(choice: int | Swap, why: str) -> None:
    with pytest.raises(IllegalChoiceError, match=why):
        state("1,1,1,1,1,1,1,0,0,1,1,1,1,1,1,0").play(choice)


def test_no_side_moves_after_the_end() -> None:
    over = state("0,0,4,0,0,0,1,9").play(3)
    assert (over.legal_choices(), over.winner, over.player) == ((), Side.SOUTH, None)
    with pytest.raises(IllegalChoiceError, match="over"):
        over.play(1)


def test_equal_stores_are_a_draw() -> None:
    over = state("0,0,4,6,0,0,1,9").play(3)
    assert (over.lead, over.winner) == (0, None)


@pytest.mark.parametrize("text", ["", "1", "1,1", "1,1,1", "1,,1,1", "01,1,1,1", "1,1,1,-1", "1;1"])
def test_invalid_states_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_state(text)


@pytest.mark.parametrize(("holes", "seeds"), [(0, 1), (1, 0)])
def test_board_needs_holes_and_seeds(holes: int, seeds: int) -> None:
    with pytest.raises(ValueError, match="no board"):
        new_board(holes, seeds)


def test_pits_are_sown_in_order() -> None:
    assert sown_pits(3, 1, 8) == [2, 3, 4, 5, 6, 0, 1, 2]
