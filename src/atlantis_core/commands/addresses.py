"""``FILE#TURN``: a file, and optionally a turn of the game in it.

The name of a file may itself contain ``#``: a file that exists under the whole text is that
file, so that none becomes unreachable. Knows nothing of what is in the file.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from atlantis_core.commands.errors import UsageError
from atlantis_core.commands.inputs import STANDARD_STREAM as STANDARD_STREAM  # noqa: PLC0414 - others know it from here
from atlantis_core.safe_text import showable


class Address(NamedTuple):
    """A path, ``-`` for the standard stream, and a turn; None means the last one."""

    path: str
    turn: int | None


def parse_address(text: str) -> Address:
    """Read ``game.json#12``. Raises UsageError for a turn that is no number."""
    path, sign, turn = text.rpartition("#")
    if not sign or os.path.lexists(text):
        return Address(text, None)
    if turn.isascii() and turn.isdigit() and len(turn) <= 9 and path:
        return Address(path, int(turn))
    if path and (path == STANDARD_STREAM or os.path.lexists(path)):
        raise UsageError(
            f"not a turn: '{showable(turn, 40)}' (expected a number such as in 'game.json#12')"
        )
    return Address(text, None)


def choose_turn(address: Address, turn: int | None) -> int | None:
    """The turn that was asked for in the address or by an option; both must not differ."""
    if turn is None or address.turn is None or turn == address.turn:
        return address.turn if turn is None else turn
    raise UsageError(f"two different turns: '#{address.turn}' and '--turn {turn}'")
