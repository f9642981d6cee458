"""Goals of exercises: conditions that the engine can check.

A goal is written in a tag of a transcript, ``secured >= 20; areas >= 2``, so that authors need not
program (see docs/learning.md). This module parses goals and measures their figures.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import Field, parse_field
from atlantis_core.positions.position import FieldState, Position
from atlantis_core.rules.scoring import adjudicate, areas, is_over, standing, tally
from atlantis_core.support.errors import NotationError


class Figure(Enum):
    """A quantity; the first ten refer to the final position, the others to the turns."""

    SECURED = "secured"
    LEADING = "leading"
    STONES = "stones"
    GROWING = "growing"
    DEAD = "dead"
    OPEN = "open"
    AREAS = "areas"
    STABLE = "stable"
    PLACE = "place"
    OVER = "over"
    MOVES = "moves"
    EXPLOSIONS = "explosions"
    WAVES = "waves"
    ELIMINATED = "eliminated"

    @property
    def is_of_turns(self) -> bool:
        """Whether it counts events of turns rather than contents of the board."""
        return self in _OF_TURNS

    @property
    def may_have_field(self) -> bool:
        return self in _OF_FIELDS


_OF_TURNS = frozenset({Figure.MOVES, Figure.EXPLOSIONS, Figure.WAVES, Figure.ELIMINATED})
_OF_FIELDS = frozenset({Figure.STONES, Figure.GROWING, Figure.DEAD, Figure.OPEN})


class Comparison(Enum):
    AT_LEAST = ">="
    AT_MOST = "<="
    EXACTLY = "="


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison of a figure with a number.

    Without a player it refers to the solver; goals number players from 1 in turn order. `field`
    limits stones and states to one field.
    """

    figure: Figure
    comparison: Comparison
    number: int
    player: int | None = None
    field: Field | None = None
    in_one_turn: bool = False

    def __str__(self) -> str:
        parts = [self.figure.value]
        if self.player is not None:
            parts.append(str(self.player + 1))
        if self.field is not None:
            parts.append(str(self.field))
        parts += [self.comparison.value, str(self.number)]
        if self.in_one_turn:
            parts.append("in one turn")
        return " ".join(parts)


Goal = tuple[Condition, ...]
"""Conditions that must all be met."""


@dataclass(frozen=True, slots=True)
class Course:
    """The turns played so far, from the start of an exercise."""

    start: Position
    player: int
    position: Position
    """The position now."""
    reports: tuple[TurnReport, ...] = ()

    def then(self, report: TurnReport) -> Course:
        return Course(self.start, self.player, report.end, (*self.reports, report))


def parse_goal(text: str) -> Goal:
    """Read conditions separated by semicolons; raises NotationError for the first bad one."""
    parts = [part.strip() for part in text.split(";")]
    return tuple(parse_condition(part) for part in parts if part)


_CONDITION = re.compile(
    r"(?P<figure>[a-z]+)(?:\s+(?P<player>[1-6]))?(?:\s+(?P<field>-?[a-z]+-?[0-9]+))?"
    r"\s*(?P<comparison>>=|<=|=)\s*(?P<number>[0-9]{1,6})(?P<once>\s+in one turn)?"
)
_EXPECTED = "a condition such as 'secured >= 20', 'stones 2 c5 = 0' or 'areas >= 2'"


def parse_condition(text: str) -> Condition:
    """Parse ``explosions >= 8 in one turn``. Does not check whether a board has the field."""
    match = _CONDITION.fullmatch(" ".join(text.split()))
    figures = {figure.value: figure for figure in Figure}
    if match is None or match["figure"] not in figures:
        raise NotationError(text, "condition", _EXPECTED)
    figure = figures[match["figure"]]
    if match["field"] and not figure.may_have_field:
        raise NotationError(text, "condition", "a field only after stones, growing, dead or open")
    if match["once"] and not figure.is_of_turns:
        expected = "'in one turn' only after moves, explosions, waves or eliminated"
        raise NotationError(text, "condition", expected)
    return Condition(
        figure,
        Comparison(match["comparison"]),
        int(match["number"]),
        int(match["player"]) - 1 if match["player"] else None,
        parse_field(match["field"]) if match["field"] else None,
        bool(match["once"]),
    )


_COMPARE: Mapping[Comparison, Callable[[int, int], bool]] = {
    Comparison.AT_LEAST: operator.ge,
    Comparison.AT_MOST: operator.le,
    Comparison.EXACTLY: operator.eq,
}


def is_met(goal: Iterable[Condition], course: Course) -> bool:
    """Whether every condition is met now."""
    return all(is_condition_met(condition, course) for condition in goal)


def is_condition_met(condition: Condition, course: Course) -> bool:
    return _COMPARE[condition.comparison](measure(condition, course), condition.number)


def measure(condition: Condition, course: Course) -> int:
    """The current value of a condition's figure."""
    player = course.player if condition.player is None else condition.player
    if condition.figure.is_of_turns:
        own = [report for report in course.reports if report.player == player]
        counts = [_TURN_FIGURES[condition.figure](report) for report in own]
        return max(counts, default=0) if condition.in_one_turn else sum(counts)
    if condition.field is not None:
        return _measure_field(condition, course.position, player)
    return _POSITION_FIGURES[condition.figure](course.position, condition.player, player)


def _measure_field(condition: Condition, position: Position, player: int) -> int:
    if condition.field is None or condition.field not in position.board:
        return 0
    there = position[condition.field]
    if condition.figure is Figure.STONES:
        return there.stones if there.player == player else 0
    if there.state is not _STATES[condition.figure]:
        return 0
    return int(condition.player is None or there.player == player)


def _count_dead(position: Position, player: int | None) -> int:
    return sum(
        there.state is FieldState.DEAD and (player is None or there.player == player)
        for _, there in position.occupied()
    )


def _count_areas(position: Position, player: int | None, *, stable: bool) -> int:
    return sum(
        (area.is_stable or not stable) and (player is None or area.owner == player)
        for area in areas(position)
    )


_STATES = {
    Figure.OPEN: FieldState.OPEN,
    Figure.GROWING: FieldState.GROWING,
    Figure.DEAD: FieldState.DEAD,
}
_TURN_FIGURES: Mapping[Figure, Callable[[TurnReport], int]] = {
    Figure.MOVES: lambda report: len(report.moves),
    Figure.EXPLOSIONS: lambda report: len(report.exploded),
    Figure.WAVES: lambda report: len(report.waves),
    Figure.ELIMINATED: lambda report: report.eliminated,
}
_POSITION_FIGURES: Mapping[Figure, Callable[[Position, int | None, int], int]] = {
    # Arguments: position, the player named by the condition or None, and that player or the solver.
    Figure.SECURED: lambda position, _, player: standing(position).secured[player],
    Figure.LEADING: lambda position, _, player: standing(position).leading[player],
    Figure.STONES: lambda position, _, player: tally(position).stones[player],
    Figure.GROWING: lambda position, _, player: tally(position).growing[player],
    Figure.DEAD: lambda position, named, _: _count_dead(position, named),
    Figure.OPEN: lambda position, *_: tally(position).open_fields,
    Figure.AREAS: lambda position, named, _: _count_areas(position, named, stable=False),
    Figure.STABLE: lambda position, named, _: _count_areas(position, named, stable=True),
    Figure.PLACE: lambda position, _, player: adjudicate(position).ranking.index(player) + 1,
    Figure.OVER: lambda position, *_: int(is_over(position)),
}
