"""The window of a board: fields to cells and back, scrolling, arrows at the edge. Needs no app."""

from __future__ import annotations

import pytest
from textual.geometry import Offset, Size

from atlantis_core.diagram import Style, layout
from atlantis_core.rules.shapes import Shape, standard_board
from atlantis_tui.board.viewport import Viewport

SHOWN = layout(standard_board(Shape.HEXAGON, 2), Style.SPEC, axes=False, leaders=False)
FIELDS = sorted(SHOWN.board.fields)


@pytest.mark.parametrize(("left", "top"), [(0, 0), (7, 2), (-9, -4)])
def test_cell_in_the_middle_of_a_field_leads_back_to_it(left: int, top: int) -> None:
    whole = Viewport(SHOWN, left, top, Size(SHOWN.width + 20, SHOWN.height + 20))
    for field in FIELDS:
        at = whole.middle_of(field)
        assert at is None or whole.field_at(*at) == field
        lines = {line for line, _ in whole.lines_of(field)}
        assert lines == {cells.y - top for _, cells in whole.lines_of(field)}
    assert left < 0 or all(map(whole.middle_of, FIELDS))


def test_arrows_point_to_the_fields_outside_only() -> None:
    size = Size(SHOWN.width // 2, SHOWN.height // 2)
    corner = Viewport(SHOWN, 0, 0, size)
    outside = [
        field for field, (x, y) in SHOWN.places.items() if x >= size.width or y >= size.height
    ]
    arrows = corner.edge_arrows(outside)
    assert {symbol for line in arrows.values() for _, symbol in line} == {">", "v"}
    assert all(0 <= y < size.height and 0 <= x < size.width for y in arrows for x, _ in arrows[y])
    assert corner.edge_arrows(set(FIELDS) - set(outside)) == {}


def test_window_scrolls_to_a_field_and_then_stays() -> None:
    size = Size(SHOWN.width // 2, SHOWN.height // 2)
    for field in FIELDS:
        scroll = Viewport(SHOWN, 0, 0, size).scrolled_to(field, Offset(0, 0))
        there = Viewport(SHOWN, -scroll.x, -scroll.y, size)
        assert there.count_within(range(size.height), [field]) == 1
        assert there.middle_of(field) is not None
        assert there.scrolled_to(field, scroll) == scroll
