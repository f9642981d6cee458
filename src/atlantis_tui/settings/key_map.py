"""Keys that somebody has given to actions: the table `[keys]` of the options file.

A key is turned into the one that the action has by default, before anybody else sees it, on those
screens that have the action; so nothing else needs to know. What is written about keys is
rewritten the same way. Knows actions by name, no screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from string import punctuation
from types import MappingProxyType

from textual.binding import Binding
from textual.keys import format_key, key_to_character

from atlantis_core.safe_text import showable

_CALL = re.compile(r"(?:[a-z]+\.)?([a-z_]+)(?:\((.*)\))?")
_STEPS = {"1": "next", "-1": "previous"}
_KEY = re.compile(r"(?:(?:ctrl|shift|alt)\+)*(?:[a-z0-9_]+|[^\s\x00-\x1f])", re.IGNORECASE)


def action_name(action: str) -> str:
    """What an action is called in the file: `step_nw` for `step('NW')`, `zoom_next`, `put_3`."""
    found = _CALL.fullmatch(action)
    if found is None:
        return ""
    word, given = found.groups()
    parts = [part.strip(" '\"") for part in (given or "").split(",") if part.strip()]
    return "_".join([word, *(_STEPS.get(part, part.lower().replace("-", "")) for part in parts)])


KEY_NAMES = {
    **{key: key for key in ("up", "down", "left", "right")},
    **{key: key.capitalize() for key in ("enter", "escape", "tab", "space", "backspace", "delete")},
    "shift+tab": "Shift+Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}
"""What pages of help call keys without a character: in ASCII, where arrows are other keys."""


def key_name(key: str) -> str:
    return KEY_NAMES.get(key) or format_key(key)


@dataclass(frozen=True, slots=True)
class KeyMap:
    """Which key each of some actions has; the others keep theirs."""

    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __bool__(self) -> bool:
        return bool(self.keys)

    def translate(self, key: str, bindings: Iterable[Binding]) -> str | None:
        """The key to use for one that was pressed; None if it has lost its meaning."""
        own = [(action_name(binding.action), binding.key) for binding in bindings]
        for name, default in own:
            if self.keys.get(name) == key:
                return default
        has_lost = any(default == key and name in self.keys for name, default in own)
        has_other = any(default == key and name not in self.keys for name, default in own)
        return None if has_lost and not has_other else key

    def shown(self, action: str, written: str) -> str:
        """How the key of an action is written, given how it is written by default."""
        key = self.keys.get(action_name(action))
        return written if key is None else key_name(key)

    def rewrite(self, text: str, bindings: Iterable[Binding]) -> str:
        """Default keys in a text about keys, written as they are now."""
        now = {
            key_name(binding.key): key_name(self.keys[name])
            for binding in bindings
            if (name := action_name(binding.action)) in self.keys
        }
        written = "".join(now.get(word, word) for word in re.split(r"([ ,/]+)", text.rstrip()))
        return written.ljust(len(text))


def parse_keys(table: object, name: str, actions: Iterable[str]) -> tuple[KeyMap, tuple[str, ...]]:
    """The keys of a file; what cannot be used is a problem."""
    if not isinstance(table, dict):
        return KeyMap(), (f"{name}: 'keys' must be a table, as in [keys] end_turn = \"z\"",)
    known, chosen, problems = frozenset(actions), {}, []
    for action, key in table.items():
        shown = f"'{showable(str(action), 40)}'"
        if action not in known:
            problems.append(f"{name}: no such action: {shown} (docs/options.md lists all)")
        elif not isinstance(key, str) or not _is_key(key):
            what = showable(str(key), 20)
            problems.append(f"{name}: not a key for {shown}: '{what}' (expected 'z' or 'ctrl+t')")
        else:
            chosen[action] = _normal(key)
    return KeyMap(MappingProxyType(chosen)), tuple(problems)


def _is_key(key: str) -> bool:
    """Whether a terminal can send it; an action with another key would be out of reach."""
    name = key.lower().rpartition("+")[2] or "+"
    is_known = len(name) == 1 or name in _named_keys() or key_to_character(name) is not None
    return is_known and _KEY.fullmatch(key) is not None


def _named_keys() -> set[str]:
    from textual.keys import Keys, _character_to_key

    return {key.value.rpartition("+")[2] for key in Keys} | set(map(_character_to_key, punctuation))


def _normal(key: str) -> str:
    """A key as the terminal's events call it."""
    from textual.keys import _character_to_key

    return _character_to_key(key) if len(key) == 1 else key.lower()


def character_of(key: str) -> str | None:
    return key if len(key) == 1 else key_to_character(key)
