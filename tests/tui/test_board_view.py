"""The board view: sizes, marks with and without colour, small repaints, scrolling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise

import pytest
from rich.segment import Segment
from textual.app import App
from textual.geometry import Region, Size

from atlantis_core.diagram import Style
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, parse_field
from atlantis_core.positions.position import FieldState, Position
from atlantis_core.rules.shapes import Shape, hexagon, traditional_start
from atlantis_tui.board.fuses import fuses_of
from atlantis_tui.board.layouts import SMALLEST, Drawing
from atlantis_tui.board.marks import NO_MARKS, QUIET_MARKS, Mark, Marking, MarkingPen
from atlantis_tui.board.signs import SIGNS
from atlantis_tui.board.turn_marks import mark_changes
from atlantis_tui.board.view import MANY_FIELDS, BoardView
from atlantis_tui.settings.options import (
    Colors,
    Names,
    Options,
    Zoom,
    default_path,
    load_options,
    save_options,
)
from atlantis_tui.widgets.scrolled import scroll_shown
from tests.little_boards import position
from tests.review.games import recorded
from tests.tui.driving import Driver, playing

SMALL = traditional_start(Shape.HEXAGON, 2, players=2)
ZOOMS = [zoom for zoom in Zoom if zoom is not Zoom.AUTO]
LARGE = traditional_start(Shape.HEXAGON, 20, players=6)


def fuses(text: str, style: Style, *stacks: str) -> dict[str, str]:
    found = fuses_of(position(text, *stacks), style)
    return {str(field): fuse for field, fuse in found.items()}


def test_fuse_counts_stones_and_those_missing_to_explode() -> None:
    segments, stacks = "B2", ("b2:2 a1:3 a2:1", "c3:1 b1:-1")
    assert fuses(segments, Style.LARGE, *stacks) == {
        "b2": "oo...",
        "a2": "o..",
        "c3": "o..",
        "b1": "o..",
    }
    assert "b2" not in fuses(segments, Style.BROAD, *stacks)
    assert fuses(segments, Style.BROAD, *stacks)["a2"] == "o.."
    assert not fuses(segments, Style.SPEC, *stacks)


async def test_fuse_burns_when_a_field_beside_it_closes() -> None:
    before, after = (position("B2", f"b2:2 {more}", "c3:1") for more in ("", "a1:-1"))
    async with playing(before, size=(120, 40)) as driver:
        board = driver.screen.board
        board.zoom = Zoom.LARGE
        board.show(before)
        assert any("oo...." in line for line in rendered(board))
        board.show(after)
        assert any("oo... " in line for line in rendered(board))


@contextmanager
def repaints(board: BoardView) -> Iterator[list[Region | None]]:
    """Collect the refreshed regions; None means everything."""
    collected: list[Region | None] = []
    real = board.refresh

    def refresh(*regions: Region, **options: bool) -> BoardView:
        collected.extend(regions or (None,))
        return real(*regions, **options)

    board.refresh = refresh  # type: ignore[method-assign]
    try:
        yield collected
    finally:
        del board.refresh


def rendered(board: BoardView) -> list[str]:
    return [board.render_line(y).text for y in range(board.size.height)]


def assert_in_window(board: BoardView, field: Field) -> None:
    shown = board.layout_shown
    assert shown is not None
    assert board.viewport is not None
    left, top = board.viewport.left, board.viewport.top
    box = shown.bounds(field)
    assert 0 <= box.column + left < board.size.width
    assert 0 <= box.line + top < board.size.height


def style_of(driver: Driver) -> Style:
    shown = driver.screen.board.layout_shown
    assert shown is not None
    return shown.style


def is_side_shown(driver: Driver) -> bool:
    return bool(driver.screen.query_one("#side").display)


@pytest.mark.parametrize(
    ("side", "size", "shown"),
    [
        (2, (80, 24), (Style.MIDDLE, True, 30)),
        (2, (100, 30), (Style.WIDE, True, 30)),
        (2, (100, 40), (Style.SPEC, True, 37)),
        (2, (120, 40), (Style.BROAD, True, 39)),
        (2, (200, 60), (Style.LARGE, True, 48)),
        (2, (60, 20), (Style.MIDDLE, False, 14)),
        (2, (48, 24), (Style.MIDDLE, False, 0)),
        (2, (45, 24), (Style.COMPACT, True, 12)),
        (2, (40, 12), (Style.COMPACT, False, 12)),
        (3, (80, 24), (Style.COMPACT, False, 32)),
        (3, (120, 40), (Style.MIDDLE, True, 34)),
        (3, (200, 60), (Style.BROAD, True, 48)),
    ],
)
async def test_window_decides_drawing_and_panel(
    side: int, size: tuple[int, int], shown: tuple[Style, bool, int]
) -> None:
    async with playing(traditional_start(Shape.HEXAGON, side, players=2), size=size) as driver:
        layout = driver.screen.board.layout_shown
        assert layout is not None
        panels = driver.screen.query("#side, #scores")
        width = sum(panel.size.width + 2 for panel in panels if panel.display)
        assert (layout.style, layout.is_apart, width) == shown
        assert driver.screen.board.size.width == size[0] - width


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60), (60, 20), (40, 12)])
async def test_north_is_up_at_every_size(size: tuple[int, int]) -> None:
    async with playing(SMALL, size=size) as driver:
        board = driver.screen.board
        await driver.go_to("e5")
        shown = board.layout_shown
        assert shown is not None
        before = shown.places[parse_field("e5")]
        await driver.press("w")
        assert board.cursor is not None
        after = shown.places[board.cursor]
        assert after.line < before.line
        assert after.column == before.column


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
async def test_terminal_cursor_follows_the_cursor(size: tuple[int, int]) -> None:
    async with playing(SMALL, size=size) as driver:
        board = driver.screen.board
        for field in sorted(SMALL.board.fields):
            await driver.go_to(str(field))
            await driver.until(lambda: board.terminal_cursor == driver.app.cursor_position)
            at = driver.app.cursor_position - board.content_region.offset
            assert board.viewport is not None
            assert board.viewport.field_at(*at) == field


@pytest.mark.parametrize("zoom", ZOOMS)
async def test_boards_are_ascii_at_every_zoom_without_fine_lines(zoom: Zoom) -> None:
    for is_fine in (False, True):
        options = Options(animation=False, zoom=zoom, fine_lines=is_fine)
        async with playing(SMALL, size=(200, 60), options=options) as driver:
            shown = "".join(rendered(driver.screen.board))
            assert shown.isascii() is not is_fine
            if zoom is Zoom.SPEC and not is_fine:
                assert "+---+" in shown


async def test_ascii_option_overrides_fine_lines() -> None:
    options = Options(animation=False, ascii=True, fine_lines=True)
    async with playing(SMALL, options=options) as driver:
        assert "".join(rendered(driver.screen.board)).isascii()


@pytest.mark.parametrize("zoom", [Zoom.SPEC, Zoom.MIDDLE, Zoom.COMPACT])
async def test_empty_fields_show_their_names_if_two_cells_are_free(zoom: Zoom) -> None:
    options = Options(animation=False, zoom=zoom)
    async with playing(SMALL, size=(120, 40), options=options) as driver:
        shown = " ".join(rendered(driver.screen.board))
        for field in SMALL.board:
            if not SMALL[field].stones:
                assert str(field) in shown


async def test_resize_picks_the_zoom_again() -> None:
    async with playing(SMALL, size=(80, 24)) as driver:
        for width, height, style in ((200, 60, Style.LARGE), (40, 12, Style.COMPACT)):
            await driver.pilot.resize_terminal(width, height)
            await driver.pilot.pause()
            assert style_of(driver) is style
            assert len(rendered(driver.screen.board)) == driver.screen.board.size.height


async def test_smaller_window_keeps_the_cursor_in_view() -> None:
    async with playing(LARGE, size=(200, 60)) as driver:
        board = driver.screen.board
        corner = max(LARGE.board)
        board.go_quietly(corner)
        await driver.pilot.resize_terminal(80, 24)
        await driver.pilot.pause()
        assert_in_window(board, corner)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (500, 160), (20, 5), (1, 1)])
@pytest.mark.parametrize("start", [SMALL, LARGE], ids=["small", "large"])
async def test_every_terminal_size_is_drawn(size: tuple[int, int], start: Position) -> None:
    async with playing(start, size=size) as driver:
        await driver.press("w", "e", "tab", "enter", "escape")
        board = driver.screen.board
        assert all(len(line) == board.size.width for line in rendered(board))


async def test_board_has_priority_over_the_side_panel() -> None:
    start = traditional_start(Shape.HEXAGON, 3, players=3)
    async with playing(start, size=(80, 24)) as driver:
        assert is_side_shown(driver)
        for width in (70, 64, 60, 50, 40):
            await driver.pilot.resize_terminal(width, 24)
            await driver.pilot.pause()
            need = driver.screen.board.size_of(SMALLEST)
            assert need is not None
            assert driver.screen.board.size.width >= min(need.width, width)
        assert not is_side_shown(driver)
        assert ">" not in driver.text("title")
        await driver.type(str(driver.document.game.legal_moves()[0]))
        assert "1> 0!" in driver.text("title")
        await driver.press("p")
        assert is_side_shown(driver)


async def test_side_panel_makes_room_for_a_zoomed_board() -> None:
    async with playing(SMALL, size=(80, 24)) as driver:
        assert is_side_shown(driver)
        await driver.press("plus", "plus")
        assert style_of(driver) is Style.SPEC
        assert not is_side_shown(driver)
        await driver.press("0")
        assert is_side_shown(driver)


async def test_cursor_step_repaints_two_fields() -> None:
    async with playing(SMALL) as driver:
        board = driver.screen.board
        shown = board.layout_shown
        assert shown is not None
        await driver.go_to("e5")
        with repaints(board) as regions:
            await driver.press("w")
        assert board.cursor is not None
        touched = [shown.region(f) for f in (parse_field("e5"), board.cursor)]
        assert board.viewport is not None
        left, top = board.viewport.left, board.viewport.top
        cells = {
            (column + left, span.line + top)
            for region in touched
            for span in (*region.inside, *region.border)
            for column in range(span.start, span.stop)
        }
        assert None not in regions
        painted = {(x, r.y) for r in regions if r is not None for x in range(r.x, r.right)}
        assert painted == cells


async def test_showing_the_same_position_repaints_nothing() -> None:
    async with playing(SMALL) as driver:
        board = driver.screen.board
        with repaints(board) as regions:
            board.show(driver.screen.board.position_shown, board.marks)
            await driver.pilot.pause()
        assert regions == []


async def test_every_state_differs_without_colour() -> None:
    start = position("B2 C5", "b2:3 a1:-2 a2:0 d5:3 d6:3", "c5:1")
    for zoom in ZOOMS:
        options = Options(animation=False, zoom=zoom, labels=Names.NONE)
        async with playing(start, depth=Colors.NONE, options=options, size=(90, 40)) as driver:
            board = driver.screen.board
            looks = {}
            pen = MarkingPen()
            names = {
                "plain": "b3",
                "reachable": "c3",
                "own": "b2",
                "growing": "a1",
                "dead": "a2",
                "other": "c5",
                "planned": "c2",
                "movable": "d5",
                "hinted": "d6",
            }
            for name in ("d5", "d6"):
                pen.mark(parse_field(name), Mark.MOVABLE)
            pen.mark(parse_field("d6"), Mark.HINT, "1?")
            pen.mark(parse_field("c3"), Mark.REACHABLE, "+1")
            pen.mark(parse_field("c2"), Mark.PLANNED, ">1")
            board.cursor = parse_field("b1")
            names["cursor"] = "b1"
            board.show(marks=pen.marking())
            await driver.pilot.pause()
            for what, name in names.items():
                looks[what] = _look(board, parse_field(name))
            assert len(set(looks.values())) == len(looks), looks


def _look(board: BoardView, field: Field) -> tuple[tuple[str, bool, bool, bool], ...]:
    """Characters and attributes of a field's cells."""
    shown = board.layout_shown
    assert shown is not None
    assert board.viewport is not None
    left, top = board.viewport.left, board.viewport.top
    cells = []
    region = shown.region(field)
    for span in sorted((*region.inside, *region.border)):
        strip = board.render_line(span.line + top).crop(span.start + left, span.stop + left)
        for segment in strip:
            style = segment.style
            assert style is not None
            attributes = bool(style.bold), bool(style.underline), bool(style.reverse)
            cells += [(character, *attributes) for character in segment.text]
    return tuple(cells)


async def test_view_follows_the_cursor_on_a_large_board() -> None:
    async with playing(LARGE, size=(80, 24)) as driver:
        board = driver.screen.board
        for key in "w" * 30 + "e" * 20 + "s" * 45:
            await driver.pilot.press(key)
        await driver.pilot.pause()
        assert board.cursor is not None
        assert_in_window(board, board.cursor)


async def test_mouse_cells_and_fields_agree() -> None:
    async with playing(SMALL) as driver:
        board = driver.screen.board
        shown = board.layout_shown
        assert shown is not None
        assert board.viewport is not None
        left, top = board.viewport.left, board.viewport.top
        for field in SMALL.board:
            for line, start, stop in shown.region(field).inside:
                for column in range(start, stop):
                    assert board.viewport.field_at(column + left, line + top) == field
        assert board.viewport.field_at(0, 0) is None


def test_views_of_one_board_share_its_layouts() -> None:
    """A review has two views, and a board may have 50,000 fields."""
    one, other = BoardView(hexagon(3)), BoardView(hexagon(3))
    assert one.layout_shown is not None
    assert one.layout_shown is other.layout_shown
    assert BoardView(hexagon(2)).layout_shown is not one.layout_shown


async def test_another_board_can_be_shown() -> None:
    async with playing(SMALL) as driver:
        board = driver.screen.board
        other: Board = hexagon(3)
        board.show(other)
        await driver.pilot.pause()
        assert board.layout_shown is not None
        assert board.layout_shown.board == other


@pytest.mark.parametrize("zoom", ZOOMS)
async def test_names_are_on_all_fields_near_the_cursor_or_on_none(zoom: Zoom) -> None:
    options = Options(animation=False, zoom=zoom)
    async with playing(SMALL, size=(150, 60), options=options) as driver:
        board = driver.screen.board
        await driver.go_to("e5")

        def named() -> set[str]:
            return set(re.findall(r"[a-i][0-9]", "\n".join(rendered(board))))

        fields = {str(f) for f in SMALL.board if zoom is not Zoom.COMPACT or not SMALL[f].stones}
        assert named() == fields
        await driver.press("l")
        assert named() == {"e5", "e6", "f6", "f5", "e4", "d4", "d5"}
        await driver.press("w")
        assert named() == {"f6", "f7", "g7", "g6", "f5", "e5", "e6"} & fields
        await driver.press("l")
        assert named() == set()
        assert load_options(default_path()).options.labels is Names.NONE
        await driver.press("l")
        assert named() == fields


async def test_remembering_the_names_saves_no_other_option() -> None:
    save_options(replace(Options(), speed=3), default_path())
    async with playing(SMALL, options=Options(animation=False, slow=True)) as driver:
        await driver.press("l")
        expected = replace(Options(), speed=3, labels=Names.NEAR)
        assert load_options(default_path()).options == expected


async def test_axes_are_next_to_the_board() -> None:
    async with playing(SMALL, size=(120, 60)) as driver:
        lines = rendered(driver.screen.board)
        assert not any(re.search(r"(?<![o.])\. ", line) for line in lines)  # fuses end in dots
        assert any(line.rstrip().endswith("/ e") for line in lines)
        assert any(line.lstrip().startswith("6 \\") for line in lines)


def test_field_that_only_started_growing_has_no_note() -> None:
    turns = pairwise(recorded("f08_3p").positions)
    looks = [look for turn in turns for look in mark_changes(*turn).values()]
    notes = {look.note for look in looks if Mark.CHANGED in look.kinds}
    assert {"", "+1", "-1"} <= notes
    assert "+0" not in notes


def test_fitting_works_without_a_screen() -> None:
    board = BoardView(SMALL)
    assert board.fitting(Size(500, 160)) == Drawing(Style.LARGE, has_axes=True)
    assert board.fitting(Size(62, 35)) == Drawing(Style.SPEC)
    assert board.fitting(Size(63, 35)) == Drawing(Style.SPEC, has_axes=True)
    assert board.fitting(Size(5, 5)) == SMALLEST


async def test_cursor_outside_the_new_board_is_removed() -> None:
    async with playing(SMALL) as driver:
        board = driver.screen.board
        middle = board.nearest_to_middle()
        assert middle is not None
        board.put_cursor(middle)
        assert board.cursor == middle
        board.show(hexagon(3))
        assert board.cursor == middle
        board.show(position("K20", "k20:1", "").board)
        assert board.cursor is None


async def test_board_keeps_its_initial_zoom() -> None:
    assert BoardView(SMALL, zoom=Zoom.COMPACT).zoom is Zoom.COMPACT
    assert BoardView(SMALL, zoom=Zoom.SPEC).zoom is Zoom.SPEC


async def test_go_quietly_repaints_two_fields_and_scrolls_to_the_new_one() -> None:
    async with playing(LARGE, size=(80, 24)) as driver:
        board = driver.screen.board
        corners = [min(LARGE.board), max(LARGE.board)]
        for field in corners:
            board.go_quietly(field)
            await driver.pilot.pause()
            assert board.cursor == field
            assert_in_window(board, field)


async def test_many_changed_fields_repaint_the_board_and_few_only_themselves() -> None:
    async with playing(LARGE, size=(80, 24)) as driver:
        board = driver.screen.board
        fields = sorted(LARGE.board)
        with repaints(board) as regions:
            board.refresh_fields(fields[: MANY_FIELDS + 1])
        assert regions == [None]
        with repaints(board) as regions:
            board.refresh_fields(fields[:MANY_FIELDS])
        assert None not in regions
        with repaints(board) as regions:
            board.refresh_fields([Field(900, 900)])
        assert regions == []


async def test_left_and_right_keys_stay_level() -> None:
    async with playing(SMALL) as driver:
        board = driver.screen.board
        shown = board.layout_shown
        assert shown is not None
        await driver.go_to("e5")
        for key, sign in (("right", 1), ("left", -1), ("left", -1)):
            before = board.cursor
            await driver.press(key)
            assert before is not None
            assert board.cursor is not None
            moved = shown.bounds(board.cursor).column - shown.bounds(before).column
            assert moved * sign > 0


@pytest.mark.parametrize(
    ("scroll", "start", "length", "found"),
    [
        (10, 14, 6, 10),
        (10, 20, 6, 10),
        (10, 13, 6, 6),
        (10, 21, 6, 14),
        (10, 2, 6, 0),
        (0, 3, 16, 0),
        (1, 3, 16, 1),
    ],
)
def test_follow_scrolls_only_near_the_edge_and_then_centres(
    scroll: int, start: int, length: int, found: int
) -> None:
    assert scroll_shown(scroll, 20, start, length, margin=4) == found


async def test_arrows_follow_the_stacks() -> None:
    async with playing(LARGE, size=(80, 24)) as driver:
        board = driver.screen.board
        board.go_quietly(max(LARGE.board))
        await driver.pilot.pause()
        assert set("".join(rendered(board))) & set("<>^v")
        with repaints(board) as regions:
            board.show(LARGE.board)
        assert None in regions
        assert not set("".join(rendered(board))) & set("<>^v")


async def test_zoom_is_drawn_before_the_frame_makes_room() -> None:
    async with playing(SMALL) as driver:
        for zoom in (Zoom.COMPACT, Zoom.SPEC):
            driver.screen.board.zoom = zoom
            assert style_of(driver).value == zoom.value


class OnlyABoard(App[None]):
    """An app without the attributes for lines and colours."""

    def compose(self) -> Iterator[BoardView]:
        yield BoardView(SMALL, zoom=Zoom.MIDDLE, labels=Names.NONE)


async def test_board_in_another_app_is_centred_and_ascii() -> None:
    need = BoardView(SMALL).size_of(Drawing(Style.MIDDLE))
    assert need is not None
    app = OnlyABoard()
    async with app.run_test(size=(need.width, need.height)) as pilot:
        board = app.screen.query_one(BoardView)
        lines = rendered(board)
        assert "".join(lines).isascii()
        await pilot.resize_terminal(need.width + 2, need.height + 2)
        await pilot.pause()
        blank = " " * (need.width + 2)
        assert rendered(board) == [blank, *(f" {line} " for line in lines), blank]


MARKED = position("B2 C5 E4", "b2:3 a1:-2 c2:1 b1:0 c3:0", "c5:1 d5:-1 e4:0 e5:0 d4:0 d3:0")


def marked_board(kinds: Iterable[Mark] = ()) -> Marking:
    """Each mark on a field of its own, from b3 on."""
    pen = MarkingPen()
    free = [field for field in MARKED.board if MARKED[field].state is FieldState.OPEN]
    for field, mark in zip(free, kinds, strict=False):
        pen.mark(field, mark)
    return pen.marking()


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("depth", [Colors.TRUE, Colors.MANY, Colors.FEW, Colors.NONE])
async def test_no_mark_changes_the_cells_of_a_stack(zoom: Zoom, depth: Colors) -> None:
    options = Options(animation=False, zoom=zoom)
    async with playing(MARKED, depth=depth, options=options, size=(150, 60)) as driver:
        board = driver.screen.board
        stacks = [field for field in MARKED.board if MARKED[field].stones]

        def tiles() -> list[list[Segment]]:
            return [stone_cells(board, field) for field in stacks]

        board.show(MARKED, NO_MARKS)
        plain = tiles()
        assert all(plain)
        for mark in [mark for mark in Mark if mark not in QUIET_MARKS]:
            pen = MarkingPen()
            for field in stacks:
                pen.mark(field, mark)
            board.show(MARKED, pen.marking())
            assert tiles() == plain, mark
        board.show(MARKED, NO_MARKS)
        for number, field in enumerate(stacks):
            board.go_quietly(field)
            assert stone_cells(board, field) == plain[number]


def stone_cells(board: BoardView, field: Field) -> list[Segment]:
    """The cells of a stack: its letters and numbers."""
    shown = board.layout_shown
    assert shown is not None
    assert board.viewport is not None
    left, top = board.viewport.left, board.viewport.top
    line, start, stop = shown.region(field).inside[shown.style is Style.LARGE]
    strip = board.render_line(line + top).crop(start + left, stop + left)
    stones = (Segment(s.text.rstrip("!"), s.style) for s in strip)
    return [segment for segment in stones if segment.text.strip()]


@pytest.mark.parametrize("zoom", ZOOMS)
async def test_dead_fields_of_a_segment_are_one_sea(zoom: Zoom) -> None:
    options = Options(animation=False, zoom=zoom, labels=Names.NONE)
    async with playing(MARKED, options=options, size=(150, 60)) as driver:
        board = driver.screen.board
        shown = board.layout_shown
        assert shown is not None
        dead = frozenset(f for f in MARKED.board if MARKED[f].state is FieldState.DEAD)
        assert board.viewport is not None
        left, top = board.viewport.left, board.viewport.top
        for line in range(shown.height):
            text = board.render_line(line + top).text
            for start, stop, fields in shown.strokes(line):
                between = text[start + left : stop + left]
                if len(fields) > 1 and dead.issuperset(fields):
                    assert not between.strip("~ "), (line, start)
                elif zoom is not Zoom.COMPACT:  # whose symbols cover strokes
                    assert between == shown.lines[line][start:stop]
        for field in dead:
            line, start, stop = shown.region(field).inside[0]
            row = board.render_line(line + top).text[start + left : stop + left]
            assert not row.strip("~ ")


@pytest.mark.parametrize("zoom", [Zoom.SPEC, Zoom.BROAD, Zoom.LARGE])
async def test_marked_field_is_a_hexagon_of_its_sign_without_colours(zoom: Zoom) -> None:
    options = Options(animation=False, zoom=zoom, labels=Names.NONE)
    async with playing(MARKED, depth=Colors.NONE, options=options, size=(150, 60)) as driver:
        board = driver.screen.board
        shown = board.layout_shown
        assert shown is not None
        field = parse_field("c6")
        board.go_quietly(parse_field("f5"))
        assert board.viewport is not None
        left, top = board.viewport.left, board.viewport.top
        for mark, sign in SIGNS.items():
            pen = MarkingPen()
            pen.mark(field, mark)
            board.show(MARKED, pen.marking())
            for line, start, stop in shown.region(field).border:
                drawn = board.render_line(line + top).text[start + left : stop + left]
                assert set(drawn) <= {sign, "+"}
                assert sign in drawn or drawn == "+"


async def test_signs_of_all_marks_differ() -> None:
    assert len({*SIGNS.values(), "#"}) == len(SIGNS) + 1
    assert SIGNS.keys() == set(Mark) - QUIET_MARKS


@pytest.mark.parametrize("zoom", ZOOMS)
async def test_repainting_a_field_gives_the_same_picture_as_repainting_all(zoom: Zoom) -> None:
    """Strokes are shared: a change must repaint those of the neighbours as well."""
    options = Options(animation=False, zoom=zoom)
    async with playing(MARKED, options=options, size=(150, 60)) as driver:
        board = driver.screen.board
        after = position("B2 C5 E4", "b2:0 a1:0 c2:-1 b1:0 c3:0", "c5:2 d5:0 e4:0 e5:0 d4:0 d3:0")
        for shown in (after, MARKED, after):
            for kinds in ([], [Mark.SOURCE, Mark.REACHABLE, Mark.ARRIVAL], [Mark.EXPLODING]):
                board.show(shown, marked_board(kinds))
                board.go_quietly(sorted(MARKED.board)[len(kinds)])
                few = [list(board.render_line(y)) for y in range(board.size.height)]
                board._forget_drawing()
                assert few == [list(board.render_line(y)) for y in range(board.size.height)]


async def test_moves_of_the_other_players_show_where_they_started_and_ended() -> None:
    async with playing(SMALL) as driver:
        move = driver.document.game.legal_moves()[0]
        await driver.type(str(move))
        await driver.press("t")
        marks = driver.screen.board.marks
        assert Mark.DEPARTURE in marks[move.source].kinds
        assert marks[move.source].note == "from"
        assert Mark.ARRIVAL in marks[move.destination].kinds
        assert marks[move.destination].note == "to"


@pytest.mark.parametrize("zoom", ZOOMS)
async def test_stack_stays_in_place_when_the_cursor_comes_near(zoom: Zoom) -> None:
    options = Options(animation=False, zoom=zoom, labels=Names.NEAR)
    async with playing(SMALL, size=(150, 60), options=options) as driver:
        board = driver.screen.board
        stack = next(field for field in SMALL.board if SMALL[field].stones)
        board.go_quietly(parse_field("e5"))
        far = stone_cells(board, stack)
        board.go_quietly(stack)
        assert stone_cells(board, stack) == far
