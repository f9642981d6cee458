"""Files from elsewhere: typed by hand, from a later version, from an older program."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.transcript import Format, check_file, dumps, load, loads, replay
from atlantis_core.transcript.json_comments import NO_FILE_COMMENTS

FOLDER = Path(__file__).parent / "foreign"
WARNINGS = {
    "by-hand.json": [],
    "later-version.json": ["version '2.0' is read as version 1.0"],
    "older-program.json": [
        "'Atlantis trancript' is a typo from an older program",
        "4 fields are below row 1 or before column a, the first of them 'd0'",
    ],
    "tight.txt": [],
}


@pytest.mark.parametrize("name", WARNINGS)
def test_foreign_file_is_read_with_warnings_only(name: str) -> None:
    assert [found.message for found in check_file(FOLDER / name)] == WARNINGS[name]
    transcript = load(FOLDER / name)
    assert replay(transcript).turn_number == len(transcript.turns) > 0


@pytest.mark.parametrize("name", WARNINGS)
def test_foreign_file_survives_a_round_trip(name: str) -> None:
    transcript = load(FOLDER / name)
    assert loads(dumps(transcript)) == transcript


def test_every_foreign_file_is_tested() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(WARNINGS)


def test_hand_typed_file_is_read_as_intended() -> None:
    transcript = load(FOLDER / "by-hand.json")
    assert transcript.names == ("Ann", "Bob's son")
    assert transcript.colors == ("red", "blue")
    bare = transcript._replace(json_comments=NO_FILE_COMMENTS)
    assert dumps(bare, Format.TEXT).splitlines()[2:6] == [
        "board B2 C5 E4",
        "",
        "player B2 (Ann) (Red)",
        "player C5 (Bob's son) (blue)",
    ]


def test_text_without_spaces_is_read_completely() -> None:
    transcript = load(FOLDER / "tight.txt")
    ann, bob = transcript.players
    assert (ann.name, ann.color) == ("Ann", "red")
    assert (bob.name, bob.color) == ("Bob (the second)", "blue")
    assert sorted(bob.stacks.values()) == [2, 3]
    assert dict(transcript.annotations.comments) == {1: "(hm)"}
    assert [len(turn) for turn in transcript.turns] == [1, 0, 1]
