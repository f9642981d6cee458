"""Table of the players in the side panel: name, stones, growing, secured and leading fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atlantis_core.support.columns import display_width, pad
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.text_lines import Piece, Row
from .player_list import PlayerList

_COLUMNS = ("stones", "grow", "safe", "lead")
_USUAL = "Players"
_FEW_PLAYERS = 3
"""Number of players that may take two lines each."""
Figures = tuple[int, int, int, int]
"""Counts of a player: stones, growing fields, secured fields, leading fields."""


def player_lines(
    player_list: PlayerList,
    figures: Iterable[Figures],
    to_move: int | None,
    width: int,
    heading: str = _USUAL,
) -> Iterator[Row]:
    """A heading and one line per player, or two where names would be cut."""
    rows = list(figures)
    digits = max((len(str(value)) for row in rows for value in row), default=1)
    called = [player_list.called(player) for player in range(len(rows))]
    longest = max(map(display_width, called), default=0)
    columns, sizes = _figure_columns(width - longest - 4, digits)
    is_cut = columns is not _COLUMNS or longest > width - sum(sizes) - 4
    if is_cut and len(rows) <= _FEW_PLAYERS and sum(_full_sizes(digits)) <= width:
        if heading != _USUAL:
            yield (Piece(heading, "heading"),)
        yield from _two_line_rows(player_list, rows, to_move, width, digits)
        return
    names_width = max(width - sum(sizes) - 4, 3)
    above = "".join(column.rjust(size) for column, size in zip(columns, sizes, strict=True))
    room = names_width + 4
    if display_width(heading) > room:
        yield (Piece(heading, "heading"),)
        heading = ""
    yield (Piece(pad(heading, room), "heading"), Piece(above, "dim"))
    for player, values in enumerate(rows):
        named = _named(player_list, player, names_width, is_next=player == to_move)
        gap = " " * (names_width + 1 - display_width(named[-1].text))
        yield (*named, gap, _figures(values, sizes, is_next=player == to_move))


def _two_line_rows(
    player_list: PlayerList, rows: Iterable[Figures], to_move: int | None, width: int, digits: int
) -> Iterator[Row]:
    """Rows with the figures below the names."""
    sizes = _full_sizes(digits)
    above = "".join(column.rjust(size) for column, size in zip(_COLUMNS, sizes, strict=True))
    yield (Piece(above.rjust(width), "dim"),)
    for player, values in enumerate(rows):
        is_next = player == to_move
        yield _named(player_list, player, width - 3, is_next=is_next)
        yield (" " * (width - sum(sizes)), _figures(values, sizes, is_next=is_next))


def _named(player_list: PlayerList, player: int, width: int, *, is_next: bool) -> tuple[Piece, ...]:
    name = Piece(cut(player_list.called(player), width), player_list.styles[player])
    return Piece(">" if is_next else " ", "strong"), player_list.letter(player), name


def _figures(values: Figures, sizes: Iterable[int], *, is_next: bool) -> Piece:
    shown = "".join(str(value).rjust(size) for value, size in zip(values, sizes, strict=True))
    return Piece(shown, "strong" if is_next else "plain")


def _full_sizes(digits: int) -> list[int]:
    return [max(len(column), digits) + 1 for column in _COLUMNS]


def _figure_columns(room: int, digits: int) -> tuple[tuple[str, ...], list[int]]:
    """Headings and widths of the figures, shortened if the names need the room."""
    sizes = _full_sizes(digits)
    if sum(sizes) <= room:
        return _COLUMNS, sizes
    short = tuple(column[:2] for column in _COLUMNS)
    return short, [max(len(column), digits) + 1 for column in short]
