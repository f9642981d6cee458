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

from atlantis_core.companions.tafl.pieces import KING, KINDS, Side
from atlantis_core.companions.tafl.play import Position
from atlantis_core.companions.tafl.ruleset import Rules
from atlantis_core.companions.tafl.tables import Tables

_KING = KINDS + KING
_DEFENDER = 100
_ESCAPES_NOW = 2_000
_TWO_WAYS = 1_000
_ONE_WAY = 250
_FORK = 800
"""The king is to move, and can go where two ways lead out."""
_FORK_LOOMS = 150
_TWO_MOVES_AWAY = 60
_THREE_MOVES_AWAY = 30
_GATE = 4
"""For each space from which the king would escape with one move."""
_APPROACH = 3
"""For each space from which he would with two."""
_KING_MOVE = 5
_HOSTILE_SIDE = 50


def worth_for_defenders(position: Position) -> int:
    """Does not know whether the game is over."""
    tables, pieces, attackers, defenders, to_move = position[:5]
    measures = _measures(tables)
    worth = _DEFENDER * defenders.bit_count() - measures.attacker * attackers.bit_count()
    king = pieces[_KING]
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
        if not rules.zone(zone).passable >> _KING & 1
    )
    speed = rules.speeds[_KING]
    return _Measures(
        _DEFENDER * few // max(many, 1),
        tables.everything & ~closed,
        speed if speed > 0 else tables.size,
    )


def _escaping(
    tables: Tables, measures: _Measures, king: int, free: int, *, is_on_turn: bool
) -> int:
    escapes = tables.escapes & free
    gates = doubles = 0
    for ray in _rays(tables, escapes, free, measures.reach):
        doubles |= gates & ray
        gates |= ray
    # Nobody can step between the king and an escape right beside him.
    doubles |= tables.spread(escapes) & gates
    approaches = _slid(tables, gates, free, measures.reach) | gates
    ends = _slid(tables, king, free, measures.reach)
    worth = _GATE * gates.bit_count() + _APPROACH * approaches.bit_count()
    worth += _KING_MOVE * ends.bit_count()
    if king & gates:
        return worth + (
            _ESCAPES_NOW if is_on_turn else _TWO_WAYS if king & doubles else _ONE_WAY
        )
    if ends & doubles:
        return worth + (_FORK if is_on_turn else _FORK_LOOMS)
    if king & approaches:
        return worth + _TWO_MOVES_AWAY
    return worth + (_THREE_MOVES_AWAY if ends & approaches else 0)


def _slid(tables: Tables, start: int, free: int, reach: int) -> int:
    """Where one gets with one move from any of the spaces."""
    reached = 0
    for ray in _rays(tables, start, free, reach):
        reached |= ray
    return reached


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
