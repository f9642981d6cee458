"""The app for a remote player: one game, or the lobby of a club, and nothing else.

Has no navigation, command palette, saved options, hints or agents; only the game with its help
and result. What does not exist needs no access control.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.screen import Screen

from atlantis_core.seats import SeatKind
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from atlantis_tui.game.document import GameDocument, open_remotely
from atlantis_tui.play.chat_screen import GameVisit
from atlantis_tui.play.client_list import ClientList
from atlantis_tui.play.remote_screen import ALWAYS, RemotePlayScreen
from atlantis_tui.settings.options import Colors, Options
from atlantis_tui.widgets.dialogs import Answer, Dialog
from atlantis_tui.widgets.key_bindings import parse_bindings
from .base_app import BaseApp

if TYPE_CHECKING:
    from atlantis_tui.club.lobby_screen import LobbyScreen

TO_LOBBY = ("Esc", "lobby", "screen.close")
CHAT = ("C", "chat", "screen.chat")
LATER = "To join later, connect again."
_JOIN = "join"


class RemoteApp(BaseApp):
    """Shows one game, or a lobby, to a remote player or spectator."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *parse_bindings("""
            Always available
            f2  rules  Rules of the game
        """)
    ]

    def __init__(
        self,
        first: GameDocument | Callable[[], Screen[None]],
        options: Options,
        depth: Colors,
        clients: ClientList | None = None,
    ) -> None:
        """Shows a game, or the screen that `first` makes.

        Learns from `clients` which players are connected.
        """
        super().__init__(options, depth)
        self._first = first
        self._clients = clients
        self._joined: RemotePlayScreen | None = None

    def on_mount(self) -> None:
        clients = self._clients
        if clients is not None:
            clients.on_news = self.say_who_is_here
            if not isinstance(self._first, GameDocument):
                clients.concerns = self._is_opponent
            else:
                clients.on_rematch = self._offer_rematch
            clients.on_games = self._check_games
            self.run_worker(clients.listen())

    def _is_opponent(self, name: str) -> bool:
        """Whether another member plays a game that is open here."""
        games = [each for each in self.screen_stack if isinstance(each, RemotePlayScreen)]
        names = {each.casefold() for screen in games for each in _opponents(screen.document)}
        return name.casefold() in names

    def _say_who_plays(self, document: GameDocument) -> None:
        """Show which opponents are connected when a game of a club is opened."""
        if self._clients is None or document.is_closed:
            return
        present = {name.casefold() for name in self._clients.present}
        opponents = _opponents(document)
        here = [name for name in opponents if name.casefold() in present]
        away = [name for name in opponents if name.casefold() not in present]
        words = [("connected", here), ("not connected", away)]
        said = "; ".join(f"{label}: {', '.join(names)}" for label, names in words if names)
        if said:
            self.say_who_is_here(said)

    def _check_games(self, names: Sequence[str]) -> None:
        """Tell the open game of a club, which does not poll its file, to check it."""
        stems = {Path(name).stem for name in names}
        for screen in self.screen_stack:
            if isinstance(screen, RemotePlayScreen):
                path = screen.document.path
                if not stems or (path is not None and path.stem in stems):
                    screen.check()

    def _offer_rematch(self, path: Path, seats: str) -> None:
        """Ask whether the player joins a rematch that the host has started."""

        def answered(answer: str | None) -> None:
            if answer == _JOIN:
                self._join(path, seats)

        lines = ((f"The host has started a rematch. {LATER}",),)
        answers = (Answer("enter", "join", _JOIN), Answer("s", "stay here", ""))
        self.push_screen(Dialog("Rematch", lines, answers), answered)

    def _join(self, path: Path, seats: str) -> None:
        """Show a rematch in place of the game that is over."""
        try:
            document = open_remotely(path, seats)
        except (OSError, AtlantisError):
            # Without the error, which names the path of the file.
            self.notify("the rematch cannot be opened", severity="error")
            return
        while len(self.screen_stack) > 1:
            self.pop_screen()
        # Textual cannot replace the first screen.
        self._joined = RemotePlayScreen(document)
        self.push_screen(self._joined)

    def action_rules(self) -> None:
        from atlantis_tui.rules.rules_screen import RulesScreen

        if not isinstance(self.screen, RulesScreen):
            self.push_screen(RulesScreen(has_lessons=False))

    def go_back(self) -> None:
        """Close the screen on top, but not a rematch, which covers the game before it."""
        if self.screen is not self._joined:
            super().go_back()

    def on_lobby_screen_opened(self, event: LobbyScreen.Opened) -> None:
        """Show a game above the lobby, to which Escape returns."""
        if event.is_review:
            self._review(event.document, event.visit)
            return
        keys = (*ALWAYS, TO_LOBBY)
        has_chat = event.visit.has_chat
        self.push_screen(
            RemotePlayScreen(
                event.document,
                (*keys, CHAT) if has_chat else keys,
                event.visit,
                polls=self._clients is None,
            )
        )
        self._say_who_plays(event.document)

    def on_remote_play_screen_review_wanted(self, event: RemotePlayScreen.ReviewWanted) -> None:
        self._review(event.document, event.visit)

    def _review(self, document: GameDocument, visit: GameVisit | None) -> None:
        """Show the review of a game, in which a member of a club comments once it is over."""
        from atlantis_tui.club.store import may_comment
        from atlantis_tui.club.visit import Visit, explain
        from atlantis_tui.review.remote_screen import Commenting, RemoteReviewScreen

        commenting = None
        if isinstance(visit, Visit) and may_comment(document, visit.member):
            commenting = Commenting(visit.own_comment, visit.comment, explain)
        self.push_screen(RemoteReviewScreen(document, commenting=commenting))

    def get_default_screen(self) -> Screen[None]:
        first = self._first
        return RemotePlayScreen(first) if isinstance(first, GameDocument) else first()


def _opponents(document: GameDocument) -> tuple[str, ...]:
    """The named persons of a game whom this window does not play."""
    return tuple(
        showable(player.name, 40)
        for seat, player in enumerate(document.transcript.players)
        if player.name
        and document.seats[seat].kind is SeatKind.PERSON
        and not document.ownership.has(seat)
    )
