"""The app for somebody at home: every screen, the palette, and options that are kept.

Screens are opened through `navigation`, each imported when it is first needed, so that the first
board is on the screen before the rest of the program is read. Knows no rule.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.screen import Screen

from atlantis_tui import navigation
from atlantis_tui.settings.arguments import Arguments
from atlantis_tui.settings.options import Colors, Options, default_path, save_options
from atlantis_tui.widgets.key_bindings import parse_bindings
from .base_app import BaseApp
from .routes import Page, Route

if TYPE_CHECKING:
    from textual.command import Provider

    from atlantis_tui.play.client_list import ClientList


GREETING_SECONDS = 0.3
"""Until the host's window says what to send to guests: the server has spoken by then."""
NO_SHELL = "cannot suspend: not started from a shell"


def _screen_actions() -> type[Provider]:
    """Imported with the first palette, not with the first frame."""
    from atlantis_tui.widgets.palette_commands import ScreenActions

    return ScreenActions


class AtlantisApp(BaseApp):
    """One app for playing, reviewing, setting up and learning."""

    # Textual's own entries (keys, screenshot, maximize) are made for other screens than ours.
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_screen_actions}
    BINDINGS = parse_bindings("""
        ctrl+z  suspend_process  Suspend to the shell
        f2      rules            Rules of the game
        f3      options          Options
        f4      guests           Connected players
    """)

    def __init__(
        self,
        named: Arguments | None = None,
        options: Options | None = None,
        depth: Colors = Colors.TRUE,
        problems: Sequence[str] = (),
    ) -> None:
        super().__init__(options, depth, problems)
        self.named = named or Arguments(None, None, None, (), {})
        self._guest_list: ClientList | None = None

    def get_default_screen(self) -> Screen[None]:
        """The first screen, at the bottom of all others: no empty one is ever painted."""
        return navigation.first_screen(self)

    def on_mount(self) -> None:
        descriptor = self.named.guests_socket
        if descriptor is not None:
            from atlantis_tui.play.client_list import ClientList

            self._guest_list = ClientList(descriptor)
            self.run_worker(self._hear_of(self._guest_list))
            if not self.named.is_unseen:
                # Whoever hosts has something to send to the guests before anything else.
                self.set_timer(GREETING_SECONDS, self.action_guests)

    async def _hear_of(self, clients: ClientList) -> None:
        await clients.listen()
        if self.named.is_unseen:  # nobody else could close it when the server has gone
            self.exit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "guests" and self._guest_list is None:
            return False
        return super().check_action(action, parameters)

    @work
    async def action_guests(self) -> None:
        """Who is here, what to send to others, and sending somebody away."""
        if self._guest_list is None:
            return
        from atlantis_tui.play.clients_dialog import ClientsDialog

        answer = await self.push_screen_wait(ClientsDialog(self._guest_list))
        if answer:
            self._guest_list.drop(int(answer))

    def on_command_palette_opened(self) -> None:
        # A blinking cursor sends two kilobytes a second for nothing.
        for field in self.screen.query("Input"):
            field.cursor_blink = False  # type: ignore[attr-defined]  # an Input

    def set_options(self, options: Options) -> None:
        """Use other options from now on, and keep them in the user's file."""
        super().set_options(options)
        try:
            save_options(options, default_path())
        except OSError as error:
            self.notify(f"could not save the options: {error.strerror}", severity="warning")

    def action_suspend_process(self) -> None:
        """Stop together with all that was started with the app, once the terminal is as before.

        Textual stops its own process only: `make play` and `atlantis host` would go on waiting for
        it, and no prompt would come.
        """
        if self._driver is None or not self._driver.can_suspend or not hasattr(os, "killpg"):
            return
        if os.getpgrp() == os.getsid(0):
            self.notify(NO_SHELL, severity="warning")
            return
        with self.suspend():
            waking = signal.signal(signal.SIGCONT, signal.SIG_DFL)  # or Textual may wake up twice
            os.killpg(0, signal.SIGSTOP)
            signal.signal(signal.SIGCONT, waking)

    def open(self, route: Route) -> None:
        """Show a screen above the present one; raises what opening its game raises."""
        navigation.open_route(self, route)

    def replace(self, route: Route) -> None:
        """Show a screen in place of the present one; raises what opening its game raises."""
        navigation.replace_screen(self, route)

    def go_back(self) -> None:
        navigation.go_back(self)

    def go_to(self, page: Page | None = None) -> None:
        """Close screens down to a page, or to the start screen."""
        navigation.go_to(self, page)

    def action_rules(self) -> None:
        self.open(Page.RULES)

    def action_options(self) -> None:
        self.open(Page.OPTIONS)
