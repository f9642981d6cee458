"""Side panel of the review screen: players, turns, notes, history of a field, explorer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.style import Style

from atlantis_core.bots.interface import Candidate
from atlantis_core.positions.grid import format_moves
from atlantis_core.review.game_statistics import Moment, MomentKind, TurnFacts
from atlantis_core.review.reasons import (
    describe_better,
    describe_event,
    describe_moment,
    describe_verdict,
)
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.verdicts import TurnMark
from atlantis_core.rules.overlays import Overlay
from atlantis_core.rules.scoring import is_over
from atlantis_core.support.columns import pad
from atlantis_core.support.phrases import percents
from atlantis_core.support.safe_text import showable_lines
from atlantis_core.transcript.clocks import (
    control_of,
    format_seconds,
    time_left,
    turn_seconds,
)
from atlantis_tui.board.explorer import Explorer
from atlantis_tui.board.land_lines import land_line
from atlantis_tui.board.player_lines import legend_lines, player_lines
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.widgets.line_breaks import cut, mark_cut, wrap
from atlantis_tui.widgets.text_lines import Piece, Row, cut_rows, wrapped
from .field_history import FieldHistory
from .timeline import SYMBOLS
from .turn_rows import TurnRow, TurnRows

MOST_REASONS = 6
"""Lines about a better turn; `atlantis read` prints all reasons."""
MOST_COMMENT = 8
"""Lines of a comment; the editor shows all of it."""
LEAST_TURNS = 5
"""Least height of the turn list."""
WIDE_LIST = 36
"""Least width of a turn list with all figures."""
LOW = 14
"""Height of a panel below which the explorer leaves no room for anything else."""
TALL = 18
"""Least height of a panel with a bar of the land."""
PLAIN = Style()


def side_lines(  # noqa: PLR0913 -- the parts of the panel
    player_list: PlayerList,
    rows: TurnRows,
    replay: ReplayCursor,
    history: FieldHistory,
    explorer: Explorer,
    room: tuple[int, int],
    *,
    overlay: Overlay,
    is_ascii: bool = False,
) -> list[Row]:
    """The players, the legend of an overlay, then the turns, a field's history or the explorer."""
    width, height = room
    lines: list[Row] = []
    if explorer.is_open and not history.is_open and height < LOW:
        return explorer.lines(room)[:height]
    if player_list.styles:
        to_move = None if is_over(replay.position) else replay.position.to_move
        # Within a turn, the figures are those of its end.
        heading = "At its end" if replay.is_inside_turn else "Players"
        held = replay.statistics.figures(replay.turn)
        figures = zip(held.stones, held.growing, held.secured, held.leading, strict=True)
        lines = list(player_lines(player_list, figures, to_move, width, heading))
        if replay.position.players and height >= TALL:
            pen = player_list.pen(is_ascii=is_ascii)
            lines.append(land_line(pen, replay.line.position_after(replay.turn), width))
        lines += [*legend_lines(player_list, overlay, width, height - len(lines) - LEAST_TURNS), ()]
    left = height - len(lines)
    if history.is_open:
        lines += why_lines(player_list, history, (width, max(left, 3)))
    elif explorer.is_open:
        lines += explorer.lines((width, max(left, 3)))
    else:
        lines += turns_and_notes(player_list, rows, replay, width, left)
    return lines[:height]


def turns_and_notes(
    player_list: PlayerList, rows: TurnRows, replay: ReplayCursor, width: int, height: int
) -> list[Row]:
    """The turn list and, at the bottom, notes about the shown turn."""
    comment = replay.tree.comment(replay.place)
    here = marks_to_explain(replay)
    notes = list(note_lines(player_list, here, comment, width)) if player_list.styles else []
    notes = [*verdict_lines(player_list, replay, width), *notes]
    if time := time_taken(replay):
        notes.insert(0, (Piece(time, "dim"),))
    room = max(height - len(notes) - 1, min(LEAST_TURNS, height))
    notes = cut_rows(notes, height - room, width)
    turns = list(turn_lines(player_list, rows, replay, width, max(room, 1)))
    filler = [()] * max(height - len(turns) - len(notes), 0)
    return [*turns, *filler, *notes]


def time_taken(replay: ReplayCursor) -> str:
    """Time that the player thought about a turn of the main line, and the time left, or ""."""
    transcript, turn = replay.tree.transcript, replay.turn
    taken = None if replay.path else turn_seconds(transcript, turn)
    if taken is None:
        return ""
    control, start = control_of(transcript), replay.tree.main.positions[0]
    said = f"took {format_seconds(taken)}"
    if control is None or control.is_per_turn:
        return said
    player = (start.to_move + turn - 1) % start.players
    clocks = transcript.annotations.clocks[:turn]
    left = time_left(control, clocks, player, start.players, start.to_move)
    return f"{said}, {format_seconds(left)} left"


def marks_to_explain(replay: ReplayCursor) -> list[Moment]:
    """Marks of the shown turn, except comment and mistake, which have their own lines."""
    here = (moment for moment in replay.moments() if moment.turn == replay.turn)
    return [
        moment for moment in here if moment.mark not in (MomentKind.COMMENT, MomentKind.MISTAKE)
    ]


def verdict_lines(player_list: PlayerList, replay: ReplayCursor, width: int) -> Iterator[Row]:
    """The verdict about the shown turn, and the better turn."""
    verdict = replay.verdict()
    if verdict is None or not player_list.styles:
        return
    symbol = verdict.mark.value
    text = f"{symbol} {describe_verdict(verdict, player_list.cast)}".strip()
    look = "bad" if verdict.mark in (TurnMark.BAD, TurnMark.BLUNDER) else "key" if symbol else "dim"
    lines = wrap(text, width, indent="  " if symbol else "")
    yield from ((Piece(line, look),) for line in lines)
    better = [line for text in describe_better(verdict) for line in wrap(text, width - 2)]
    if len(better) > MOST_REASONS:
        better[MOST_REASONS - 1] = mark_cut(better[MOST_REASONS - 1], width - 2)
    yield from ((Piece(f"  {line}", "plain"),) for line in better[:MOST_REASONS])


def turn_lines(
    player_list: PlayerList, rows: TurnRows, replay: ReplayCursor, width: int, height: int
) -> Iterator[Row]:
    """The visible part of the turn list, below its headings if there is room."""
    if height > 2:
        yield (Piece(_headings(width), "dim"),)
        height -= 1
    rows.hidden_turn = replay.hidden_turn
    for number, (row, is_here) in enumerate(rows.window(replay.place, height)):
        yield _turn_line(player_list, rows, row, is_here, width, number)


def _turn_line(
    player_list: PlayerList,
    rows: TurnRows,
    row: TurnRow,
    is_here: bool,
    width: int,
    number: int,
) -> Row:
    player = rows.player(row)
    indent = "  " * row.depth
    name = row.name or str(row.place.turn)
    head = f"{indent}{name:>4} "
    click = f"screen.pick_row({number})"
    letter = () if player is None else (player_list.letter(player)._replace(click=click),)
    note = (SYMBOLS[MomentKind.COMMENT] if rows.is_commented(row) else "") + rows.mark(row)
    facts = f" {note:<3}{figure_columns(rows.facts(row), width)}"
    room = max(width - len(head) - 2 * len(letter) - len(facts), 4)
    moves = pad(cut(rows.notation(row), room), room)
    # Few styles per row: scrolling by a page sends all rows over the connection at once.
    look = "chosen" if is_here else "dim" if row.depth else "plain"
    after = Piece(f"{' ' * len(letter)}{moves}{facts}", look, click)
    return (Piece(head, look, click), *letter, after)


def _columns(width: int) -> tuple[str, ...]:
    """Headings of the figures of a turn: explosions, stones of others and own stones lost."""
    return ("expl", "won", "lost") if width >= WIDE_LIST else ("expl",)


def _headings(width: int) -> str:
    figures = "".join(f" {heading}" for heading in _columns(width))
    return cut(f"turn   moves{figures.rjust(width - 12)}", width)


def figure_columns(facts: TurnFacts | None, width: int) -> str:
    """The figures of a turn below their headings; zeros are left out."""
    values = (0, 0, 0) if facts is None else (facts.explosions, facts.eliminated, facts.lost)
    return "".join(
        f" {value or '':>{len(heading)}}"
        for heading, value in zip(_columns(width), values, strict=False)
    )


def note_lines(
    player_list: PlayerList, moments: Iterable[Moment], comment: str | None, width: int
) -> Iterator[Row]:
    """Explanations of the marks, and the comment."""
    for moment in moments:
        symbol = SYMBOLS[moment.mark]
        for line in wrap(describe_moment(moment, player_list.cast), width - 2):
            yield (Piece(f"{symbol} {line}", "key"),)
            symbol = " "
    shown = filter(None, showable_lines(comment or ""))
    written = [part for line in shown for part in wrap(line, width - 2)]
    for line in written[:MOST_COMMENT]:
        yield (Piece("| ", "dim"), line)
    if len(written) > MOST_COMMENT:
        yield (Piece("| ... (press c for the rest)", "dim"),)


def why_lines(player_list: PlayerList, history: FieldHistory, room: tuple[int, int]) -> list[Row]:
    """The history of a field, newest first, scrolled to the selected event."""
    width, height = room
    heading, events, chosen = history.heading(player_list.cast), history.events, history.chosen
    lines: list[Row] = [(Piece(cut(heading, width), "heading"),)]
    lines.append((Piece(cut("Enter: go there, Esc: close", width), "dim"),))
    written: list[tuple[int, Row]] = []
    for number, event in enumerate(events):
        click = f"screen.pick_event({number})"
        look = "chosen" if number == chosen else "plain"
        when = f"{event.turn:>4} " if event.turn else "   0 "
        letter = "  " if event.player is None else f"{player_list.cast.letters[event.player]} "
        style: str | Style = PLAIN if event.player is None else player_list.styles[event.player]
        parts = list(wrap(describe_event(event, player_list.cast), width - 7))
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


def advice_lines(found: Iterable[Candidate], player: int, width: int) -> Iterator[Row]:
    """A bot's best turns with winning chances and reasons."""
    for place, advice in enumerate(found, 1):
        chance = percents(advice.chances)[player]
        head = f"{place}. {format_moves(advice.turn)}  ({chance} percent)"
        yield from wrapped([head], width, "strong")
        for reason in advice.reasons:
            first, *others = wrap(reason, width - 5)
            yield (f"   - {first}",)
            yield from ((f"     {line}",) for line in others)


def answer_lines(lines: Iterable[str], width: int) -> Iterator[Row]:
    """Output of a command: wraps sentences, cuts tables."""
    for line in filter(None, lines):
        yield from [(line[:width],)] if "  " in line else wrapped([line], width)
