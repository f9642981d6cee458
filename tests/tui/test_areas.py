"""Stacked areas: every player keeps a side, whoever leads."""

from __future__ import annotations

import pytest
from rich.style import Style

from atlantis_tui.board.areas import FREE, Owner, Pen, area_rows, owners

COLORS = [Style(color=name) for name in ("red", "blue", "green")]
PLAIN = [Style(bold=True)] * 3


@pytest.mark.parametrize(
    ("column", "most", "expected"),
    [
        ((4, 4), 8, [0, 0, 1, 1]),
        ((2, 2), 8, [0, FREE, FREE, 1]),
        ((0, 8), 8, [1, 1, 1, 1]),
        ((2, 4, 2), 8, [0, 1, 1, 2]),
        ((8,), 8, [0, 0, 0, 0]),
        ((0, 0), 8, [FREE] * 4),
        ((0, 0), 0, [FREE] * 4),
    ],
)
def test_first_player_is_at_the_bottom_and_last_at_the_top(
    column: tuple[int, ...], most: int, expected: list[Owner]
) -> None:
    assert owners(column, most, 4) == expected


def text(*columns: tuple[int, ...], most: int | None = None, pen: Pen) -> list[str]:
    return ["".join(sign for sign, _ in row) for row in area_rows(columns, most, 2, pen)]


def test_signs_replace_colours() -> None:
    columns = ((4, 0, 4), (1, 3, 4), (2, 2, 2))
    assert text(*columns, most=8, pen=Pen(PLAIN)) == ["▓▓▓", "█░▄"]
    assert text(*columns, most=8, pen=Pen(COLORS, is_ascii=True)) == ["%%%", "#:."]


def test_halves_of_a_cell_have_the_colours_of_their_owners() -> None:
    pen = Pen(COLORS)
    assert pen.cell(0, 2) == ("▄", Style(color="red", bgcolor="green"))
    assert pen.cell(1, 1) == (" ", Style(bgcolor="blue"))
    assert pen.cell(FREE, 1) == ("▀", Style(color="blue"))
    assert pen.cell(1, FREE) == ("▄", Style(color="blue"))
    assert pen.cell(FREE, FREE) == (" ", Style())


def test_no_sign_is_a_letter_or_digit() -> None:
    for pen in (Pen(PLAIN * 2), Pen(PLAIN * 2, is_ascii=True)):
        signs = [pen.sign(player) for player in range(6)]
        assert len(set(signs)) == 6
        assert not any(sign.isalnum() or sign.isspace() for sign in signs)
