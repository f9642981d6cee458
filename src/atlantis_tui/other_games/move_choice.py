"""Saying a move by pointing at places, one after the other. Knows no screen and no game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atlantis_core.games.pictures import Place
from atlantis_core.games.protocol import Move


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """The legal moves, and the places that were pointed at so far."""

    moves: tuple[Move, ...] = ()
    chosen: tuple[Place, ...] = ()

    @property
    def targets(self) -> frozenset[Place]:
        """What can be pointed at next."""
        at = len(self.chosen)
        return frozenset(move.places[at] for move in self._going_on())

    @property
    def wordless(self) -> tuple[Move, ...]:
        """Moves that no place says, such as a swap."""
        return tuple(move for move in self.moves if not move.places)

    @property
    def complete(self) -> Move | None:
        """The move that the chosen places say, if they say one."""
        return next((m for m in self.moves if m.places and m.places == self.chosen), None)

    def point(self, place: Place) -> tuple[MoveChoice, Move | None]:
        """Point at a place: a longer choice, another one, or a move that is said by now.

        MoveChoice again at the last place says the shorter one of two moves, or drops the choice.
        """
        if self.chosen and place == self.chosen[-1] and place not in self.targets:
            return replace(self, chosen=()), self.complete
        if place not in self.targets:
            fresh = replace(self, chosen=())
            return (fresh, None) if place not in fresh.targets else fresh.point(place)
        longer = replace(self, chosen=(*self.chosen, place))
        if longer.complete is not None and not longer.targets:
            return replace(self, chosen=()), longer.complete
        return longer, None

    def _going_on(self) -> Sequence[Move]:
        at = len(self.chosen)
        return [m for m in self.moves if len(m.places) > at and m.places[:at] == self.chosen]
