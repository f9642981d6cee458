"""Text tables stay aligned with any names."""

from __future__ import annotations

from atlantis_core.support.columns import display_width, format_table


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
