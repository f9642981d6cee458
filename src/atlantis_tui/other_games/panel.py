"""What stands beside and above the picture of another game, as lines. Knows no screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style

from atlantis_core.games.protocol import Record
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.text_lines import Line, Piece

TURN = ">"
COMMENT_SIGN, VARIATION_SIGN = '"', "+"
_NAME = 10
"""Characters of a player's name that the list of steps has room for."""


def state_words(record: Record, step: int) -> str:
    """Whose turn it is after a step, or how it ended."""
    position = record.position(step)
    if position.result is not None:
        return position.result
    if position.to_move is None:
        return ""
    return f"{record.players[position.to_move]} to move"


def player_lines(
    record: Record, step: int, seats: Sequence[Seat], styles: Sequence[Style]
) -> Iterator[Line]:
    """Every player with who plays; a sign before the one on turn."""
    position = record.position(step)
    on_turn = None if position.result is not None else position.to_move
    for number, name in enumerate(record.players):
        seat = seats[number] if number < len(seats) else PERSON
        label = seat.label if seat.kind is SeatKind.AGENT else str(seat)
        who = "" if seat == PERSON or label == name else f"  {label}"
        sign = TURN if number == on_turn else " "
        yield (Piece(f"{sign} "), Piece(name, styles[number]), Piece(who, "dim"))


def step_lines(
    record: Record, now: int, height: int, width: int, *, is_clicked: bool = True
) -> Iterator[Line]:
    """The steps around the present one, a line each; a click may go there."""
    first = min(max(now - height // 2, 0), max(record.last_step - height + 1, 0))
    for step in range(first, min(first + height, record.last_step + 1)):
        look = "dim" if not is_clicked else "chosen" if step == now else "plain"
        signs = step_signs(record, step)
        text = f"{step:>4}  {step_words(record, step) if step else 'start'}"
        room = max(width - len(signs) - 1, 1)
        click = f"screen.go_to({step})" if is_clicked else ""
        yield (Piece(cut(text, room).ljust(room), look, click), Piece(f" {signs}", "key", click))


def step_words(record: Record, step: int) -> str:
    """A step from 1 on with who took it: in some games it is the same side again."""
    mover = record.position(step - 1).to_move
    label = record.label(step)
    if mover is None or record.move(step) is None:
        return label
    names = _short_names(record.players)
    return f"{names[mover].ljust(max(map(len, names)))}  {label}"


def _short_names(names: Sequence[str]) -> list[str]:
    """First words where they tell players apart."""
    first = [name.split(maxsplit=1)[0] if name.split() else "" for name in names]
    told = first if len(set(first)) == len(names) else names
    return [name[:_NAME].rstrip() for name in told]


def step_signs(record: Record, step: int) -> str:
    """What a step has besides its move."""
    comment = COMMENT_SIGN if record.comment(step) else ""
    return comment + (VARIATION_SIGN if step and record.variations(step) else "")


def bar_signs(record: Record) -> dict[int, str]:
    """The signs of all steps that have one, for the bar below the picture."""
    found = ((step, step_signs(record, step)) for step in range(record.last_step + 1))
    return {step: signs[-1] for step, signs in found if signs}


def detail_lines(record: Record) -> list[Line]:
    """What a file says of itself, to read in a window."""
    return [(record.title,), (), *((f"{name}: {value}",) for name, value in record.details)]
