"""What happened in a turn, complete enough to animate it and to explain every field.

Plain records, made by `turns.report_turn`. Positions in between let a viewer show the board
after every step without knowing a rule. They are computed on demand: a turn can have tens of
thousands of moves and waves, and a copy of the board for each would fill the memory.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from .grid import Field, Move
from .position import Contents, FieldState, Position


class TurnPositions(Protocol):
    """The positions inside a turn."""

    def after(self, count: int, /) -> Position:
        """The position after that many moves and waves."""
        ...


class Stage:
    """One position inside a turn. Equal to another if the positions are."""

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
    """Stones that met on a field and fell, as many of one side as of the other."""

    field: Field
    opponent: int
    stones: int
    """How many fell on each side."""


class MoveEvent(NamedTuple):
    """One move: how many stones left, which fell on the way, how many arrived."""

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
        """Stones that reached nobody and are gone."""
        return self.stones - len(self.targets)


class Impact(NamedTuple):
    """A field that stones of a wave reached: what it held before and after."""

    field: Field
    sources: tuple[Field, ...]
    """The explosions it was hit by, one stone each."""
    before: Contents
    after: Contents
    gained: int
    """Stones that the exploding player has more here than before."""
    eliminated: int
    """Stones of an opponent that fell here; every stone that arrives does one or the other."""


class Wave(NamedTuple):
    """All fields that were volatile at one moment, exploding together."""

    explosions: tuple[Explosion, ...]
    impacts: tuple[Impact, ...]
    stage: Stage

    @property
    def after(self) -> Position:
        """The position after the wave."""
        return self.stage.position


class Growth(NamedTuple):
    """The end of a turn: its growing fields gain a stone each."""

    fields: tuple[Field, ...]
    after: Position


Happening = MoveEvent | Wave | Growth
"""One thing that happens in a turn, with the position after it."""


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
    def happenings(self) -> tuple[Happening, ...]:
        """Everything that happens, in order: moves, waves, growth; nothing in a quiet turn."""
        growth = (Growth(self.grown, self.end),) if self.grown else ()
        return (*self.moves, *self.waves, *growth)

    @property
    def exploded(self) -> tuple[Field, ...]:
        """All explosions in order; a field that explodes twice appears twice."""
        return tuple(blast.field for wave in self.waves for blast in wave.explosions)

    @property
    def met(self) -> int:
        """How many stones of each side fell where moves met opponents."""
        return sum(fallen.stones for event in self.moves for fallen in event.eliminations)

    @property
    def changes_areas(self) -> bool:
        """Whether areas, or who stands in them, may have changed: only explosions and stones
        that fall do that, so of other turns nobody has to ask, however large the board is.
        """
        return bool(self.waves or self.met)

    @property
    def hit(self) -> int:
        """How many stones of opponents fell to explosions, each with one of those that flew."""
        return sum(impact.eliminated for wave in self.waves for impact in wave.impacts)

    @property
    def surplus(self) -> int:
        """How many stones of explosions found no place."""
        return sum(blast.surplus for wave in self.waves for blast in wave.explosions)
