"""The command palette: every action of the screen by name, with its key.

Reads the bindings of the screen and of what is focused on it, so that an action that has a key
is in the palette without anybody listing it twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from textual.binding import Binding
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
        seen: set[str] = set()
        for namespace, bindings in self.screen._binding_chain:  # noqa: SLF001 -- the public ones lose who owns an action
            for key, many in bindings.key_to_bindings.items():
                for binding in many:
                    if binding.description and binding.action not in seen and not binding.system:
                        seen.add(binding.action)
                        yield Entry(self._title(key, binding), binding.action, namespace)

    def _title(self, key: str, binding: Binding) -> str:
        shown = binding.key_display or self.app.get_key_display(binding) or key
        return f"{binding.description} ({shown})"
