"""How many colours the output may have: what was asked for, and what the terminal says.

An explicit `--color` decides; otherwise `NO_COLOR` is obeyed, pipes stay plain, and the
terminal is asked by its environment and, if that says nothing, by its description.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from enum import Enum

from atlantis_core.escape_codes import Depth


class When(Enum):
    """When to use colours."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


def add_color_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--color",
        choices=[when.value for when in When],
        default=When.AUTO.value,
        help="when to use colours; auto: on a terminal, unless NO_COLOR is set",
    )


def choose_depth(when: When, environ: Mapping[str, str], *, is_terminal: bool) -> Depth:
    """The number of colours to use."""
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
    """What the system's description of the terminal says; 16 colours where there is none."""
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
