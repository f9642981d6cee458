"""All actions that keys have anywhere in the app, found by importing it whole.

`python -m tests.tui.known_actions` writes the list in `settings/key_actions.py` and the table
of docs/options.md anew.
"""

from __future__ import annotations

import importlib
import pkgutil
import textwrap
from collections.abc import Iterator
from pathlib import Path

from textual.binding import Binding
from textual.dom import DOMNode

import atlantis_tui
from atlantis_tui.settings.key_map import action_name

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "options.md"
MODULE = ROOT / "src" / "atlantis_tui" / "settings" / "key_actions.py"
BEGIN, END = "<!-- actions -->\n\n", "<!-- end of actions -->"
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
    """Whether everybody has it: what is an extra may be imported or not."""
    parts = module.split(".")
    return parts[0] == "atlantis_tui" and parts[1:2] != list(_OPTIONAL)


def actions() -> dict[str, tuple[str, str]]:
    """By name: the default keys, and what the action does."""
    found: dict[str, tuple[str, str]] = {}
    for binding in bindings():
        name = action_name(binding.action)
        keys, does = found.get(name, ("", binding.description))
        shown = f"`{binding.key}`"
        known = [*filter(None, keys.split(", "))]
        joined = ", ".join(known if shown in known else [*known, shown])
        found[name] = joined, does
    return dict(sorted(found.items()))


def table() -> str:
    rows = [f"| `{name}` | {keys} | {does} |" for name, (keys, does) in actions().items()]
    return "\n".join(["| action | keys | does |", "|---|---|---|", *rows])


def source() -> str:
    names = textwrap.fill(" ".join(actions()), 90, break_on_hyphens=False)
    words = textwrap.indent(names, "    ")
    return (
        '"""The names of all actions that a key can be given to in the options file.\n\n'
        "Written by `python -m tests.tui.known_actions`, so that no screen needs to be imported\n"
        'to know whether a name in the file is one.\n"""\n\n'
        f'ACTIONS = frozenset(\n    """\n{words}\n    """.split()\n)\n'
    )


def main() -> None:
    MODULE.write_text(source(), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}{table()}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
