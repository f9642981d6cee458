"""Recorded games of the original program, half-move by half-move.

The rulings differ from the original in seven named probes: there the state required by the ruling
is checked instead.
"""

from __future__ import annotations

import json

import pytest

from atlantis_core.games.protocol import Record
from atlantis_core.games.tafl.game import GAME
from atlantis_core.games.tafl.move_text import format_move, parse_move, resolve_move
from atlantis_core.games.tafl.play import (
    Ending,
    Position,
    legal_moves,
    play_move,
    start_position,
)
from atlantis_core.games.tafl.rules_text import format_rules, parse_rules
from atlantis_core.games.tafl.tree import all_lines, read_game
from atlantis_core.games.tafl.variants import VARIANTS
from tests.games.tafl.shared_data import (
    FOLDER,
    Ply,
    RecordedGame,
    names,
    needs_shared_data,
    recorded_games,
)

pytestmark = needs_shared_data

RULED = {
    # The ply where the ruling differs, and the state then: position, winner as in the records.
    "probe_sw_first_move_of_the_closer": (1, "/1t2t6/2tt6t/11/11/11/5K4T/11/11/9t1/11/11/", "0"),
    "probe_sw_corner_strong_one_attacker_on_edge": (
        3,
        "/3t7/1tt8/11/11/11/5K5/10T/11/9t1/11/11/",
        "0",
    ),
    "probe_auto_efe_f": (
        5,
        "/3T4t1t/5t3T1/7t1TK/1t1T5TT/1t3t3T1/9t1/t1T8/t3t4t1/3tt6/7TttT/t7T2/",
        "3",
    ),
    "probe_auto_efe_g": (
        6,
        "/1TKT2t3t/1TT3T1t2/1TTT5t1/1T2t5t/4t6/10t/1t9/10t/9tt/4t1tt3/3tt5t/",
        "0",
    ),
    "probe_auto_sw_l": (1, "/4t6/9T1/5T2T2/11/8t2/3T3T3/11/T5t4/1T9/1T2K5T/11/", "0"),
    "probe_ber_king_commander_and_man_with_other_capture": (
        1,
        "/11/11/11/3t7/11/1tKc7/11/11/10T/11/11/",
        "0",
    ),
    "probe_tfr_i": (8, "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "0"),
}


def result_of(position: Position) -> str:
    if position.outcome is None:
        return "0"
    return {"1": "2", "-1": "3", "0": "4"}[position.outcome.written]


def start_of_game(game: RecordedGame) -> Position:
    start = start_position(parse_rules(game.rules))
    assert str(start) == game.start
    assert start.to_move.value[0] == game.to_move
    return start


def play_ply(position: Position, ply: Ply) -> Position:
    assert ply.mobility in (None, len(legal_moves(position))), ply
    move, _ = resolve_move(position, parse_move(ply.record, position.size))
    return play_move(position, move)


def check_ply(after: Position, ply: Ply) -> None:
    assert (str(after), after.to_move.value[0], result_of(after)) == (
        ply.position,
        ply.to_move,
        ply.result,
    ), ply


@pytest.mark.parametrize("name", names("random/*.tsv"))
def test_random_games(name: str) -> None:
    (game,) = recorded_games(name)
    position = start_of_game(game)
    for ply in game.plies:
        after = play_ply(position, ply)
        check_ply(after, ply)
        move = parse_move(ply.record, position.size).move
        # One record of a jump differs: the original writes `-` for it.
        assert format_move(position, move).replace("^", "-") == ply.record.replace("^", "-")
        position = after


def test_random_games_are_complete() -> None:
    games = [game for name in names("random/*.tsv") for game in recorded_games(name)]
    kinds = {parse_rules(game.rules) for game in games}
    assert kinds == {variant.rules for variant in VARIANTS}
    assert sum(len(game.plies) for game in games) > 9_000


def test_probes() -> None:
    ruled = set()
    for game in recorded_games("probes.tsv"):
        rules = parse_rules(game.rules)
        position = start_of_game(game)
        for ply in game.plies:
            position = play_ply(position, ply)
            number, board, result = RULED.get(rules.name, (0, "", ""))
            if ply.number == number:
                assert (str(position), result_of(position)) == (board, result), rules.name
                assert (ply.position, ply.result) != (board, result), rules.name
                ruled.add(rules.name)
                break
            check_ply(position, ply)
    assert ruled == set(RULED)


@pytest.mark.parametrize("name", names("golden/*.tsv"))
def test_replays_as_recorded(name: str) -> None:
    (game,) = recorded_games(name, has_mobility=False)
    assert format_rules(parse_rules(game.rules)) == game.rules
    position = start_of_game(game)
    for ply in game.plies:
        position = play_ply(position, ply)
        check_ply(position, ply)


@pytest.mark.parametrize("name", names("otg/*.otg"))
def test_replays_as_files(name: str) -> None:
    """Read without diagnostics, written back to the byte, and played as recorded."""
    content = (FOLDER / name).read_bytes()
    reading = GAME.read(content.decode(), name)
    record = reading.record
    assert record is not None
    assert reading.diagnostics == ()
    assert record.text().encode() == content
    (game,) = recorded_games(
        name.replace("otg/", "golden/").replace(".otg", ".tsv"), has_mobility=False
    )
    assert record.last_step == len(game.plies)
    assert record.position(0).text == game.start
    for step, ply in enumerate(game.plies, start=1):
        assert record.label(step) == ply.record
        assert record.position(step).text == ply.position


def test_replays_have_the_expected_counts() -> None:
    lines = [
        list(all_lines(game.main))
        for name in names("otg/*.otg")
        if (game := read_game((FOLDER / name).read_text()).game) is not None
    ]
    assert len(lines) == 11
    assert sum(len(found[0].moves) for found in lines) == 290
    assert sum(len(line.moves) for found in lines for line in found[1:]) == 99


@pytest.mark.parametrize("name", names("otg/*.otg"))
def test_canonical_form_of_replays(name: str) -> None:
    text = (FOLDER / name).read_text()
    record = GAME.read(text, name).record
    assert record is not None
    canonical = record.canonical()
    again = GAME.read(canonical, name)
    assert again.record is not None
    assert again.diagnostics == ()
    assert again.record.canonical() == canonical
    assert told(again.record) == told(record)


def test_files_of_the_original_are_canonical() -> None:
    same = [
        name
        for name in names("otg/*.otg")
        if (record := GAME.read(text := (FOLDER / name).read_text(), name).record) is not None
        and record.canonical() == text
    ]
    assert len(same) == 7  # the other four were written by hand


def told(record: Record) -> list[tuple[str | None, str]]:
    return [
        (record.position(step).text, record.comment(step)) for step in range(record.last_step + 1)
    ]


@pytest.mark.parametrize(
    ("name", "winner"), [("w", "attackers"), ("l", "defenders"), ("d", "draw")]
)
def test_threefold_repetition(name: str, winner: str) -> None:
    record = GAME.read((FOLDER / "made" / f"threefold-{name}.otg").read_text(), name).record
    assert record is not None
    result = record.position(record.last_step).result
    assert result is not None
    assert result.startswith(winner)
    assert result.endswith(Ending.REPETITION.value)


@pytest.mark.parametrize("name", names("aage-sample/game-*.json"))
def test_imported_games(name: str) -> None:
    """All of them can be read, with their stated captures."""
    text = (FOLDER / name).read_text()
    reading = GAME.read(text, name)
    record = reading.record
    assert record is not None
    assert reading.is_import
    assert [found for found in reading.diagnostics if found.is_error] == []
    moves = [move for move in json.loads(text)["Moves"] if "-" in move]
    assert record.last_step == len(moves)
    assert [record.label(n).split("x")[0].lstrip("K") for n in range(1, len(moves) + 1)] == [
        move.split("x")[0] for move in moves
    ]
    again = GAME.read(record.text(), name)
    assert again.record is not None
    assert again.diagnostics == ()
    assert told(again.record) == told(record)


def test_puzzles() -> None:
    found = {}
    for name in names("otg/*.otg"):
        record = GAME.read((FOLDER / name).read_text(), name).record
        assert record is not None
        if record.puzzle is not None:
            found[name.removeprefix("otg/").removesuffix(".otg")] = tuple(record.puzzle)
    assert found == {
        "Ard-Ri-Capture-Puzzle": (0, 0),
        "Ard-Ri-Escape-Puzzle": (11, 11),
        "Ard-Ri-Escape-Puzzle-2": (17, 17),
        "Ard-Ri-Escape-Puzzle-cooked": (11, 11),
        "Fetlar-Escape-Puzzle": (2, 0),
    }
