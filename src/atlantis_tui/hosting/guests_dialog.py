"""The host's window on the guests: who is here, what to send to others, sending somebody away."""

from __future__ import annotations

from atlantis_tui.hosting.guest_list import GuestList
from atlantis_tui.widgets.dialogs import Answer, Dialog
from atlantis_tui.widgets.text_lines import Line, Piece

KEYS = "123456789"


def guests_dialog(guests: GuestList) -> Dialog:
    """Gives the number of the guest who is to go, or an empty answer."""
    here = list(zip(KEYS, guests.guests, strict=False))
    lines: list[Line] = [(Piece("Send to your guests", "heading"),)]
    lines += [(line,) for line in guests.invitations]
    lines += [(), (Piece("Here now", "heading"),)]
    lines += [(f"{key}  {guest}",) for key, guest in here] or [("nobody yet",)]
    away = [Answer(key, f"send {key} away", str(guest.number)) for key, guest in here]
    return Dialog("Guests (F4)", lines, [*away, Answer("enter", "close", "")])
