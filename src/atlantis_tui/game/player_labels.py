"""Text for seats that bots and agents play, and for their failures."""

from __future__ import annotations

from atlantis_core.seats import Seat, SeatKind
from atlantis_core.support.errors import AtlantisError

_LABELS = {SeatKind.BOT: "the bot", SeatKind.AGENT: "the agent", SeatKind.DUMMY: "the dummy"}


def seat_label(seat: Seat) -> str:
    """Kind of player in a seat, for use in a sentence."""
    return _LABELS.get(seat.kind, "the player")


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
