"""The key line keeps what the player needs next in narrow windows."""

from __future__ import annotations

import pytest

from atlantis_tui.play.bars import ANYWHERE
from atlantis_tui.widgets.key_line import Key, key_line

LIFT: Key = ("Enter", "lift", "")
END: Key = ("t", "end turn", "")
CURSOR: Key = ("qweasd", "cursor", "")
HINT: Key = ("h", "hint", "")


@pytest.mark.parametrize("width", range(30, 121))
def test_key_line_fits_and_keeps_the_first_two_keys_and_help(width: int) -> None:
    line = "".join(piece.text for piece in key_line((LIFT, END, CURSOR, HINT), width, ANYWHERE))
    assert len(line) <= max(width, 32)
    if width >= 32:
        assert "Enter lift" in line
        assert "t end turn" in line
    assert "? help" in line
    if width >= 56:
        assert "h hint" in line
    assert ("commands" in line) == (width >= 68)
