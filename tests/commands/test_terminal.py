"""How many colours the output gets: flags, environment, terminal."""

from __future__ import annotations

import pytest

from atlantis_core.commands.terminal import When, choose_depth
from atlantis_core.escape_codes import Depth


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, Depth.TRUE),
        ({"TERM": "xterm-direct"}, Depth.TRUE),
        ({"TERM": "screen-256color"}, Depth.XTERM),
        ({"TERM": "no-such-terminal"}, Depth.BASIC),
        ({"TERM": "dumb"}, Depth.NONE),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, Depth.NONE),
        ({}, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Depth.XTERM),
    ],
)
def test_a_terminal_gets_what_it_says(environ: dict[str, str], depth: Depth) -> None:
    assert choose_depth(When.AUTO, environ, is_terminal=True) is depth


def test_a_pipe_stays_plain_unless_asked() -> None:
    environ = {"TERM": "xterm-256color"}

    assert choose_depth(When.AUTO, environ, is_terminal=False) is Depth.NONE
    assert choose_depth(When.ALWAYS, environ, is_terminal=False) is Depth.XTERM


def test_an_explicit_wish_overrides_the_environment() -> None:
    assert choose_depth(When.ALWAYS, {"NO_COLOR": "1"}, is_terminal=False) is Depth.BASIC
    truecolor = {"TERM": "xterm", "COLORTERM": "truecolor"}
    assert choose_depth(When.NEVER, truecolor, is_terminal=True) is Depth.NONE
