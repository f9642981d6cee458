"""Premoves: moves that a person plans while a bot is thinking. Does not import Textual.

A premove is planned on the present board, as if the person were to move. When the person's turn
begins, the moves that are still legal become the plan, and the others are dropped with a message.
"""

from __future__ import annotations

from typing import NamedTuple

from atlantis_core.positions.grid import format_moves
from atlantis_core.rules.game import Turn
from atlantis_core.rules.planning import TurnPlan
from atlantis_core.seats import SeatKind
from atlantis_core.support.errors import IllegalMoveError
from .document import GameDocument


class Premove(NamedTuple):
    """A plan that a player has made before the player's turn."""

    plan: TurnPlan

    @property
    def player(self) -> int:
        return self.plan.position.to_move

    def is_for(self, document: GameDocument) -> bool:
        """Whether the game still contains the position of the plan; an undo removes it."""
        positions = document.game.positions[-document.game.position.players :]
        return any(there.as_turn_of(self.player) == self.plan.position for there in positions)


def next_person(document: GameDocument) -> int | None:
    """The person of this window who moves next after the player to move."""
    position, ownership = document.game.position, document.ownership
    order = ((position.to_move + n) % position.players for n in range(1, position.players))
    return next(
        (
            player
            for player in order
            if document.seats[player].kind is SeatKind.PERSON
            and ownership.has(player)
            and player not in document.seats_out
        ),
        None,
    )


def fit_moves(plan: TurnPlan, moves: Turn) -> tuple[TurnPlan, str]:
    """Add the moves that are legal; returns the plan and a message about the premove."""
    dropped: list[str] = []
    for move in moves:
        try:
            plan = plan.add(move)
        except IllegalMoveError as error:
            dropped.append(f"premove {move} dropped: {error}")
    kept = [f"premove planned: {format_moves(plan.moves)}"] if plan.moves else []
    return plan, "; ".join((*dropped, *kept))
