"""Hypothesis strategies for unusual boards and positions.

Boards have holes, distant parts, disconnected segments, and rows and columns below 1; positions
have very tall stacks, and growing and dead fields. Size and density are drawn, so that failures
shrink to small boards; the contents come from a random generator with a drawn seed, because
drawing them field by field leaves most fields empty. Independent of engine and oracle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from hypothesis import strategies as st

Field: TypeAlias = tuple[int, int]

# Heights around 6 matter for explosions, those around 15 for the encoding of tall stacks.
_USUAL = (1, 1, 1, 2, 2, 3, 4, 5)
_TALL = (6, 7, 12, 13, 14, 15, 16, 17, 31, 32, 40, 41, 255, 256, 300)


@dataclass(frozen=True)
class Setup:
    """A start for both the engine and the oracle."""

    segments: tuple[tuple[Field, ...], ...]
    stacks: tuple[dict[Field, int], ...]
    to_move: int

    @property
    def fields(self) -> list[Field]:
        return [field for segment in self.segments for field in segment]


seeds = st.integers(0, 2**32 - 1)


@st.composite
def setups(draw: st.DrawFn, longest: int = 9) -> Setup:
    blocks = draw(st.lists(_blocks(longest), min_size=1, max_size=2))
    players = draw(st.integers(2, 6))
    hole, taken, tall = (draw(st.sampled_from(rates)) for rates in _RATES)
    most_segments = draw(st.sampled_from([1, 2, 5, 12, 40]))
    dice = Random(draw(seeds))
    fields = {field for block in blocks for field in block if dice.random() >= hole} or {(1, 1)}
    return Setup(
        segments=_deal(sorted(fields), most_segments, dice),
        stacks=_place(sorted(fields), players, (taken, tall), dice),
        to_move=dice.randrange(players),
    )


_RATES = ((0.0, 0.1, 0.3), (0.5, 0.2, 0.9), (0.0, 0.1, 0.5))
"""Shares of holes in the board, of fields with contents, of tall stacks."""


@st.composite
def _blocks(draw: st.DrawFn, longest: int) -> list[Field]:
    """A parallelogram somewhere on the plane."""
    left, bottom = draw(st.integers(-40, 40)), draw(st.integers(-40, 40))
    width, height = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    return [(left + x, bottom + y) for x in range(width) for y in range(height)]


def _deal(fields: list[Field], most: int, dice: Random) -> tuple[tuple[Field, ...], ...]:
    """Distribute the fields to segments at random, so that most segments are disconnected."""
    segments: dict[int, list[Field]] = {}
    for field in fields:
        segments.setdefault(dice.randrange(most), []).append(field)
    return tuple(tuple(segment) for segment in segments.values())


def _place(
    fields: list[Field], players: int, rates: tuple[float, float], dice: Random
) -> tuple[dict[Field, int], ...]:
    stacks: list[dict[Field, int]] = [{} for _ in range(players)]
    taken, tall = rates
    for field in _some(fields, taken, dice):
        height = dice.choice(_TALL if dice.random() < tall else _USUAL)
        stacks[dice.randrange(players)][field] = height * dice.choice((1, 1, 1, 1, -1, 0))
    return tuple(stacks)


def _some(fields: list[Field], rate: float, dice: Random) -> Iterator[Field]:
    return (field for field in fields if dice.random() < rate)
