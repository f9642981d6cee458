"""R9: a board of B2, C5 and E4 is the picture of the game's specification."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

from atlantis_core.diagram import Look, Part, draw, layout
from atlantis_core.positions.grid import parse_field
from tests.little_boards import board

# The picture of the specification without its two slips (R9.3): the label d6 one column and the
# axis of row 3 one column off.
PICTURE = r"""
                                           +---+
                                          /     \
                       +---+         +---+  f5   +---+
                      /     \       /     \     /     \
                 +---+  d6   +---+ +  e5   +---+  f4   +
                /     \     /     \ \     /     \     /
               +  c6   +---+  d5   + +---+  e4   +---+   .
                \     /     \     / /     \     /     \     .
             .   +---+  c5   +---+ +  d4   +---+  e3   +       .
          .     /     \     /     \ \     /     \     /           .
       .       +  b5   +---+  c4   + +---+  d3   +---+   .           .
    .           \     /     \     / +---+ \     /           .           .
 6           .   +---+  b4   +---+ /     \ +---+   .           .           f
          .           \     / +---+  c3   +---+       .           .
       5           .   +---+ /     \     /     \         .           e
                .           +  b3   +---+  c2   +           .
             4               \     /     \     /               d
                          .   +---+  b2   +---+   .
                       .     /     \     /     \     .
                    3       +  a2   +---+  b1   +       c
                             \     /     \     /
                          2   +---+  a1   +---+   b
                                   \     /
                                1   +---+   a
"""


def test_r9_3_the_example_board_with_axes_is_the_picture() -> None:
    drawn = draw(board("B2 C5 E4"), axes=True)
    assert str(drawn).splitlines() == PICTURE.strip("\n").splitlines()


def test_r9_3_the_picture_does_not_depend_on_the_order_of_segments() -> None:
    assert str(draw(board("E4 B2 C5"), axes=True)) == PICTURE.strip("\n")


def test_r9_1_without_axes_only_they_are_missing() -> None:
    framed = layout(board("B2 C5 E4"), axes=True)
    lines = PICTURE.strip("\n").splitlines()
    for number, parts in enumerate(framed.parts):
        axis = [column for column, part in enumerate(parts) if part == Part.AXIS]
        lines[number] = "".join(
            " " if column in axis else character for column, character in enumerate(lines[number])
        ).rstrip()
    assert str(draw(board("B2 C5 E4"))) == dedent("\n".join(lines))


def test_r9_2_segments_are_shifted_by_their_place_in_the_lattice() -> None:
    places = layout(board("B2 C5 E4")).places
    b2, c5, e4 = (places[parse_field(name)] for name in ("b2", "c5", "e4"))
    # On the plain grid a field lies 6 * (x - y) columns right and 2 * (x + y) lines up.
    assert (c5.column - b2.column, c5.line - b2.line) == (6 * -2 - 1, -2 * 4 - 1)
    assert (e4.column - b2.column, e4.line - b2.line) == (6 * 1 + 1, -2 * 5 - 1)


def test_r9_1_a_field_is_nine_columns_by_five_lines() -> None:
    assert str(draw(board("[a1]"))).splitlines() == [
        "  +---+",
        " /     \\",
        "+  a1   +",
        " \\     /",
        "  +---+",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[a1 a2 b1 b2 b3 c2] [c3 d4 d5 c4 c5]",
        "B2 C5 [e4]",
        "B2 D5",
        "B2 E3",
    ],
)
def test_r9_2_other_boards_use_the_plain_grid(text: str) -> None:
    shown = layout(board(text))
    a1 = shown.places[min(shown.places)]
    assert not shown.is_apart
    for (x, y), (column, line) in shown.places.items():
        first = min(shown.places)
        assert column - a1.column == 6 * ((x - y) - (first.x - first.y))
        assert line - a1.line == -2 * ((x + y) - (first.x + first.y))


@pytest.mark.parametrize("text", ["B2", "M20", "B2 C5 E4", "B2 Z11", "B2 B9 I2", "-A-3 A0"])
def test_r9_2_standard_segments_in_one_lattice_stand_apart(text: str) -> None:
    assert layout(board(text)).is_apart


def test_r9_3_labels_can_be_switched_off() -> None:
    drawn = str(draw(board("B2 C5 E4"), axes=True, look=Look(labels=False)))
    assert drawn == re.sub("[a-f][1-6]", "  ", PICTURE.strip("\n"))
