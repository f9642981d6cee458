"""The user's keys for actions, from the table `[keys]` of the configuration file.

The app translates a pressed key to the action's default key before any widget sees it, so that
screens need not know about the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from string import punctuation
from types import MappingProxyType

from textual.binding import Binding
from textual.keys import format_key, key_to_character

from atlantis_core.support.safe_text import showable
from .key_actions import current_names, names_by_action

_NAMESPACES = frozenset({"app", "screen", "focused"})
_KEY = re.compile(r"(?:(?:ctrl|shift|alt)\+)*(?:[a-z0-9_]+|[^\s\x00-\x1f])", re.IGNORECASE)


def action_name(action: str) -> str:
    """Name of an action in the file, such as `zoom-in` for `focused.zoom(1)`; "" without one."""
    namespace, _, rest = action.partition(".")
    return names_by_action().get(rest if namespace in _NAMESPACES else action, "")


KEY_NAMES = {
    **{key: key for key in ("up", "down", "left", "right")},
    **{key: key.capitalize() for key in ("enter", "escape", "tab", "space", "backspace", "delete")},
    "shift+tab": "Shift+Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}
"""Names of keys without a character, in ASCII: `<` and `>` would be other keys than arrows."""


def key_name(key: str) -> str:
    """A key as help pages show it: `Ctrl+S`, `F2`, `[`."""
    named = KEY_NAMES.get(key) or format_key(key)
    is_name = key not in KEY_NAMES and len(named) > 1
    return "+".join(map(str.capitalize, named.split("+"))) if is_name else named


@dataclass(frozen=True, slots=True)
class KeyMap:
    """The user's key for each action in the table; other actions keep their defaults."""

    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __bool__(self) -> bool:
        return bool(self.keys)

    def translate(self, key: str, bindings: Iterable[Binding]) -> str | None:
        """The default key that a pressed key stands for; None if its action has another key now."""
        own = [(action_name(binding.action), binding.key) for binding in bindings]
        for name, default in own:
            if self.keys.get(name) == key:
                return default
        has_lost = any(default == key and name in self.keys for name, default in own)
        has_other = any(default == key and name not in self.keys for name, default in own)
        return None if has_lost and not has_other else key

    def with_key(self, name: str, key: str | None) -> KeyMap:
        """The same table with another key for one action; None gives its default keys back."""
        others = {other: old for other, old in self.keys.items() if other != name}
        return KeyMap(MappingProxyType(others if key is None else {**others, name: key}))

    def shown(self, action: str, written: str) -> str:
        """The action's key as shown to the user; `written` is the default."""
        key = self.keys.get(action_name(action)) if self.keys else None
        return written if key is None else key_name(key)


def parse_keys(table: object, name: str) -> tuple[KeyMap, tuple[str, ...]]:
    """Validate the table of a file; invalid entries become problems. Accepts old names."""
    if not isinstance(table, dict):
        return KeyMap(), (f"{name}: 'keys' must be a table, as in [keys] end-turn = \"z\"",)
    chosen: dict[str, str] = {}
    problems: list[str] = []
    for written, key in table.items():
        actions = current_names(written)
        shown = f"'{showable(str(written), 40)}'"
        if not actions:
            problems.append(f"{name}: unknown action: {shown} (docs/options.md lists all)")
        elif not isinstance(key, str) or not is_key(key):
            what = showable(str(key), 20)
            problems.append(f"{name}: not a key for {shown}: '{what}' (expected 'z' or 'ctrl+t')")
        else:
            chosen.update(dict.fromkeys(actions, _normal(key)))
    return KeyMap(MappingProxyType(chosen)), tuple(problems)


def is_key(key: str) -> bool:
    """Whether a terminal can send this key."""
    name = key.lower().rpartition("+")[2] or "+"
    is_known = len(name) == 1 or name in _named_keys() or key_to_character(name) is not None
    return is_known and _KEY.fullmatch(key) is not None


def _named_keys() -> set[str]:
    from textual.keys import Keys, _character_to_key

    return {key.value.rpartition("+")[2] for key in Keys} | set(map(_character_to_key, punctuation))


def _normal(key: str) -> str:
    """A key by the name that Textual's events use."""
    from textual.keys import _character_to_key

    return _character_to_key(key) if len(key) == 1 else key.lower()


def character_of(key: str) -> str | None:
    return key if len(key) == 1 else key_to_character(key)
