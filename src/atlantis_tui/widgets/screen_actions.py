"""Lists the actions of a screen from its bindings, for the command palette and help pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from textual.actions import parse
from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.screen import Screen

S = TypeVar("S")
_FOREIGN = ("scroll_", "page_", "app.focus", "screen.copy", "help_quit")


class ScreenAction(NamedTuple):
    """An action with its key and the node that runs it."""

    key: str
    description: str
    action: str
    owner: DOMNode


def screen_actions(screen: Screen[S]) -> Iterator[ScreenAction]:
    """The actions of the screen, then those of the focused widget and the app."""
    seen: set[str] = set()
    chain = screen._binding_chain  # noqa: SLF001 -- the public property drops the owner
    for owner, bindings in sorted(chain, key=lambda pair: pair[0] is not screen):
        for binding in _own_bindings(bindings):
            if binding.action not in seen:
                seen.add(binding.action)
                key = binding.key_display or screen.app.get_key_display(binding)
                key_map = getattr(screen.app, "key_map", None)
                key = key_map.shown(binding.action, key) if key_map else key
                yield ScreenAction(key, binding.description, binding.action, owner)


def keys_for_help(screen: Screen[S]) -> list[Binding]:
    """Enabled bindings that no inner widget overrides, innermost first."""
    found: dict[str, Binding] = {}
    for owner, bindings in screen._binding_chain:  # noqa: SLF001 -- as above
        for binding in _own_bindings(bindings):
            _, name, parameters = parse(binding.action)
            if binding.key not in found and owner.check_action(name, parameters):
                found[binding.key] = binding
    return list(found.values())


def bindings_in_force(screen: Screen[S]) -> Iterator[Binding]:
    """All active bindings, innermost first."""
    for _, bindings in screen._binding_chain:  # noqa: SLF001 -- as above
        for many in bindings.key_to_bindings.values():
            yield from many


def _own_bindings(bindings: BindingsMap) -> Iterator[Binding]:
    """Bindings except those that every Textual widget has."""
    for many in bindings.key_to_bindings.values():
        for binding in many:
            is_foreign = binding.system or binding.action.startswith(_FOREIGN)
            if binding.description and not is_foreign:
                yield binding
