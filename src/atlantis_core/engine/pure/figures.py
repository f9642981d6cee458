"""Figures of each player in a settled position: fields, stones, stacks close to exploding.

Uses integers with one bit per field, because bots call this many thousand times per turn.
`bots.foresight` documents the figures; `judgement` weighs them.
"""

from __future__ import annotations

from atlantis_core.engine.values import FiguresRow
from atlantis_core.positions import encoding
from atlantis_core.positions.encoding import OPEN_DIGITS, mask, own_stack_digits, spread
from .areas import fill


def count_open(cells: bytes) -> int:
    return cells.translate(encoding.OPEN).count(1)


def measure_bytes(
    cells: bytes, neighbours: bytes, players: int, width: int
) -> tuple[FiguresRow, ...]:
    """The figures of every player, in the order of `bots.foresight.Prospects`."""
    open_fields = mask(cells, OPEN_DIGITS)
    own = [mask(cells, own_stack_digits(player)) for player in range(players)]
    occupied = [fill(stacks, open_fields, width) for stacks in own]
    contested = _shared(occupied)
    reached = _first_reached(own, contested, width) if contested else [0] * players
    nearer = [fields.bit_count() for fields in reached]
    forces = _count_stones(cells, neighbours, players, contested)
    return tuple(
        ((occupied[player] & ~contested).bit_count(), nearer[player], *forces[player])
        for player in range(players)
    )


def _shared(masks: list[int]) -> int:
    """The fields that are in more than one of the masks."""
    seen = twice = 0
    for fields in masks:
        twice |= seen & fields
        seen |= fields
    return twice


def first_reached_of(cells: bytes, players: int, width: int) -> list[int]:
    """The open fields that each player's stones reach first; ties belong to no player."""
    own = [mask(cells, own_stack_digits(player)) for player in range(players)]
    return _first_reached(own, mask(cells, OPEN_DIGITS), width)


def _first_reached(own: list[int], contested: int, width: int) -> list[int]:
    """The contested fields that each player's stones reach first, step by step."""
    claims = [stacks & contested for stacks in own]
    free = contested
    for claim in claims:
        free &= ~claim
    while free:
        fresh = [spread(claim, width) & free for claim in claims]
        taken = 0
        for fields in fresh:
            taken |= fields
        if not taken:
            break
        even = _shared(fresh)
        claims = [claim | fields & ~even for claim, fields in zip(claims, fresh, strict=True)]
        free &= ~taken
    return claims


_IS_LIVE = bytes(
    int(encoding.owner(code) is not None and (encoding.is_growing(code) or encoding.is_open(code)))
    for code in range(256)
)


def _count_stones(
    cells: bytes, neighbours: bytes, players: int, contested: int
) -> list[tuple[int, int, int, int]]:
    """Stones in contested areas, stones elsewhere, growing fields, tension."""
    stones, idle, growing, tension = ([0] * players for _ in range(4))
    for index in encoding.indices(cells.translate(_IS_LIVE)):
        code = cells[index]
        player, height = (code >> encoding.OWNER_SHIFT) - 1, code & encoding.STONES
        if code & encoding.GROWING_BIT:
            growing[player] += 1
        elif contested >> index & 1:
            stones[player] += height
            tension[player] += 60 * height * height // (neighbours[index] or 1)
        else:
            idle[player] += height
    return list(zip(stones, idle, growing, tension, strict=True))
