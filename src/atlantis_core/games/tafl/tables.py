"""Lookup tables for a set of rules: masks of spaces, neighbours, and slides.

Holds everything computed from the rules before a game. A board is a mask with one bit per space, so
whole sides are compared at once. The slides of all pieces of one letter on one line depend only on
that line: they are computed on first use and cached.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from .pieces import KINDS, LETTERS, Code, PieceKind, Side, Space, spaces_of
from .ruleset import Arms, Escape, Jump, Rules, Shieldwalls, Zone, ZoneRules

Move: TypeAlias = int
"""Start and end of a move in one number; see `move_of`."""
LineMoves: TypeAlias = dict[int, tuple[Move, ...]]

_MOVE_BITS = 9
_END = (1 << _MOVE_BITS) - 1
_REMEMBERED = 100_000
"""Maximum number of cached lines per letter; a search repeats a few thousand of them."""
_ORDER = (Side.ATTACKERS, Side.DEFENDERS)


def move_of(start: Space, end: Space) -> Move:
    return start << _MOVE_BITS | end


def start_of(move: Move) -> Space:
    return move >> _MOVE_BITS


def end_of(move: Move) -> Space:
    return move & _END


class Neighbour:
    """A space beside another one, and the next in the same direction (0: off the board)."""

    __slots__ = ("behind", "behind_bit", "bit", "space")

    def __init__(self, space: Space, behind: Space | None) -> None:
        self.space = space
        self.bit = 1 << space
        self.behind = -1 if behind is None else behind
        self.behind_bit = 0 if behind is None else 1 << behind


class Tables:
    """Lookup tables; use `tables_of`, which caches them."""

    def __init__(self, rules: Rules) -> None:
        size = rules.size
        self.rules = rules
        self.size = size
        self.everything = (1 << size * size) - 1
        self.rows = tuple(((1 << size) - 1) << rank * size for rank in range(size))
        column = sum(1 << rank * size for rank in range(size))
        self.columns = tuple(column << file for file in range(size))
        self.edge = self.rows[0] | self.rows[-1] | self.columns[0] | self.columns[-1]
        self.not_first_file = self.everything ^ self.columns[0]
        self.not_last_file = self.everything ^ self.columns[-1]
        self.neighbours = tuple(tuple(self._neighbours(at)) for at in range(size * size))
        self.near = tuple(sum(near.bit for near in around) for around in self.neighbours)
        self.middle = size * size // 2
        self.edges = tuple(self._edges())
        self._set_zones(rules)
        self.jumps = tuple(rules.jumps[code % KINDS] for code in range(len(LETTERS)))
        self.king_captures = rules.king_arms in (Arms.ARMED, Arms.HAMMER)
        self.king_is_hostile = rules.king_arms in (Arms.ARMED, Arms.ANVIL)
        # Sides that started with commanders or knights capture a strong king differently.
        self.has_elite = {
            side: any(rules.start[side.codes[0] + kind] for kind in (1, 2)) for side in Side
        }
        self.wall_corners = self.corners if rules.shieldwalls is Shieldwalls.STRONG else 0
        self.can_any_jump = any(jump is not Jump.NONE for jump in self.jumps)
        self._shift = size * size
        self._row_moves: tuple[LineMoves, ...] = tuple({} for _ in LETTERS)
        self._column_moves: tuple[LineMoves, ...] = tuple({} for _ in LETTERS)

    def __reduce__(self) -> tuple[object, ...]:
        return tables_of, (self.rules,)

    def spread(self, mask: int) -> int:
        """All neighbours of the spaces of a mask."""
        return (
            (mask & self.not_first_file) >> 1
            | (mask & self.not_last_file) << 1
            | mask >> self.size
            | mask << self.size
        ) & self.everything

    def slides(self, code: Code, own: int, occupied: int) -> list[Move]:
        """The moves without jumps of all pieces of one letter, on the spaces `own`."""
        found: list[Move] = []
        for lines, known, step in (
            (self.rows, self._row_moves[code], 1),
            (self.columns, self._column_moves[code], self.size),
        ):
            for line in lines:
                here = own & line
                if here:
                    # Inlined `_on_line`: this is the innermost loop.
                    there = occupied & line
                    moves = known.get(there << self._shift | here)
                    found += self._learn(code, here, there, step) if moves is None else moves
        return found

    def slides_from(self, code: Code, space: Space, occupied: int) -> tuple[Move, ...]:
        """The moves without jumps of one piece."""
        rank, file = divmod(space, self.size)
        bit = 1 << space
        return self._on_line(
            self._row_moves[code], code, bit, occupied & self.rows[rank] | bit, 1
        ) + self._on_line(
            self._column_moves[code], code, bit, occupied & self.columns[file] | bit, self.size
        )

    def _on_line(
        self, known: LineMoves, code: Code, here: int, there: int, step: int
    ) -> tuple[Move, ...]:
        moves = known.get(there << self._shift | here)
        return self._learn(code, here, there, step) if moves is None else moves

    def _learn(self, code: Code, here: int, there: int, step: int) -> tuple[Move, ...]:
        known = (self._row_moves if step == 1 else self._column_moves)[code]
        if len(known) >= _REMEMBERED:
            known.clear()
        moves = tuple(self._line_moves(code, here, there, step))
        known[there << self._shift | here] = moves
        return moves

    def can_stop(self, code: Code, start: Space, end: Space) -> bool:
        """Whether a piece from `start` may stop on the space `end`."""
        zone = self.zone_at[end]
        if zone is None:
            return True
        return bool(zone.stoppable >> code & 1) and self._may_enter(code, start, zone)

    def _may_enter(self, code: Code, start: Space, zone: ZoneRules) -> bool:
        return bool(zone.enterable_again >> code & 1) or self.zone_at[start] is zone

    def _line_moves(self, code: Code, own: int, occupied: int, step: int) -> Iterator[Move]:
        for start in spaces_of(own):
            for direction in (-step, step):
                yield from self._slide(code, start, direction, occupied)

    def _slide(self, code: Code, start: Space, step: int, occupied: int) -> Iterator[Move]:
        speed = self.rules.speeds[code]
        rank, at, way = start // self.size, start, 0
        while way != speed:
            at, way = at + step, way + 1
            is_off = not 0 <= at < self.size * self.size or (
                abs(step) == 1 and at // self.size != rank
            )
            if is_off or occupied >> at & 1:
                return
            zone = self.zone_at[at]
            if zone is not None and not (
                zone.passable >> code & 1 and self._may_enter(code, start, zone)
            ):
                return
            if self.can_stop(code, start, at):
                yield move_of(start, at)

    def _neighbours(self, at: Space) -> Iterator[Neighbour]:
        """Neighbours in the order of captures: left, right, lower rank, higher rank."""
        rank, file = divmod(at, self.size)
        for along, up in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            space = self._space(file + along, rank + up)
            if space is not None:
                yield Neighbour(space, self._space(file + 2 * along, rank + 2 * up))

    def _space(self, file: int, rank: int) -> Space | None:
        if 0 <= file < self.size and 0 <= rank < self.size:
            return rank * self.size + file
        return None

    def _edges(self) -> Iterator[tuple[tuple[int, int], ...]]:
        """Each edge as pairs: the bit of a space and the bit of the next one inward."""
        size = self.size
        last = (size - 1) * size
        for first, step, inward in (
            (0, 1, size),
            (last, 1, -size),
            (0, size, 1),
            (size - 1, size, -1),
        ):
            spaces = range(first, first + size * step, step)
            yield tuple((1 << space, 1 << space + inward) for space in spaces)

    def _set_zones(self, rules: Rules) -> None:
        zone_at: list[ZoneRules | None] = [None] * (rules.size * rules.size)
        for zone in rules.zones:
            for space in zone.spaces:
                zone_at[space] = zone
        self.zone_at = tuple(zone_at)
        masks = {
            zone: sum(1 << at for at, here in enumerate(zone_at) if here is rules.zone(zone))
            for zone in Zone
        }
        self.corners, self.centre = masks[Zone.CORNER], masks[Zone.CENTRE]
        self.near_centre = self.centre | self.spread(self.centre)
        # A corner that is also listed as a fort is an escape, as in the original.
        listed = sum(1 << space for space in rules.zone(Zone.CORNER).spaces)
        self.escapes = self.edge if rules.escape is Escape.EDGES else listed
        self.zone_masks = masks
        self.plain = self.everything & ~sum(masks.values())
        self.hostile_always = {side: self._hostile(rules, masks, side) for side in Side}
        centre = rules.zone(Zone.CENTRE)
        self.centre_hostile_empty = {
            side: self.centre if rules.centre_hostile_when_empty >> man & 1 else 0
            for side, man in _men()
        }
        self.centre_hostile_occupied = {
            side: self.centre if centre.hostile >> man & 1 else 0 for side, man in _men()
        }

    @staticmethod
    def _hostile(rules: Rules, masks: dict[Zone, int], side: Side) -> int:
        """Only `t` and `T` of a list count, for the whole side, as in the original."""
        man = dict(_men())[side]
        return sum(
            masks[zone]
            for zone in (Zone.CORNER, Zone.ATTACKER_FORT, Zone.DEFENDER_FORT)
            if rules.zone(zone).hostile >> man & 1
        )


def _men() -> list[tuple[Side, Code]]:
    return [(side, side.codes[0] + PieceKind.MAN) for side in _ORDER]


@lru_cache(maxsize=64)
def tables_of(rules: Rules) -> Tables:
    return Tables(rules)
