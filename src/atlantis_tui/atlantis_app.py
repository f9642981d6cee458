"""The local app: all screens, the command palette, and saved options.

`navigation` imports each screen when it is first needed, so that the first frame appears quickly.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.screen import Screen

from atlantis_core.support.errors import AtlantisError
from atlantis_core.transcript.seat_names import HOST
from atlantis_tui import navigation
from atlantis_tui.settings.arguments import Arguments
from atlantis_tui.settings.key_map import KeyMap
from atlantis_tui.settings.options import (
    NAMES,
    Colors,
    Options,
    default_path,
    load_options,
    save_options,
)
from atlantis_tui.widgets.key_bindings import parse_bindings
from .base_app import ALWAYS, BaseApp
from .routes import Page, Route, ScreenRoute

if TYPE_CHECKING:
    from textual.command import Provider

    from atlantis_tui.game.document import GameDocument
    from atlantis_tui.play.client_list import ClientList
    from atlantis_tui.play.hosted_game import HostedGame


PARTING_SECONDS = 0.5
"""Time for the server to show remote players that the host is away, before both are suspended."""
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
            f5      key_page         Keys: see and change them
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
        self._hosted: HostedGame | None = None

    def get_default_screen(self) -> Screen[None]:
        """The bottom screen; there is no blank default screen."""
        return navigation.first_screen(self)

    def on_mount(self) -> None:
        descriptor = self.named.guests_socket
        if descriptor is not None:
            from atlantis_tui.play.client_list import ClientList

            self._client_list = ClientList(descriptor)
            self._client_list.on_news = self.say_who_is_here
            if self.named.path is not None:
                from atlantis_tui.play.hosted_game import HostedGame

                self._hosted = HostedGame(self._client_list, self.named.path)
            self.run_worker(self._listen_to(self._client_list))
            if not self.named.is_unseen:
                # The first thing a host needs is the invitations.
                self.set_timer(GREETING_SECONDS, self.action_clients)

    @property
    def is_hosting(self) -> bool:
        """Whether this window belongs to a server of remote players."""
        return self.named.guests_socket is not None

    def enter_game(self, document: GameDocument) -> None:
        """Tell the remote players of a hosted game that the host is here."""
        if self._hosted is not None:
            self._hosted.entered(document)

    def leave_game(self, document: GameDocument) -> None:
        """Tell the remote players of a hosted game that the host is away."""
        if self._hosted is not None:
            self._hosted.left(document)

    def offer_rematch(self, over: GameDocument, again: GameDocument, order: Sequence[int]) -> None:
        """Let the remote players of a hosted game join its rematch. Raises what saving raises."""
        seats = None if self._hosted is None else self._hosted.start_rematch(over, again, order)
        if seats is not None:
            own = ",".join([*(str(seat + 1) for seat in seats), HOST])
            self.named = self.named._replace(path=again.path, own=own)

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

        # A dialog that opens late can be above the palette.
        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette())

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
        """Apply the options and save those that changed, not what the command line overrides."""
        before = self.options
        super().set_options(options)
        saved = load_options(default_path()).options
        changed = {name: getattr(options, name) for name in NAMES}
        changed = {name: new for name, new in changed.items() if new != getattr(before, name)}
        self._save(replace(saved, **changed))

    def reset_options(self) -> None:
        """Apply and save the defaults of all options."""
        super().set_options(Options())
        self._save(Options())

    def set_keys(self, keys: KeyMap) -> str:
        """Use and save other keys; returns why they could not be saved, or ""."""
        from atlantis_tui.settings.key_file import save_keys

        try:
            save_keys(keys, default_path())
        except AtlantisError as error:
            return str(error)
        except OSError as error:
            return f"keys not saved: {error.strerror}"
        self.key_map = keys
        self.show_changes()
        return ""

    def on_ready(self) -> None:
        if self.key_map:
            self._report_shared_keys()

    @work(thread=True)
    def _report_shared_keys(self) -> None:
        """Report keys of the user with two actions. In a thread, because it imports all screens."""
        from atlantis_tui.key_contexts import shared_keys

        for shared in shared_keys(self.key_map):
            said = f"{shared}: press F5 to change it"
            self.call_from_thread(self.notify, said, severity="warning", markup=False)

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
        if self._client_list is None:
            self._suspend()
        else:
            self._suspend_server(self._client_list)

    @work
    async def _suspend_server(self, clients: ClientList) -> None:
        """Suspend this window with its server, after remote players have seen that."""
        clients.report_host(is_away=True)
        await asyncio.sleep(PARTING_SECONDS)
        self._suspend()
        clients.report_host(is_away=False)

    def _suspend(self) -> None:
        with self.suspend():
            waking = signal.signal(signal.SIGCONT, signal.SIG_DFL)  # or Textual may wake up twice
            os.killpg(0, signal.SIGSTOP)
            signal.signal(signal.SIGCONT, waking)

    def open(self, route: Route) -> None:
        """Show a screen above the present one; raises what opening its game raises."""
        navigation.open_route(self, route)

    def import_early(self, route: type[ScreenRoute]) -> None:
        """Import a screen that is likely to be opened soon."""
        navigation.import_early(route)

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

    def action_key_page(self) -> None:
        self.open(Page.KEYS)
