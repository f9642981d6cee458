"""Table of the players in the side panel: name, stones, growing, secured and leading fields.

Also the legend of an overlay, which follows the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from atlantis_core.rules.overlays import Overlay
from atlantis_core.support.columns import display_width, pad
from atlantis_tui.widgets.line_breaks import cut, wrap
from atlantis_tui.widgets.text_lines import Piece, Row
from .player_list import PlayerList

_COLUMNS = ("stones", "grow", "safe", "lead")
_USUAL = "Players"
_FEW_PLAYERS = 3
"""Number of players that may take two lines each."""
Figures = tuple[int, int, int, int]
"""Counts of a player: stones, growing fields, secured fields, leading fields."""
_BEFORE_NAMES = 3
"""Columns of the sign of the player to move, the letter and a blank."""
_USUAL_DIGITS = 2
_LEAST_BELOW = 3
"""Lines that a legend leaves for what follows it."""


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
    columns, sizes = _figure_columns(width - longest - _BEFORE_NAMES, digits)
    names_width = max(width - sum(sizes) - _BEFORE_NAMES, 3)
    is_cut = columns is not _COLUMNS or longest > names_width
    if is_cut and len(rows) <= _FEW_PLAYERS and sum(_full_sizes(digits)) <= width:
        if heading != _USUAL:
            yield (Piece(heading, "heading"),)
        yield from _two_line_rows(player_list, rows, to_move, width, digits)
        return
    above = "".join(column.rjust(size) for column, size in zip(columns, sizes, strict=True))
    above = above.strip()
    room = names_width + _BEFORE_NAMES + sum(sizes) - len(above) - 1
    if display_width(heading) > room:
        if heading != _USUAL:
            yield (Piece(heading, "heading"),)
        heading = ""
    yield (Piece(pad(heading, room), "heading"), Piece(f" {above}", "dim"))
    for player, values in enumerate(rows):
        named = _named(player_list, player, names_width, is_next=player == to_move)
        gap = " " * (names_width - display_width(named[-1].text))
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
    return _sizes(_COLUMNS, digits)


def _sizes(columns: Sequence[str], digits: int) -> list[int]:
    """Widths of the figures; long names may use the room below the first heading."""
    first, *others = (max(len(column), digits) + 1 for column in columns)
    return [min(first, max(digits, _USUAL_DIGITS) + 1), *others]


def _figure_columns(room: int, digits: int) -> tuple[tuple[str, ...], list[int]]:
    """Headings and widths of the figures, shortened if the names need the room."""
    sizes = _full_sizes(digits)
    if sum(sizes) <= room:
        return _COLUMNS, sizes
    short = tuple(column[:2] for column in _COLUMNS)
    return short, _sizes(short, digits)


def legend_lines(overlay: Overlay, width: int, room: int) -> list[Row]:
    """A blank line and the meaning of the overlay's signs; nothing without an overlay or room."""
    if overlay is Overlay.NONE:
        return []
    lines: list[Row] = [(), *((Piece(line, "dim"),) for line in wrap(overlay.meaning, width))]
    return lines if len(lines) + _LEAST_BELOW <= room else []
