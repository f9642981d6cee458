"""The command palette: every action of the screen by name, with its key.

Reads the bindings of the screen and of what is focused on it, so that an action that has a key
is in the palette without anybody listing it twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from textual.binding import Binding, BindingsMap
from textual.command import DiscoveryHit, Hit, Hits, Provider


class Entry(NamedTuple):
    """One action that can be chosen by name."""

    title: str
    action: str
    namespace: object


class ScreenActions(Provider):
    """All actions that keys have on the screen below the palette."""

    async def discover(self) -> Hits:
        for entry in self._entries():
            yield DiscoveryHit(entry.title, partial(self._run, entry), help=None)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for entry in self._entries():
            score = matcher.match(entry.title)
            if score > 0:
                yield Hit(score, matcher.highlight(entry.title), partial(self._run, entry))

    async def _run(self, entry: Entry) -> None:
        await self.app.run_action(entry.action, entry.namespace)  # type: ignore[arg-type]

    def _entries(self) -> Iterator[Entry]:
        """The actions of the screen first, then those of what is focused on it."""
        seen: set[str] = set()
        chain = self.screen._binding_chain  # noqa: SLF001 -- the public ones lose who owns an action
        for namespace, bindings in sorted(chain, key=lambda owner: owner[0] is not self.screen):
            for binding in _own_bindings(bindings):
                if binding.action not in seen:
                    seen.add(binding.action)
                    yield Entry(self._title(binding), binding.action, namespace)

    def _title(self, binding: Binding) -> str:
        shown = binding.key_display or self.app.get_key_display(binding)
        return f"{binding.description} ({shown})"


def _own_bindings(bindings: BindingsMap) -> Iterator[Binding]:
    """Without those that every widget of Textual has."""
    for many in bindings.key_to_bindings.values():
        for binding in many:
            is_foreign = binding.system or binding.action.startswith(_FOREIGN)
            if binding.description and not is_foreign:
                yield binding


_FOREIGN = ("scroll_", "page_", "app.focus", "screen.copy", "command_palette", "help_quit")
