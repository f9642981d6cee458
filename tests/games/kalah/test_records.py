"""Matches as files: recorded dialogues, canonical records, and invalid ones."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.games.errors import GameError
from atlantis_core.games.kalah.board import Side, board_of_state, parse_state
from atlantis_core.games.kalah.game import GAME
from atlantis_core.games.kalah.position import KalahPosition
from atlantis_core.games.protocol import Record
from atlantis_core.games.registry import find_entry
from atlantis_core.opening import GameFile, open_bytes
from atlantis_core.support.phrases import counted
from tests.games.kalah.recorded import paths, recordings

SAMPLES = Path(__file__).parents[3] / "transcripts" / "kalah"
RECORD = """\
START;South
CHANGE;1;7,7,7,7,7,7,7,0,0,8,8,8,8,8,8,1;OPP
CHANGE;SWAP;7,7,7,7,7,7,7,0,0,8,8,8,8,8,8,1;YOU
! a daring swap
CHANGE;7;7,7,7,7,7,7,0,1,1,9,9,9,9,9,8,1;OPP
"""
SMALL = """\
! first: A
! second: B
! holes: 1
! seeds: 1
START;South
CHANGE;1;0,1,0,1;END
END
"""


def read(text: str) -> Record:
    reading = GAME.read(text, "a.kalah")
    assert reading.diagnostics == ()
    assert reading.record is not None
    return reading.record


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
def test_recorded_dialogues_open(path: Path) -> None:
    text = path.read_text(encoding="ascii")
    file = open_bytes(text.encode(), path.name)
    assert isinstance(file, GameFile)
    assert file.entry.name == "kalah"
    assert file.diagnostics == ()
    record = file.record
    assert record is not None
    assert record.text() == text
    changes = [line for line in text.splitlines() if " > CHANGE;" in line]
    swaps = sum("< SWAP" in line for line in text.splitlines()[:4])
    assert record.last_step == len(changes) + swaps
    again = read(record.canonical())
    assert [again.label(step + 1) for step in range(again.last_step)] == [
        record.label(step + 1) for step in range(record.last_step)
    ]
    assert again.canonical() == record.canonical()


@pytest.mark.parametrize("name", recordings())
def test_record_has_the_lines_of_the_first_player(name: str) -> None:
    first, second = recordings()[name].agents
    heard = "".join(f"{line}\n" for line in first.heard)
    assert read(heard).canonical() == heard
    # The second player's lines are enough, although they do not include its own swap.
    other = read("".join(f"{line}\n" for line in second.heard)).canonical()
    if not name.startswith(("ill-swap-back", "quit")):
        assert other == heard


def test_lines_round_trip() -> None:
    record = read(RECORD)
    assert record.text() == record.canonical() == RECORD
    assert [record.label(step) for step in (1, 2, 3)] == ["1", "SWAP", "7"]
    assert record.comment(2) == "a daring swap"
    assert [record.position(step).to_move for step in range(4)] == [0, 1, 0, 1]


def test_board_size_and_names_are_kept() -> None:
    record = read(SMALL)
    assert record.canonical() == SMALL
    assert record.title == "Kalah, A vs B, 1 holes with 1 seeds each"
    assert list(record.players) == ["A", "B"]
    assert record.position(1).result == "a draw, 1 to 1"
    begun = GAME.new("6x4")
    assert read(begun.text()).position(0) == begun.position(0)


def test_size_is_found_in_the_first_state() -> None:
    record = read("START;South\nCHANGE;1;1,1,0,0,2,0;OPP\n")
    assert record.position(0).text == "1,1,0,1,1,0"


def test_playing_on_and_undo_change_the_text() -> None:
    record = GAME.new("")
    for move in ("3", "swap", "1", "2"):
        record = record.played(record.position(record.last_step).parse_move(move))
    assert read(record.text()).canonical() == record.text()
    shorter = record.cut(1)
    assert shorter.text() == "START;South\nCHANGE;3;8,8,7,7,7,7,7,0,7,7,0,8,8,8,8,1;OPP\n"
    said = shorter.commented(1, "two\nlines").commented(0, "before")
    assert said.text().splitlines()[1:] == [
        "! before",
        "CHANGE;3;8,8,7,7,7,7,7,0,7,7,0,8,8,8,8,1;OPP",
        "! two",
        "! lines",
    ]
    assert read(said.text()).comment(1) == "two\nlines"
    with pytest.raises(GameError, match="cannot contain"):
        said.commented(1, "a\rb")


def test_aborted_match_can_be_continued() -> None:
    record = read("START;South\nEND\n")
    assert record.canonical() == "START;South\nEND\n"
    longer = record.played(record.position(0).parse_move("1"))
    assert "END" not in longer.canonical()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("START;East\n", 1, "not a message"),
        ("CHANGE;1;0,2,0,2;OPP\nSTART;South\n", 1, "before START"),
        ("START;South\nhello\n", 2, "not a message"),
        ("START;South\nSTART;South\n", 2, "one match"),
        ("START;South\nEND\nEND\n", 3, "after END"),
        (RECORD.replace("8,8,1;OPP\n", "8,8,2;OPP\n", 1), 2, "seeds on 14 holes"),
        (RECORD.replace(";OPP\n", ";YOU\n", 1), 2, "'YOU' moves next"),
        (RECORD.replace("CHANGE;7;", "CHANGE;6;"), 5, "expected '7,7,7,7,7,0,8,1"),
        (RECORD + "CHANGE;SWAP;1,1,1,1;YOU\n", 6, "'SWAP' is illegal"),
        (RECORD + "CHANGE;1;" + "1," * 15 + "1;YOU\n", 6, "the state is"),
        ("! holes: 0\nSTART;South\n", 1, "expected 1 to 99"),
        ("! seeds: 2000\nSTART;South\n", 1, "expected 1 to 999"),
        ("! holes: 1\n! holes: 1\nSTART;South\n", 2, "twice"),
        ("! holes: 2\nSTART;South\nCHANGE;1;0,2,0,2;OPP\n", 3, "the state is"),
        ("   0.100 > START;South\n   0.200 > END;\n", 2, "not a message"),
    ],
)
def test_errors_have_positions(text: str, line: int, message: str) -> None:
    reading = GAME.read(text, "a.kalah")
    [diagnostic] = reading.diagnostics
    assert (diagnostic.line, diagnostic.is_error) == (line, True)
    assert message in diagnostic.message


def test_moves_before_an_error_are_shown() -> None:
    reading = GAME.read(RECORD + "nonsense\n", "a.kalah")
    assert reading.record is not None
    assert reading.record.last_step == 3


def test_recorded_dialogue_is_never_saved_in_place() -> None:
    assert GAME.read("   0.207 > START;South\n", "a.log").is_import
    assert GAME.read("START;North\n", "a.log").is_import
    assert not GAME.read(RECORD, "a.kalah").is_import


@given(st.lists(st.sampled_from([*RECORD.splitlines(), *SMALL.splitlines(), "", "!", "< SWAP"])))
def test_random_lines_are_read_or_refused(lines: list[str]) -> None:
    text = "\n".join(lines)
    reading = GAME.read(text, "any")
    assert reading.record is not None or reading.diagnostics
    if reading.record is not None and not reading.diagnostics:
        again = GAME.read(reading.record.canonical(), "again")
        assert again.diagnostics == ()
        assert again.record is not None
        assert again.record.canonical() == reading.record.canonical()


@given(st.text())
def test_random_text_is_read_or_refused(text: str) -> None:
    reading = GAME.read(f"START;South\n{text}", "any")
    assert reading.record is not None


def test_other_files_are_not_recognised() -> None:
    assert find_entry('{"format": "Atlantis transcript"}') is None
    assert find_entry("someone said START;South in a letter") is None


class TestRegistryInterface:
    def test_moves_have_several_spellings(self) -> None:
        position = GAME.new("").position(0)
        for text in ("3", " 3 ", "03", "S3", "s3", "MOVE;3", "MOVE;+3", "move;03"):
            assert position.parse_move(text).text == "3"

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("x", "not a hole"),
            ("", "not a hole"),
            ("n3", "not a hole of South"),
            ("8", "no hole 8"),
            ("0", "no hole 0"),
            ("swap", "only the reply"),
        ],
    )
    def test_illegal_moves_are_explained(self, text: str, why: str) -> None:
        with pytest.raises(GameError, match=why):
            GAME.new("").position(0).parse_move(text)

    def test_swap_is_offered_once(self) -> None:
        record = GAME.new("")
        record = record.played(record.position(0).parse_move("2"))
        position = record.position(1)
        assert position.legal_moves()[-1].text == "swap"
        assert any("swap" in note for note in position.notes())
        after = record.played(position.parse_move("SWAP")).position(2)
        assert all(move.text != "swap" for move in after.legal_moves())

    def test_places_of_moves_are_in_the_picture(self) -> None:
        record = GAME.new("")
        record = record.played(record.position(0).parse_move("2"))
        for position in (record.position(0), record.position(1)):
            for size in range(position.sizes):
                picture = position.picture(size)
                for move in position.legal_moves():
                    assert set(move.places) <= set(picture.spots)

    def test_picture_has_two_rows_and_the_stores(self) -> None:
        record = GAME.new("3x4")
        record = record.played(record.position(0).parse_move("3"))
        assert record.position(1).picture(1).text() == PICTURE

    def test_smallest_picture_shows_both_stores_on_forty_columns(self) -> None:
        lines = GAME.new("6x4").position(0).picture(0).text().splitlines()
        assert "  0   +--+--+--+--+--+--+   0" in [line.rstrip() for line in lines]
        assert max(map(len, lines)) < 40

    def test_sowing_is_animated_seed_by_seed(self) -> None:
        position = GAME.new("3x4").position(0)
        frames = position.frames(position.parse_move("3"))
        hands = [frame.picture(0).text().splitlines()[-1] for frame in frames]
        words = ("4 seeds", "3 seeds", "2 seeds", "1 seed")
        assert [hand.strip() for hand in hands] == [
            f"South, first player: {each} in hand" for each in words
        ]

    def test_capture_is_shown_after_the_last_seed(self) -> None:
        board = board_of_state(parse_state("1,1,5,0,1,0,1,0"), Side.SOUTH, choices=5)
        position = KalahPosition(board)
        frames = position.frames(position.parse_move("1"))
        assert [": 1 seed in hand" in frame.picture(0).text() for frame in frames] == [True, False]
        assert "< 1>" in frames[-1].picture(0).text()

    def test_hint_is_repeatable_and_has_a_reason(self) -> None:
        record = GAME.new("6x4")
        record = record.played(record.position(0).parse_move("1"))
        first = GAME.think(record, 2000)
        assert first == GAME.think(record, 2000)
        assert first.move in record.position(1).legal_moves()
        assert first.words

    def test_everything_can_be_pickled(self) -> None:
        record = read(RECORD)
        assert pickle.loads(pickle.dumps(record)).position(3) == record.position(3)  # noqa: S301 - our own

    @pytest.mark.parametrize("variant", ["x", "7", "0x7", "7x0", "100x1", "1x1000", "7x7x7"])
    def test_invalid_boards_are_refused(self, variant: str) -> None:
        with pytest.raises(GameError, match="unknown board"):
            GAME.new(variant)


PICTURE = """\
      North, second player
        3    2    1
      +----+----+----+
      |  5 |  5 |  5 |
  0   +----+----+----+   1
      |  4 |  4 |  0 |
      +----+----+----+
        1    2    3
      South, first player
"""


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*")), ids=lambda path: path.name)
def test_samples_are_canonical(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert path.suffix == ".kalah"
    assert read(text).canonical() == text


def test_a_player_has_one_name_everywhere() -> None:
    record = GAME.new("4x3", ["Ann", "bot:500"])
    for move in ("3", "swap"):
        position = record.position(record.last_step)
        record = record.played(position.parse_move(move))
    position = record.position(record.last_step)
    assert position.picture(0).text().splitlines()[0].strip() == "North, Ann"
    assert position.notes()[:2] == ["bot:500: store 1, holes 10", "Ann: store 0, holes 13"]
    assert GAME.think(record, 100).words.startswith("Ann ends")
    while position.result is None:
        record = record.played(position.legal_moves()[0])
        position = record.position(record.last_step)
    assert position.winner is not None
    assert position.result.startswith(f"{record.players[position.winner]} wins ")
    for step in range(record.last_step + 1):
        shown = record.position(step).picture(1).text()
        assert "player" not in shown
        assert "Ann" in shown


def test_wide_names_do_not_shift_the_picture() -> None:
    record = GAME.new("4x3", ["漢字", "\x1b[31m"])
    lines = record.position(0).picture(0).text().splitlines()
    assert lines[-1].strip() == "South, first player"
    assert "\x1b" not in lines[0]


@pytest.mark.parametrize(
    ("mover", "state", "hole", "place", "seeds", "words"),
    [
        ("South", "3,3,3,3,0,3,3,3,3,0", 4, "N2", 3, "the opponent's hole 2"),
        (
            "South",
            "0,1,2,0,9,0,0,0,4,8",
            4,
            "N3",
            4,
            "the opponent's hole 3; the match ends 9 to 15",
        ),
        ("North", "4,4,3,0,1,4,4,3,0,1", 1, "N", 4, "your store; you move again"),
        ("North", "4,4,3,0,1,4,4,3,0,1", 2, "S1", 4, "the opponent's hole 1"),
        ("North", "1,2,1,0,6,1,4,0,2,7", 3, "N4", 1, "your hole 4; you capture 2 seeds"),
        ("North", "1,9,0,1,2,0,0,1,0,10", 2, "N2", 9, "your hole 2; you capture 3 seeds"),
    ],
)
def test_preview_says_where_a_sowing_ends(
    mover: str, state: str, hole: int, place: str, seeds: int, words: str
) -> None:
    side = Side.SOUTH if mover == "South" else Side.NORTH
    position = KalahPosition(board_of_state(parse_state(state), side, choices=5))
    preview = position.preview(position.parse_move(str(hole)))
    assert preview == (place, f"{counted(seeds, 'seed')}, the last one in {words}")


def test_swap_has_no_preview() -> None:
    record = read("START;South\nCHANGE;1;7,7,7,7,7,7,7,0,0,8,8,8,8,8,8,1;OPP\n")
    position = record.position(1)
    assert position.preview(position.parse_move("swap")) is None
