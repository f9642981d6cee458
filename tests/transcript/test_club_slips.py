"""Slips of people who type, mail and edit games: the whole list of messages for each file.

Each row of `club_slips.toml` changes one place of a sound game. The messages are those of
`atlantis check`, without the name of the file.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from atlantis_core.opening import open_bytes
from atlantis_core.support.diagnostics import format_diagnostic
from atlantis_core.transcript import check

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
GAME = (TRANSCRIPTS / "games" / "hexagon-3-2-players.json").read_text(encoding="utf-8")
OLD = (TRANSCRIPTS / "old-format" / "triangle-4-3-players.txt").read_text(encoding="utf-8")
HSN = (TRANSCRIPTS / "hsn" / "first-turns.hsn").read_text(encoding="utf-8")
TAFL = (TRANSCRIPTS / "tafl" / "brandub.otg").read_text(encoding="utf-8")
CODE = "atl1:1IItDqUkImn6r8KaNQBS9geEjLtSB0"
MAP = (TRANSCRIPTS / "maps" / "square-8.json").read_text(encoding="utf-8")


def changed(text: str, before: str, after: str) -> str:
    assert before in text
    return text.replace(before, after, 1)


def told(text: str | bytes) -> list[str]:
    return [format_diagnostic(found).partition(":")[2] for found in check(text, "game")]


def told_of_game(text: str) -> list[str]:
    found = open_bytes(text.encode(), "game").check()
    return [format_diagnostic(each).partition(":")[2] for each in found]


TABLES = tomllib.loads(Path(__file__).with_name("club_slips.toml").read_text(encoding="utf-8"))


def rows(table: str) -> list[tuple[str, str, list[str]]]:
    return [(row["before"], row["after"], row["messages"]) for row in TABLES[table]]


@pytest.mark.parametrize(("before", "after", "messages"), rows("json"))
def test_json(before: str, after: str, messages: list[str]) -> None:
    assert told(changed(GAME, before, after)) == messages


@pytest.mark.parametrize(("before", "after", "messages"), rows("old"))
def test_old_format(before: str, after: str, messages: list[str]) -> None:
    assert told(changed(OLD, before, after)) == messages


@pytest.mark.parametrize(("before", "after", "messages"), rows("map"))
def test_map(before: str, after: str, messages: list[str]) -> None:
    assert told_of_game(changed(MAP, before, after)) == messages


@pytest.mark.parametrize(("before", "after", "messages"), rows("hsn"))
def test_hsn(before: str, after: str, messages: list[str]) -> None:
    assert told_of_game(changed(HSN, before, after)) == messages


def test_repeated_number_of_a_tafl_turn_is_one_message() -> None:
    assert told_of_game(changed(TAFL, "\n2. ", "\n1. ")) == [
        "12:1: warning: turn 1 instead of turn 2"
    ]
    assert told_of_game(changed(TAFL, "\n2. ", "\n3. ")) == [
        "12:1: warning: turn 3 instead of turn 2"
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'"{CODE}"', "1:2: error: there is other text around the share code (keep only"),
        (f"look: {CODE} !", "1:7: error: there is other text around the share code (keep only"),
        (f"https://example.org/{CODE}", "1:21: error: there is other text around the share"),
        (f"{CODE[:15]}\n{CODE[15:]}", "1:1: error: this share code is damaged: character 16 is a"),
        (f"{CODE[:9]} {CODE[9:]}", "1:1: error: this share code is damaged: character 10 is a"),
    ],
)
def test_share_code_in_other_text(text: str, message: str) -> None:
    (found,) = told(text)
    assert found.startswith(message)


@pytest.mark.parametrize(
    "text",
    [
        '{"format": "Atlantis match", "seed": 7},\n{"game": 1, "order": [0, 1]},\n',
        '{"format": "Atlantis match", "seed": 7}\n{"game": 1, "ord',
        '{"game": 1, "order": [0, 1], "turns": 36}\n{"game": 2, "order": [1, 0], "turns": 40}\n',
    ],
)
def test_damaged_results_of_a_match_are_one_message(text: str) -> None:
    (found,) = told(text)
    assert "these are the results of a match, not a game" in found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("".join(f"> {line}\n" for line in GAME.splitlines()), "the lines begin with '>'"),
        (f"```json\n{GAME}```\n", "the text is wrapped in '```' (remove the lines with '```')"),
        (f"Here it is:\n\n{GAME}", "the transcript begins in line 3 (remove the text before"),
        ("<!DOCTYPE html><html></html>", "this is a web page or XML, not a transcript"),
    ],
)
def test_wrapped_text_is_named(text: str, message: str) -> None:
    (found,) = told(text)
    assert found.startswith(f"1:1: error: {message}")


def test_turns_in_one_more_pair_of_brackets_are_one_message() -> None:
    end = GAME.rindex("]")
    doubled = changed(GAME[:end] + "]" + GAME[end:], '"turns": [', '"turns": [[')
    (found,) = told(doubled)
    assert found.startswith("38:5: error: turn 1, move 1: a move is a list of two fields, not")


def test_numbered_turns_are_one_message() -> None:
    numbered = re.sub(r"^    (\[\[.*)", r"    7. \1", GAME, flags=re.MULTILINE)
    assert told(numbered) == [
        "38:5: error: the items of a list have no numbers: '7.' (remove it)",
    ]


def test_results_of_a_match_are_one_message(tmp_path: Path) -> None:
    from tests.commands.running import run  # noqa: PLC0415 - starts the commands

    results = tmp_path / "match"
    lines = ['{"format": "Atlantis match", "seed": 7}', '{"game": 1, "turns": 33}'] * 2
    results.write_text("\n".join(lines), encoding="utf-8")
    done = run("check", str(results))
    expected = "these are the results of a match, not a game (its games are beside it, in"
    assert (done.status, done.err) == (1, "")
    assert re.fullmatch(rf"\S+:1:12: error: {re.escape(expected)} 'NAME-games'\)\n", done.out)


def test_other_mistakes_are_reported_beside_a_missing_segment() -> None:
    text = changed(changed(GAME, '    ["E6"],\n', ""), '["m11", "m10"]', '["m11", "q2"]')
    assert [message.partition(": ")[0] for message in told(text)] == ["4:15", "42:6"]


def test_misspelt_turns_do_not_make_each_annotation_wrong() -> None:
    comments = (
        '"annotations": {"comments": {"5": "so"}, "variations": [{"turn": 2, "turns": [[]]}]}'
    )
    annotated = GAME.replace('  "turns"', f'  {comments},\n  "turns"')
    assert told(annotated) == []
    assert [
        line.split(": ", 1)[1] for line in told(annotated.replace('  "turns"', '  "trns"'))
    ] == [
        "error: annotations need the turns of the game (rename 'trns' to 'turns')",
        "warning: unknown key 'trns' (kept, but ignored) (did you mean 'turns'?)",
    ]
