"""Places the box of every field: on the plain grid, or with segments apart.

Defines the lattice of standard segments (R9.2): if all segments of a board are standard and their
centres differ by whole steps of (1, 3) and (3, 2), all segments are drawn apart. If one does not
fit, the whole board uses the plain grid; a mixture would let fields overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, segment_centre, segment_fields
from . import compact, large, mini
from .art import FieldArt, Offset, Style, StyleArt
from .cornered import cornered_art
from .two_lines import two_line_art

T = TypeVar("T", bound="tuple[object, ...]")
STYLE_ARTS: dict[Style, StyleArt] = {
    Style.LARGE: large.ART,
    Style.BROAD: cornered_art(level=7, half=2),
    Style.SPEC: cornered_art(level=5, half=2),
    Style.WIDE: two_line_art(6),
    Style.MIDDLE: two_line_art(4),
    Style.COMPACT: compact.ART,
    Style.MINI: mini.ART,
}


class LatticePlace(NamedTuple):
    """A standard segment: its centre and its distance from the first segment in lattice steps."""

    centre: Field
    along: int
    across: int


class Frame(NamedTuple):
    """The grid of one segment: the box of field `origin` begins at `offset`."""

    origin: Field
    offset: Offset

    def place(self, art: FieldArt, field: tuple[int, int]) -> Offset:
        """The top left corner of a field's box; also for fields that are not on the board."""
        step = art.offset(field[0] - self.origin.x, field[1] - self.origin.y)
        return Offset(self.offset.column + step.column, self.offset.line + step.line)


class Placing(NamedTuple):
    """The boxes of all fields, in the order of the board."""

    art: FieldArt
    is_apart: bool
    frames: tuple[Frame, ...]
    places: dict[Field, Offset]


def lattice_places(board: Board) -> tuple[LatticePlace, ...] | None:
    """The segments in their lattice, or None if they do not form one."""
    places: list[LatticePlace] = []
    for segment in board.segments:
        centre = segment_centre(segment)
        if centre is None:
            return None
        first = places[0].centre if places else centre
        dx, dy = centre.x - first.x, centre.y - first.y
        along, across = 3 * dy - 2 * dx, 3 * dx - dy
        if along % 7 or across % 7:
            return None
        places.append(LatticePlace(centre, along // 7, across // 7))
    return tuple(places)


def place_fields(board: Board, style: Style, *, joined: bool = False) -> Placing:
    """Places of all fields; the top left corner of the diagram is arbitrary.

    `joined` places standard segments on the plain grid, too.
    """
    lattice = None if joined else lattice_places(board)
    arts = STYLE_ARTS[style]
    if lattice is None:
        return _place_on_grid(board.segments, arts.plain)
    return _place(board.segments, lattice, arts)


def place_outermost(board: Board, style: Style, *, joined: bool = False) -> Placing:
    """Places of enough fields to include the outermost on every side. A field's place is linear in
    its column and row, so only ends of rows can be outermost.
    """
    lattice = None if joined else lattice_places(board)
    if lattice is None:
        ends_of_rows = _ends_of_rows(board, lambda field: field.y)
        return _place_on_grid((ends_of_rows,), STYLE_ARTS[style].plain)
    ends = _ends_of_rows(lattice, lambda place: place.across)
    return _place([segment_fields(place.centre) for place in ends], ends, STYLE_ARTS[style])


def _ends_of_rows(places: Iterable[T], row_of: Callable[[T], int]) -> tuple[T, ...]:
    """The first and the last of each row."""
    least: dict[int, T] = {}
    greatest: dict[int, T] = {}
    for place in sorted(places):
        greatest[row_of(place)] = place
        least.setdefault(row_of(place), place)
    return (*least.values(), *greatest.values())


def _place_on_grid(segments: Sequence[Iterable[Field]], art: FieldArt) -> Placing:
    frames = (Frame(Field(0, 0), Offset(0, 0)),) * len(segments)
    return Placing(art, is_apart=False, frames=frames, places=_places(segments, frames, art))


def _place(
    segments: Sequence[Iterable[Field]], lattice: Sequence[LatticePlace], arts: StyleArt
) -> Placing:
    art, frames = arts.apart, tuple(_pull_apart(lattice, arts.along, arts.across))
    return Placing(art, is_apart=True, frames=frames, places=_places(segments, frames, art))


def _places(
    segments: Sequence[Iterable[Field]], frames: Sequence[Frame], art: FieldArt
) -> dict[Field, Offset]:
    return {
        field: frame.place(art, field)
        for segment, frame in zip(segments, frames, strict=True)
        for field in segment
    }


def _pull_apart(lattice: Iterable[LatticePlace], along: Offset, across: Offset) -> Iterator[Frame]:
    for centre, steps_along, steps_across in lattice:
        column = steps_along * along.column + steps_across * across.column
        line = steps_along * along.line + steps_across * across.line
        yield Frame(centre, Offset(column, line))
