"""Truncated and misspelt files of other games get one message, in the words of their notation."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.opening import open_bytes
from atlantis_core.support.diagnostics import format_diagnostic

SAMPLES = Path(__file__).parents[1] / "transcripts"
TILE = "expected a tile such as 'S' or 'B', a number of columns to skip, '/' or ']'"
MESSAGE = "expected 'START;South', 'CHANGE;3;<state>;YOU' or 'END'"
KALAH = "START;South\nCHANGE;6;8,8,8,8,8,7,7,0,7,7,7,7,7,0,8,1;OPP\n"
STATE = "8,8,8,8,8,7,7,0,7,7,7,7,7,0,8,1"
CLOSE = "unexpected end of file (expected '}')"


def problems(text: str, name: str) -> list[str]:
    """The messages of `atlantis check`, without the name of the file."""
    found = open_bytes(text.encode(), name).check()
    return [format_diagnostic(each).removeprefix(f"{name}:") for each in found]


@pytest.mark.parametrize(
    ("text", "place", "name"),
    [
        ("[B5,O2W||G2W", "1:4: error: unexpected ','", "state.hsn"),
        ("[B5,O2W||G2W", "1:4: error: unexpected ','", "state.json"),
        ("[2S", "1:4: error: unexpected end of the text", "state.hsn"),
        ("[2SSS/1SO", "1:10: error: unexpected end of the text", "state.txt"),
        ('[["D5"', "1:2: error: unexpected '['", "state.hsn"),
    ],
)
def test_truncated_hsn(text: str, place: str, name: str) -> None:
    assert problems(text, name) == [f"{place} ({TILE})"]


def test_unquoted_list_of_fields_is_no_state() -> None:
    assert problems("[D5, D4]", "fields.json")[0].endswith("must be an object, not a list")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (KALAH.replace("START", "STRAT"), f"1:1: error: not a message: 'STRAT;South' ({MESSAGE})"),
        ("hello", f"1:1: error: not a message: 'hello' ({MESSAGE})"),
        ("! first: Ann\n", "1:1: error: no START (expected 'START;South' or 'START;North' first)"),
        (KALAH[:20], f"2:1: error: not a message: 'CHANGE;6' ({MESSAGE})"),
        (
            KALAH.partition("\n")[2],
            f"1:1: error: 'CHANGE;6;{STATE}' before START (expected START first)",
        ),
    ],
)
def test_broken_kalah(text: str, expected: str) -> None:
    assert problems(text, "match.kalah") == [expected]


def test_kalah_without_its_first_line_is_recognised_under_any_name() -> None:
    (found,) = problems(KALAH.partition("\n")[2], "match.txt")
    assert found.endswith("before START (expected START first)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[atta", "1:1: error: a tag is not closed (expected ']' at its end)"),
        ("[attackers:Ann]\n[defen", "2:1: error: a tag is not closed (expected ']' at its end)"),
        (
            "hello",
            "1:1: error: not the number of a turn: 'hello' (expected for example '1.' and a blank)",
        ),
    ],
)
def test_truncated_tafl(text: str, expected: str) -> None:
    assert problems(text, "game.otg") == [expected]


def test_truncated_tafl_is_recognised_under_any_name() -> None:
    assert problems("[attackers:Ann]\n[defen", "game.txt") == [
        "2:1: error: a tag is not closed (expected ']' at its end)"
    ]


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        (8, f"2:7: error: {CLOSE} (1:1: '{{' was opened here)"),
        (100, f"4:38: error: {CLOSE} (4:5: '{{' was opened here)"),
        (3000, "62:3: error: unexpected end of file (expected ']') (2:12: '[' was opened here)"),
        (4500, f"90:37: error: {CLOSE} (90:5: '{{' was opened here)"),
    ],
)
def test_truncated_map(length: int, expected: str) -> None:
    text = (SAMPLES / "maps" / "square-8.json").read_text(encoding="utf-8")[:length]
    assert problems(text, "square.map") == [expected]


def test_truncated_transcript_under_the_name_of_a_map_is_a_transcript() -> None:
    assert problems('{"format": "Atlantis transcript", "version": "1.0"', "game.map")[0] == (
        f"1:51: error: {CLOSE} (1:1: '{{' was opened here)"
    )
