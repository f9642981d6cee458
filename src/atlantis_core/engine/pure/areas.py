"""Areas (R6.1) by flood fill on integers with one bit per field.

A step of the fill takes a few shifts of big integers instead of a visit to every field.
"""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.engine.values import AreaRow, StandingRow
from atlantis_core.positions import encoding
from atlantis_core.positions.encoding import spread


def find_areas(cells: bytes, players: int, width: int) -> Iterator[AreaRow]:
    """All areas, in the order of their lowest index."""
    open_fields = encoding.mask(cells, encoding.OPEN_DIGITS)
    touched = touched_by_growth(cells, width)
    own = [encoding.mask(cells, encoding.own_stack_digits(player)) for player in range(players)]
    while open_fields:
        area = fill(open_fields & -open_fields, open_fields, width)
        open_fields ^= area
        occupants = tuple(player for player, stacks in enumerate(own) if stacks & area)
        first = (area & -area).bit_length() - 1
        yield first, area >> first, occupants, bool(touched & area)


def find_standing(cells: bytes, players: int, width: int) -> StandingRow:
    """The standing of all players, with a few fills for any number of areas."""
    open_fields = encoding.mask(cells, encoding.OPEN_DIGITS)
    touched = fill(touched_by_growth(cells, width) & open_fields, open_fields, width)
    reached = _reach(cells, open_fields, players, width)
    secured, leading, deciding = [], [], []
    for player, own in enumerate(reached):
        others = 0
        for other in reached[:player] + reached[player + 1 :]:
            others |= other
        alone = own & ~others
        secured.append((alone & ~touched).bit_count())
        leading.append((alone & touched).bit_count())
        if own & (others | touched):
            deciding.append(player)
    return tuple(secured), tuple(leading), tuple(deciding)


def is_calm(cells: bytes, players: int, width: int) -> bool:
    """Whether no growing field touches an open one and no area has stones of two players."""
    open_fields = encoding.mask(cells, encoding.OPEN_DIGITS)
    if touched_by_growth(cells, width) & open_fields:
        return False
    held = 0
    for own in _reach(cells, open_fields, players, width):
        if own & held:
            return False
        held |= own
    return True


def _reach(cells: bytes, open_fields: int, players: int, width: int) -> list[int]:
    """The areas in which each player has stones."""
    own = (encoding.mask(cells, encoding.own_stack_digits(player)) for player in range(players))
    return [fill(stacks, open_fields, width) for stacks in own]


def touched_by_growth(cells: bytes, width: int) -> int:
    """A bit for every growing field and every neighbour of one."""
    growing = encoding.mask(cells, encoding.GROWING_DIGITS)
    return spread(growing, width) if growing else 0


def fill(seeds: int, within: int, width: int) -> int:
    """All fields of `within` that are connected to one of the seeds."""
    area, grown = 0, seeds
    while grown != area:
        area = grown
        grown = spread(area, width) & within
    return area
