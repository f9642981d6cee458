"""The history of a field: everything that happened on it, event by event.

Looks only into turns that can concern the field, newest first, so a query is fast even after
thousands of turns. All facts come from the reports of the turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from atlantis_core.positions.events import Explosion, Impact, MoveEvent, TurnReport, Wave
from atlantis_core.positions.grid import Field, Move, way_of
from atlantis_core.positions.position import Contents, Position


class PlayedLine(Protocol):
    """A sequence of played turns: a `Game`, or a `Line` of its variations."""

    @property
    def turn_number(self) -> int: ...

    def position_after(self, turn: int, /) -> Position: ...

    def moves_of(self, turn: int, /) -> Sequence[Move]: ...

    def report(self, turn: int, /) -> TurnReport: ...


class Cause(Enum):
    """Kinds of events on a field."""

    SET_UP = "set up"
    LEFT = "left"
    """Stones moved away from it."""
    ARRIVED = "arrived"
    """A move ended on it; it may have eliminated opponents."""
    FOUGHT = "fought"
    """A move met opponents here, on its way or at its end, and no stones landed."""
    HIT = "hit"
    """Stones of exploding neighbours reached it."""
    EXPLODED = "exploded"
    GREW = "grew"


class FieldEvent(NamedTuple):
    """One event of a field."""

    turn: int
    """0 is the set-up before the first turn."""
    step: int
    """The step of the turn (see `steps.steps_of`), from 1; 0 for the set-up."""
    player: int | None
    """The player whose turn it was."""
    cause: Cause
    before: Contents
    after: Contents
    others: tuple[Field, ...] = ()
    """Origin or destination of the stones."""
    stones: int = 0
    """The number that left, arrived, or reached the field from others."""
    eliminated: int = 0
    """Stones eliminated here on each side."""
    open_neighbours: int = 0
    """Number of stones that sufficed for an explosion."""


def field_events(line: PlayedLine, field: Field, turn: int) -> Iterator[FieldEvent]:
    """All events of a field up to the end of a turn, newest first.

    Ends with the set-up. Lazy: computes each event when the caller requests it.
    """
    after = line.position_after(turn)[field]
    for number in range(turn, 0, -1):
        before = line.position_after(number - 1)[field]
        # A turn without a net change can still concern the field, but only through a move:
        # effects of explosions and growth cannot cancel out.
        if before != after or any(field in way_of(move) for move in line.moves_of(number)):
            yield from reversed(tuple(events_of_turn(line.report(number), number, field)))
        after = before
    yield FieldEvent(0, 0, None, Cause.SET_UP, after, after)


def events_of_turn(report: TurnReport, turn: int, field: Field) -> Iterator[FieldEvent]:
    """The events of a field in one turn, in order."""
    held, step = report.start[field], 0
    before: Position | Wave = report.start  # moves do not change which fields are open
    for event in report.moves:
        step += 1
        found = _event_of_move(event, field, held)
        if found is not None:
            yield found._replace(turn=turn, step=step, player=report.player)
            held = found.after
    for wave in report.waves:
        step += 1
        found = _event_of_wave(wave, field, held, before)
        if found is not None:
            yield found._replace(turn=turn, step=step, player=report.player)
            held = found.after
        before = wave
    if field in report.grown:
        after = report.end[field]
        yield FieldEvent(turn, step + 1, report.player, Cause.GREW, held, after, (), 1)


def _event_of_move(event: MoveEvent, field: Field, held: Contents) -> FieldEvent | None:
    move = event.move
    eliminated = sum(item.stones for item in event.eliminations if item.field == field)
    if field == move.source:
        return _found(Cause.LEFT, held, event.after[field], (move.destination,), event.stones)
    source = (move.source,)
    if field == move.destination and event.landed:
        return _found(Cause.ARRIVED, held, event.after[field], source, event.landed, eliminated)
    if eliminated:
        return _found(Cause.FOUGHT, held, event.after[field], source, eliminated, eliminated)
    return None


def _event_of_wave(
    wave: Wave, field: Field, held: Contents, before: Position | Wave
) -> FieldEvent | None:
    for explosion in wave.explosions:
        if explosion.field == field:
            start = before.after if isinstance(before, Wave) else before
            limit = start.open_neighbour_count(field)
            return _exploded(explosion, wave.after[field], held, limit)
    for impact in wave.impacts:
        if impact.field == field:
            return _hit(impact)
    return None


def _exploded(explosion: Explosion, after: Contents, held: Contents, limit: int) -> FieldEvent:
    event = _found(Cause.EXPLODED, held, after, explosion.targets, explosion.stones)
    return event._replace(open_neighbours=limit)


def _hit(impact: Impact) -> FieldEvent:
    stones, eliminated = len(impact.sources), impact.eliminated
    return _found(Cause.HIT, impact.before, impact.after, impact.sources, stones, eliminated)


def _found(
    cause: Cause,
    before: Contents,
    after: Contents,
    others: tuple[Field, ...],
    stones: int,
    eliminated: int = 0,
) -> FieldEvent:
    return FieldEvent(0, 0, None, cause, before, after, others, stones, eliminated)
