"""Results of attacks in SECURITY.md, from the programs that ran them: `make monkey RECORD=1`.

A program calls `record` at its end. With RECORD set, that stores the result with the date and the
version in ``attacks.json`` and writes the table of SECURITY.md again.
"""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path
from typing import NamedTuple

STORE = Path(__file__).with_name("attacks.json")
PAGE = Path(__file__).parents[1] / "SECURITY.md"
BEGIN, END = "<!-- written by tests/attacks.py -->\n", "<!-- end -->\n"


class Result(NamedTuple):
    """The last result of a command."""

    date: str
    version: str
    result: str


def record(command: str, result: str) -> None:
    """Store the result of a command if the user asked for it."""
    if os.environ.get("RECORD"):
        # Not above: mutated modules are imported after this one.
        from atlantis_core.version import __version__  # noqa: PLC0415

        made = Result(date.today().isoformat(), __version__, result)  # noqa: DTZ011 - the user's day
        results = {**load(), command: made}
        content = {name: results[name]._asdict() for name in sorted(results)}
        STORE.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(written_into(PAGE.read_text(encoding="utf-8"), results), encoding="utf-8")


def load() -> dict[str, Result]:
    content = json.loads(STORE.read_text(encoding="utf-8"))
    return {command: Result(**found) for command, found in content.items()}


def written_into(page: str, results: dict[str, Result]) -> str:
    """The page with a table of these results."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    rows = (
        f"| `{command}` | {found.date} | {found.version} | {found.result} |"
        for command, found in sorted(results.items())
    )
    table = "\n".join(("| command | date | version | result |", "|---|---|---|---|", *rows))
    return f"{before}{BEGIN}\n{table}\n\n{END}{after}"
