"""Lists the actions of all bindings of the app, and writes their tables in docs/options.md.

`python -m tests.tui.known_actions` updates the page. New actions need a name in
`settings/key_actions.py`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

from textual.binding import Binding
from textual.dom import DOMNode

import atlantis_tui
from atlantis_tui.settings.key_actions import old_names
from atlantis_tui.settings.key_map import action_name

PAGE = Path(__file__).parents[2] / "docs" / "options.md"
_OPTIONAL = ("hosting",)


def bindings() -> Iterator[Binding]:
    for module in pkgutil.walk_packages(atlantis_tui.__path__, "atlantis_tui."):
        if not any(part in module.name for part in (*_OPTIONAL, "__main__")):
            importlib.import_module(module.name)
    waiting: list[type[DOMNode]] = [DOMNode]
    for kind in waiting:
        waiting += kind.__subclasses__()
    ours = {kind for kind in waiting if _is_ours(kind.__module__)}
    for kind in sorted(ours, key=lambda kind: (kind.__module__, kind.__qualname__)):
        for given in kind.__dict__.get("BINDINGS", ()):
            if isinstance(given, Binding):
                yield from Binding.make_bindings([given])


def _is_ours(module: str) -> bool:
    """Whether a module belongs to the app without its optional extras."""
    parts = module.split(".")
    return parts[0] == "atlantis_tui" and parts[1:2] != list(_OPTIONAL)


def actions() -> dict[str, tuple[str, str]]:
    """Default keys and descriptions of each action on all screens, by name."""
    keys: dict[str, dict[str, None]] = {}
    descriptions: dict[str, dict[str, None]] = {}
    for binding in bindings():
        name = action_name(binding.action)
        keys.setdefault(name, {})[f"`{binding.key}`"] = None
        descriptions.setdefault(name, {})[binding.description] = None
    return {name: (", ".join(keys[name]), " / ".join(descriptions[name])) for name in sorted(keys)}


def action_table() -> str:
    rows = [f"| `{name}` | {keys} | {does} |" for name, (keys, does) in actions().items()]
    return "\n".join(["| action | default keys | description |", "|---|---|---|", *rows])


def old_name_table() -> str:
    rows = [
        f"| `{old}` | {', '.join(f'`{name}`' for name in names)} |"
        for old, names in old_names().items()
    ]
    return "\n".join(["| old name | action |", "|---|---|", *rows])


TABLES = {"actions": action_table, "old names": old_name_table}
"""Functions that make the tables of the page, by the names of their markers."""


def with_tables(page: str) -> str:
    """The page with its tables between their markers."""
    for name, make in TABLES.items():
        before, _, rest = page.partition(f"<!-- {name} -->\n\n")
        _, _, after = rest.partition(f"<!-- end of {name} -->")
        page = f"{before}<!-- {name} -->\n\n{make()}\n\n<!-- end of {name} -->{after}"
    return page


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
