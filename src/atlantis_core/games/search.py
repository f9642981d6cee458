"""A bot for other games: alpha-beta search with iterative deepening.

For games without chance and hidden information, with two or more players (the others are assumed to
play against the searching one). A player may move several times in a row. The result depends only
on the node and the effort: no clock, no randomness, no hash order. A game provides nodes, which may
be smaller than its positions.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, Protocol, Self, TypeVar

from atlantis_core.support.cancelling import Cancelled, IsCancelled, never

M = TypeVar("M", bound=Hashable)

WON = 1_000_000
"""The value of a won game; every step until the win subtracts one."""
_SURE = WON // 2
"""Values beyond this are won or lost games, not estimates."""
_ENDLESS = 2 * WON
_CANCEL_MASK = 255
"""Nodes between two checks for cancellation, as a bit mask."""
_DEEPEST = 64
_MOST_ENTRIES = 500_000


class SearchNode(Protocol[M]):
    """A position for the search."""

    @property
    def to_move(self) -> int: ...

    def key(self) -> Hashable:
        """Equal for positions with the same future, including `to_move`."""

    def moves(self) -> Sequence[M]:
        """All legal moves in a fixed order, promising ones first; may be empty."""

    def after(self, move: M) -> Self: ...

    def verdict(self, player: int) -> int | None:
        """`WON`, `-WON` or 0 for a player if the game is over here, else None."""

    def worth(self, player: int) -> int:
        """An estimate of the value for a player, well below `WON / 2`."""


@dataclass(frozen=True, slots=True)
class Found(Generic[M]):
    move: M
    worth: int
    """The value for the player to move. `WON - n`: won within n steps."""
    line: tuple[M, ...]
    """The expected line, as far as known; begins with the move."""
    depth: int
    """The number of steps searched completely."""
    judged: int


def search(
    node: SearchNode[M],
    effort: int,
    is_cancelled: IsCancelled = never,
    *,
    deepest: int = _DEEPEST,
) -> Found[M]:
    """The best move of a node that has at least one, after judging about `effort` positions.

    The first depth is always completed, so the effort can be exceeded by the number of moves.
    Raises Cancelled soon after `is_cancelled` starts to return True.
    """
    searching: _Search[M] = _Search(node.to_move, effort, is_cancelled)
    return searching.deepen(node, deepest)


class _SpentError(Exception):
    """The effort is spent: only the moves searched so far count for the current depth."""


class _Bound(Enum):
    """Relation of a cached value to the true one."""

    EXACT = "exact"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class _Search(Generic[M]):
    def __init__(self, player: int, effort: int, is_cancelled: IsCancelled) -> None:
        self._player = player
        self._effort = effort
        self._is_cancelled = is_cancelled
        self._judged = 0
        self._may_stop = False
        self._known: dict[Hashable, tuple[int, _Bound, int, M]] = {}
        """Depth, bound, value and best move by key."""
        self._merits: dict[tuple[int, M], int] = {}
        """History scores by player and move: moves that caused cut-offs are tried first."""
        self._so_far: tuple[int, M] | None = None
        """The best move searched so far at the current depth."""

    def deepen(self, node: SearchNode[M], deepest: int) -> Found[M]:
        moves = list(node.moves())
        best: tuple[int, M] = (-_ENDLESS, moves[0])
        done = 0
        for depth in range(1, deepest + 1):
            self._may_stop = depth > 1
            try:
                best = self._choose(node, moves, depth)
            except _SpentError:
                # The best move of the previous depth was searched first, so a better one counts.
                best = self._so_far or best
                break
            done = depth
            moves.sort(key=lambda move: move != best[1])
            if abs(best[0]) > _SURE or len(moves) == 1:
                break
        worth, move = best
        return Found(move, worth, (move, *self._follow(node.after(move), done)), done, self._judged)

    def _choose(self, node: SearchNode[M], moves: Sequence[M], depth: int) -> tuple[int, M]:
        """The best of all moves at one depth; on ties the first, which was best before."""
        alpha, chosen = -_ENDLESS, moves[0]
        self._so_far = None
        for move in moves:
            worth = self._value(node.after(move), depth - 1, alpha, _ENDLESS, 1)
            if worth > alpha:
                alpha, chosen = worth, move
                self._so_far = (alpha, chosen)
        return alpha, chosen

    def _value(self, node: SearchNode[M], depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a node if between alpha and beta, else a bound beyond them."""
        verdict = self._judge(node)
        if verdict is not None:
            return verdict - ply if verdict > 0 else verdict + ply if verdict else 0
        if depth <= 0:
            return node.worth(self._player)
        key = node.key()
        first: M | None = None
        if key in self._known:
            at_depth, bound, worth, first = self._known[key]
            # A value that counts the steps to a win is valid only at the ply where it was found.
            if at_depth == depth and abs(worth) < _SURE and _settles(bound, worth, alpha, beta):
                return worth
        moves = _with_first(self._sorted(node), first)
        if not moves:
            return node.worth(self._player)
        best, chosen = self._best(node, moves, depth, (alpha, beta), ply)
        self._remember(key, (depth, _bound(best, alpha, beta), best, chosen))
        return best

    def _judge(self, node: SearchNode[M]) -> int | None:
        self._judged += 1
        if self._judged & _CANCEL_MASK == 0 and self._is_cancelled():
            raise Cancelled
        if self._may_stop and self._judged > self._effort:
            raise _SpentError
        return node.verdict(self._player)

    def _best(
        self, node: SearchNode[M], moves: Sequence[M], depth: int, window: tuple[int, int], ply: int
    ) -> tuple[int, M]:
        is_mine = node.to_move == self._player
        low, high = window
        best, chosen = (-_ENDLESS if is_mine else _ENDLESS), moves[0]
        for move in moves:
            worth = self._value(node.after(move), depth - 1, low, high, ply + 1)
            if worth > best if is_mine else worth < best:
                best, chosen = worth, move
                low, high = (max(low, best), high) if is_mine else (low, min(high, best))
                if low >= high:
                    merit = node.to_move, move
                    self._merits[merit] = self._merits.get(merit, 0) + depth * depth
                    break
        return best, chosen

    def _sorted(self, node: SearchNode[M]) -> Sequence[M]:
        """The moves by history score; others stay in the order of the node."""
        merits, player = self._merits, node.to_move
        return sorted(node.moves(), key=lambda move: -merits.get((player, move), 0))

    def _remember(self, key: Hashable, entry: tuple[int, _Bound, int, M]) -> None:
        if len(self._known) >= _MOST_ENTRIES:
            self._known.clear()
        self._known[key] = entry

    def _follow(self, node: SearchNode[M], most: int) -> list[M]:
        """The cached best moves, in order."""
        line: list[M] = []
        while len(line) + 1 < most and node.verdict(self._player) is None:
            known = self._known.get(node.key())
            if known is None or known[3] not in node.moves():
                break
            line.append(known[3])
            node = node.after(known[3])
        return line


def _bound(worth: int, alpha: int, beta: int) -> _Bound:
    if worth <= alpha:
        return _Bound.AT_MOST
    return _Bound.AT_LEAST if worth >= beta else _Bound.EXACT


def _settles(bound: _Bound, worth: int, alpha: int, beta: int) -> bool:
    if bound is _Bound.EXACT:
        return True
    return worth >= beta if bound is _Bound.AT_LEAST else worth <= alpha


def _with_first(moves: Sequence[M], first: M | None) -> Sequence[M]:
    if first is None or first not in moves or moves[0] == first:
        return moves
    return [first, *(move for move in moves if move != first)]
