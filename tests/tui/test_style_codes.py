"""A style change sends the shortest sequence that gives the wanted style."""

from __future__ import annotations

from itertools import product

import pyte
import pytest

from atlantis_tui.terminal.style_codes import transition

STYLES = [
    "",
    "1",
    "2",
    "1;2",
    "4;7",
    "38;2;1;2;3",
    "38;2;1;2;3;48;2;4;5;6",
    "1;38;2;9;9;9;48;2;4;5;6",
    "38;5;20;48;5;30",
    "31",
    "1;97;104",
    "39;49",
]


def looks(*sequences: str) -> pyte.screens.Char:
    """A character written after these sequences."""
    screen = pyte.Screen(2, 1)
    pyte.Stream(screen).feed("".join(sequences) + "x")
    return screen.buffer[0][0]


@pytest.mark.parametrize(("before", "after"), list(product(STYLES, STYLES)))
def test_transition_gives_the_style_at_no_more_than_its_whole_cost(before: str, after: str) -> None:
    whole = transition(None, after)
    step = transition(before, after)
    assert looks(transition(None, before), step) == looks(whole)
    assert len(step) <= len(whole)


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        ("1", "1", ""),
        ("38;2;1;2;3;48;2;4;5;6", "38;2;7;8;9;48;2;4;5;6", "\x1b[38;2;7;8;9m"),
        ("1;38;2;1;2;3;48;2;4;5;6", "38;2;1;2;3;48;2;4;5;6", "\x1b[22m"),
        ("1;2;48;2;4;5;6", "1;48;2;4;5;6", "\x1b[22;1m"),
        ("51;38;2;1;2;3", "38;2;1;2;3", "\x1b[0;38;2;1;2;3m"),
        ("31", "", "\x1b[m"),
    ],
)
def test_only_the_difference_is_sent(before: str, after: str, sent: str) -> None:
    assert transition(before, after) == sent
