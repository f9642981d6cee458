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


def keys_of(*packets: str, own: str = "") -> list[str]:
    """The keys that the parser finds in packets; three pauses follow the last one."""
    parser = TerminalParser(debug=False, is_in_use=lambda key: key == own)
    found = [event for packet in packets for event in (*parser.feed(packet), *parser.tick())]
    found += [event for _ in range(3) for event in parser.tick()]
    return [event.key for event in found if isinstance(event, Key)]


@pytest.mark.parametrize(
    ("packets", "keys"),
    [
        (("\x1bn",), ["escape", "n"]),
        (("\x1b", "n"), ["escape", "n"]),
        (("\x1b\r",), ["escape", "enter"]),
        (("\x1b1",), ["escape", "1"]),
        (("\x1b\x1bx",), ["escape", "escape", "x"]),
        (("\x1bt\x1bn\x1b",), ["escape", "t", "escape", "n", "escape"]),
        (("a\x1b",), ["a", "escape"]),
        (("\x1b[A", "\x1b", "[B", "\x1b[", "C"), ["up", "down", "right"]),
        (("\x1b\x1b[A",), ["escape", "up"]),
    ],
)
def test_escape_and_a_key_in_one_packet_are_two_keys(
    packets: tuple[str, ...], keys: list[str]
) -> None:
    assert keys_of(*packets) == keys


def test_keys_with_alt_that_the_user_chose_stay_one_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.ESCAPE_DELAY", 0.0)
    assert keys_of("\x1bn", own="alt+n") == ["alt+n"]
    assert keys_of("\x1bN", own="alt+shift+n") == ["alt+shift+n"]
    assert keys_of("\x1bO", "\x1b[") == ["escape", "O", "escape", "left_square_bracket"]
