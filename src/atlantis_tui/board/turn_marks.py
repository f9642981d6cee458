"""Marks on the board while a turn is planned, previewed or animated."""

from __future__ import annotations

from collections.abc import Iterable

from atlantis_core.diagram import find_volatile
from atlantis_core.positions.events import Growth, MoveEvent, TurnStep, Wave
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from atlantis_core.review.steps import differing_fields
from atlantis_core.rules.planning import TurnPlan
from atlantis_tui.game.turn_entry import TurnEntry
from .marks import Mark, Marking, MarkingPen


def mark_entry(
    entry: TurnEntry,
    recent: Position | None = None,
    hint: Iterable[Move] = (),
    recent_moves: Iterable[Move] = (),
) -> Marking:
    """Marks of the turn being planned, and of the moves of a hint.

    Until the first move, also marks the fields that differ from the `recent` position, and where
    the `recent_moves` since then started and ended.
    """
    if entry.is_preview:
        plan = entry.plan
        return mark_changes(plan.position, plan.report.end, plan.moves)
    pen = MarkingPen()
    _mark_volatile(pen, entry.plan.moved)
    if recent is not None and not entry.plan.moves and entry.lifted is None:
        _mark_recent(pen, recent, entry.plan.position, recent_moves)
    _mark_plan(pen, entry.plan)
    for number, move in enumerate(hint, 1):
        pen.mark(move.source, Mark.HINT, f"{number}?")
        pen.mark(move.destination, Mark.HINT, f"?{number}")
    if entry.lifted is None:
        for field in entry.plan.sources():
            pen.mark(field, Mark.MOVABLE)
    else:
        pen.mark(entry.lifted, Mark.SOURCE)
        for field, stones in entry.plan.destinations(entry.lifted).items():
            pen.mark(field, Mark.REACHABLE, f"+{stones}")
    return pen.marking()


def mark_quiet(position: Position) -> Marking:
    """Marks of a position in which no turn is being planned."""
    pen = MarkingPen()
    _mark_volatile(pen, position)
    return pen.marking()


def mark_changes(before: Position, after: Position, moves: Iterable[Move] = ()) -> Marking:
    """Marks of the fields that differ, with the change in stones, and of the moves between them.

    A field that only changed its state gets no note: its drawing already shows the state.
    """
    pen = MarkingPen()
    _mark_volatile(pen, after)
    for field in differing_fields(before, after):
        old, new = before[field], after[field]
        is_taken = bool(old.stones and new.stones) and old.player != new.player
        change = new.stones - old.stones
        pen.mark(field, Mark.CHANGED, "<>" if is_taken else f"{change:+d}" if change else "")
    for move in moves:
        pen.mark(move.source, Mark.DEPARTURE)
        pen.mark(move.destination, Mark.ARRIVAL)
    return pen.marking()


def mark_explosions(wave: Wave) -> Marking:
    """Marks of the fields of a wave before they explode."""
    pen = MarkingPen()
    for blast in wave.explosions:
        pen.mark(blast.field, Mark.EXPLODING, "!")
    return pen.marking()


def mark_step(event: TurnStep | None) -> Marking:
    """Marks of the changes made by a move, a wave or growth."""
    pen = MarkingPen()
    match event:
        case MoveEvent(move):
            pen.mark(move.source, Mark.DEPARTURE, f"{event.stones}>")
            for fallen in event.eliminations:
                pen.mark(fallen.field, Mark.CHANGED, f"-{fallen.stones}")
            is_fought_over = any(f.field == move.destination for f in event.eliminations)
            note = "" if is_fought_over else f">{event.landed}"
            pen.mark(move.destination, Mark.ARRIVAL, note)
        case Wave():
            for blast in event.explosions:
                pen.mark(blast.field, Mark.EXPLODING)
            for impact in event.impacts:
                note = f"-{impact.eliminated}" if impact.eliminated else f"+{impact.gained}"
                pen.mark(impact.field, Mark.CHANGED, note)
        case Growth(fields):
            for field in fields:
                pen.mark(field, Mark.CHANGED, "+1")
        case None:
            pass
    return pen.marking()


def _mark_volatile(pen: MarkingPen, position: Position) -> None:
    for field in find_volatile(position):
        pen.mark(field, Mark.VOLATILE)


def _mark_recent(pen: MarkingPen, recent: Position, now: Position, moves: Iterable[Move]) -> None:
    for field in differing_fields(recent, now):
        pen.mark(field, Mark.CHANGED)
    moved = tuple(moves)
    sources, destinations = ({move[end] for move in moved} for end in (0, 1))
    for field in sources:
        pen.mark(field, Mark.DEPARTURE, "" if field in destinations else "from")
    for field in destinations:
        pen.mark(field, Mark.ARRIVAL, "to")


def _mark_plan(pen: MarkingPen, plan: TurnPlan) -> None:
    for number, move in enumerate(plan.moves, 1):
        pen.mark(move.source, Mark.PLANNED, f"{number}>")
        pen.mark(move.destination, Mark.PLANNED, f">{number}")
    for field in plan.consequences.exploding:
        pen.mark(field, Mark.EXPLODING)
