"""The local app: all screens, the command palette, and saved options.

`navigation` imports each screen when it is first needed, so that the first frame appears quickly.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.screen import Screen

from atlantis_core.support.errors import AtlantisError
from atlantis_tui import navigation
from atlantis_tui.settings.arguments import Arguments
from atlantis_tui.settings.options import Colors, Options, default_path, load_options, save_options
from atlantis_tui.widgets.key_bindings import parse_bindings
from .base_app import ALWAYS, BaseApp
from .routes import Page, Route

if TYPE_CHECKING:
    from textual.command import Provider

    from atlantis_tui.play.client_list import ClientList


GREETING_SECONDS = 0.3
"""Delay before the host's window shows the invitations, so that the server has sent them."""
NO_SHELL = "cannot suspend: not started from a shell"


def _screen_actions() -> type[Provider]:
    """Imported when the palette first opens: the first frame does not wait for it."""
    from atlantis_tui.widgets.palette_commands import ScreenActions

    return ScreenActions


class AtlantisApp(BaseApp):
    """One app for playing, reviewing, setting up and learning."""

    # Textual's own entries (keys, screenshot, maximize) do not suit these screens.
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_screen_actions}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "command_palette", "Command palette", priority=True, group=ALWAYS),
        *parse_bindings("""
            Always available
            ctrl+z  suspend_process  Suspend to the shell
            f2      rules            Rules of the game
            f3      options          Options
            f4      clients          Connected players
        """),
    ]

    def __init__(
        self,
        named: Arguments | None = None,
        options: Options | None = None,
        depth: Colors = Colors.TRUE,
        problems: Sequence[str] = (),
    ) -> None:
        super().__init__(options, depth, problems)
        self.named = named or Arguments(None, None, None, (), {})
        self._client_list: ClientList | None = None

    def get_default_screen(self) -> Screen[None]:
        """The bottom screen; there is no blank default screen."""
        return navigation.first_screen(self)

    def on_mount(self) -> None:
        descriptor = self.named.guests_socket
        if descriptor is not None:
            from atlantis_tui.play.client_list import ClientList

            self._client_list = ClientList(descriptor)
            self.run_worker(self._listen_to(self._client_list))
            if not self.named.is_unseen:
                # The first thing a host needs is the invitations.
                self.set_timer(GREETING_SECONDS, self.action_clients)

    async def _listen_to(self, clients: ClientList) -> None:
        await clients.listen()
        if self.named.is_unseen:  # without a terminal, only the end of the server can end it
            self.exit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "clients" and self._client_list is None:
            return False
        return super().check_action(action, parameters)

    @work
    async def action_clients(self) -> None:
        """Show connected players and invitations; disconnects the selected player."""
        if self._client_list is None:
            return
        from atlantis_tui.play.clients_dialog import ClientsDialog

        answer = await self.push_screen_wait(ClientsDialog(self._client_list))
        if answer:
            self._client_list.drop(int(answer))

    def action_command_palette(self) -> None:
        from atlantis_tui.widgets.palette_commands import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(id="--command-palette"))

    def on_command_palette_opened(self) -> None:
        # A blinking cursor would send two kilobytes per second.
        for field in self.screen.query("Input"):
            field.cursor_blink = False  # type: ignore[attr-defined]  # an Input

    def remember_option(self, name: str, value: object) -> None:
        """Change one option and save it, without what the command line overrides."""
        super().remember_option(name, value)
        loaded = load_options(default_path())
        if not loaded.problems:
            self._save(replace(loaded.options, **{name: value}))  # type: ignore[arg-type]  # its type

    def set_options(self, options: Options) -> None:
        """Apply the options and save them."""
        super().set_options(options)
        self._save(options)

    def _save(self, options: Options) -> None:
        try:
            save_options(options, default_path())
        except AtlantisError as error:
            self.notify(str(error), severity="warning")
        except OSError as error:
            self.notify(f"could not read the options: {error.strerror}", severity="warning")

    def action_suspend_process(self) -> None:
        """Suspend the whole process group, after restoring the terminal.

        Textual suspends only its own process; `make play` and `atlantis host` would keep waiting
        for it, and the shell would not show its prompt.
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
