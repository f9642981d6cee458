"""The game of a host's window: what the server of remote players learns about it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.ownership import Ownership
from .client_list import ClientList


class HostedGame:
    """The game that the server offers. Reports whether the host is in it, and rematches."""

    def __init__(self, clients: ClientList, path: Path) -> None:
        self._clients = clients
        self.path = path.absolute()

    def entered(self, document: GameDocument) -> None:
        """The window shows a game; ignored if it is another one."""
        if self._is_hosted(document):
            self._clients.report_host(is_away=False)

    def left(self, document: GameDocument) -> None:
        """The window no longer shows a game; ignored if it is another one."""
        if self._is_hosted(document):
            self._clients.report_host(is_away=True)

    def start_rematch(
        self, over: GameDocument, again: GameDocument, order: Sequence[int]
    ) -> tuple[int, ...] | None:
        """Save a rematch beside the hosted game and offer it to the remote players.

        `order` has the earlier seat of every player. Returns the host's own seats; None if the
        game that is over is not the hosted one. Raises what saving raises.
        """
        own = over.ownership.seats
        if own is None or not self._is_hosted(over):
            return None
        seats = tuple(seat for seat, earlier in enumerate(order) if earlier in own)
        again.ownership = Ownership(frozenset(seats), is_host=True)
        again.save_as_new(self.path.parent, self.path.stem.rstrip("-0123456789") or "rematch")
        self.path = (again.path or self.path).absolute()
        self._clients.report_rematch(self.path, order)
        return seats

    def _is_hosted(self, document: GameDocument) -> bool:
        return document.path is not None and document.path.absolute() == self.path
