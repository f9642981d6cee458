"""Table of the players in the side panel: name, stones, growing, secured and leading fields.

Also the legend of an overlay, which follows the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from atlantis_core.rules.overlays import Hold, Overlay
from atlantis_core.support.columns import display_width, pad
from atlantis_tui.widgets.line_breaks import wrap
from atlantis_tui.widgets.text_lines import Piece, Row
from .player_list import PlayerList

_COLUMNS = ("stones", "grow", "safe", "lead")
_USUAL = "Players"
Figures = tuple[int, int, int, int]
"""Counts of a player: stones, growing fields, secured fields, leading fields."""
_BEFORE_NAMES = 4
"""Columns of the sign of the player to move and the letter."""
_HOLDS = {Hold.SECURED: "secured", Hold.ALONE: "alone", Hold.FIRST: "first"}
_LEAST_NAME = 5
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
    """A heading and one line per player.

    Where names and seats are too long, the last figure makes room; names that are still too long
    lose their seats, then end in a sign.
    """
    rows = list(figures)
    digits = max((len(str(value)) for row in rows for value in row), default=1)
    longest = max((display_width(player_list.called(n)) for n in range(len(rows))), default=0)
    columns = _fitting_columns(width, digits, longest)
    sizes = _sizes(columns, digits)
    room = max(width - sum(sizes) - _BEFORE_NAMES, 1)
    gap = " " if longest < room else ""
    above = "".join(column.rjust(size) for column, size in zip(columns, sizes, strict=True))
    above = above.strip()
    left = room + _BEFORE_NAMES + sum(sizes) - len(above) - 1
    if display_width(heading) > left:
        if heading != _USUAL:
            yield (Piece(heading, "heading"),)
        heading = ""
    yield (Piece(pad(heading, left), "heading"), Piece(f" {above}", "dim"))
    for player, values in enumerate(rows):
        mark = Piece(">" if player == to_move else " ", "strong")
        called = gap + player_list.fitted_name(player, room - len(gap))
        name = Piece(called, player_list.name_style(player))
        yield (
            mark,
            player_list.tile(player),
            name,
            " " * (room - display_width(name.text)),
            _figures(values[: len(columns)], sizes, is_next=player == to_move),
        )


def _figures(values: Sequence[int], sizes: Iterable[int], *, is_next: bool) -> Piece:
    shown = "".join(str(value).rjust(size) for value, size in zip(values, sizes, strict=True))
    return Piece(shown, "strong" if is_next else "plain")


def _sizes(columns: Sequence[str], digits: int) -> list[int]:
    """Widths of the figures; long names may use the room below the first heading."""
    first, *others = (max(len(column), digits) + 1 for column in columns)
    return [min(first, max(digits, _USUAL_DIGITS) + 1), *others]


def _fitting_columns(width: int, digits: int, longest: int) -> tuple[str, ...]:
    """The headings of the figures; the last ones make room for names."""
    least = longest
    for count in range(len(_COLUMNS), 1, -1):
        if least + _BEFORE_NAMES + sum(_sizes(_COLUMNS[:count], digits)) <= width:
            return _COLUMNS[:count]
        least = _LEAST_NAME
    return _COLUMNS[:1]


def legend_lines(player_list: PlayerList, overlay: Overlay, width: int, room: int) -> list[Row]:
    """A blank line and the meaning of the overlay; nothing without an overlay or room."""
    if overlay is Overlay.NONE:
        return []
    if overlay is Overlay.TERRITORY and player_list.holds:
        meaning = _tint_lines(player_list)
    else:
        meaning = [(Piece(line, "dim"),) for line in wrap(overlay.meaning, width)]
    lines: list[Row] = [(), *meaning]
    return lines if len(lines) + _LEAST_BELOW <= room else []


def _tint_lines(player_list: PlayerList) -> list[Row]:
    rows: list[Row] = []
    for holds in player_list.holds:
        pieces = ((Piece("  ", style), f" {_HOLDS[hold]} ") for hold, style in holds.items())
        rows.append(tuple(piece for pair in pieces for piece in pair))
    return [*rows, (Piece("without colour: tied", "dim"),)]
