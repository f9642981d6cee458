"""Splits a turn into steps: each move, each wave, growth, with the board after each.

Defines "one step forward" for the app, the dialogue and the exports, which can name a step by its
number. All facts come from the report of the turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from atlantis_core.positions.events import Growth, MoveEvent, TurnReport, TurnStep, Wave
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position


class Phase(Enum):
    """The kind of a step."""

    MOVE = "move"
    WAVE = "wave"
    GROWTH = "growth"
    NOTHING = "nothing"
    """The only step of a turn in which nothing happens."""


class Step(NamedTuple):
    """One step of a turn, and the board after it."""

    phase: Phase
    event: TurnStep | None
    """The event; None for `Phase.NOTHING`."""
    number: int
    """The number among the steps of the same phase, from 1."""
    touched: tuple[Field, ...]
    """The fields that the step concerns, sorted; their contents may be unchanged."""
    end: Position
    """The position after the whole turn."""
    is_last: bool = False

    @property
    def after(self) -> Position:
        """The position after the step; after the last one the next player is to move."""
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
    """The fields with different contents in two positions on the same board, in its order."""
    if one.tall or other.tall:
        return tuple(field for field in one.board if one[field] != other[field])
    # Only the engine decodes cells, but equal bytes mean equal contents.
    ours, theirs = one.cells, other.cells
    fields = one.board.field_at.items()
    return tuple(field for index, field in fields if ours[index] != theirs[index])


def _steps(report: TurnReport) -> Iterator[Step]:
    numbers: Counter[Phase] = Counter()
    for event in report.steps:
        phase, touched = _classify(event)
        numbers[phase] += 1
        yield Step(phase, event, numbers[phase], tuple(sorted(touched)), report.end)


def _classify(event: TurnStep) -> tuple[Phase, set[Field]]:
    """The phase of an event, and the fields that it concerns."""
    match event:
        case MoveEvent(move, _, eliminations, landed):
            eliminated = {elimination.field for elimination in eliminations}
            arrived = {move.destination} if landed else set()
            return Phase.MOVE, {move.source, *eliminated, *arrived}
        case Wave(explosions, impacts):
            exploded = {explosion.field for explosion in explosions}
            return Phase.WAVE, exploded.union(impact.field for impact in impacts)
        case Growth(fields):
            return Phase.GROWTH, set(fields)
