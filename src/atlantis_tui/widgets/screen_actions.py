"""What can be done on a screen, read from its keys: for the palette and for pages of help.

An action that has a key is listed without anybody writing it down a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.screen import Screen

S = TypeVar("S")
_FOREIGN = ("scroll_", "page_", "app.focus", "screen.copy", "command_palette", "help_quit")


class ScreenAction(NamedTuple):
    """One action, with the key that it has and whoever carries it out."""

    key: str
    description: str
    action: str
    owner: DOMNode


def screen_actions(screen: Screen[S]) -> Iterator[ScreenAction]:
    """The actions of the screen first, then those of what is focused on it."""
    seen: set[str] = set()
    chain = screen._binding_chain  # noqa: SLF001 -- the public ones lose who owns an action
    for owner, bindings in sorted(chain, key=lambda pair: pair[0] is not screen):
        for binding in _own_bindings(bindings):
            if binding.action not in seen:
                seen.add(binding.action)
                key = binding.key_display or screen.app.get_key_display(binding)
                key_map = getattr(screen.app, "key_map", None)
                key = key_map.shown(binding.action, key) if key_map else key
                yield ScreenAction(key, binding.description, binding.action, owner)


def bindings_in_force(screen: Screen[S]) -> Iterator[Binding]:
    """All bindings, the innermost first."""
    for _, bindings in screen._binding_chain:  # noqa: SLF001 -- as above
        for many in bindings.key_to_bindings.values():
            yield from many


def _own_bindings(bindings: BindingsMap) -> Iterator[Binding]:
    """Without those that every widget of Textual has."""
    for many in bindings.key_to_bindings.values():
        for binding in many:
            is_foreign = binding.system or binding.action.startswith(_FOREIGN)
            if binding.description and not is_foreign:
                yield binding
