"""Captures of a move, and the board afterwards.

Defines the order of captures: the piece jumped over, the neighbours left, right, lower and higher,
shieldwalls, the Linnaean capture. Each sees the board after the previous ones. Does not check
whether the move is legal.
"""

from __future__ import annotations

from typing import NamedTuple

from .movement import jumped_space
from .pieces import KINDS, LETTERS, THE_KING, Code, PieceKind, Pieces, Side, Space, spaces_of
from .ruleset import Jump, Shieldwalls, Strength
from .tables import Move, Neighbour, Tables, end_of, start_of
from .walls import shieldwalls


class Captured(NamedTuple):
    space: Space
    code: Code


class Aftermath(NamedTuple):
    """The board after a move; `plain` counts captures by jumping or enclosing."""

    pieces: Pieces
    attackers: int
    defenders: int
    captured: tuple[Captured, ...]
    plain: int


def after_move(
    tables: Tables, pieces: Pieces, attackers: int, defenders: int, code: Code, move: Move
) -> Aftermath:
    board = _Board(tables, pieces, attackers, defenders, code)
    before = (attackers, defenders)
    jumped = jumped_space(tables, move, attackers | defenders)
    end = end_of(move)
    board.shift(1 << start_of(move) | 1 << end)
    plain = 0
    kind = code % KINDS
    if kind != PieceKind.GUARD and (kind != PieceKind.KING or tables.king_captures):
        if jumped is not None and tables.jumps[code] is Jump.CAPTURING:
            board.take(jumped)
        board.take_between(end)
        plain = len(board.captured)
        if tables.rules.shieldwalls is not Shieldwalls.NONE:
            board.take_walls(end)
        if tables.rules.linnaean_capture and board.side is Side.ATTACKERS:
            board.take_linnaean(end, *before, king=pieces[THE_KING])
    return board.aftermath(plain)


class _Board:
    """Masks during a move, of the moving side and the other one."""

    def __init__(
        self, tables: Tables, pieces: Pieces, attackers: int, defenders: int, code: Code
    ) -> None:
        self._tables = tables
        self._pieces = list(pieces)
        self._mover = code
        if code < KINDS:
            self.side, self._enemy_side = Side.ATTACKERS, Side.DEFENDERS
            self._own, self._enemy = attackers, defenders
        else:
            self.side, self._enemy_side = Side.DEFENDERS, Side.ATTACKERS
            self._own, self._enemy = defenders, attackers
        self.captured: list[Captured] = []

    def shift(self, bits: int) -> None:
        self._pieces[self._mover] ^= bits
        self._own ^= bits

    def aftermath(self, plain: int) -> Aftermath:
        is_attacker = self.side is Side.ATTACKERS
        attackers, defenders = (self._own, self._enemy) if is_attacker else (self._enemy, self._own)
        return Aftermath(tuple(self._pieces), attackers, defenders, tuple(self.captured), plain)

    def take(self, space: Space) -> None:
        """Remove an enemy; a mercenary changes sides on its space."""
        bit = 1 << space
        code = next(code for code in self._enemy_side.codes if self._pieces[code] & bit)
        self._pieces[code] ^= bit
        self._enemy ^= bit
        if code % KINDS == PieceKind.MERCENARY:
            self._pieces[(code + KINDS) % len(LETTERS)] |= bit
            self._own |= bit
        self.captured.append(Captured(space, code))

    def take_between(self, end: Space) -> None:
        if not self._tables.near[end] & self._enemy:
            return
        guards = self._enemy_mask(PieceKind.GUARD)
        for near in self._tables.neighbours[end]:
            if near.bit & self._enemy & ~guards:
                is_king = bool(near.bit & self._enemy_mask(PieceKind.KING))
                if self._is_king_taken(end, near) if is_king else self._is_hostile(near.behind_bit):
                    self.take(near.space)

    def take_walls(self, end: Space) -> None:
        tables, moved = self._tables, 1 << end
        flanking = tables.rules.flanking_required
        if flanking and not moved & tables.edge:
            return
        spared = self._enemy_mask(PieceKind.KING) | self._enemy_mask(PieceKind.GUARD)
        walls = list(shieldwalls(tables, self._own, self._enemy))
        for wall in walls:
            if not flanking or wall.around & moved:
                for space in spaces_of(wall.inside & self._enemy & ~spared):
                    self.take(space)

    def take_linnaean(self, end: Space, attackers: int, defenders: int, king: int) -> None:
        """Capture a defender beside the king on the middle space between three attackers."""
        tables = self._tables
        if not king >> tables.middle & 1:
            return
        around = tables.near[tables.middle]
        if (around & attackers).bit_count() != len(tables.neighbours[tables.middle]) - 1:
            return
        for near in tables.neighbours[tables.middle]:
            if near.behind == end and near.bit & defenders & self._enemy:
                self.take(near.space)

    def _enemy_mask(self, kind: int) -> int:
        return self._pieces[self._enemy_side.codes[kind]]

    def _hostile(self) -> int:
        """All spaces that are hostile to the enemies of the moving side."""
        tables, enemy_side, own_codes = self._tables, self._enemy_side, self.side.codes
        own = self._own & ~self._pieces[own_codes[PieceKind.GUARD]]
        if not tables.king_is_hostile:
            own &= ~self._pieces[own_codes[PieceKind.KING]]
        occupied = self._own | self._enemy
        return (
            own
            | tables.hostile_always[enemy_side]
            | (tables.centre_hostile_empty[enemy_side] & ~occupied)
            | (tables.centre_hostile_occupied[enemy_side] & occupied)
        )

    def _is_hostile(self, bit: int) -> bool:
        return bool(bit & self._hostile())

    def _is_king_taken(self, end: Space, near: Neighbour) -> bool:
        tables, strength = self._tables, self._tables.rules.king_strength
        is_four_sided = strength is Strength.FOUR or (
            strength is Strength.FOUR_NEAR_CENTRE and bool(near.bit & tables.near_centre)
        )
        if strength in (Strength.FOUR, Strength.FOUR_NEAR_CENTRE) and tables.has_elite[self.side]:
            return self._is_taken_by_elite(end, near)
        if is_four_sided or strength is Strength.ALL_THERE_ARE:
            beside = tables.neighbours[near.space]
            if is_four_sided and len(beside) < 4:
                return False
            return not tables.near[near.space] & ~(self._hostile() | 1 << end)
        return self._is_hostile(near.behind_bit)

    def _is_taken_by_elite(self, end: Space, near: Neighbour) -> bool:
        """Enclosed by two, away from the centre, at least two of which are elite or a corner."""
        tables, here = self._tables, 1 << end
        sides = here | near.behind_bit
        if (sides | near.bit) & tables.centre or not self._is_hostile(near.behind_bit):
            return False
        codes = self.side.codes
        elite = self._pieces[codes[PieceKind.COMMANDER]] | self._pieces[codes[PieceKind.KNIGHT]]
        corner = sides & tables.corners & tables.hostile_always[self._enemy_side]
        strong = bool(here & elite) + bool(near.behind_bit & elite) + bool(corner)
        return strong >= 2
