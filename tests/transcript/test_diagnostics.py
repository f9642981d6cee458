"""Formatting of diagnostics: right line, carets below the right characters, safe text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.support import diagnostics
from atlantis_core.support.diagnostics import (
    Diagnostic,
    Lines,
    Related,
    Severity,
    draw_diagnostic,
    draw_diagnostics,
    format_diagnostic,
)


def _error(line: int, column: int, length: int, message: str = "wrong") -> Diagnostic:
    return Diagnostic(Severity.ERROR, "game.json", line, column, length, message)


def test_format_has_place_severity_message_and_hint() -> None:
    found = Diagnostic(Severity.WARNING, "game.json", 12, 9, 1, "not a field: 'c'", "like 'c5'")
    assert format_diagnostic(found) == "game.json:12:9: warning: not a field: 'c' (like 'c5')"
    assert str(found) == format_diagnostic(found)


def test_diagnostic_without_place_has_no_line_and_column() -> None:
    assert format_diagnostic(_error(0, 0, 0)) == "game.json: error: wrong"
    assert draw_diagnostic(_error(0, 0, 0), "text") == "game.json: error: wrong"


def test_drawing_has_source_line_carets_hint_and_related_places() -> None:
    found = Diagnostic(
        Severity.ERROR,
        "game.json",
        2,
        4,
        4,
        "twice",
        "keep one",
        (Related(1, 2, 4, "first here"),),
    )
    assert draw_diagnostic(found, '["a1"]\n  ["a1"]\n').split("\n") == [
        "game.json:2:4: error: twice",
        '    2 |   ["a1"]',
        "      |    ^^^^",
        "  hint: keep one",
        "  1:2: first here",
        '    1 | ["a1"]',
        "      |  ^^^^",
    ]


@pytest.mark.parametrize(
    ("line", "column", "length", "carets"),
    [
        ("\ta b", 2, 1, " ^"),
        ("漢字 b", 4, 1, "     ^"),
        ("漢字", 1, 2, "^^^^"),
        ("e\u0301x", 3, 1, " ^"),
        ("\x1b[0m b", 6, 1, "     ^"),
        ("abc", 4, 0, "   ^"),
        ("abc", 2, 99, " ^^"),
        ("", 1, 0, "^"),
    ],
)
def test_carets_are_below_the_right_characters(
    line: str, column: int, length: int, carets: str
) -> None:
    drawn = draw_diagnostic(_error(1, column, length), line).split("\n")
    assert drawn[2] == "      | " + carets


def test_excerpt_of_a_long_line_surrounds_the_place() -> None:
    drawn = draw_diagnostic(_error(1, 501, 2), "x" * 500 + "!!" + "y" * 500).split("\n")
    assert drawn[1].startswith("    1 | ...x")
    assert drawn[1].endswith("y...")
    assert len(drawn[1]) < 100
    assert drawn[1][drawn[2].index("^") :].startswith("!!")


def test_drawing_of_a_huge_line_is_short() -> None:
    drawn = draw_diagnostic(_error(1, 9_999_999, 5, "m" * 10_000_000), "x" * 10_000_000)
    assert all(len(line) < 600 for line in drawn.split("\n"))


def test_drawing_has_no_control_characters() -> None:
    found = Diagnostic(
        Severity.ERROR,
        "\x1b]0;evil\x07",
        1,
        1,
        1,
        "\x1b[31m",
        "\u202e",
        (Related(1, 1, 1, "\x9b"),),
    )
    drawn = draw_diagnostic(found, "\x1b[2J\u202e\n") + format_diagnostic(found)
    assert drawn.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("", 0, (1, 1)),
        ("ab", 1, (1, 2)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 3, (2, 1)),
        ("a\rb", 2, (2, 1)),
        ("a\n\nb", 3, (3, 1)),
        ("a\u2028b", 2, (1, 3)),
        ("a\n", 2, (2, 1)),
    ],
)
def test_lines_end_like_in_editors(text: str, offset: int, place: tuple[int, int]) -> None:
    assert Lines(text).locate(offset) == place


def test_line_text_excludes_its_line_end() -> None:
    lines = Lines("one\r\ntwo\nthree")
    assert [lines.line(number) for number in range(5)] == ["", "one", "two", "three", ""]


@given(st.text(st.sampled_from("ab\n\r\t漢\x1b"), max_size=30), st.data())
def test_every_place_of_any_text_can_be_drawn(text: str, data: st.DataObject) -> None:
    line, column = Lines(text).locate(data.draw(st.integers(0, len(text))))
    length = data.draw(st.integers(0, 10))
    drawn = draw_diagnostics([_error(line, column, length)], text).split("\n")
    assert len(drawn) == 3
    assert "^" in drawn[2]


@given(st.text(st.sampled_from("ab\n\r"), max_size=40), st.integers(1, 9))
def test_lines_agree_with_splitting(text: str, chunk: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(diagnostics, "_CHUNK", chunk)
        lines = Lines(text)
        expected = re.split(r"\r\n|\n|\r", text)
        found = [lines.line(number) for number in range(1, len(expected) + 1)]
        assert found == expected
        assert lines.line(len(expected) + 1) == ""
        ends = [match.end() for match in re.finditer(r"\r\n|\n|\r", text)]
        for offset in range(len(text) + 1):
            line = 1 + sum(end <= offset for end in ends)
            start = max([0, *(end for end in ends if end <= offset)])
            assert lines.locate(offset) == (line, offset - start + 1)
