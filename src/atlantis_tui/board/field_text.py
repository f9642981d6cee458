"""One-line descriptions of a field and of the move that the lifted stones would make."""

from __future__ import annotations

from atlantis_core.narration import Cast
from atlantis_core.positions.grid import Field, Move, line_between
from atlantis_core.positions.position import FieldState, Position
from atlantis_core.support.phrases import counted


def describe_field(position: Position, field: Field, cast: Cast, *, is_narrow: bool = False) -> str:
    """Contents of a field and when it explodes; names the owner by letter if `is_narrow`."""
    contents = position[field]
    if contents.state is FieldState.DEAD:
        return f"{field}: dead"
    limit = position.open_neighbour_count(field)
    if contents.player is None:
        return f"{field}: empty, {counted(limit, 'open neighbour')}"
    what = "growing, " if contents.state is FieldState.GROWING else ""
    owner = cast.letters[contents.player] if is_narrow else cast.full_name(contents.player)
    end = "explodes" if contents.stones >= limit else f"explodes with {limit}"
    return f"{field}: {what}{counted(contents.stones, 'stone')} of {owner}, {end}"


def describe_aim(
    source: Field, cursor: Field, reach: dict[Field, int], most: int, *, is_narrow: bool = False
) -> str:
    """The move from `source` to the cursor, or why there is none; in few words if `is_narrow`."""
    if source == cursor:
        up_to = "up to " if most > 1 else ""
        able = "" if is_narrow else f"{up_to}{counted(most, 'stone')} can move; "
        return f"{source} lifted: {able}choose a direction"
    line = line_between(Move(source, cursor))
    stones = reach.get(cursor)
    if stones is None or line is None:
        return f"{source}: no legal move to {cursor}"
    verb = "moves" if stones == 1 else "move"
    moved = f"{source}-{cursor}: {counted(stones, 'stone')}"
    if is_narrow:
        return f"{moved} {line[0].name}; Enter places"
    return f"{moved} {verb} {line[0].name}; press Enter to place"
