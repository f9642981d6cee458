"""Words for whoever plays at the table besides people, and for what went wrong with them.

Knows seats and errors, no screen.
"""

from __future__ import annotations

from atlantis_core.errors import AtlantisError
from atlantis_core.seats import Kind, Seat

_CALLED = {Kind.BOT: "the bot", Kind.AGENT: "the program", Kind.DUMMY: "the dummy"}


def called(seat: Seat) -> str:
    """What plays, as one calls it in a sentence."""
    return _CALLED.get(seat.kind, "the player")


def describe_failure(name: str, seat: Seat, error: AtlantisError) -> str:
    """Why a player has no turn to give: who, what kind of fault as the protocol names it, why."""
    # Imported when somebody has thought, because games between people need none of it.
    from atlantis_core.cancelling import Cancelled
    from atlantis_core.processes.misconduct import Misconduct

    if isinstance(error, Cancelled):
        return f"{name}, {called(seat)}, was told to stop"
    if isinstance(error, Misconduct):
        return f"{name}, {called(seat)}: {error.fault.value}: {error}"
    return f"{name}, {called(seat)}: {error}"
