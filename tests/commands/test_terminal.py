"""Choice of the number of colours from options, environment and terminal."""

from __future__ import annotations

import pytest

from atlantis_core.commands.terminal import When, choose_depth
from atlantis_core.support.escape_codes import Depth


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
def test_terminal_gets_the_colours_it_supports(environ: dict[str, str], depth: Depth) -> None:
    assert choose_depth(When.AUTO, environ, is_terminal=True) is depth


def test_pipe_has_no_colours_by_default() -> None:
    environ = {"TERM": "xterm-256color"}

    assert choose_depth(When.AUTO, environ, is_terminal=False) is Depth.NONE
    assert choose_depth(When.ALWAYS, environ, is_terminal=False) is Depth.XTERM


def test_color_option_overrides_the_environment() -> None:
    assert choose_depth(When.ALWAYS, {"NO_COLOR": "1"}, is_terminal=False) is Depth.BASIC
    truecolor = {"TERM": "xterm", "COLORTERM": "truecolor"}
    assert choose_depth(When.NEVER, truecolor, is_terminal=True) is Depth.NONE
