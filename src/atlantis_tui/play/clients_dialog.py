"""The host's window on the guests: who is here, what to send to others, sending somebody away."""

from __future__ import annotations

from atlantis_tui.widgets.dialogs import Answer, Dialog
from atlantis_tui.widgets.text_lines import Line, Piece
from .client_list import ClientList, ListedClient

KEYS = "123456789"


class ClientsDialog(Dialog):
    """Gives the number of the guest who is to go; follows who comes and goes.

    A key belongs to one guest as long as the window is open: somebody who leaves just before it is
    pressed must not shift it to another.
    """

    def __init__(self, clients: ClientList) -> None:
        super().__init__("Guests (F4)", ())
        self._clients = clients
        self._free_keys = iter(KEYS)
        self._keys: dict[int, str] = {}
        """By the number of the guest."""

    def on_mount(self) -> None:
        self._clients.on_change = self._tell_again
        self._tell_again()

    def on_unmount(self) -> None:
        self._clients.on_change = lambda: None

    def _tell_again(self) -> None:
        for client in self._clients.clients:
            if client.number not in self._keys and (key := next(self._free_keys, None)):
                self._keys[client.number] = key
        self.ask_again(self._lines(), self._answers_now())

    def _lines(self) -> list[Line]:
        lines: list[Line] = [(Piece("Send to your guests", "heading"),)]
        lines += [(line,) for line in self._clients.invitations]
        lines += [(), (Piece("Here now", "heading"),)]
        here = self._with_keys()
        lines += [(f"{key}  {client}",) for key, client in here]
        more = len(self._clients.clients) - len(here)
        if more:
            lines.append((f"and {more} more",))
        return lines if self._clients.clients else [*lines, ("nobody yet",)]

    def _answers_now(self) -> list[Answer]:
        away = [
            Answer(key, f"send {key} away", str(client.number)) for key, client in self._with_keys()
        ]
        return [*away, Answer("enter", "close", "")]

    def _with_keys(self) -> list[tuple[str, ListedClient]]:
        here = self._clients.clients
        return [
            (self._keys[client.number], client) for client in here if client.number in self._keys
        ]
