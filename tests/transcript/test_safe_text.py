"""Untrusted text from files becomes safe to show."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.support.safe_text import (
    ELLIPSIS,
    escape_bytes,
    is_safe_to_show,
    showable,
    showable_ends,
    showable_lines,
    unescape_bytes,
)

ANYTHING = st.text(st.characters(codec=None))


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("plain [b]text[/b]", "plain [b]text[/b]"),
        ("\x1b[31mred", "\u241b[31mred"),
        ("\x9b31mred", "\ufffd31mred"),
        ("a\nb\tc\rd", "a\u240ab\u2409c\u240dd"),
        ("del\x7f", "del\u2421"),
        ("abc\u202edcba", "abc\ufffddcba"),
        ("a\u2066b\u2069", "a\ufffdb\ufffd"),
        ("zero\u200bwidth\u200d", "zero\ufffdwidth\ufffd"),
        ("line\u2028par\u2029", "line\ufffdpar\ufffd"),
        ("\ud800 alone", "\ufffd alone"),
        ("tag\U000e0041", "tag\ufffd"),
        ("soft\u00adhyphen", "soft\ufffdhyphen"),
        ("bom\ufeff", "bom\ufffd"),
        ("filler\u3164\u115f", "filler\ufffd\ufffd"),
        ("heart\u2764\ufe0f", "heart\u2764\ufffd"),
        ("no\u00a0break\u3000wide", "no break wide"),
        ("Zoë 漢字 😀", "Zoë 漢字 😀"),
    ],
)
def test_control_sequences_become_visible(hostile: str, shown: str) -> None:
    assert showable(hostile) == shown


def test_no_invisible_code_point_remains() -> None:
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        shown = showable(character)
        assert len(shown) == 1
        assert unicodedata.category(shown) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}, code


@given(ANYTHING)
def test_replacement_keeps_columns(text: str) -> None:
    assert len(showable(text, len(text))) == len(text)


@given(ANYTHING, st.integers(0, 30))
def test_showable_is_bounded_and_idempotent(text: str, limit: int) -> None:
    shown = showable(text, limit)
    assert len(shown) <= limit
    assert showable(shown, limit) == shown
    assert shown.isprintable()


@given(ANYTHING)
def test_text_is_safe_if_showable_changes_nothing(text: str) -> None:
    assert is_safe_to_show(text) == (showable(text, len(text)) == text)


def test_huge_text_is_cut_to_the_limit() -> None:
    assert showable("\x1b" * 10_000_000, 5) == "\u241b" * 2 + ELLIPSIS
    assert showable_lines("x" * 10_000_000, limit=5) == ("xx" + ELLIPSIS,)
    assert showable_lines("x\n" * 5_000_000, most=3) == ("x", "x", ELLIPSIS)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        ("one", ("one",)),
        ("one\n", ("one",)),
        ("one\r\ntwo\rthree\n\nfive", ("one", "two", "three", "", "five")),
        ("a\x1bb\nc", ("a\u241bb", "c")),
    ],
)
def test_comments_are_shown_line_by_line(text: str, lines: tuple[str, ...]) -> None:
    assert showable_lines(text) == lines


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("./caf\u00e9", "./caf\u00e9"),
        ("./caf\udce9", r"./caf\xe9"),
        (r"./caf\xe9", r"./caf\x5cxe9"),
        (r"C:\x5c\bots\x41", r"C:\x5cx5c\bots\x41"),
    ],
)
def test_bytes_that_are_not_utf8_are_escaped(text: str, escaped: str) -> None:
    assert escape_bytes(text) == escaped
    assert unescape_bytes(escaped) == text


@given(st.lists(st.sampled_from(["\\", "x", "5c", "e9", "8", "\udce9", "\u00e9"])).map("".join))
def test_escaped_bytes_are_restored(text: str) -> None:
    escaped = escape_bytes(text)
    assert unescape_bytes(escaped) == text
    assert escaped.encode().decode() == escaped


@given(ANYTHING, st.integers(1, 10), st.integers(1, 5))
def test_lines_are_bounded_in_both_directions(text: str, limit: int, most: int) -> None:
    lines = showable_lines(text, limit, most)
    assert len(lines) <= most
    assert all(len(line) <= limit and line.isprintable() for line in lines)


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("agent:python3 mine.py", 40, "agent:python3 mine.py"),
        ("agent:python3 some/where/mine.py", 15, "agent...mine.py"),
        ("a\x1b" * 20, 6, "a␛...␛"),
    ],
)
def test_showable_ends_keeps_both_ends(text: str, limit: int, shown: str) -> None:
    assert showable_ends(text, limit) == shown
    assert len(shown) <= limit
