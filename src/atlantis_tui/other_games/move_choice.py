"""Choosing a move by selecting its places one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atlantis_core.games.pictures import Place
from atlantis_core.games.protocol import Move


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """The legal moves, and the places selected so far."""

    moves: tuple[Move, ...] = ()
    chosen: tuple[Place, ...] = ()

    @property
    def targets(self) -> frozenset[Place]:
        """The places that can be selected next."""
        at = len(self.chosen)
        return frozenset(move.places[at] for move in self._matching())

    @property
    def without_places(self) -> tuple[Move, ...]:
        """Moves without places, such as a swap."""
        return tuple(move for move in self.moves if not move.places)

    @property
    def complete(self) -> Move | None:
        """The move with exactly the selected places, if there is one."""
        return next((m for m in self.moves if m.places and m.places == self.chosen), None)

    def point(self, place: Place) -> tuple[MoveChoice, Move | None]:
        """Select a place. Returns the new choice, and the move if it is complete.

        Selecting the last place again completes the shorter of two moves, or cancels the choice.
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

    def up_to_last(self, move: Move) -> MoveChoice:
        """The choice in which selecting the last place of a move completes it."""
        whole = replace(self, chosen=move.places)
        return whole if whole.targets else replace(self, chosen=move.places[:-1])

    def _matching(self) -> Sequence[Move]:
        at = len(self.chosen)
        return [m for m in self.moves if len(m.places) > at and m.places[:at] == self.chosen]
