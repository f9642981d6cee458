"""The host's dialog of invitations and connected players; can disconnect a player."""

from __future__ import annotations

from atlantis_tui.widgets.dialogs import Answer, Dialog
from atlantis_tui.widgets.text_lines import Line, Piece
from .client_list import ClientList, ListedClient

KEYS = "123456789"


class ClientsDialog(Dialog):
    """Returns the number of the player to disconnect; updates while it is open.

    A key belongs to the same player while the dialog is open, so that a player who leaves just
    before the key is pressed does not shift it to another.
    """

    def __init__(self, clients: ClientList) -> None:
        super().__init__("Connected players (F4)", ())
        self._clients = clients
        self._free_keys = iter(KEYS)
        self._keys: dict[int, str] = {}
        """Keys by the player's number."""

    def on_mount(self) -> None:
        self._clients.on_change = self._update
        self._update()

    def on_unmount(self) -> None:
        self._clients.on_change = lambda: None

    def _update(self) -> None:
        for client in self._clients.clients:
            if client.number not in self._keys and (key := next(self._free_keys, None)):
                self._keys[client.number] = key
        self.ask_again(self._lines(), self._answers_now())

    def _lines(self) -> list[Line]:
        lines: list[Line] = [(Piece("Send these invitations", "heading"),)]
        lines += [(line,) for line in self._clients.invitations]
        lines += [(), (Piece("Connected now", "heading"),)]
        here = self._with_keys()
        lines += [(f"{key}  {client}",) for key, client in here]
        more = len(self._clients.clients) - len(here)
        if more:
            lines.append((f"and {more} more",))
        return lines if self._clients.clients else [*lines, ("no remote players yet",)]

    def _answers_now(self) -> list[Answer]:
        disconnect = [
            Answer(key, f"disconnect {key}", str(client.number))
            for key, client in self._with_keys()
        ]
        return [*disconnect, Answer("enter", "close", "")]

    def _with_keys(self) -> list[tuple[str, ListedClient]]:
        here = self._clients.clients
        return [
            (self._keys[client.number], client) for client in here if client.number in self._keys
        ]
