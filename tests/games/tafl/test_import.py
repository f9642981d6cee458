"""Games of aagenielsen.dk: imported, checked, converted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlantis_core.games.registry import find_entry
from atlantis_core.games.tafl.game import GAME
from tests.commands.running import run

MOVES = ["h11-h9", "f4-c4", "a8-c8", "e5-e2", "resigned"]


def game(**other: object) -> str:
    data: dict[str, object] = {
        "WhiteSidePlayerName": "Bo",
        "BlackSidePlayerName": "Ann]",
        "AageGameTypeKey": 16,
        "AageGameTypeName": "Copenhagen Hnefatafl 11x11",
        "Moves": MOVES,
        "WhoWon": "White",
    }
    return json.dumps(data | other, indent=1)


def test_game_is_imported_as_a_record() -> None:
    reading = GAME.read(game(), "game.json")
    assert reading.is_import
    assert [str(found) for found in reading.diagnostics] == [
        "game.json:3:25: warning: the name is written as 'Ann)' (a tag cannot contain ']')"
    ]
    assert reading.record is not None
    assert reading.record.text() == (
        "[site:aagenielsen.dk]\n[attackers:Ann)]\n[defenders:Bo]\n[result:-1]\n"
        "[termination:the attackers resigned]\n[variant:Copenhagen Hnefatafl 11x11]\n"
        "[rules:dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y "
        "start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/]\n\n"
        "1. h11-h9 f4-c4 \n[|]\n\n2. a8-c8 e5-e2 \n[|]\n\n"
    )


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        ({"AageGameTypeKey": 7}, "error: unknown kind of game: '7' (expected 16, which is"),
        ({"Moves": 3}, "error: the moves are missing (expected a list 'Moves')"),
        ({"Moves": ["h11-h9", 5]}, "error: not a move (expected for example 'h11-h9')"),
        ({"Moves": ["h11-i10"]}, "error: illegal move 'h11-i10': pieces move along ranks"),
        ({"Moves": ["h11"]}, "error: not a move: 'h11'"),
        ({"Moves": ["h11-h9xa1"]}, "warning: the move captures nothing on a1"),
        ({"WhoWon": "Grey"}, "warning: unknown winner 'Grey'"),
    ],
)
def test_problems_are_reported(other: dict[str, object], problem: str) -> None:
    found = GAME.read(game(BlackSidePlayerName="Ann", **other), "g").diagnostics
    assert len(found) == 1
    assert problem in str(found[0])
    assert found[0].line > 1


def test_broken_json_is_reported() -> None:
    reading = GAME.read(game()[:-4], "g")
    assert any(found.is_error for found in reading.diagnostics)


def test_game_continued_after_repetition_is_imported() -> None:
    """Repeating a position three times would end the game by the rules."""
    to_and_fro = ["h11-h9", "f4-c4", "h9-h11", "c4-f4"] * 3
    reading = GAME.read(game(BlackSidePlayerName="Ann", Moves=to_and_fro), "g")
    (told,) = reading.diagnostics
    assert "the rule of repetition is omitted" in told.message
    assert reading.record is not None
    assert reading.record.last_step == 12
    assert " tfr:i " in reading.record.text()


def test_convert_command_writes_a_record(tmp_path: Path) -> None:
    source, target = tmp_path / "game.json", tmp_path / "game.otg"
    source.write_text(game(BlackSidePlayerName="Ann"))
    assert run("convert", source, target).status == 0
    record = GAME.read(target.read_text(), "game.otg").record
    assert record is not None
    assert record.last_step == 4


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[rules:dim:7", "tafl"),
        ("dim:7", "tafl"),
        ("/3t3/3t3/", "tafl"),
        (game(), "tafl"),
        ('{"nodes": [], "links": []}', "map"),
        ('{"segments": [["a1"]]}', None),
        ("// a comment\n[1, 2]", None),
        ("", None),
    ],
)
def test_files_are_recognised(text: str, name: str | None) -> None:
    entry = find_entry(text)
    assert (None if entry is None else entry.name) == name
