"""Words for whoever plays at the table besides people, and for what went wrong with them.

Knows seats and errors, no screen.
"""

from __future__ import annotations

from atlantis_core.errors import AtlantisError
from atlantis_core.seats import Seat, SeatKind

_CALLED = {SeatKind.BOT: "the bot", SeatKind.AGENT: "the program", SeatKind.DUMMY: "the dummy"}


def called(seat: Seat) -> str:
    """What plays, as one calls it in a sentence."""
    return _CALLED.get(seat.kind, "the player")


def describe_failure(name: str, seat: Seat, error: AtlantisError) -> str:
    """Why a player has no turn to give: who, what kind of fault as the protocol names it, why."""
    # Imported when somebody has thought, because games between people need none of it.
    from atlantis_core.cancelling import Cancelled
    from atlantis_core.processes.protocol_violations import ProtocolViolation

    if isinstance(error, Cancelled):
        return f"{name}, {called(seat)}, was told to stop"
    if isinstance(error, ProtocolViolation):
        return f"{name}, {called(seat)}: {error.fault.value}: {error}"
    return f"{name}, {called(seat)}: {error}"
