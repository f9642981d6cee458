"""What a settled position holds for each player: fields, stones, and stacks about to explode.

Counts, it does not weigh: what the figures are worth is the business of the bots. Works on the
bytes that `settling` gives and on integers with one bit a field, because bots ask this many
thousand times a turn. Knows nothing of moves and turns.
"""

from __future__ import annotations

from typing import NamedTuple

from atlantis_core import encoding
from atlantis_core.encoding import OPEN_DIGITS, mask, own_stack_digits, spread
from atlantis_core.position import Position
from atlantis_core.settling import settle


class Prospects(NamedTuple):
    """The figures of one player in a settled position."""

    sole: int
    """Fields of areas in which no opponent has a stone: the score, if all stayed as it is."""
    nearer: int
    """Fields of contested areas that this player's stones reach before all others."""
    stones: int
    """Stones in contested areas; elsewhere more stones change nothing."""
    idle: int
    """Stones in areas of one's own."""
    growing: int
    """Growing fields; none are left when all has settled."""
    tension: int
    """How close contested stacks are to exploding: 60 times height squared by open neighbours."""


def prospects(position: Position) -> tuple[Prospects, ...]:
    """The figures of every player when the position has settled."""
    calm = settle(position)
    return measure(calm.cells, calm.open_neighbours, calm.players, calm.board.width)


def measure(cells: bytes, neighbours: bytes, players: int, width: int) -> tuple[Prospects, ...]:
    """As `prospects`, for bytes that have settled already."""
    open_fields = mask(cells, OPEN_DIGITS)
    own = [mask(cells, own_stack_digits(player)) for player in range(players)]
    occupied = [_fill(stacks, open_fields, width) for stacks in own]
    contested = _shared(occupied)
    nearer = _first_reached(own, contested, width) if contested else [0] * players
    forces = _count_stones(cells, neighbours, players, contested)
    return tuple(
        Prospects((occupied[player] & ~contested).bit_count(), nearer[player], *forces[player])
        for player in range(players)
    )


def _fill(seeds: int, within: int, width: int) -> int:
    """All fields of `within` that are connected with one of the seeds."""
    area, grown = 0, seeds
    while grown != area:
        area = grown
        grown = spread(area, width) & within
    return area


def _shared(masks: list[int]) -> int:
    """The fields that are in more than one of the masks."""
    seen = twice = 0
    for fields in masks:
        twice |= seen & fields
        seen |= fields
    return twice


def _first_reached(own: list[int], contested: int, width: int) -> list[int]:
    """How many contested fields are nearest to the stones of each player, in single steps."""
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
    return [claim.bit_count() for claim in claims]


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
