"""Areas, scores, the end of a game and its ranking (R6, R2.2, R2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from atlantis_core.engine import surface
from atlantis_core.positions import encoding
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position


class Area(NamedTuple):
    """A maximal connected set of open fields."""

    board: Board
    first: int
    """The lowest index of its fields."""
    bits: int
    """Bit i represents the field with index first + i."""
    occupants: tuple[int, ...]
    """The players with stones in it, in turn order."""
    is_growing: bool
    """Whether a growing field touches it."""

    @property
    def mask(self) -> int:
        """Bit i represents the field with index i."""
        return self.bits << self.first

    @property
    def size(self) -> int:
        return self.bits.bit_count()

    @property
    def is_stable(self) -> bool:
        return not self.is_growing and len(self.occupants) <= 1

    @property
    def owner(self) -> int | None:
        """The only player with stones in it, or None."""
        return self.occupants[0] if len(self.occupants) == 1 else None

    @property
    def indices(self) -> Iterator[int]:
        """The indices of its fields, ascending."""
        bits = self.bits
        while bits:
            lowest = bits & -bits
            yield self.first + lowest.bit_length() - 1
            bits ^= lowest

    @property
    def fields(self) -> tuple[Field, ...]:
        """Its fields, sorted."""
        return tuple(sorted(self.board.field_at[index] for index in self.indices))


class Standing(NamedTuple):
    """The two figures of each player in a running game (R6.3)."""

    secured: tuple[int, ...]
    """Fields of stable areas."""
    leading: tuple[int, ...]
    """Fields of areas that only this player occupies but that a growing field still touches."""


class Tally(NamedTuple):
    """Counts of stones and fields."""

    stones: tuple[int, ...]
    """The stones of each player, those on growing fields included."""
    growing: tuple[int, ...]
    """The growing fields of each player."""
    open_fields: int
    dead_fields: int


class Reason(Enum):
    """Why a game is over."""

    STABLE = "every open field lies in a stable area"
    SUNK = "no open field is left"
    ADJUDICATED = "adjudicated"


class Outcome(NamedTuple):
    """Result of a game: reason, score of each player, and the players from first to last."""

    reason: Reason
    scores: tuple[int, ...]
    ranking: tuple[int, ...]

    @property
    def winner(self) -> int:
        return self.ranking[0]


def areas(position: Position) -> tuple[Area, ...]:
    """All areas, in the order of their lowest index."""
    board = position.board
    found = surface.areas(*position.plain)
    return tuple([Area(board, *row) for row in found])


def stones_in(position: Position, area: Area) -> tuple[int, ...]:
    stones, tall = [0] * position.players, dict(position.tall)
    for index in area.indices:
        player = encoding.owner(position.cells[index])
        if player is not None:
            stones[player] += encoding.stones_at(position.cells, tall, index)
    return tuple(stones)


def standing(position: Position) -> Standing:
    """Secured and leading fields of every player."""
    secured, leading, _ = surface.standing(*position.plain)
    return Standing(secured, leading)


def tally(position: Position) -> Tally:
    """Count stones and fields. Skips unowned fields, which are the most, in bulk."""
    stones, growing = [0] * position.players, [0] * position.players
    cells = position.cells
    fields = [cells.count(encoding.EMPTY), 0, 0]
    owned = cells.translate(None, encoding.UNOWNED)
    for code in set(owned):
        number = owned.count(code)
        state, player = encoding.state(code), encoding.owner(code)
        fields[state] += number
        if player is not None and state is not encoding.FieldState.DEAD:
            stones[player] += number * (code & encoding.STONES)
            growing[player] += number if state is encoding.FieldState.GROWING else 0
    for index, height in position.tall:
        player = encoding.owner(cells[index])
        if player is not None:
            stones[player] += height - encoding.TALL
    return Tally(tuple(stones), tuple(growing), fields[0], fields[2])


_OPEN, _DEAD = 1, 2
_WEIGHTS = bytes(
    0
    if code != encoding.EMPTY and (code in encoding.UNOWNED or encoding.is_growing(code))
    else _OPEN
    if encoding.is_open(code)
    else _DEAD
    for code in range(256)
)


def count_unexploded(position: Position) -> int:
    """Open fields minus dead ones: each explosion reduces this number by one."""
    # An exploding open field stops being open; an exploding growing field dies.
    weights = position.cells.translate(_WEIGHTS)
    return weights.count(_OPEN) - weights.count(_DEAD)


def is_over(position: Position) -> bool:
    """Whether every open field is in a stable area (R2.3)."""
    return surface.is_over(*position.plain)


def has_decision(position: Position, player: int) -> bool:
    """Whether the player has stones in an unstable area (R2.2)."""
    position.check_player(player)
    *_, deciding = surface.standing(*position.plain)
    return player in deciding


def outcome(position: Position) -> Outcome | None:
    """The result, or None while the game runs."""
    if not is_over(position):
        return None
    scores = standing(position).secured
    reason = Reason.STABLE if any(map(encoding.is_open, position.cells)) else Reason.SUNK
    return Outcome(reason, scores, rank(scores))


def adjudicate(position: Position) -> Outcome:
    """The result of a game between programs that is stopped in this position (R2.4)."""
    figures = standing(position)
    scores = tuple(map(sum, zip(figures.secured, figures.leading, strict=True)))
    return Outcome(Reason.ADJUDICATED, scores, rank(scores))


def rank(scores: tuple[int, ...]) -> tuple[int, ...]:
    """The players from first to last; ties go to the player later in turn order (R6.4)."""
    return tuple(sorted(range(len(scores)), key=lambda player: (-scores[player], -player)))
