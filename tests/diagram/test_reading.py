"""Reading diagrams: what was drawn is read back, and nothing is guessed."""

from __future__ import annotations

from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.diagram import (
    DiagramReadingError,
    LettersError,
    Look,
    Style,
    draw,
    parse_diagram,
)
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.rules.shapes import hexagon, rhombus, triangle
from atlantis_core.support.errors import SetupError
from tests.diagram.samples import BOARDS, fill
from tests.little_boards import board, position, stacks
from tests.strategies import Setup, setups

READABLE = [style for style in Style if style is not Style.MINI]
looks = st.builds(
    Look, letters=st.sampled_from(["ABC", "RGB"]), labels=st.booleans(), is_unicode=st.booleans()
)
seeds = st.integers(0, 10**6)


@given(
    on=st.sampled_from([triangle(1), triangle(3), rhombus(2), hexagon(2), board("B2 I9")]),
    style=st.sampled_from(READABLE),
    axes=st.booleans(),
    look=looks,
    seed=seeds,
)
def test_drawn_position_is_read_back(
    on: Board, style: Style, axes: bool, look: Look, seed: int
) -> None:
    drawn = fill(on, seed, tallest=99)
    text = str(draw(drawn, style, axes=axes, look=look))
    assert parse_diagram(text, letters=look.letters, players=3, board=on) == drawn
    assert parse_diagram(text, letters=look.letters, players=3) == drawn


@given(setup=setups(), style=st.sampled_from(READABLE), look=looks, axes=st.booleans(), seed=seeds)
def test_every_known_board_is_read_back(
    setup: Setup, style: Style, look: Look, axes: bool, seed: int
) -> None:
    on = Board([[Field(*field) for field in segment] for segment in setup.segments])
    drawn = fill(on, seed, tallest=99)
    text = str(draw(drawn, style, axes=axes, look=look))
    assert parse_diagram(text, board=on, letters=look.letters, players=3) == drawn


@pytest.mark.parametrize("name", [name for name in BOARDS if name != "in pieces"])
@pytest.mark.parametrize("axes", [False, True])
def test_spec_shows_segments_of_every_shape(name: str, axes: bool) -> None:
    assert parse_diagram(str(draw(BOARDS[name], axes=axes))).board == BOARDS[name]


def test_compact_diagram_is_read() -> None:
    read = parse_diagram(r"""
             __
          __/  \__
         /2A\__/  \
         \__/1b\__/
         /  \**/12\
         \__/~~\B!/
            \~~/
    """)
    assert read.board == board("B2")
    assert stacks(read) == ("a1:0 b3:2", "b1:12 b2:-1")


def test_middle_diagram_with_names_is_read() -> None:
    read = parse_diagram(r"""
               ____
          ____/    \____
         / 2A \_d5_/    \
         \_c5_/*1b!\_d4_/
         /    \_c4_/12B!\
         \_b4_/~~~~\_c3_/
              \~b3~/
    """)
    assert read.board == board("C4")
    assert stacks(read) == ("b3:0 c5:2", "c3:12 c4:-1")


def test_redundant_symbols_are_optional() -> None:
    below = r"""
      /     \     /~~~~~\
     +       +---+~~~~~~~+
      \     /     \~~~~~/
       +---+       +---+
            \     /
             +---+
    """
    full = parse_diagram(
        r"""
             +---+
            /     \
       +---+       +---+
      / 6A! \     /     \
     +  b3   +---+       +
      \     /*1b  \     /
       +---+       +---+"""
        + below
    )
    terse = parse_diagram(
        r"""
             +---+
            /     \
       +---+       +---+
      /     \     /     \
     +  6A   +---+       +
      \     /     \     /
       +---+  1b   +---+"""
        + below
    )
    assert full == terse == position("B2", "b3:6 b1:0", "b2:-1")


def test_diagram_without_names_begins_at_a1() -> None:
    text = str(draw(board("M20"), look=Look(labels=False)))
    assert parse_diagram(text).board == board("B2")


def test_one_name_fixes_all_coordinates() -> None:
    text = str(draw(board("B2 C5 E4"), look=Look(labels=False)))
    lines = text.splitlines()
    named = str(draw(board("M20 N23 P22"))).splitlines()
    assert parse_diagram("\n".join([*lines[:-3], *named[-3:]])).board == board("M20 N23 P22")


def test_number_of_players_and_player_to_move_are_arguments() -> None:
    text = str(draw(position("B2", "a1:1", "", "", to_move=2)))
    assert parse_diagram(text) == position("B2", "a1:1")
    assert parse_diagram(text, players=3, to_move=2) == position("B2", "a1:1", "", "", to_move=2)


def test_dead_field_belongs_to_the_first_player() -> None:
    text = str(draw(position("B2", "a1:1", "b2:0")))
    assert stacks(parse_diagram(text)) == ("a1:1 b2:0",)


def test_position_on_the_page_does_not_matter() -> None:
    drawn = fill(hexagon(2), seed=7)
    text = str(draw(drawn))
    assert parse_diagram("\n\n" + indent(text, " " * 13) + "\n \n", players=3) == drawn


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        ("1:1: no fields (expected a diagram in any style but mini)", ""),
        ("1:1: unexpected 'hello,' (expected whole fields or axes)", "hello, world"),
        ("3:4: more stones than a diagram can show: '+++A!'", "+++A!"),
        ("3:4: not a stack or a name: '?' (expected '2A', '*2a' or 'c5')", "?"),
        ("3:4: not a stack or a name: '*2A' (expected '2A', '*2a' or 'c5')", "*2A"),
        ("3:4: not a stack or a name: '0a' (expected '2A', '*2a' or 'c5')", "0a"),
        ("3:4: not a stack or a name: '1A' (expected '2A', '*2a' or 'c5')", "1A 1A"),
        ("3:4: stones of an unknown player: '1Z' (expected one of 'ABCDEF')", "1Z"),
    ],
)
def test_errors_have_line_and_column(problem: str, text: str) -> None:
    if len(text) in range(1, 6):
        row = text.ljust(5)
        text = f"\n\n     +---+\n    /{row}\\\n   +       +\n    \\     /\n     +---+"
    with pytest.raises(DiagramReadingError) as caught:
        parse_diagram(text)
    assert str(caught.value) == problem


@pytest.mark.parametrize("column", [0, 3, 6])
@pytest.mark.parametrize("line", range(5))
def test_broken_outline_is_an_error(line: int, column: int) -> None:
    lines = str(draw(board("[a1]"))).splitlines()
    row = lines[line].ljust(9)
    if row[column] == " " or row[column].isalnum():
        column = next(at for at, character in enumerate(row) if character in "+-/\\")
    lines[line] = row[:column] + "x" + row[column + 1 :]
    with pytest.raises(DiagramReadingError):
        parse_diagram("\n".join(lines))


@pytest.mark.parametrize("style", READABLE)
def test_names_must_agree_with_places(style: Style) -> None:
    text = str(draw(board("B2"), style, look=Look(labels=True)))
    wrong = text.replace("b2", "b4")
    with pytest.raises(DiagramReadingError, match=r"a field named '..' in the place of '..'"):
        parse_diagram(wrong)
    with pytest.raises(DiagramReadingError, match=r"a field named '..' in the place of '..'"):
        parse_diagram(wrong, board=board("B2"))


def test_diagram_must_show_the_given_board() -> None:
    with pytest.raises(DiagramReadingError, match="other fields than the given board"):
        parse_diagram(str(draw(board("B2 C5"))), board=board("B2 E4"))


@pytest.mark.parametrize("style", [Style.MIDDLE, Style.COMPACT])
def test_two_line_diagrams_of_other_segments_need_the_board(style: Style) -> None:
    odd = board("[a1 a2 b1] [b2 b3 c2 c3]")
    text = str(draw(odd, style))
    with pytest.raises(DiagramReadingError, match="pass the board as well"):
        parse_diagram(text)
    assert parse_diagram(text, board=odd).board == odd


def test_segments_must_share_a_lattice() -> None:
    lines = str(draw(board("B2 I9"))).splitlines()
    moved = [" " + line if number < 13 else line for number, line in enumerate(lines)]
    with pytest.raises(DiagramReadingError, match="a segment outside the lattice of the others"):
        parse_diagram("\n".join(moved))


def test_fields_must_share_a_grid() -> None:
    lines = str(draw(board("[a1] [e5]"))).splitlines()
    moved = [" " + line if number < 5 else line for number, line in enumerate(lines)]
    with pytest.raises(DiagramReadingError, match="a field off the grid of the others"):
        parse_diagram("\n".join(moved))


def test_impossible_positions_are_refused() -> None:
    with pytest.raises(SetupError):
        parse_diagram(str(draw(board("B2"))), players=7)
    with pytest.raises(LettersError):
        parse_diagram(str(draw(board("B2"))), letters="XX")
