"""The panel beside the board in review: players, turns, comment, or why a field is as it is.

Pure functions to lines of a given width and height; the turn list gets what the others leave.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.style import Style

from atlantis_core.narration import Cast
from atlantis_core.review.chronicle import Figures, Mark, Moment, TurnFacts
from atlantis_core.review.history import FieldEvent
from atlantis_core.review.reasons import describe_event, describe_moment
from atlantis_core.review.walk import Walk
from atlantis_core.safe_text import showable_lines
from atlantis_tui.review.timeline import SIGNS
from atlantis_tui.review.turn_rows import TurnRow, TurnRows
from atlantis_tui.widgets.text_lines import Piece, Row

MOST_COMMENT = 8
"""Lines of a comment in the panel; all of it is in the editor."""
LEAST_TURNS = 5
"""Lines that the turn list keeps, whatever is said below it."""
PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays, and in which colours they are named."""

    cast: Cast
    styles: tuple[Style, ...]

    def letter(self, player: int) -> Piece:
        return Piece(f"{self.cast.letters[player]} ", self.styles[player])


def player_lines(
    company: Company, figures: Figures, to_move: int | None, width: int, *, is_inside: bool = False
) -> list[Row]:
    """A line a player: stones, growing, secured and leading after the turn.

    Inside a turn the board is not there yet, so it is said that these are of its end.
    """
    is_wide = width >= 34
    columns = ("stones", "grow", "sure", "lead") if is_wide else ("st", "gr", "su", "le")
    sizes = [max(len(column) + 1, 4) for column in columns]
    room = max(width - sum(sizes), 6)
    heading = "".join(column.rjust(size) for column, size in zip(columns, sizes, strict=True))
    name = ("At its end" if room > 10 else "At end") if is_inside else "Players"
    rows: list[Row] = [(Piece(name.ljust(room)[:room], "heading"), Piece(heading, "dim"))]
    table = zip(figures.stones, figures.growing, figures.secured, figures.leading, strict=True)
    for player, numbers in enumerate(table):
        shown = "".join(str(n).rjust(size) for n, size in zip(numbers, sizes, strict=True))
        name = cut(company.cast.names[player], room - 4).ljust(room - 3)
        sign = ">" if player == to_move else " "
        rows.append((sign, company.letter(player), Piece(name, company.styles[player]), shown))
    return rows


def turns_and_notes(
    company: Company, rows: TurnRows, walk: Walk, width: int, height: int
) -> list[Row]:
    """The turn list, and at the bottom what is to be said about the turn that is shown."""
    comment = walk.tree.comment(walk.place)
    here = telling_moments(walk)
    notes = list(note_lines(company, here, comment, width)) if company.styles else []
    room = max(height - len(notes) - 1, min(LEAST_TURNS, height))
    turns = list(turn_lines(company, rows, walk, width, max(room, 1)))
    filler = [()] * max(height - len(turns) - len(notes), 0)
    return [*turns, *filler, *notes]


def telling_moments(walk: Walk) -> list[Moment]:
    """Why the turn is marked; the comment itself says more than that there is one."""
    here = (moment for moment in walk.moments() if moment.turn == walk.turn)
    return [moment for moment in here if moment.mark is not Mark.COMMENT]


def turn_lines(
    company: Company, rows: TurnRows, walk: Walk, width: int, height: int
) -> Iterator[Row]:
    """The visible part of the turn list."""
    for number, (row, is_here) in enumerate(rows.window(walk.place, height)):
        yield _turn_line(company, rows, row, is_here, width, number)


def _turn_line(
    company: Company, rows: TurnRows, row: TurnRow, is_here: bool, width: int, number: int
) -> Row:
    player = rows.player(row)
    indent = "  " * row.depth
    name = row.name or str(row.place.turn)
    head = f"{indent}{name:>4} "
    letter = f"{company.cast.letters[player]} " if player is not None else ""
    facts = short_facts(rows.facts(row)) + ('"' if rows.is_commented(row) else "")
    room = max(width - len(head) - len(letter) - (len(facts) + 1 if facts else 0), 4)
    moves = cut(rows.notation(row), room).ljust(room)
    click = f"screen.pick_row({number})"
    # One style a row: when the list turns a page, all of it goes over the line at once.
    look = "chosen" if is_here else "dim" if row.depth else "plain"
    return (Piece(f"{head}{letter}{moves}{' ' + facts if facts else ''}", look, click),)


def short_facts(facts: TurnFacts | None) -> str:
    """``!11 +4 -1``: explosions, stones won, stones lost."""
    if facts is None:
        return ""
    named = (("!", facts.explosions), ("+", facts.won), ("-", facts.lost))
    return " ".join(f"{sign}{number}" for sign, number in named if number)


def note_lines(
    company: Company, moments: Iterable[Moment], comment: str | None, width: int
) -> Iterator[Row]:
    """Why the turn is marked, and its comment."""
    for moment in moments:
        sign = SIGNS[moment.mark]
        for line in wrapped(describe_moment(moment, company.cast), width - 2):
            yield (Piece(f"{sign} {line}", "key"),)
            sign = " "
    written = [part for line in showable_lines(comment or "") for part in wrapped(line, width - 2)]
    for line in written[:MOST_COMMENT]:
        yield (Piece("| ", "dim"), line)
    if len(written) > MOST_COMMENT:
        yield (Piece("| ... (c shows all of it)", "dim"),)


def why_lines(
    company: Company, heading: str, events: Sequence[FieldEvent], chosen: int, room: tuple[int, int]
) -> list[Row]:
    """The story of a field, newest first, around the chosen event."""
    width, height = room
    lines: list[Row] = [(Piece(cut(heading, width), "heading"),)]
    lines.append((Piece(cut("Enter goes there, Esc closes", width), "dim"),))
    written: list[tuple[int, Row]] = []
    for number, event in enumerate(events):
        click = f"screen.pick_event({number})"
        look = "chosen" if number == chosen else "plain"
        when = f"{event.turn:>4} " if event.turn else "   0 "
        letter = "  " if event.player is None else f"{company.cast.letters[event.player]} "
        style: str | Style = PLAIN if event.player is None else company.styles[event.player]
        parts = wrapped(describe_event(event, company.cast), width - 7) or [""]
        if number == chosen:
            written.append((number, (Piece(f"{when}{letter}{parts[0]}", look, click),)))
        else:
            first = (Piece(when, "dim", click), Piece(letter, style, click))
            written.append((number, (*first, Piece(parts[0], look, click))))
        written += [(number, (Piece(f"       {part}", look, click),)) for part in parts[1:]]
    at = next((place for place, (number, _) in enumerate(written) if number == chosen), 0)
    left = max(height - len(lines), 1)
    top = min(max(at - left // 2, 0), max(len(written) - left, 0))
    return [*lines, *(row for _, row in written[top : top + left])]


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines that fit."""
    return textwrap.wrap(text, max(width, 8)) if text else []


def cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(width - 1, 0)] + "~"
