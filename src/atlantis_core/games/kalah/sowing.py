"""Sowing on a packed board: all holes in one integer, seen from the player to move.

The only place that implements sowing, captures, extra moves and the end of a match. Stores are left
out, because nothing in the holes depends on them: a move returns its gain, and two boards with the
same holes are equal even if their stores differ.

The holes of the player to move are in the lowest digits, hole 1 first, then those of the opponent,
hole 1 first. A digit has at least eight bits, and more for more seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import lru_cache

Holes = int
"""A packed board."""


class Turn(IntEnum):
    """The player who moves next, as the sign of the rest of the match."""

    OPPONENT = -1
    OVER = 0
    AGAIN = 1


Sown = tuple[Holes, int, int, int]
"""The result of a move, as a plain tuple because the search makes millions of them:

- the holes from the view of the next player to move; 0 when the match is over
- the gain: seeds that go to the mover's store; when the match is over, the mover's minus the
  opponent's, including the seeds left in the holes
- the `Turn`, as a plain number
- the emptied hole, from 0
"""
Sow = Callable[[Holes], list[Sown]]

_AGAIN, _ELSEWHERE = -1, -2
"""End of a sowing that is not in an own hole: in the own store, or on the opponent's side."""
_Sowing = tuple[int, int, int]
"""The change of the holes, the gain, and where it ends: the place of an own hole in which a
capture is possible, or one of the two above."""


class _Sowings(dict[int, _Sowing]):
    """The sowings from one hole by number of seeds, computed on first use."""

    def __init__(self, holes: int, bits: int, hole: int) -> None:
        super().__init__()
        self._holes, self._bits, self._hole = holes, bits, hole

    def __missing__(self, seeds: int) -> _Sowing:
        holes, bits = self._holes, self._bits
        lap = 2 * holes + 1
        rounds, rest = divmod(seeds, lap)
        added = -seeds << bits * self._hole
        for step in range(1, lap + 1):
            pit = (self._hole + step) % lap
            if pit != holes:
                added += rounds + (step <= rest) << bits * (pit - (pit > holes))
        to_store = holes - self._hole
        gain = rounds + (rest >= to_store)
        last = (self._hole + seeds) % lap
        if last == holes:
            end = _AGAIN
        elif last < holes and seeds <= lap:
            end = bits * last
        else:
            end = _ELSEWHERE
        self[seeds] = added, gain, end
        return self[seeds]


def digit_bits(seeds: int) -> int:
    """The number of bits per hole for this many seeds in the game."""
    return max(8, (seeds + 1).bit_length())


def pack(counts: Sequence[int], seeds: int) -> Holes:
    """Pack the holes of the player to move, then those of the opponent."""
    bits = digit_bits(seeds)
    return sum(count << bits * place for place, count in enumerate(counts))


def unpack(holes: Holes, number: int, seeds: int) -> tuple[int, ...]:
    """The counts of this many holes, in the order of `pack`."""
    bits = digit_bits(seeds)
    mask = (1 << bits) - 1
    return tuple(holes >> bits * place & mask for place in range(number))


@lru_cache(maxsize=8)
def sower(holes: int, seeds: int) -> Sow:
    """The function that returns all moves of a board, holes near the store first.

    For boards with this many holes per side and at most this many seeds in the game, in matches
    that are not over.
    """
    bits = digit_bits(seeds)
    mask, half = (1 << bits) - 1, bits * holes
    low, across = (1 << half) - 1, bits * (2 * holes - 1)
    tables = [(hole, _Sowings(holes, bits, hole)) for hole in range(holes - 1, -1, -1)]
    size = 2 * holes
    shifts = range(0, half, bits)
    passed, again, over = int(Turn.OPPONENT), int(Turn.AGAIN), int(Turn.OVER)

    def sow(board: Holes) -> list[Sown]:
        counts: Sequence[int]
        if bits == 8:
            counts = board.to_bytes(size, "little")
        else:
            counts = [board >> shift & mask for shift in shifts]
        moves: list[Sown] = []
        for hole, sowings in tables:
            seeds = counts[hole]
            if not seeds:
                continue
            added, gain, end = sowings[seeds]
            after = board + added
            if end >= 0 and after >> end & mask == 1:
                opposite = across - end
                taken = after >> opposite & mask
                if taken:
                    after -= (taken << opposite) + (1 << end)
                    gain += taken + 1
            own, others = after & low, after >> half
            # A number modulo its base minus one is the sum of its digits modulo the same.
            if not own or not others:
                moves.append((0, gain + own % mask - others % mask, over, hole))
            elif end == _AGAIN:
                moves.append((after, gain, again, hole))
            else:
                moves.append((others | own << half, gain, passed, hole))
        return moves

    return sow


def sown_pits(holes: int, hole: int, seeds: int) -> list[int]:
    """The pits that get a seed, in order: from 0 the mover's holes, `holes` the mover's store, then
    the opponent's holes.
    """
    lap = 2 * holes + 1
    return [(hole + step) % lap for step in range(1, seeds + 1)]
