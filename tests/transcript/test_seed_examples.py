"""The examples of the original description of the format, combined into documents."""

from __future__ import annotations

import pytest

from atlantis_core import Field
from atlantis_core.transcript import check, dumps, loads, replay
from tests.transcript.documents import (
    SEED_HEAD,
    SEED_PLAYERS,
    SEED_SEGMENTS,
    SEED_TURNS,
    text_document,
)


def _names(fields: object) -> list[str]:
    return sorted(map(str, fields))  # type: ignore[call-overload]  # fields of a transcript


def test_the_starting_board() -> None:
    transcript = loads("{" + SEED_HEAD + SEED_SEGMENTS + "}")
    assert [_names(segment) for segment in transcript.segments] == [
        "a1 a2 b1 b2 b3 c2".split(),
        "c3 c4 c5 d4 d5".split(),
    ]
    assert transcript.warnings == ()
    assert len(replay(transcript).start.board) == 11


def test_the_players() -> None:
    transcript = loads("{" + SEED_HEAD + SEED_SEGMENTS + SEED_PLAYERS + "}")
    john, mary = transcript.players
    assert (john.name, john.color, mary.name, mary.color) == ("John", "red", "Mary", "Blue")
    assert {str(field): stones for field, stones in john.stacks.items()} == {
        "a1": 1,
        "a2": 0,
        "b1": -2,
    }
    assert transcript.colors == ("red", "blue")
    assert replay(transcript).start[Field(3, 3)].stones == 2


@pytest.mark.parametrize("comma", ["", ","])
def test_the_whole_document(comma: str) -> None:
    text = "{" + comma.join([SEED_HEAD, SEED_SEGMENTS, SEED_PLAYERS, SEED_TURNS]) + comma + "}"
    transcript = loads(text)
    assert [[str(move) for move in turn] for turn in transcript.turns] == [
        ["a1-b2", "b2-c3", "c2-c4"],
        [],
    ]
    assert loads(dumps(transcript)) == transcript
    # The example shows the syntax of moves, not legal ones.
    assert [found.message.split(":")[0] for found in check(text)] == [
        "turn 1 (player 1, John), move 2",
        "turn 1 (player 1, John), move 3",
    ]


BOARDS = [
    ("board B1 E3 D5", ["B1", "E3", "D5"]),
    ("board B2 E3 D5", ["B2", "E3", "D5"]),
    ("board [a1a2 b1b2b3 c2c3] D5 E3 - e6 d6", ["B2", "c4 c5 d4 d5 e5", "E3"]),
]


@pytest.mark.parametrize(("line", "segments"), BOARDS)
def test_the_old_boards(line: str, segments: list[str]) -> None:
    transcript = loads(text_document(line))
    assert len(transcript.segments) == len(segments)
    expected = [name for name in segments if " " in name]
    assert [
        " ".join(_names(segment)) for segment in transcript.segments if len(segment) != 7
    ] == expected


def test_r8_5_the_example_board_reaches_row_0_and_is_read_with_a_warning() -> None:
    transcript = loads(text_document("board B1 E3 D5"))
    assert [found.message for found in transcript.warnings] == [
        "2 fields are below row 1 or before column a, the first of them 'a0'"
    ]


PLAYER = "player B2 d2:2 e3 (Joe <joe@example.com>) (red)"
ROUNDS = """
    1. c2-c3. pass. d5-d4 d6-d7.
    2. c3-a1.
"""


def test_the_old_player() -> None:
    (joe,) = loads(text_document("board B2 E3 D5", PLAYER)).players
    assert (joe.name, joe.color) == ("Joe <joe@example.com>", "red")
    stacks = {str(field): stones for field, stones in joe.stacks.items()}
    assert stacks == {**dict.fromkeys("a1 a2 b1 b2 b3 c2 c3".split(), 1), "d2": 2, "e3": 1}


def test_the_old_rounds() -> None:
    players = [PLAYER, "player f4 (Ann) (blue)", "player d5 d6 (Bob) (green)"]
    transcript = loads(text_document("board B2 E3 D5", *players, ROUNDS))
    assert [[str(move) for move in turn] for turn in transcript.turns] == [
        ["c2-c3"],
        [],
        ["d5-d4", "d6-d7"],
        ["c3-a1"],
    ]
