"""What happened in a turn, complete enough to animate it and to explain every field.

Plain records, made by `rules.report_turn`. Positions in between let a viewer show the board
after every step without knowing a rule.
"""

from __future__ import annotations

from typing import NamedTuple

from .grid import Field, Move
from .position import Contents, FieldState, Position


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
    after: Position


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
    after: Position


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
