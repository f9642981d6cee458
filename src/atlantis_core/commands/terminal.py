"""Choose the number of colours: from `--color`, the environment and the terminal description.

`--color` overrides everything. Otherwise `NO_COLOR` and pipes turn colours off, then TERM and
COLORTERM decide, and terminfo where they are not conclusive.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from enum import Enum

from atlantis_core.support.escape_codes import Depth


class When(Enum):
    """Value of `--color`."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


def add_color_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--color",
        choices=[when.value for when in When],
        default=When.AUTO.value,
        help="use colours: always, never, or auto (on a terminal without NO_COLOR)",
    )


def choose_depth(when: When, environ: Mapping[str, str], *, is_terminal: bool) -> Depth:
    if when is When.NEVER:
        return Depth.NONE
    found = _find_depth(environ)
    if when is When.ALWAYS:
        return Depth.BASIC if found is Depth.NONE else found
    return found if is_terminal and not environ.get("NO_COLOR") else Depth.NONE


def _find_depth(environ: Mapping[str, str]) -> Depth:
    term = environ.get("TERM", "").lower()
    if term in {"", "dumb", "unknown"}:
        return Depth.NONE
    if environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"} or term.endswith("-direct"):
        return Depth.TRUE
    if "256color" in term:
        return Depth.XTERM
    return _described_depth(term)


def _described_depth(term: str) -> Depth:
    """The number of colours in terminfo; 16 if the terminal is unknown there."""
    try:
        import curses
    except ImportError:
        return Depth.BASIC
    try:
        curses.setupterm(term, 1)
    except curses.error:
        return Depth.BASIC
    colors = curses.tigetnum("colors")
    if colors < 8:
        return Depth.NONE
    return Depth.XTERM if colors >= 256 else Depth.BASIC
