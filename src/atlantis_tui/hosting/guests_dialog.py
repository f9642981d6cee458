"""The host's window on the guests: who is here, what to send to others, sending somebody away."""

from __future__ import annotations

from atlantis_tui.widgets.dialogs import Answer, Dialog
from atlantis_tui.widgets.text_lines import Line, Piece
from .guest_list import GuestList

KEYS = "123456789"


class GuestsDialog(Dialog):
    """Gives the number of the guest who is to go; follows who comes and goes."""

    def __init__(self, guests: GuestList) -> None:
        super().__init__("Guests (F4)", ())
        self._guests = guests

    def on_mount(self) -> None:
        self._guests.on_change = self._tell_again
        self._tell_again()

    def on_unmount(self) -> None:
        self._guests.on_change = lambda: None

    def _tell_again(self) -> None:
        self.ask_again(_lines(self._guests), _answers(self._guests))


def _lines(guests: GuestList) -> list[Line]:
    lines: list[Line] = [(Piece("Send to your guests", "heading"),)]
    lines += [(line,) for line in guests.invitations]
    lines += [(), (Piece("Here now", "heading"),)]
    here = zip(KEYS, guests.guests, strict=False)
    return lines + ([(f"{key}  {guest}",) for key, guest in here] or [("nobody yet",)])


def _answers(guests: GuestList) -> list[Answer]:
    here = zip(KEYS, guests.guests, strict=False)
    away = [Answer(key, f"send {key} away", str(guest.number)) for key, guest in here]
    return [*away, Answer("enter", "close", "")]
