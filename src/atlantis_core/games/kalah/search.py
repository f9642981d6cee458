"""Searches moves: alpha-beta with iterative deepening on packed boards.

Values are gains: the seeds that the player to move gains over the opponent from here on, regardless
of the stores. So boards that differ only in their stores share a table entry, and the remaining
seeds bound every value. Lines that reach the end of the match are exact and cached as such for any
depth; boards with few seeds are always searched to the end. The result depends only on the board
and the effort: no clock, no randomness, nothing from earlier searches.

Does not use `games.search`, which calls methods of node objects where this one works on integers.
The native engine has the same search, which makes the same boards in the same order; this one
serves where that is missing, and larger boards.
"""

from __future__ import annotations

from atlantis_core.support.cancelling import Cancelled, IsCancelled, never
from .evaluation import SEED, Evaluate, evaluator
from .native_search import FEW_SEEDS, Found, native_search
from .sowing import Holes, Sown, Turn, digit_bits, sower

_ENDLESS = 1 << 40
_EXACT = 10_000
"""The depth of boards searched to the end of the match."""
_MOST_ENTRIES = 1 << 20
RICH = 3
"""A move that gains this many seeds is searched even at depth 0."""

_Known = tuple[int, int, int, int]
"""Depth, lower and upper bound of the value, and the best hole."""


class _SpentError(Exception):
    """The effort is spent; the unfinished depth does not count."""


class Searcher:
    """Searches boards of one size."""

    def __init__(
        self,
        holes: int,
        seeds: int,
        evaluate: Evaluate | None = None,
        *,
        in_python: bool = False,
    ) -> None:
        """The native engine knows no other evaluation; `in_python` does without it."""
        self._sow = sower(holes, seeds)
        self._native = None if evaluate or in_python else native_search(holes, seeds)
        self._evaluate = evaluator(holes, seeds) if evaluate is None else evaluate
        self._base = (1 << digit_bits(seeds)) - 1
        self._known: dict[Holes, _Known] = {}
        self._judged = self._limit = self._guesses = 0
        self._is_cancelled: IsCancelled = never

    def search(self, board: Holes, effort: int, is_cancelled: IsCancelled = never) -> Found:
        """The best move of a board whose match is not over, after making about `effort` boards.

        The first depth is always completed. Raises Cancelled soon after `is_cancelled` starts to
        return True.
        """
        if self._native is not None:
            return self._native(board, effort, is_cancelled)
        self._judged = 0
        self._known.clear()
        self._is_cancelled = is_cancelled
        moves = self._sow(board)
        best, worth, done, is_exact = moves[0], 0, 0, False
        while not is_exact:
            self._limit = effort if done else _ENDLESS
            self._guesses = 0
            try:
                best, worth = self._best_of(moves, done + 1)
            except _SpentError:
                break
            done += 1
            is_exact = not self._guesses
            moves.sort(key=lambda move: move != best)
        line = (best[3], *self._follow(best))
        return Found(best[3], worth, line, done, is_exact, self._judged)

    def _best_of(self, moves: list[Sown], depth: int) -> tuple[Sown, int]:
        best, worth = moves[0], -_ENDLESS
        for move in moves:
            value = self._worth_of(move, depth, worth, _ENDLESS, is_first=move is moves[0])
            if value > worth:
                best, worth = move, value
        return best, worth

    def _worth_of(self, move: Sown, depth: int, alpha: int, beta: int, *, is_first: bool) -> int:
        """The value of a move. All but the first are searched with a null window first, to find out
        whether they are better.
        """
        holes, seeds, turn, _ = move
        gain = SEED * seeds
        if turn == 0:
            return gain
        low, high = alpha - gain, beta - gain
        if turn > 0:  # an extra move costs no depth
            if is_first:
                return gain + self._value(holes, depth, low, high)
            value = self._value(holes, depth, low, low + 1)
            if low < value < high:
                value = self._value(holes, depth, value, high)
            return gain + value
        if is_first:
            return gain - self._value(holes, depth - 1, -high, -low)
        value = -self._value(holes, depth - 1, -low - 1, -low)
        if low < value < high:
            value = -self._value(holes, depth - 1, -high, -value)
        return gain + value

    def _value(self, board: Holes, depth: int, alpha: int, beta: int) -> int:
        """The value of a board if between alpha and beta, else a bound beyond them."""
        left = board % self._base
        most = SEED * left
        if alpha >= most:
            return most
        if beta <= -most:
            return -most
        if depth <= 0 and left > FEW_SEEDS:
            return self._guess(board, alpha, beta)
        first = -1
        known = self._known.get(board)
        if known is not None:
            known_depth, low, high, first = known
            if known_depth >= depth:
                if low >= beta or high <= alpha or low == high:
                    self._guesses += known_depth < _EXACT
                    return low if low >= beta else high
                if known_depth >= _EXACT:
                    alpha, beta = max(alpha, low), min(beta, high)
        return self._look_ahead(board, depth, alpha, beta, first)

    def _guess(self, board: Holes, alpha: int, beta: int) -> int:
        """Quiescence search: the static value, or the best result of moves that give another move
        or a large capture, after which the static value would be far off.
        """
        self._guesses += 1
        best = self._evaluate(board)
        if best >= beta:
            return best
        moves = self._sow(board)
        self._count(len(moves))
        for holes, seeds, turn, _ in moves:
            if turn < 0 and seeds < RICH:
                continue
            value = SEED * seeds
            if turn < 0:
                value -= self._evaluate(holes)
            elif turn > 0:
                value += self._value(holes, 0, max(alpha, best) - value, beta - value)
            if value > best:
                best = value
                if best >= beta:
                    break
        return best

    def _look_ahead(self, board: Holes, depth: int, alpha: int, beta: int, first: int) -> int:
        moves = self._sow(board)
        self._count(len(moves))
        guesses = self._guesses
        if depth > 1 and len(moves) > 1:
            moves.sort(key=lambda move: (move[3] == first, move[2], move[1]), reverse=True)
        best, hole, low = -_ENDLESS, -1, alpha
        for move in moves:
            value = self._worth_of(move, depth, low, beta, is_first=hole < 0)
            if value > best:
                best, hole = value, move[3]
                if value > low:
                    if value >= beta:
                        break
                    low = value
        if len(self._known) >= _MOST_ENTRIES:
            self._known.clear()
        self._known[board] = (
            depth if self._guesses > guesses else _EXACT,
            best if best > alpha else -_ENDLESS,
            best if best < beta else _ENDLESS,
            hole,
        )
        return best

    def _count(self, boards: int) -> None:
        before, self._judged = self._judged, self._judged + boards
        if self._judged > self._limit:
            raise _SpentError
        if before >> 10 != self._judged >> 10 and self._is_cancelled():
            raise Cancelled

    def _follow(self, move: Sown) -> list[int]:
        """The cached best moves, in order."""
        line: list[int] = []
        holes, _, turn, _ = move
        while turn != Turn.OVER and len(line) < 40:
            known = self._known.get(holes)
            if known is None:
                break
            line.append(known[3])
            holes, _, turn, _ = next(each for each in self._sow(holes) if each[3] == known[3])
        return line
