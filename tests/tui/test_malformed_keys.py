"""Key sequences that no terminal should send: the parser ignores them, and the next key arrives."""

from __future__ import annotations

import os
from random import Random

import pytest
from textual.events import Key

if os.name != "posix":
    pytest.skip("the driver of POSIX terminals", allow_module_level=True)

from atlantis_tui.terminal.driver import TerminalParser


@pytest.mark.parametrize("seed", range(20))
def test_malformed_sequences_are_ignored(seed: int) -> None:
    choice = Random(seed)
    for _ in range(100):
        parser = TerminalParser(debug=False)
        middle = "".join(choice.choices("0123456789:;<?", k=choice.randrange(12)))
        end = choice.choice("u~ABCDEFHPQRSm")
        list(parser.feed(f"\x1b[{middle}{end}"))
        found = list(parser.feed("\x1b[Ax"))
        assert [event.key for event in found if isinstance(event, Key)][-1:] == ["x"], middle + end
