"""Text for seats that bots and agents play, for their failures, and for players who are out."""

from __future__ import annotations

from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import listed
from .document import GameDocument

_LABELS = {SeatKind.BOT: "the bot", SeatKind.AGENT: "the agent", SeatKind.DUMMY: "the dummy"}


def seat_label(seat: Seat) -> str:
    """Kind of player in a seat, for use in a sentence."""
    return _LABELS.get(seat.kind, "the player")


def describe_lost_seats(document: GameDocument) -> str:
    """Why a window that had seats only watches now; '' if it still plays, or never did.

    The host of a club lets bots play for absent players, or lets them lose.
    """
    ownership = document.ownership
    own, out = sorted(ownership.seats or ()), document.seats_out
    lost = [seat for seat in own if document.seats[seat] != PERSON or seat in out]
    if not own or lost != own or ownership.is_host:
        return ""
    return f"{listed([_describe_lost(document, seat) for seat in own])}: you only watch now"


def _describe_lost(document: GameDocument, player: int) -> str:
    seat, name = document.seats[player], document.cast[player]
    if seat == PERSON:
        return f"{name} is out of the game"
    label = f"the bot {seat.label}" if seat.kind is SeatKind.BOT else seat_label(seat)
    return f"{label} plays for {name}"


def describe_failure(name: str, seat: Seat, error: AtlantisError) -> str:
    """Why a bot or agent chose no turn: player, kind of protocol violation, reason."""
    # Imported late, because games between people do not need it.
    from atlantis_core.processes.protocol_violations import ProtocolViolation
    from atlantis_core.support.cancelling import Cancelled

    if isinstance(error, Cancelled):
        return f"{name}, {seat_label(seat)}, was stopped"
    if isinstance(error, ProtocolViolation):
        return f"{name}, {seat_label(seat)}: {error.fault.value}: {error}"
    return f"{name}, {seat_label(seat)}: {error}"
