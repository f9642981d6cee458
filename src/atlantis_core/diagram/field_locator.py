"""Derives coordinates and segments of the fields in a diagram from their places.

The inverse of `placement`. Segments drawn apart are standard segments in their lattice; if any
border is light, the diagram uses the plain grid and light borders join fields to segments. The
origin of the coordinates is arbitrary: the caller shifts them to match the names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Direction, Field, segment_centre
from .art import FieldArt, Offset, Style
from .errors import DiagramReadingError
from .field_finder import FoundField
from .placement import STYLE_ARTS, place_fields

SegmentPlaces = dict[Offset, Field]
"""The fields of one segment by place."""
JoiningSides = Callable[[FoundField], Iterable[Direction]]


def locate_on(board: Board, found: Sequence[FoundField], style: Style) -> list[SegmentPlaces]:
    """The fields of a known board by place, segment by segment."""
    places = place_fields(board, style).places
    corner, shown = _corner(places.values()), _corner(field.place for field in found)
    by_place = {_way(corner, place): field for field, place in places.items()}
    if by_place.keys() != {_way(shown, field.place) for field in found}:
        raise _problem(found[0], "the diagram shows other fields than the given board")
    segments: list[SegmentPlaces] = [{} for _ in board.segments]
    for there in found:
        field = by_place[_way(shown, there.place)]
        segments[board.segment_of(field)][there.place] = field
    return segments


def locate(found: Sequence[FoundField], style: Style) -> list[SegmentPlaces]:
    """The fields by place, segment by segment; the origin of the coordinates is arbitrary."""
    art = STYLE_ARTS[style].plain
    if not any(field.light for field in found):
        groups = [dict(_on_grid(group, art)) for group in _join(found, art, _all_sides)]
        if all(segment_centre(group.values()) for group in groups):
            return [dict(_in_lattice(found[0], group, groups[0], style)) for group in groups]
    if not style.has_corners:
        raise _problem(found[0], "segments are ambiguous (pass the board as well)")
    fields = dict(_on_grid(found, art))
    return [{f.place: fields[f.place] for f in group} for group in _join(found, art, _light_sides)]


def _all_sides(field: FoundField) -> Iterable[Direction]:
    del field
    return Direction


def _light_sides(field: FoundField) -> Iterable[Direction]:
    return field.light


def _join(
    found: Sequence[FoundField], art: FieldArt, joining_sides: JoiningSides
) -> Iterator[list[FoundField]]:
    """Groups of fields connected through certain sides."""
    waiting = {field.place: field for field in found}
    while waiting:
        group = [waiting.pop(next(iter(waiting)))]
        for field in group:
            for side in joining_sides(field):
                step = art.offset(*side.value)
                near = Offset(field.place.column + step.column, field.place.line + step.line)
                if near in waiting:
                    group.append(waiting.pop(near))
        yield group


def _on_grid(fields: Sequence[FoundField], art: FieldArt) -> Iterator[tuple[Offset, Field]]:
    """Coordinates on the plain grid; the first field is (0, 0)."""
    first = fields[0]
    for field in fields:
        way = _way(first.place, field.place)
        difference, columns_off = divmod(way.column, art.north_east.column)
        total, lines_off = divmod(way.line, art.north_east.line)
        if columns_off or lines_off or (difference + total) % 2:
            raise _problem(field, "a field off the grid of the others")
        yield field.place, Field((total + difference) // 2, (total - difference) // 2)


def _in_lattice(
    first: FoundField, group: SegmentPlaces, first_group: SegmentPlaces, style: Style
) -> Iterator[tuple[Offset, Field]]:
    """Coordinates in the lattice of segments; the centre of the first segment is (0, 0)."""
    art = STYLE_ARTS[style]
    (place, centre), (first_place, _) = _centre(group), _centre(first_group)
    way = _way(first_place, place)
    size = art.along.column * art.across.line - art.across.column * art.along.line
    along, along_off = divmod(way.column * art.across.line - way.line * art.across.column, size)
    across, across_off = divmod(art.along.column * way.line - art.along.line * way.column, size)
    if along_off or across_off:
        raise _problem(first._replace(place=place), "a segment outside the lattice of the others")
    x, y = along + 3 * across - centre.x, 3 * along + 2 * across - centre.y
    for there, field in group.items():
        yield there, Field(field.x + x, field.y + y)


def _centre(group: SegmentPlaces) -> tuple[Offset, Field]:
    """Place and coordinates of a standard segment's centre."""
    middle = sorted(group.values())[3]
    return next((place, field) for place, field in group.items() if field == middle)


def _corner(places: Iterable[Offset]) -> Offset:
    columns, lines = zip(*places, strict=True)
    return Offset(min(columns), min(lines))


def _way(start: Offset, end: Offset) -> Offset:
    return Offset(end.column - start.column, end.line - start.line)


def _problem(field: FoundField, problem: str) -> DiagramReadingError:
    return DiagramReadingError(field.place.line + 1, field.place.column + 1, problem)
