"""Kalah: positions per second on compact boards, relative to the simple second implementation.

Both visit the same tree, all moves to a depth, and both search the same tree with the same simple
alpha-beta, so the ratio of their times is the ratio of positions per second.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from atlantis_core.games.kalah.board import Board, new_board
from atlantis_core.games.kalah.native_search import IS_NATIVE
from atlantis_core.games.kalah.search import Searcher
from atlantis_core.games.kalah.sowing import Holes, sower
from benchmarks.claims import Claim, at_least
from benchmarks.timing import times_faster
from tests.games.kalah import oracle
from tools.kalah_anchor import CompactAnchor

WALK_DEPTH = 4
SEARCH_DEPTH = 5
EFFORT = 20_000
OPENING = (3, 7, 6, 2)


def claims() -> Iterator[Claim]:
    board, world = _start()
    assert _count(board) == oracle.count_nodes(world, WALK_DEPTH)
    faster = times_faster(
        partial(_count, board), than=partial(oracle.count_nodes, world, WALK_DEPTH)
    )
    yield at_least(5, "positions of Kalah per second, all moves", faster)
    ours, plain = CompactAnchor(SEARCH_DEPTH), oracle.Anchor(SEARCH_DEPTH)
    assert (ours.choose(board), ours.nodes) == (plain.choose(world), plain.nodes)
    faster = times_faster(partial(ours.choose, board), than=partial(plain.choose, world))
    yield at_least(4, "positions of Kalah per second, alpha-beta", faster)
    if IS_NATIVE:
        quick, slow = Searcher(7, 98), Searcher(7, 98, in_python=True)
        assert quick.search(board.packed, EFFORT) == slow.search(board.packed, EFFORT)
        faster = times_faster(
            partial(quick.search, board.packed, EFFORT),
            than=partial(slow.search, board.packed, EFFORT),
        )
        yield at_least(10, "the bot's search of Kalah, native engine", faster)


def _start() -> tuple[Board, oracle.World]:
    board, world = new_board(), oracle.set_up(7, 7)
    for hole in OPENING:
        board, world = board.play(hole), oracle.play(world, hole)
    return board, world


def _count(board: Board) -> int:
    sow = sower(board.size, board.seeds)

    def count(holes: Holes, depth: int) -> int:
        moves = sow(holes)
        if depth == 1:
            return len(moves)
        return len(moves) + sum(count(after, depth - 1) for after, _, turn, _ in moves if turn)

    return count(board.packed, WALK_DEPTH)
