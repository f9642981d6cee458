"""`atlantis replay`, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.running import PLAIN, run
from tests.commands.samples import GAME, ILLEGAL, SHORT_GAME, recorded_trace, write
from tests.recorded_games import NAMES

KEYS = ["turn", "player", "moves", "waves", "grown", "state", "secured", "leading", "over"]


def replayed(path: Path, *options: str) -> list[dict[str, object]]:
    finished = run("replay", path, "--json", *options)
    assert (finished.status, finished.err) == (0, "")
    return [json.loads(line) for line in finished.out.splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_replayed_states_agree_with_the_authors_engine(tmp_path: Path, name: str) -> None:
    transcript, turns = recorded_trace(name)
    path = write(tmp_path, json.dumps(transcript))
    finished = run("replay", path, "--json")
    start, *lines = map(json.loads, finished.out.splitlines())

    assert start["turn"] == 0
    assert len(lines) == len(turns)
    for number, (line, turn) in enumerate(zip(lines, turns, strict=True), 1):
        assert line["turn"] == number
        assert line["player"] == turn["player"]
        assert line["moves"] == turn["moves"]
        assert line["state"] == turn["state"]
        assert line["over"] == turn["over"]
        assert ("ranking" in line) == turn["over"]


def test_replay_json_has_the_documented_keys_in_order(tmp_path: Path) -> None:
    start, first, *_ = replayed(write(tmp_path, GAME))

    assert list(start) == list(first) == KEYS
    assert (start["player"], start["moves"], start["over"]) == (None, [], False)
    assert (first["player"], first["moves"], first["waves"], first["grown"]) == (
        0,
        [["b2", "c3"]],
        [],
        [],
    )
    assert first["state"] == {
        **{name: [0, 0, 1] for name in "a1 a2 b1 b3 c2".split()},
        **{name: [0, 1, 1] for name in "d3 d4 e3 e4 e5 f4 f5".split()},
        "c3": [0, 0, 2],
    }


def test_r6_4_finished_game_has_a_ranking(tmp_path: Path) -> None:
    *_, last = replayed(write(tmp_path, SHORT_GAME))

    assert list(last) == [*KEYS, "ranking"]
    assert (last["over"], last["ranking"], last["secured"]) == (True, [1, 0], [0, 0])


def test_r4_3_waves_are_lists_of_fields(tmp_path: Path) -> None:
    text = SHORT_GAME.replace('"a1": 1', '"a1": 3, "a2": 1').replace('"a2": 1}}\n', '"a3": 1}}\n')
    text = text.replace('[["a1", "a2"]]', "[]")
    *_, last = replayed(write(tmp_path, text))

    assert last["waves"] == [["a1"], ["a2"], ["a1"]]
    assert last["grown"] == ["a2"]
    assert last["state"] == {"a1": [2, 0, 0], "a2": [1, 0, 1]}


def test_from_and_to_choose_turns(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    everything = replayed(path)

    assert replayed(path, "--from", "1", "--to", "2") == everything[1:3]
    assert replayed(path, "--from", "2") == everything[2:]
    assert replayed(path, "--to", "0") == everything[:1]
    assert json.loads(run("replay", f"{path}#2", "--json").out) == everything[2]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--from", "4"], "there is no turn 4 (expected 0 to 3)"),
        (["--to", "9"], "there is no turn 9 (expected 0 to 3)"),
        (["--from", "2", "--to", "1"], "turn 1 is before turn 2"),
        (["--from", "x"], "not a turn: 'x' (expected 0 or more)"),
    ],
)
def test_invalid_ranges_of_turns_are_usage_errors(
    tmp_path: Path, options: list[str], message: str
) -> None:
    finished = run("replay", write(tmp_path, GAME), *options)

    assert (finished.status, finished.out) == (2, "")
    assert message in finished.err


def test_turn_and_range_together_are_a_usage_error(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)

    assert run("replay", f"{path}#1", "--to", "2").status == 2


def test_replay_prints_turns_in_words(tmp_path: Path) -> None:
    text = GAME.replace(
        '"turns"', '"annotations": {"comments": {"0": "A test.", "2": "Hm.\\nWell."}},\n"turns"'
    )

    assert run("replay", write(tmp_path, text)).out == (
        "Start: 3 segments, 21 fields; Ann (R) and Bob (N).\n"
        "  | A test.\n"
        "Turn 1, Ann (R): b2-c3\n"
        "  b2-c3: 1 stone moves.\n"
        "Turn 2, Bob (N): e4-d4\n"
        "  e4-d4: 1 stone moves.\n"
        "  | Hm.\n"
        "  | Well.\n"
        "Turn 3, Ann (R): a1-a2\n"
        "  a1-a2: 1 stone moves.\n"
        "No player has an area alone.\n"
        "Bob is to move.\n"
    )


def test_replay_prints_the_outcome_once(tmp_path: Path) -> None:
    told = run("replay", write(tmp_path, SHORT_GAME)).out

    assert told.count("The game is over") == 1
    assert told.endswith("Ties go to the player later in turn order.\n")


def test_words_are_wrapped_to_the_width(tmp_path: Path) -> None:
    transcript, _ = recorded_trace("06_triangle6_3p")
    path = write(tmp_path, json.dumps(transcript))

    narrow = run("replay", path, environ={**PLAIN, "COLUMNS": "40"}).out
    usual = run("replay", path).out

    assert max(map(len, narrow.splitlines())) <= 40
    assert 40 < max(map(len, usual.splitlines())) < 80
    assert narrow.split() == usual.split()


def test_illegal_game_is_replayed_up_to_the_illegal_turn(tmp_path: Path) -> None:
    finished = run("replay", write(tmp_path, ILLEGAL))

    assert finished.status == 1
    assert "Turn 1," in finished.out
    assert "Turn 2," not in finished.out
    assert "game.json:23:6: error: turn 2 (player 2, Bob), move 1: illegal move" in finished.err
