"""Records of what happens in a turn, detailed enough to animate it and to explain every field.

Made by `turns.report_turn`. Each step has the position after it, so that viewers need not apply
any rules. These positions are computed on demand: a turn can have tens of thousands of moves
and waves, and a copy of the board for each would fill the memory.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from .grid import Field, Move
from .position import Contents, FieldState, Position


class TurnPositions(Protocol):
    """The positions during a turn."""

    def after(self, count: int, /) -> Position:
        """The position after this many moves and waves."""
        ...


class Stage:
    """A position during a turn, computed on demand. Stages compare by position."""

    __slots__ = ("_count", "_positions")

    def __init__(self, positions: TurnPositions, count: int) -> None:
        self._positions = positions
        self._count = count

    @property
    def position(self) -> Position:
        return self._positions.after(self._count)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stage) and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        return f"<Stage after {self._count} moves and waves>"


class Elimination(NamedTuple):
    """Stones that a move and an opponent lose one for one on a field."""

    field: Field
    opponent: int
    stones: int
    """Number of stones that each of them loses."""


class MoveEvent(NamedTuple):
    """One move: stones that left, stones eliminated on the way, stones that landed."""

    move: Move
    stones: int
    eliminations: tuple[Elimination, ...]
    landed: int
    stage: Stage

    @property
    def after(self) -> Position:
        """The position after the move, before anything explodes."""
        return self.stage.position


class Explosion(NamedTuple):
    """One field that exploded."""

    field: Field
    was: FieldState
    """Open becomes growing, growing becomes dead."""
    stones: int
    targets: tuple[Field, ...]
    """The open neighbours that its stones reached."""

    @property
    def surplus(self) -> int:
        """Stones without a target, which are lost."""
        return self.stones - len(self.targets)


class Impact(NamedTuple):
    """A field that stones of a wave reach, with its contents before and after.

    Every arriving stone is either gained or eliminates a stone of an opponent.
    """

    field: Field
    sources: tuple[Field, ...]
    """The exploding fields from which it gets one stone each."""
    before: Contents
    after: Contents
    gained: int
    """Stones that the exploding player gains here."""
    eliminated: int
    """Stones that an opponent loses here."""


class Wave(NamedTuple):
    """All fields that explode at the same time, and the fields that their stones reach."""

    explosions: tuple[Explosion, ...]
    impacts: tuple[Impact, ...]
    stage: Stage

    @property
    def after(self) -> Position:
        """The position after the wave."""
        return self.stage.position


class Growth(NamedTuple):
    """The end of a turn: the player's growing fields gain a stone each."""

    fields: tuple[Field, ...]
    after: Position


TurnStep = MoveEvent | Wave | Growth
"""One part of a turn, with the position after it."""


class TurnReport(NamedTuple):
    """A whole turn, from the position before it to the position of the next player."""

    player: int
    start: Position
    moves: tuple[MoveEvent, ...]
    waves: tuple[Wave, ...]
    grown: tuple[Field, ...]
    """The growing fields that gained a stone, sorted."""
    end: Position

    @property
    def steps(self) -> tuple[TurnStep, ...]:
        """Moves, waves and growth in order; empty for an uneventful turn."""
        growth = (Growth(self.grown, self.end),) if self.grown else ()
        return (*self.moves, *self.waves, *growth)

    @property
    def exploded(self) -> tuple[Field, ...]:
        """All exploding fields in order; a field that explodes twice appears twice."""
        return tuple(blast.field for wave in self.waves for blast in wave.explosions)

    @property
    def eliminated_by_moves(self) -> int:
        """Stones that moves eliminated. The player lost as many."""
        return sum(lost.stones for event in self.moves for lost in event.eliminations)

    @property
    def changes_areas(self) -> bool:
        """Whether areas or their occupants may have changed: only explosions and eliminations
        do that. Lets callers skip the comparison of all areas on large boards.
        """
        return bool(self.waves or self.eliminated_by_moves)

    @property
    def eliminated_by_explosions(self) -> int:
        """Stones of opponents that explosions eliminated. The player lost as many."""
        return sum(impact.eliminated for wave in self.waves for impact in wave.impacts)

    @property
    def eliminated(self) -> int:
        """Stones of opponents that this turn eliminated."""
        return self.eliminated_by_moves + self.eliminated_by_explosions

    @property
    def surplus(self) -> int:
        """Stones of explosions without a target, which are lost."""
        return sum(blast.surplus for wave in self.waves for blast in wave.explosions)
