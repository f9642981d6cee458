"""What a tafl position is worth: a quick guess for a search.

Looks at what decides games: how many moves the king is away from an escape and how many ways
lead there, how much of the board is so near to an escape, how many sides of him are hostile, and
who has more pieces left. Measured from the defenders' side; 100 is a defender.

Whole sets of spaces slide at once here, so jumps and the finer rules of special spaces do not
count: a guess may err where the rules may not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .pieces import KINDS, THE_KING, Side
from .play import Position
from .ruleset import Rules
from .tables import Tables

_DEFENDER = 100
_THREATS = {
    # What the king threatens: worth if he is to move, and if the attackers are.
    "escape": (2_000, 250),
    "escape by two ways": (2_000, 1_000),
    "fork": (800, 200),
    "two gates": (450, 300),
    "gate": (150, 80),
    "line between gates": (250, 100),
    "line to a gate": (60, 30),
    "nothing": (0, 0),
}
_GATE = 4
"""For each space from which the king would escape with one move."""
_APPROACH = 2
"""For each space from which he would with two."""
_KING_MOVE = 5
_MEAN_SPACE = 60
"""For each attacker beside a corner that is hostile to it: one defender takes it there."""
_HOSTILE_SIDE = 50


def worth_for_defenders(position: Position) -> int:
    """Does not know whether the game is over."""
    tables, pieces, attackers, defenders, to_move = position[:5]
    measures = _measures(tables)
    worth = _DEFENDER * defenders.bit_count() - measures.attacker * attackers.bit_count()
    worth += _MEAN_SPACE * (attackers & measures.mean).bit_count()
    king = pieces[THE_KING]
    if not king:
        return worth
    occupied = attackers | defenders
    free = measures.open_to_king & ~occupied | king
    worth += _escaping(tables, measures, king, free, is_on_turn=to_move is Side.DEFENDERS)
    hostile = attackers | (tables.hostile_always[Side.DEFENDERS] & ~defenders)
    hostile |= tables.centre_hostile_empty[Side.DEFENDERS] & ~occupied
    return worth - _HOSTILE_SIDE * (tables.near[king.bit_length() - 1] & hostile).bit_count()


class _Measures(NamedTuple):
    """What is known of the rules before any position."""

    attacker: int
    """An attacker is worth as much less as there are more of them at the start."""
    mean: int
    """Spaces beside corners that are hostile to attackers."""
    open_to_king: int
    reach: int
    """How far the king goes in one move."""


@lru_cache(maxsize=64)
def _measures(tables: Tables) -> _Measures:
    rules: Rules = tables.rules
    many, few = sum(rules.start[:KINDS]).bit_count(), sum(rules.start[KINDS:]).bit_count()
    closed = sum(
        mask
        for zone, mask in tables.zone_masks.items()
        if not rules.zone(zone).passable >> THE_KING & 1
    )
    speed = rules.speeds[THE_KING]
    return _Measures(
        _DEFENDER * few // max(many, 1),
        tables.spread(tables.corners & tables.hostile_always[Side.ATTACKERS]),
        tables.everything & ~closed,
        speed if speed > 0 else tables.size,
    )


def _escaping(
    tables: Tables, measures: _Measures, king: int, free: int, *, is_on_turn: bool
) -> int:
    escapes, reach = tables.escapes & free, measures.reach
    gates, forks, _ = _sources(tables, escapes, free, reach)
    # Nobody can step between the king and an escape right beside him.
    forks |= tables.spread(escapes) & gates
    # A line with a gate at both ends counts twice: shutting one of them is worth a move.
    approaches, between, openness = _sources(tables, gates, free, reach)
    ends, _, moves = _sources(tables, king, free, reach)
    threat = _threat(king, ends, (gates, forks), (approaches, between))
    worth = _THREATS[threat][0 if is_on_turn else 1]
    return worth + _GATE * gates.bit_count() + _APPROACH * openness + _KING_MOVE * moves


def _threat(king: int, ends: int, near: tuple[int, int], far: tuple[int, int]) -> str:
    """The most that the king threatens. A king who sees two gates goes to and fro between them
    until the attackers must not repeat the position any more.
    """
    (gates, forks), (approaches, between) = near, far
    ladder = (
        (king & gates & forks, "escape by two ways"),
        (king & gates, "escape"),
        (ends & forks, "fork"),
        (king & between, "two gates"),
        (king & approaches, "gate"),
        (ends & between, "line between gates"),
        (ends & approaches, "line to a gate"),
    )
    return next((threat for is_so, threat in ladder if is_so), "nothing")


def _sources(tables: Tables, ends: int, free: int, reach: int) -> tuple[int, int, int]:
    """From where one gets with one move to any of the spaces; from where by two ways; and how
    many such ways there are.
    """
    once = twice = ways = 0
    for ray in _rays(tables, ends, free, reach):
        twice |= once & ray
        once |= ray
        ways += ray.bit_count()
    return once, twice, ways


def _rays(tables: Tables, start: int, free: int, reach: int) -> Iterator[int]:
    """The same in each of the four directions."""
    size = tables.size
    for shift, on_board in (
        (1, free & tables.not_first_file),
        (size, free),
    ):
        ray = front = start << shift & on_board
        for _ in range(reach - 1):
            front = front << shift & on_board
            if not front:
                break
            ray |= front
        yield ray
    for shift, on_board in (
        (1, free & tables.not_last_file),
        (size, free),
    ):
        ray = front = start >> shift & on_board
        for _ in range(reach - 1):
            front = front >> shift & on_board
            if not front:
                break
            ray |= front
        yield ray
