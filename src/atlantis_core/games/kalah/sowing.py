"""Sowing on a compact board: all holes in one whole number, seen by the player who moves.

Owns how seeds travel, what is captured, who moves next and what an ended match leaves to whom:
the one place that knows. Stores are left out, because nothing that happens in the holes depends
on them: what a move brings is told as its gain, and the same holes are the same whatever has been
won before. Knows no sides, no pie rule and no notation.

The holes of the player who moves stand in the lowest digits, hole 1 first, then those of the
opponent, hole 1 first. A digit has at least eight bits, and more if there are more seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import lru_cache

Holes = int
"""A compact board."""


class Turn(IntEnum):
    """Who moves next, as the sign with which the rest of the match counts."""

    OPPONENT = -1
    OVER = 0
    AGAIN = 1


Sown = tuple[Holes, int, int, int]
"""What a move leads to, as a plain tuple because the search makes millions of them:

- the holes seen by the one who moves next; 0 when the match is over
- the gain: seeds that go to the mover's store; when the match is over, the mover's less the
  opponent's, with what was left in the holes
- the `Turn`, as a plain number
- the hole that was emptied, from 0
"""
Sow = Callable[[Holes], list[Sown]]

_AGAIN, _ELSEWHERE = -1, -2
"""Where a sowing ends, if not in an own hole: in the own store, with the opponent."""
_Sowing = tuple[int, int, int]
"""What a sowing adds to the holes, what it brings, and where it ends: the place of an own hole
in which a capture is possible, or one of the two above."""


class _Sowings(dict[int, _Sowing]):
    """The sowings from one hole by their seeds, worked out when they first occur."""

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
    """How many bits a hole has when so many seeds are in the game."""
    return max(8, (seeds + 1).bit_length())


def pack(counts: Sequence[int], seeds: int) -> Holes:
    """The holes of the player who moves, then those of the opponent."""
    bits = digit_bits(seeds)
    return sum(count << bits * place for place, count in enumerate(counts))


def unpack(holes: Holes, number: int, seeds: int) -> tuple[int, ...]:
    """The counts of so many holes, in the order of `pack`."""
    bits = digit_bits(seeds)
    mask = (1 << bits) - 1
    return tuple(holes >> bits * place & mask for place in range(number))


@lru_cache(maxsize=8)
def sower(holes: int, seeds: int) -> Sow:
    """The function that gives all moves of a board, those from holes near the store first.

    For boards with so many holes a side and at most so many seeds in the game. The matches that
    it is given must not be over.
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
            # A number modulo its base less one is the sum of its digits.
            if not own or not others:
                moves.append((0, gain + own % mask - others % mask, over, hole))
            elif end == _AGAIN:
                moves.append((after, gain, again, hole))
            else:
                moves.append((others | own << half, gain, passed, hole))
        return moves

    return sow


def sown_pits(holes: int, hole: int, seeds: int) -> list[int]:
    """The pits that get a seed, one after the other: 0 up for the mover's holes, `holes` for the
    mover's store, then the opponent's holes.
    """
    lap = 2 * holes + 1
    return [(hole + step) % lap for step in range(1, seeds + 1)]
