"""A turn as a row of steps: each move, each wave, growth, with the board after each of them.

Owns what "one step forward" means, so that the app, the dialogue and the tests walk through a
turn alike and can name a step by its number. Knows no rule: everything comes from the report
of a turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from atlantis_core.events import Growth, MoveEvent, TurnReport, TurnStep, Wave
from atlantis_core.grid import Field
from atlantis_core.position import Position


class Phase(Enum):
    """What a step shows."""

    MOVE = "move"
    WAVE = "wave"
    GROWTH = "growth"
    NOTHING = "nothing"
    """The only step of a turn in which nothing happens."""


class Step(NamedTuple):
    """One step of a turn, and the board after it."""

    phase: Phase
    event: TurnStep | None
    """What happens in it; None in the only step of a turn in which nothing does."""
    number: int
    """Counts the steps of the same phase, from 1."""
    touched: tuple[Field, ...]
    """The fields that the step concerns, sorted; what they hold may be the same as before."""
    end: Position
    """The position after the whole turn."""
    is_last: bool = False

    @property
    def after(self) -> Position:
        """The position after the step; after the last one that of the next player."""
        return self.end if self.is_last or self.event is None else self.event.after


def steps_of(report: TurnReport) -> tuple[Step, ...]:
    """All steps of a turn, at least one."""
    steps = list(_steps(report)) or [Step(Phase.NOTHING, None, 1, (), report.end)]
    steps[-1] = steps[-1]._replace(is_last=True)
    return tuple(steps)


def touched_in(report: TurnReport) -> tuple[Field, ...]:
    """The fields that a whole turn concerns, sorted."""
    return tuple(sorted({field for step in _steps(report) for field in step.touched}))


def differing_fields(one: Position, other: Position) -> tuple[Field, ...]:
    """The fields that hold something else in two positions on the same board, in its order."""
    if one.tall or other.tall:
        return tuple(field for field in one.board if one[field] != other[field])
    # What a byte means is the engine's business; whether two are the same is not.
    ours, theirs = one.cells, other.cells
    fields = one.board.field_at.items()
    return tuple(field for index, field in fields if ours[index] != theirs[index])


def _steps(report: TurnReport) -> Iterator[Step]:
    numbers: Counter[Phase] = Counter()
    for event in report.steps:
        phase, touched = _look_at(event)
        numbers[phase] += 1
        yield Step(phase, event, numbers[phase], tuple(sorted(touched)), report.end)


def _look_at(event: TurnStep) -> tuple[Phase, set[Field]]:
    """The phase of an event, and the fields that it concerns."""
    match event:
        case MoveEvent(move, _, eliminations, landed):
            fallen = {elimination.field for elimination in eliminations}
            arrived = {move.destination} if landed else set()
            return Phase.MOVE, {move.source, *fallen, *arrived}
        case Wave(explosions, impacts):
            exploded = {blast.field for blast in explosions}
            return Phase.WAVE, exploded.union(impact.field for impact in impacts)
        case Growth(fields):
            return Phase.GROWTH, set(fields)
