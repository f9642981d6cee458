"""Static evaluation of a tafl position, for the search.

Considers what decides games: the king's distance from an escape and the number of ways there, how
much of the board is close to an escape, how many of his sides are hostile, and the numbers of
pieces. From the defenders' view; a defender counts 100.

Whole sets of spaces slide at once, ignoring jumps and details of special spaces: an estimate may be
wrong where the rules may not.
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
    # The king's threats: value if he is to move, and if the attackers are.
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
"""Weight of each space from which the king would escape in one move."""
_APPROACH = 2
"""Weight of each space from which he would escape in two moves."""
_KING_MOVE = 5
_RISKY_SPACE = 60
"""Weight of each attacker beside a hostile corner, where one defender can capture it."""
_HOSTILE_SIDE = 50


def worth_for_defenders(position: Position) -> int:
    """Does not check whether the game is over."""
    tables, pieces, attackers, defenders, to_move = position[:5]
    measures = measures_of(tables)
    worth = _DEFENDER * defenders.bit_count() - measures.attacker * attackers.bit_count()
    worth += _RISKY_SPACE * (attackers & measures.risky).bit_count()
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
    """Values computed from the rules alone."""

    attacker: int
    """The value of an attacker: less than a defender's if there are more attackers at the start."""
    risky: int
    """Spaces beside corners that are hostile to attackers."""
    open_to_king: int
    reach: int
    """Greatest distance that the king moves."""


@lru_cache(maxsize=64)
def measures_of(tables: Tables) -> _Measures:
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
    # No piece can step between the king and an adjacent escape.
    forks |= tables.spread(escapes) & gates
    # A line with a gate at both ends counts twice: closing one of them costs a move.
    approaches, between, openness = _sources(tables, gates, free, reach)
    ends, _, moves = _sources(tables, king, free, reach)
    threat = _threat(king, ends, (gates, forks), (approaches, between))
    worth = _THREATS[threat][0 if is_on_turn else 1]
    return worth + _GATE * gates.bit_count() + _APPROACH * openness + _KING_MOVE * moves


def _threat(king: int, ends: int, near: tuple[int, int], far: tuple[int, int]) -> str:
    """The king's strongest threat. A king who sees two gates alternates between them until the
    attackers may no longer repeat the position.
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
    return next((threat for applies, threat in ladder if applies), "nothing")


def _sources(tables: Tables, ends: int, free: int, reach: int) -> tuple[int, int, int]:
    """The spaces with a move to any of the ends, those with two such moves, and the number of such
    moves.
    """
    once = twice = ways = 0
    for ray in _rays(tables, ends, free, reach):
        twice |= once & ray
        once |= ray
        ways += ray.bit_count()
    return once, twice, ways


def _rays(tables: Tables, start: int, free: int, reach: int) -> Iterator[int]:
    """The spaces with a move to the start, separately for each of the four directions."""
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
