"""Text tables stay aligned with any names."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from atlantis_core.support.columns import clip, clusters, display_width, format_table, pad, wrap
from atlantis_core.support.safe_text import is_safe_to_show


def test_numbers_are_right_aligned_and_words_left_aligned() -> None:
    assert format_table(("game", "turns", "score"), [("a.json", 7, "Ann 3"), ("b", 120, "")]) == [
        "game    turns  score",
        "a.json      7  Ann 3",
        "b         120",
    ]


def test_wide_and_combining_characters_do_not_shift_columns() -> None:
    lines = format_table(("name", "n"), [("安子", 1), ("Zoe\u0308", 2), ("x", 3)])

    assert {display_width(line) for line in lines} == {display_width(lines[0])}
    assert display_width("安子") == 4
    assert display_width("Zoe\u0308") == 3


def test_table_without_rows_is_its_heading() -> None:
    assert format_table(("game", "turns"), []) == ["game  turns"]


def test_multi_line_headings_are_bottom_aligned() -> None:
    assert format_table(("game", "biggest\nchain"), [("a", 3)]) == [
        "      biggest",
        "game    chain",
        "a           3",
    ]


def test_width_of_every_character_is_that_of_the_terminal_library() -> None:
    shown = filter(is_safe_to_show, map(chr, range(0x20, 0x110000)))
    assert [char for char in shown if display_width(char) != cell_len(char)] == []


@pytest.mark.parametrize(
    ("text", "width", "clipped"),
    [
        ("abc", 2, "ab"),
        ("abc", -1, ""),
        ("李雷", 3, "李"),
        ("Zoe\u0308x", 3, "Zoe\u0308"),
        ("é", 5, "é"),
    ],
)
def test_clip_keeps_whole_characters(text: str, width: int, clipped: str) -> None:
    assert clip(text, width) == clipped


def test_pad_fills_up_to_the_width() -> None:
    assert pad("李", 4) == "李  "
    assert pad("abc", 2) == "abc"


def test_clusters_keep_marks_with_their_character() -> None:
    assert list(clusters("Zoe\u0308 李")) == ["Z", "o", "e\u0308", " ", "李"]
    assert list(clusters("")) == []


@pytest.mark.parametrize("text", ["Ōskar wins with 116 fields", "李雷 " * 9, "李" * 30, "é", " é "])
@pytest.mark.parametrize("width", [8, 11, 20])
def test_wrapped_lines_fit_and_keep_the_words(text: str, width: int) -> None:
    lines = wrap(text, width, "  ", begin=" ")
    assert all(0 < display_width(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert lines[0].startswith(" ")
    assert all(line.startswith("  ") for line in lines[1:])


def test_long_words_may_stay_whole() -> None:
    assert wrap("ab 李李李李李李 c", 8, breaks_words=False) == ["ab", "李李李李李李", "c"]


def test_ascii_and_other_text_wrap_alike() -> None:
    text = "the quick brown fox jumps over the lazy dog"
    other = text.replace("o", "ö")
    assert [line.replace("ö", "o") for line in wrap(other, 12)] == wrap(text, 12)
