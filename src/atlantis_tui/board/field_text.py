"""What a field holds, and what landing stones on it would mean, in one short sentence.

Pure functions; knows no screen.
"""

from __future__ import annotations

from atlantis_core.grid import Field, Move, line_between
from atlantis_core.narration import Cast
from atlantis_core.position import FieldState, Position


def describe_field(position: Position, field: Field, cast: Cast, *, is_narrow: bool = False) -> str:
    """What a field holds and when it explodes, in one short sentence; by letters if narrow."""
    contents = position[field]
    if contents.state is FieldState.DEAD:
        return f"{field}: dead"
    limit = position.open_neighbour_count(field)
    if contents.player is None:
        return f"{field}: empty, {_neighbours(limit)}"
    stones = "1 stone" if contents.stones == 1 else f"{contents.stones} stones"
    what = "growing, " if contents.state is FieldState.GROWING else ""
    owner = cast.letters[contents.player] if is_narrow else cast.full_name(contents.player)
    end = "explodes" if contents.stones >= limit else f"explodes with {limit}"
    return f"{field}: {what}{stones} of {owner}, {end}"


def describe_aim(source: Field, cursor: Field, reach: dict[Field, int], most: int) -> str:
    """What landing the lifted stones here would mean."""
    if source == cursor:
        what = "1 stone" if most == 1 else f"up to {most} stones"
        return f"{source} lifted: {what} can go; choose a direction"
    line = line_between(Move(source, cursor))
    stones = reach.get(cursor)
    if stones is None or line is None:
        return f"{source}: cannot land on {cursor}"
    word = "stone goes" if stones == 1 else "stones go"
    return f"{source}-{cursor}: {stones} {word} {line[0].name}; Enter lands"


def _neighbours(count: int) -> str:
    return "1 open neighbour" if count == 1 else f"{count} open neighbours"
