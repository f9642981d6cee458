"""Land in the side panel: a bar of what each player holds, and what is left if all pass.

Pure functions. The first player's land begins at the left and the last player's at the right,
in every position; tied fields and the sea lie between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from atlantis_core.positions.position import Position
from atlantis_core.rules.overlays import Land, count_land
from atlantis_core.rules.scoring import standing, tally
from atlantis_core.rules.settling import settle
from atlantis_core.support.phrases import counted
from atlantis_tui.widgets.text_lines import Piece, Row, flowing
from .areas import FREE, Pen, owners
from .player_list import PlayerList

_NAME = "land "
_TIED, _SEA = ".", "~"


class Outlook(NamedTuple):
    """What a panel says about the land of a position."""

    land: Land
    kept: tuple[int, ...]
    """The fields that each player secures if every player passes from now on."""
    sinking: int
    """The fields that sink then."""


@lru_cache(maxsize=8)
def outlook(position: Position) -> Outlook:
    """The land of a position, now and if every player passes; kept for the next keys."""
    settled = settle(position)
    sinking = tally(settled).dead_fields - tally(position).dead_fields
    return Outlook(count_land(position), standing(settled).secured, sinking)


def land_line(pen: Pen, position: Position, width: int) -> Row:
    """A bar of the fields that each player secures, occupies alone or reaches first."""
    held, tied, sunk = outlook(position).land
    room = width - len(_NAME)
    bar = owners(held, sum(held) + tied + sunk, room)
    free = bar.count(FREE)
    ties = round(free * tied / (tied + sunk)) if tied + sunk else 0
    pieces: list[Piece | str] = [Piece(_NAME, "dim")]
    for owner, cells in groupby(bar):
        length = len(list(cells))
        if owner is FREE:
            between = min(ties, length)
            ties -= between
            pieces.append(Piece(_TIED * between + _SEA * (length - between), "dim"))
        else:
            sign, style = pen.cell(owner, owner)
            pieces.append(Piece(sign * length, style))
    return tuple(pieces)


def passing_lines(player_list: PlayerList, position: Position, width: int) -> Iterator[Row]:
    """The fields that each player keeps, and the number that sink, if every player passes."""
    _, kept, sinking = outlook(position)
    yield (Piece("If every player passes", "heading"),)
    pieces = [(player_list.letter(player), f"{fields}  ") for player, fields in enumerate(kept)]
    sinks = f"{counted(sinking, 'field')} sink{'s' * (sinking == 1)}" if sinking else "none sinks"
    yield from flowing([*pieces, ("safe  ",), (Piece(f"{_SEA} {sinks}", "dim"),)], width)
