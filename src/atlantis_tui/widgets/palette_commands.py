"""The command palette: every action of the screen by description, with its key."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.actions import parse
from textual.command import Command, CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider

from .screen_actions import ScreenAction, screen_actions


class Palette(CommandPalette):
    """Textual's palette without two of its failures.

    It fails on Page Down between filling its list and laying it out, and on search results that
    arrive while it is closed and its list has been removed.
    """

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "command_list" and not self.query_one(CommandList).size:
            return False
        return super().check_action(action, parameters)

    def _refresh_command_list(
        self,
        command_list: CommandList,
        commands: list[Command],
        clear_current: bool,
    ) -> None:
        if command_list.is_attached:
            super()._refresh_command_list(command_list, commands, clear_current)


class ScreenActions(Provider):
    """Provides the actions of the screen below the palette."""

    async def discover(self) -> Hits:
        for title, found in self.titled():
            yield DiscoveryHit(title, partial(self._run, found), help=None)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for title, found in self.titled():
            # "Turn: undo" is also found as "undo turn".
            subject, _, detail = found.description.partition(": ")
            score = max(matcher.match(title), matcher.match(f"{detail} {subject}"))
            if score > 0:
                yield Hit(score, matcher.highlight(title), partial(self._run, found))

    def titled(self) -> Iterator[tuple[str, ScreenAction]]:
        """Title and action of every action that is enabled now."""
        for found in screen_actions(self.screen):
            _, name, parameters = parse(found.action)
            if name != "command_palette" and found.owner.check_action(name, parameters):
                yield f"{found.description} ({found.key})", found

    async def _run(self, found: ScreenAction) -> None:
        await self.app.run_action(found.action, found.owner)
