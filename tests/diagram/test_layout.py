"""Layouts: every cell belongs to the right field, and all queries agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from hypothesis import given

from atlantis_core.diagram import DiagramTooLargeError, Layout, Part, Span, Style, layout, measure
from atlantis_core.diagram.art import FieldArt, Offset
from atlantis_core.diagram.placement import Frame
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Direction, Field, neighbour, segment_fields
from atlantis_core.rules.shapes import hexagon
from atlantis_core.support.errors import UnknownFieldError
from tests.diagram.samples import BOARDS
from tests.little_boards import board, fields
from tests.strategies import Setup, setups

STYLES = list(Style)
ALL = [
    pytest.param(on, style, id=f"{name}, {style.value}")
    for (name, on), style in product(BOARDS.items(), STYLES)
]


def cells(spans: tuple[Span, ...]) -> set[tuple[int, int]]:
    return {(column, line) for line, start, stop in spans for column in range(start, stop)}


def check_invariants(shown: Layout) -> None:
    """Invariants of every layout."""
    owners = Counter(cell for field in shown.board for cell in cells(shown.region(field).inside))
    assert max(owners.values()) == 1
    for field in shown.board:
        region = shown.region(field)
        left, top, width, height = region.bounds
        everything = cells(region.inside) | cells(region.border)
        assert {shown.field_at(*cell) for cell in cells(region.inside)} == {field}
        assert all(left <= c < left + width and top <= n < top + height for c, n in everything)
        assert 0 <= left <= left + width <= shown.width
        assert 0 <= top <= top + height <= shown.height
    for line in range(shown.height):
        check_line(shown, line, owners)


def check_line(shown: Layout, line: int, owners: Counter[tuple[int, int]]) -> None:
    runs = shown.runs(line)
    assert len(shown.lines[line]) == len(shown.parts[line]) == shown.width
    assert [run.start for run in runs] == [0, *(run.stop for run in runs)][: len(runs)]
    assert runs[-1].stop == shown.width
    for start, stop, part, field, row in runs:
        assert set(shown.parts[line][start:stop]) == {part}
        assert {shown.field_at(column, line) for column in range(start, stop)} == {field}
        assert all(owners[column, line] == (field is not None) for column in range(start, stop))
        if field is not None:
            assert start in range(*shown.region(field).inside[row][1:])
        if part is Part.BLANK:
            assert not shown.lines[line][start:stop].strip()


@pytest.mark.parametrize(("on", "style"), ALL)
@pytest.mark.parametrize("axes", [False, True])
def test_regions_hits_and_runs_agree(on: Board, style: Style, axes: bool) -> None:
    shown = layout(on, style, axes=axes)
    check_invariants(shown)
    assert measure(on, style, axes=axes) == (shown.width, shown.height)


@given(setups())
def test_regions_hits_and_runs_agree_on_every_board(setup: Setup) -> None:
    on = Board([[Field(*field) for field in segment] for segment in setup.segments])
    for style in STYLES:
        check_invariants(layout(on, style))


@pytest.mark.parametrize("style", [Style.SPEC, Style.COMPACT])
def test_neighbours_share_a_border_only_inside_a_segment(style: Style) -> None:
    shown = layout(hexagon(2), style)
    borders = {field: cells(shown.region(field).border) for field in shown.board}
    for field in shown.board:
        for near in shown.board.neighbours(field):
            same = shown.board.segment_of(field) == shown.board.segment_of(near)
            assert bool(borders[field] & borders[near]) == same


@pytest.mark.parametrize("style", [style for style in STYLES if style is not Style.MINI])
@pytest.mark.parametrize("text", ["B2 C5 E4", "[a1 a2 b1 b2 b3 c2] [c3 d4 d5 c4 c5]"])
def test_borders_between_segments_have_their_own_part(style: Style, text: str) -> None:
    shown = layout(board(text), style)
    art = shown.art
    for field in shown.board:
        column, line = shown.places[field]
        for direction in Direction:
            near = neighbour(field, direction)
            segments = {
                shown.board.segment_of(f) if f in shown.board else -1 for f in (field, near)
            }
            wanted = Part.INNER_BORDER if len(segments) == 1 else Part.SEGMENT_BORDER
            patches = art.segment_sides[direction]
            # The middle of a side: its ends are corners, which other sides touch as well.
            down, right, drawn = patches[len(patches) // 2]
            assert shown.parts[line + down][column + right + len(drawn) // 2] == wanted


def test_borders_and_outside_cells_have_no_field() -> None:
    shown = layout(board("B2"))
    (a1,) = fields("a1")
    column, line = shown.places[a1]
    assert shown.field_at(column + 4, line + 2) == a1
    assert [shown.field_at(column + 4, line), shown.field_at(column, line + 2)] == [None, None]
    assert shown.field_at(-1, 0) is None
    assert shown.field_at(0, -1) is None
    assert shown.field_at(shown.width, 2) is None
    assert shown.field_at(0, shown.height) is None


@pytest.mark.parametrize(
    ("style", "inside", "bounds"),
    [
        (Style.LARGE, [10, 12, 14, 12, 10], (16, 7)),
        (Style.BROAD, [7, 9, 7], (11, 5)),
        (Style.SPEC, [5, 7, 5], (9, 5)),
        (Style.WIDE, [6, 6], (8, 3)),
        (Style.MIDDLE, [4, 4], (6, 3)),
        (Style.COMPACT, [2, 2], (4, 3)),
        (Style.MINI, [2], (2, 1)),
    ],
)
def test_size_of_a_field(style: Style, inside: list[int], bounds: tuple[int, int]) -> None:
    region = layout(hexagon(2), style).region(hexagon(2).fields[0])
    assert [stop - start for _, start, stop in region.inside] == inside
    assert region.bounds[2:] == bounds


# The direction of each neighbour on the page, right and down. `mini` is rotated by 30 degrees.
UPRIGHT = {"N": (0, -1), "NE": (1, -1), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "NW": (-1, -1)}
TURNED = {"N": (1, -1), "NE": (1, 0), "SE": (1, 1), "S": (-1, 1), "SW": (-1, 0), "NW": (-1, -1)}


@pytest.mark.parametrize("on", [hexagon(3), BOARDS["odd segments"]], ids=["hexagon", "odd"])
@pytest.mark.parametrize("style", STYLES)
def test_six_neighbours_have_distinct_directions(style: Style, on: Board) -> None:
    shown = layout(on, style)
    ways = TURNED if style is Style.MINI else UPRIGHT
    for field, (column, line) in shown.places.items():
        segment = on.segment_of(field)
        for direction in Direction:
            near = neighbour(field, direction)
            if near not in on:
                continue
            right, down = shown.places[near].column - column, shown.places[near].line - line
            if on.segment_of(near) == segment:
                assert (sign(right), sign(down)) == ways[direction.name]
            # Where segments are drawn apart, a side may lean, but never to the other side.
            assert ways[direction.name][0] * right >= 0
            assert ways[direction.name][1] * down >= 0


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("style", STYLES)
def test_all_standard_segments_look_the_same(style: Style) -> None:
    shown = layout(hexagon(3), style)
    shapes = set()
    for segment in shown.board.segments:
        centre = shown.places[sorted(segment)[3]]
        places = (shown.places[field] for field in sorted(segment))
        shapes.add(tuple((c - centre.column, n - centre.line) for c, n in places))
    assert len(shapes) == 1


@pytest.mark.parametrize(
    ("style", "joined", "small", "large"),
    [
        (Style.LARGE, False, (116, 51), (192, 83)),
        (Style.BROAD, False, (79, 35), (131, 57)),
        (Style.SPEC, False, (61, 35), (101, 57)),
        (Style.WIDE, False, (68, 19), (114, 31)),
        (Style.MIDDLE, False, (50, 19), (84, 31)),
        (Style.MIDDLE, True, (46, 17), (76, 27)),
        (Style.COMPACT, False, (32, 19), (54, 31)),
        (Style.COMPACT, True, (28, 17), (46, 27)),
    ],
)
def test_size_of_the_hexagons_in_every_drawing(
    style: Style, joined: bool, small: tuple[int, int], large: tuple[int, int]
) -> None:
    assert measure(hexagon(2), style, joined=joined) == small
    assert measure(hexagon(3), style, joined=joined) == large


@pytest.mark.parametrize("axes", [False, True])
@pytest.mark.parametrize(("on", "style"), [p for p in ALL if p.values[1] is not Style.MINI])
def test_joined_layouts_with_near_axes_agree(on: Board, style: Style, axes: bool) -> None:
    shown = layout(on, style, axes=axes, leaders=False, joined=True)
    check_invariants(shown)
    assert measure(on, style, axes=axes, leaders=False, joined=True) == (shown.width, shown.height)
    assert not shown.is_apart


def cells_of(shown: Layout) -> Iterator[tuple[str, Part]]:
    """All characters of a layout with their parts."""
    for line, parts in zip(shown.lines, shown.parts, strict=True):
        yield from zip(line, map(Part, parts), strict=True)


def test_joined_segments_share_one_firm_border_around_dotted_ones() -> None:
    shown = layout(hexagon(2), Style.MIDDLE, joined=True)
    borders = {field: cells(shown.region(field).border) for field in shown.board}
    for field in shown.board:
        for near in shown.board.neighbours(field):
            assert borders[field] & borders[near]
    drawn = {
        part: {character for character, found in cells_of(shown) if found is part} for part in Part
    }
    assert drawn[Part.INNER_BORDER] == set("'`.")
    assert drawn[Part.SEGMENT_BORDER] == set("/\\_")


@pytest.mark.parametrize("style", [style for style in STYLES if style is not Style.MINI])
@pytest.mark.parametrize("joined", [False, True])
def test_axes_without_leaders_are_next_to_the_board(style: Style, joined: bool) -> None:
    shown = layout(hexagon(2), style, axes=True, leaders=False, joined=joined)
    bare = layout(hexagon(2), style, joined=joined)
    assert shown.width - bare.width <= 8
    assert shown.height == bare.height
    names = "".join(
        character if part == Part.AXIS else " "
        for line, parts in zip(shown.lines, shown.parts, strict=True)
        for character, part in zip(line, parts, strict=True)
    ).split()
    assert "." not in "".join(names)
    assert sorted(names, key=lambda name: (name.isdigit(), name))[:9] == list("abcdefghi")
    # A letter and a number side by side would look like a field.
    assert all(name.isdigit() or name.isalpha() for name in names)


def test_field_outside_the_board_raises() -> None:
    (unknown,) = fields("z9")
    with pytest.raises(UnknownFieldError, match="z9"):
        layout(board("B2")).region(unknown)


@pytest.mark.parametrize("ask", [layout, measure])
def test_boards_scattered_over_a_huge_plane_are_refused(ask: Callable[[Board], object]) -> None:
    scattered = Board([[Field(1, 1)], [Field(1, 30_000)]])
    with pytest.raises(DiagramTooLargeError, match=r"\d+ columns by \d+ lines"):
        ask(scattered)


@pytest.mark.parametrize("style", STYLES)
def test_eight_thousand_fields(style: Style) -> None:
    shown = layout(hexagon(20), style, axes=True)
    assert len(shown.places) == 7987
    assert sum(len(spans) for spans in shown.owned) == 7987 * len(shown.art.inside)
    for field in shown.board.fields[::97]:
        for line, start, stop in shown.region(field).inside:
            assert shown.field_at(start, line) == shown.field_at(stop - 1, line) == field


def test_segments_far_apart_keep_the_lattice() -> None:
    near, far = layout(Board([segment_fields(Field(2, 2))])), layout(BOARDS["far apart"])
    assert far.is_apart
    assert [line.strip() for line in far.lines[-near.height :]] == [s.strip() for s in near.lines]


@pytest.mark.parametrize("style", STYLES)
def test_border_spans_neither_overlap_nor_touch(style: Style) -> None:
    shown = layout(board("B2 C5"), style)
    for field in shown.board:
        region = shown.region(field)
        assert shown.bounds(field) == region.bounds
        assert list(region.border) == sorted(region.border)
        for before, after in zip(region.border, region.border[1:], strict=False):
            assert before.line < after.line or before.stop < after.start


@pytest.mark.parametrize("style", STYLES)
def test_cells_without_a_field_have_no_row(style: Style) -> None:
    shown = layout(board("B2 C5"), style)
    runs = [run for line in range(shown.height) for run in shown.runs(line)]
    assert {run.row for run in runs if run.field is None} == {0}


@pytest.mark.parametrize("is_standard", [True, False])
@pytest.mark.parametrize("style", Style)
def test_measure_places_only_fields_that_can_be_outermost(
    monkeypatch: pytest.MonkeyPatch, style: Style, is_standard: bool
) -> None:
    """The app measures every style before its first frame; a board may have 50,000 fields."""
    regular = hexagon(12)
    everything = [*regular, Field(99, 1)]
    placed: list[object] = []
    place = Frame.place

    def note(frame: Frame, art: FieldArt, field: tuple[int, int]) -> Offset:
        placed.append(field)
        return place(frame, art, field)

    monkeypatch.setattr(Frame, "place", note)
    measure(regular if is_standard else Board([everything]), style)
    assert len(placed) < len(everything) / 5
