"""Pastes in the terminal's input: cut anywhere, without an end, with escape characters inside."""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.message import Message

if os.name != "posix":
    pytest.skip("the driver of POSIX terminals", allow_module_level=True)

from atlantis_tui.terminal.driver import LONGEST_PASTE, SILENT_TICKS, TerminalParser

START, END = "\x1b[200~", "\x1b[201~"


def named(messages: Iterable[Message]) -> list[str]:
    """Keys by their names, pastes in quotes."""
    return [
        repr(message.text) if isinstance(message, events.Paste) else message.key
        for message in messages
        if isinstance(message, events.Paste | events.Key)
    ]


def silence(parser: TerminalParser) -> list[str]:
    return [name for _ in range(SILENT_TICKS + 1) for name in named(parser.tick())]


@given(st.data(), st.text("a \r\x1b[20~;M\u674e"))
def test_paste_is_one_event_wherever_its_bytes_are_cut(data: st.DataObject, text: str) -> None:
    sent = f"x{START}{text}{END}y"
    parser, found, at = TerminalParser(debug=False), [], 0
    while at < len(sent):
        end = data.draw(st.integers(at + 1, len(sent)))
        found += named(parser.feed(sent[at:end]))
        at = end
    pasted = text.replace("\x1b", "")
    assert found == ["x", repr(pasted), "y"]


def test_paste_without_an_end_is_over_after_a_silence() -> None:
    parser = TerminalParser(debug=False)
    assert named(parser.feed(f"{START}abc")) == []
    assert named(parser.tick()) == []
    assert silence(parser) == ["'abc'"]
    assert named(parser.feed("\x11")) == ["ctrl+q"]


def test_paste_that_arrives_slowly_is_one_paste() -> None:
    parser = TerminalParser(debug=False)
    for part in (START, "a", "b", "c"):
        assert named(parser.feed(part)) == []
        assert [name for _ in range(SILENT_TICKS) for name in named(parser.tick())] == []
    assert named(parser.feed(END)) == ["'abc'"]


def test_silence_without_a_paste_changes_nothing() -> None:
    parser = TerminalParser(debug=False)
    assert silence(parser) == []
    assert named(parser.feed("a")) == ["a"]


def test_paste_keeps_a_bounded_number_of_characters_and_the_rest_is_not_typed() -> None:
    parser = TerminalParser(debug=False)
    found = named(parser.feed(START + "x" * LONGEST_PASTE))
    found += named(parser.feed("y" * 5000))
    found += named(parser.feed(f"z{END}q"))
    assert found == [repr("x" * LONGEST_PASTE), "q"]
