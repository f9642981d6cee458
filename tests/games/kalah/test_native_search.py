"""The native search makes the same boards as the one in Python, and solves endings in play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from atlantis_core.games.kalah import native_search
from atlantis_core.games.kalah.board import Board, new_board
from atlantis_core.games.kalah.search import Searcher
from atlantis_core.support.cancelling import Cancelled
from tests.engines import native_engine

SIZES = [(7, 7), (6, 4), (4, 3), (3, 2), (8, 5), (2, 3), (1, 4)]


@pytest.fixture(autouse=True)
def built() -> None:
    if getattr(native_engine(), "kalah", None) is None:
        pytest.skip("the native engine is older than its source")
    if not native_search.IS_NATIVE:
        pytest.skip("this run uses the pure engine")


def in_play(holes: int, seeds: int, dice: Random) -> Board:
    """A board some random moves into a match that goes on."""
    while True:
        board = new_board(holes, seeds)
        for _ in range(dice.randrange(3 * holes * seeds // 2)):
            if board.mover is not None:
                board = board.play(dice.choice(list(board.sown)))
        if board.mover is not None:
            return board


@pytest.mark.parametrize(("holes", "seeds"), SIZES)
def test_both_searches_find_the_same(holes: int, seeds: int) -> None:
    dice = Random(f"{holes}x{seeds}")
    quick = Searcher(holes, 2 * holes * seeds)
    slow = Searcher(holes, 2 * holes * seeds, in_python=True)
    for effort in (0, 10, 500, 4_000, 12_000):
        board = in_play(holes, seeds, dice).packed
        assert quick.search(board, effort) == slow.search(board, effort)


def test_twenty_seeds_are_searched_to_the_end() -> None:
    """With a tenth of the usual effort; at most 20 of 98 seeds are in the holes."""
    dice, solved = Random(20), 0
    while solved < 10:
        board = in_play(7, 7, dice)
        if 15 <= sum(map(sum, board.holes)) <= 20:
            assert Searcher(7, 98).search(board.packed, 600_000).is_exact
            solved += 1


def test_native_search_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        Searcher(7, 98).search(new_board().packed, 10**9, lambda: True)


def test_an_error_while_asking_whether_to_stop_is_raised() -> None:
    def stop() -> bool:
        raise KeyError("asked")

    with pytest.raises(KeyError):
        Searcher(7, 98).search(new_board().packed, 10**9, stop)


def never() -> bool:
    return False


@pytest.mark.parametrize(
    "arguments",
    [
        (b"", 1, b"", 1, 0, 6, 10, never),
        (b"\1\1", 1, b"\0" * 16, 2, 0, 6, 10, never),
        (b"\0\1", 1, b"\0" * 16, 2, 0, 6, 10, never),
        (b"\1\0" * 9, 9, b"\0" * 4 * 18 * 10, 10, 0, 6, 10, never),
        (b"\1\1", 1, b"\0" * 24, -3, 0, 6, 10, never),
    ],
)
def test_impossible_boards_are_refused(
    arguments: tuple[bytes, int, bytes, int, int, int, int, Callable[[], bool]],
) -> None:
    with pytest.raises(ValueError, match="not a board of Kalah"):
        native_engine().kalah(*arguments)
