"""Lines of the side panel of other games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.style import Style

from atlantis_core.games.protocol import Record
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.support.columns import clip, display_width, pad
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.text_lines import Line, Piece

TURN = ">"
COMMENT_SYMBOL, VARIATION_SYMBOL = '"', "+"
_NAME = 10
"""Longest player's name in the list of steps."""


def player_lines(
    record: Record, step: int, seats: Sequence[Seat], styles: Sequence[Style]
) -> Iterator[Line]:
    """A line per player: a symbol for the one to move, name, and bot or agent."""
    position = record.position(step)
    on_turn = None if position.result is not None else position.to_move
    for number, name in enumerate(record.players):
        symbol = TURN if number == on_turn else " "
        added = played_by(name, seats[number] if number < len(seats) else PERSON)
        yield (Piece(f"{symbol} "), Piece(name, styles[number]), Piece(added, "dim"))


def played_by(name: str, seat: Seat) -> str:
    """The bot or agent after its player's name, as in titles: `` (bot)``; empty for a person."""
    label = seat.label if seat.kind is SeatKind.AGENT else str(seat)
    return "" if seat == PERSON or label == name else f" ({label})"


def step_lines(
    record: Record,
    now: int,
    height: int,
    width: int,
    *,
    marks: Mapping[int, str] | None = None,
    is_clicked: bool = True,
) -> Iterator[Line]:
    """The steps around the current one, a line each, with the judge's marks.

    Clicks go there if `is_clicked`.
    """
    first = min(max(now - height // 2, 0), max(record.last_step - height + 1, 0))
    for step in range(first, min(first + height, record.last_step + 1)):
        look = "dim" if not is_clicked else "chosen" if step == now else "plain"
        symbols = (marks or {}).get(step, "") + step_symbols(record, step)
        text = f"{step:>4}  {step_words(record, step) if step else 'start'}"
        room = max(width - len(symbols) - 1, 1)
        click = f"screen.go_to({step})" if is_clicked else ""
        yield (Piece(pad(cut(text, room), room), look, click), Piece(f" {symbols}", "key", click))


def step_words(record: Record, step: int) -> str:
    """A step with its player, because in some games a player moves twice in a row."""
    mover = record.position(step - 1).to_move
    label = record.label(step)
    if mover is None or record.move(step) is None:
        return label
    names = _short_names(record.players)
    return f"{pad(names[mover], max(map(display_width, names)))}  {label}"


def _short_names(names: Sequence[str]) -> list[str]:
    """First words of the names if they differ, cut to fit."""
    first = [name.split(maxsplit=1)[0] if name.split() else "" for name in names]
    shown = first if len(set(first)) == len(names) else names
    return [clip(name, _NAME).rstrip() for name in shown]


def step_symbols(record: Record, step: int) -> str:
    """Symbols for the comment and variations of a step."""
    comment = COMMENT_SYMBOL if record.comment(step) else ""
    return comment + (VARIATION_SYMBOL if step and record.variations(step) else "")


def bar_symbols(record: Record) -> dict[int, str]:
    """The symbol of each step that has one, for the bar below the picture."""
    found = ((step, step_symbols(record, step)) for step in range(record.last_step + 1))
    return {step: symbols[-1] for step, symbols in found if symbols}


def detail_lines(record: Record) -> list[Line]:
    """Title and details of a record."""
    return [(record.title,), (), *((f"{name}: {value}",) for name, value in record.details)]
