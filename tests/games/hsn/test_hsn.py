"""HSN: the example of the notation, every kind of error with its position, random text."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.games.hsn.game import GAME, HsnPosition
from atlantis_core.games.hsn.model import (
    Border,
    Corner,
    Duty,
    Kind,
    State,
    Tile,
)
from atlantis_core.games.hsn.writer import write_state
from atlantis_core.opening import GameFile, open_bytes
from atlantis_core.support.diagnostics import Diagnostic
from atlantis_core.support.phrases import number_in_letters, number_of_letters
from tests.commands.running import run
from tests.games.shared_data import shared

ROOT = Path(__file__).parents[3]
SAMPLES = sorted((ROOT / "transcripts" / "hsn").glob("*.hsn"))
ISLAND = (ROOT / "transcripts" / "hsn" / "island.hsn").read_text()
EMPTY = "[][][][][][]a1[][][]0 0 1 . . . ."
FULL = "[S][][]{0}{0}{0}a1{0}{0}{0}0 0 1 . . . .".format("[|||||]")
"""The maximum number of players."""


def states(text: str) -> list[State]:
    record = GAME.read(text, "s").record
    assert record is not None, GAME.read(text, "s").diagnostics
    positions = [record.position(step) for step in range(record.last_step + 1)]
    return [position.state for position in positions if isinstance(position, HsnPosition)]


def found(text: str) -> tuple[Diagnostic, ...]:
    return GAME.read(text, "s").diagnostics


def test_example_of_the_notation_round_trips() -> None:
    example = shared("hsn/seed-example.hsn").read_text()
    assert found(example) == ()
    (state,) = states(example)
    assert write_state(state) == example
    assert len(state.players) == 3
    assert state.kind(Tile(4, 4)) is Kind.DESERT
    assert dict(state.numbers)[Tile(4, 2)] == 10
    assert (state.robber, state.turn, state.has_rolled) == (Tile(4, 4), 2, True)
    assert state.players[0].resources == (("B", 5), ("O", 2), ("W", 1))
    assert state.players[2].cities == (Corner(5, 3, "n"),)
    assert state.placeable == (("R", 2),)


def test_example_is_drawn_as_published() -> None:
    drawn = shared("hsn/drawing.txt").read_text().split("\n\n")[1]
    record = GAME.read(shared("hsn/seed-example.hsn").read_text(), "s").record
    assert record is not None
    picture = record.position(0).picture(1)
    assert picture.text().splitlines() == [f" {line}" for line in drawn.splitlines()]
    assert "d4" in picture.spots
    assert record.position(0).picture(0).width < picture.width <= 80


@pytest.mark.parametrize("size", [0, 1])
def test_buildings_are_readable_without_colours(size: int) -> None:
    """No building looks like a coordinate: village `v2`, city `C1`, tile `c3`."""
    record = GAME.read(ISLAND, "island").record
    assert record is not None
    tokens = re.findall(r"[A-Za-z][0-9]", record.position(0).picture(size).text())
    assert sorted(token for token in tokens if token[0] in "vC") == ["C1", "v2"]
    tiles = [token for token in tokens if token[0] in "abcd"]
    assert sorted(tiles) == ["b3", "b4", "c2", "c3", "c4", "d2", "d3"]


def test_white_space_is_optional() -> None:
    tight = "".join(ISLAND.split())
    spread = ISLAND.replace("c3n", "c 3\tn").replace("D[1]", "D [ 1 ]")
    # Without any white space, "0 0 5" reads the same, digit by digit.
    assert states(tight) == states(ISLAND) == states(spread)
    assert states("\n \n" + ISLAND.replace("\n", "\r\n")) == states(ISLAND)


def test_several_states_are_steps() -> None:
    text = (ROOT / "transcripts" / "hsn" / "first-turns.hsn").read_text()
    assert [state.turn for state in states(text)] == [3, 3, 4]
    broken = GAME.read(text + "\n[S]\n[", "s")
    assert broken.record is not None
    assert broken.record.last_step == 2
    assert any(diagnostic.is_error for diagnostic in broken.diagnostics)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_are_canonical_and_valid(path: Path) -> None:
    read = open_bytes(path.read_bytes(), path.name)
    assert isinstance(read, GameFile)
    assert read.diagnostics == ()
    assert read.record is not None
    assert read.record.canonical() == path.read_text()


def test_geometry_is_consistent() -> None:
    for tile in (Tile(4, 4), Tile(7, 2)):
        for corner in (Corner(*tile, "n"), Corner(*tile, "s")):
            for border in corner.borders():
                assert corner in border.corners()
                assert set(border.tiles()) < set(corner.tiles())
            assert len(set(corner.neighbours())) == 3
            assert all(corner in near.neighbours() for near in corner.neighbours())
        for side in ("nw", "ne", "w"):
            border = Border(*tile, side)
            one, other = border.tiles()
            assert other in one.neighbours()
            for corner in border.corners():
                assert border in corner.borders()
                assert {one, other} < set(corner.tiles())


def test_columns_are_named_as_in_a_spreadsheet() -> None:
    assert [
        number_in_letters(n) for n in (1, 26, 27, 52, 53, 702, 703)
    ] == "a z aa az ba zz aaa".split()
    assert all(number_of_letters(number_in_letters(n)) == n for n in range(1, 2000))


WRONG = [
    ("[2SSS/1SOXS", 1, "X", "expected a tile such as 'S'"),
    (ISLAND.replace("6,8", "6,8,9"), 2, "6,8,9", "3 numbers for row 3"),
    (ISLAND.replace("/5,10", ""), 2, "6,8", "0 numbers for row 4"),
    (ISLAND.replace("/5,10", "/5,10//4"), 2, "4", "numbers for a missing row"),
    (ISLAND.replace("c4n]", "c3n]"), 5, "c3n] [", "there already is a city at c3n"),
    (ISLAND.replace("d2w|c4nw", "d2w|d2w"), 5, "d2w] ", "there already is a road at d2w"),
    (ISLAND.replace("[B5W4|L]", "[B5W4]"), 7, "[B5W4]", "resources for 1 player (expected 2)"),
    (ISLAND.replace("0 0\n", "3 0\n"), 7, "3 0", "player 3 cannot have the largest army"),
    (ISLAND.replace("D[1]", "D[3]"), 11, "3]", "player 3 cannot discard"),
    (ISLAND.replace("D[1]", "D[1,1]"), 11, "1]", "player 1 appears twice"),
    (ISLAND.replace("nw] c3", "nw] a1"), 5, "a1", "there is no tile a1 for the robber"),
    (ISLAND.replace("c4n]", "z9n]"), 5, "z9n", "z9n is not on the board"),
    (ISLAND.replace("B5", "B0"), 7, "0W4", "expected an amount from 1 after 'B'"),
    (
        ISLAND.replace("B5W4|L", "B5,W4||L"),
        7,
        ",W4",
        "expected 'B', 'G', 'L', 'O', 'W', '|' or ']'",
    ),
    (ISLAND.replace("B5W4", "B5X2W"), 7, "X2W", "unexpected 'X' (expected 'B', "),
    (ISLAND.replace("[Dk|", "[Dk2Dz|"), 7, "z|", "expected 'k' or 'm' or 'r' or 'v' or 'y'"),
    (
        ISLAND.replace("Od2ne", "O-d2ne"),
        3,
        "-d2",
        "expected the border of a harbour, without a dash",
    ),
    (ISLAND.replace("5\n\nR", "0\n\nR"), 9, "0", "expected the number of the turn"),
    (ISLAND.replace("R D[1] . R", "X"), 11, "X", "expected 'R' or '.'"),
    (ISLAND.replace("c3n|]", "c3x|]"), 5, "x|]", "expected the corner 'n' or 's'"),
    (ISLAND.replace("b3w", "b3e"), 3, "e]", "expected the border 'ne', 'nw' or 'w'"),
    (ISLAND.replace("[/4", "[/99999"), 2, "99999", "too large"),
    ("[999S][][]", 1, "999", "the row is too long"),
    (ISLAND[:-4], 11, "", "unexpected end of the text"),
    (ISLAND.replace("D[1]", "P[1,V]"), 11, "P[1,V]", "lists players and items"),
    (FULL.replace("|||||", "||||||"), 1, "[|||", "7 players (expected up to 6)"),
]
DOUBTFUL = [
    (ISLAND.replace("SLWS1", "SLWS"), 1, "SLWS", "the row has 4 columns, the longest has 5"),
    (ISLAND.replace("4,9", "7,9"), 2, "7,9", "dice cannot roll 7"),
    (ISLAND.replace("c2nw,Od2ne", "Od2ne,c2nw"), 3, "c2nw", "comes after d2ne"),
    (ISLAND.replace("c2ne,d2w", "d2w,c2ne"), 5, "c2ne", "the road at c2ne comes after d2w"),
    (ISLAND.replace("c2nw,", "c3ne,"), 3, "c3ne", "is between two tiles of land"),
    (ISLAND.replace("c4n]", "d3n]"), 5, "d3n", "no road of player 2 leads to"),
    (ISLAND.replace("c4n]", "d2s]"), 5, "d2s", "next to the building at c3n"),
    (ISLAND.replace("c4n]", "c1n]"), 5, "c1n", "touches no land"),
    (ISLAND.replace("B5W4", "W4B5"), 7, "B5", "'B' is out of order"),
    (ISLAND.replace("B5W4", "B2B3W4"), 7, "B3", "'B' appears twice"),
    (ISLAND.replace("nw] c3", "nw] c1"), 5, "c1", "the robber is at sea"),
    (ISLAND.replace("R D[1]", ". D[1]"), 11, "D[1]", "after a roll of the dice"),
    (ISLAND.replace("B5W4", "B5"), 11, "1]", "player 1 holds only 5 resources"),
    (ISLAND.replace("D[1]", "D[2,1]"), 11, "1]", "player 1 comes after player 2"),
    (ISLAND.replace("D[1]", "P[1,2]"), 11, "P[1", "'P' lists players"),
]


@pytest.mark.parametrize(("text", "line", "at", "message"), WRONG + DOUBTFUL)
def test_errors_have_positions(text: str, line: int, at: str, message: str) -> None:
    told = [one for one in found(text) if message in one.message]
    assert told, found(text)
    assert told[0].line == line
    assert text.split("\n")[line - 1][told[0].column - 1 :].startswith(at)
    is_error = (text, line, at, message) in WRONG
    assert told[0].is_error == is_error
    assert (GAME.read(text, "s").record is None) == is_error


def test_numbers_of_two_rows_without_a_slash_are_one_error() -> None:
    (told,) = found(ISLAND.replace("6,8/5,10", "6,85,10"))
    assert (told.message, told.hint) == (
        "3 numbers for row 3, which has 2 tiles that produce",
        "is '/' missing between two rows?",
    )


@pytest.mark.parametrize("written", ["P[R2]", "P[VR]", "P[V,R]", "P[V2CR]", "P[]"])
def test_items_to_place_are_parsed(written: str) -> None:
    (state,) = states(ISLAND.replace("D[1]", written))
    assert state.must.duty is Duty.PLACE
    codes = Counter(dict(state.must.items))
    assert (
        codes
        == {
            "P[R2]": {"R": 2},
            "P[VR]": {"V": 1, "R": 1},
            "P[V,R]": {"V": 1, "R": 1},
            "P[V2CR]": {"V": 2, "C": 1, "R": 1},
            "P[]": {},
        }[written]
    )
    assert states(write_state(state)) == [state]


def test_empty_lists_mean_no_players() -> None:
    reading = GAME.read(EMPTY, "s")
    assert [one.message for one in reading.diagnostics] == ["there is no tile a1 for the robber"]
    for text, players in ((EMPTY.replace("[]", "[S]", 1), 0), (FULL, 6)):
        assert len(states(text)[0].players) == players
    (alone,) = states(EMPTY.replace("[][]a1[][][]", "[][]a1[B][][]").replace("[]", "[S]", 1))
    assert len(alone.players) == 1
    assert states(write_state(alone)) == [alone]


def test_explain_describes_every_part_and_diff_lists_changes(tmp_path: Path) -> None:
    path = tmp_path / "a.hsn"
    path.write_text(ISLAND)
    told = run("hsn", "explain", str(path)).out
    for part in ("ore: c2 (4)", "2 ore for 1", "1 city at c3n", "5 brick, 4 wool", "turn 5"):
        assert part in told
    after = tmp_path / "b.hsn"
    after.write_text(ISLAND.replace("[B5W4|L]", "[W4|GL]").replace(" c3\n", " b3\n"))
    changed = run("hsn", "diff", str(path), str(after)).out
    assert changed.splitlines() == [
        "player 1, brick: -5, now 0",
        "player 2, grain: +1, now 1",
        "the robber moved from c3 to b3",
    ]
    assert run("hsn", "diff", str(path), str(path)).out == "no difference\n"
    game = str(ROOT / "transcripts" / "maps" / "square-8.json")
    assert run("hsn", "explain", game).status == 1
    assert run("hsn", "diff", "-", "-").status == 2


def test_replay_has_a_line_for_each_state() -> None:
    path = ROOT / "transcripts" / "hsn" / "first-turns.hsn"
    lines = [json.loads(line) for line in run("replay", str(path), "--json").out.splitlines()]
    assert [line["step"] for line in lines] == [0, 1, 2]
    assert all(line["move"] is None and line["to_move"] is None for line in lines)
    assert "".join(line["position"] + "\n" for line in lines).rstrip() == path.read_text().rstrip()


ALPHABET = "[]/|,.0123456789SDBGLOWVCRPMkmrvyabcdnsew \n"


@given(st.text(ALPHABET, max_size=60), st.integers(0, len(ISLAND)), st.integers(0, 30))
def test_any_text_is_read_or_refused_and_reading_is_stable(put: str, at: int, cut: int) -> None:
    for text in (put, ISLAND[:at] + put + ISLAND[at + cut :]):
        reading = GAME.read(text, "s")
        assert reading.record is not None or any(one.is_error for one in reading.diagnostics)
        if reading.record is not None:
            canonical = reading.record.canonical()
            again = GAME.read(canonical, "s").record
            assert again == reading.record
            assert again.canonical() == canonical
            for step in range(again.last_step + 1):
                position = again.position(step)
                for size in range(position.sizes):
                    position.picture(size)
                assert position.svg(again.colors).endswith("</svg>\n")
                assert position.notes()


@given(st.binary(max_size=200))
def test_random_bytes_are_read_or_refused(content: bytes) -> None:
    for given_bytes in (content, b"[SB]" + content, ISLAND.encode() + content):
        read = open_bytes(given_bytes, "s")
        assert not isinstance(read, GameFile) or read.record is not None or read.has_errors
