"""Game records: reading with positions, variations, minimal edits, puzzles."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Move, Position, Reading, Record
from atlantis_core.games.tafl.game import GAME
from atlantis_core.games.tafl.variants import VARIANTS

BRANDUB = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
RULES = f"[rules:dim:7 name:Brandub surf:n atkf:y ks:w cenh: cenhe: start:{BRANDUB}]"
GAME_TEXT = f"""\
[date:2026.11.16]
[attackers:Ann]
[defenders:Bo]
[result:?]
[start-comment:A game.

1. This is no turn.]
{RULES}

1. d1-c1 c4-c5
[3600 30/3 3i First.|And
second | not three]

1b.1.1a. ..... c4-c6
[Instead.]

1b.1.2a. c1-d1
[]

1b.1.2a.1.1a. ..... d1-e1

2. c1-b1 c5-c4 \n[|]

2a.1.1a. c1-a1
[A corner, which is wrong.]

2a.2.1a. d7-c7 c5-c6
[one|two]

"""
SOUND = (
    GAME_TEXT.replace("second | not three", "second")
    .replace("2a.1.1a. c1-a1\n[A corner, which is wrong.]\n\n2a.2", "2a.1")
    .replace("1b.1.2a.1.1a. ..... d1-e1\n\n", "")
)


def read(text: str) -> Reading:
    return GAME.read(text, "game.otg")


def opened(text: str) -> Record:
    reading = read(text)
    assert reading.record is not None
    assert reading.diagnostics == ()
    return reading.record


def told(text: str) -> list[str]:
    return [str(diagnostic) for diagnostic in read(text).diagnostics]


def test_valid_game() -> None:
    record = opened(SOUND)
    assert record.title == "Brandub, attackers (Ann) vs defenders (Bo), 2026.11.16"
    assert tuple(record.players) == ("attackers", "defenders")
    assert record.last_step == 4
    assert [record.label(step) for step in range(1, 5)] == ["d1-c1", "c4-c5", "c1-b1", "c5-c4"]
    assert record.comment(0) == "A game.\n\n1. This is no turn."
    assert record.comment(1) == "First."
    assert record.comment(2) == "And\nsecond"
    assert "clock of the attackers: 3600 seconds, 3 overtime periods of 30, 3 more per move" in (
        record.position(1).notes()
    )
    assert record.text() == SOUND
    assert record.position(4).to_move == 0
    assert record.position(4).text == "/1t5/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"


def test_variations_are_records() -> None:
    record = opened(SOUND)
    assert [len(record.variations(step)) for step in range(1, 5)] == [0, 1, 1, 0]
    (other,) = record.variations(2)
    assert [other.label(step) for step in range(1, other.last_step + 1)] == [
        "d1-c1",
        "c4-c6",
        "c1-d1",
    ]
    assert other.comment(2) == "Instead."
    assert other.text() == SOUND
    assert other.variations(2) == []
    (second,) = record.variations(3)
    assert [second.comment(step) for step in (3, 4)] == ["one", "two"]


def test_problems_have_positions() -> None:
    lost, wrong = told(GAME_TEXT)
    assert lost == (
        "game.otg:20:1: error: the variation '1b.1.2a.1' replaces no existing half-move "
        "(expected the number of an earlier turn, and dots for half-moves that it keeps)"
    )
    assert wrong == (
        "game.otg:25:10: error: illegal move 'c1-a1': the piece cannot move from c1 to a1"
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[date:2026", "1:1: error: a tag is not closed (expected ']' at its end)"),
        ("[date]\n[rules:x]", "1:1: error: not a tag (expected '[key:value]')"),
        ("[date:x]\n", "1:1: error: the rules are missing (expected a tag '[rules:...]')"),
        (f"{RULES}\n\n1 d1-c1", "3:1: error: not the number of a turn: '1'"),
        (f"{RULES}\n\n1. d1-c1\n[", "4:1: error: a comment is not closed"),
        (f"{RULES}\n\n1. d1-c9", "3:7: error: there is no space 'c9' on this board"),
        (f"{RULES}\n\n1. d1_c1", "3:4: error: not a move: 'd1_c1'"),
        (f"{RULES}\n\n1. d1-c1 d7-c7", "3:10: error: illegal move 'd7-c7': the defenders are"),
        (f"{RULES}\n\n1a. d1-c1", "3:1: error: not a turn: '1a.' (expected '1.' in the main"),
        (f"{RULES}\n\n7. d1-c1", "3:1: warning: turn 7 instead of turn 1"),
        (f"{RULES}\n\n1. d1-c1++", "3:4: warning: the symbol is '++', but the board gives ''"),
        (f"{RULES}\n\n1. Kd1-c1", "3:4: warning: the moving piece is 't', not 'K'"),
        (f"[result:2]\n{RULES}", "1:9: warning: not a result: '2' (expected 1, 0, -1 or ?)"),
        (f"[site:a]\n[site:b]\n{RULES}", "2:1: warning: the tag 'site' appears twice"),
        (f"{RULES}\n[position:/7/]", "2:11: error: 1 rows on a board of 7"),
        ("[rules:dim:7 esc:c]", "1:8: error: the starting position is missing"),
        ("dim:7 start:/8/", "1:13: error: 1 rows on a board of 7"),
        ("/3t3/x/", "1:1: error: not a board size: 2"),
    ],
)
def test_errors_and_warnings_are_reported(text: str, problem: str) -> None:
    (found,) = told(text)
    assert found.startswith(f"game.otg:{problem}")


def test_record_ends_before_its_first_error() -> None:
    reading = read(f"{RULES}\n\n1. d1-c1 c4-c5\n\n2. c1-a1 c5-c4")
    assert reading.record is not None
    assert reading.record.last_step == 2
    with pytest.raises(GameError, match="cannot edit a file with errors"):
        reading.record.commented(1, "no")


def test_position_tag_replaces_the_start() -> None:
    record = opened(f"[position:/7/7/7/3K3/7/7/t6/]\n{RULES}\n\n")
    assert record.position(0).text == "/7/7/7/3K3/7/7/t6/"


def test_resignation_ends_a_game() -> None:
    record = opened(f"[result:-1]\n{RULES}\n\n1. ---\n")
    assert record.position(1).result == "defenders win: the other side resigned"
    assert record.position(1).legal_moves() == ()
    fresh = GAME.new("brandub")
    resigned = fresh.played(fresh.position(0).parse_move("resign"))
    assert resigned.label(1) == "---"
    assert "[result:-1]" in resigned.text()


def test_editing_a_comment_changes_nothing_else() -> None:
    record = opened(SOUND)
    assert record.commented(1, "Better.").text() == SOUND.replace("First.", "Better.")
    assert record.commented(3, "x").text() == SOUND.replace("[|]", "[x|]")
    assert record.commented(0, "Hm.").text() == SOUND.replace(
        "A game.\n\n1. This is no turn.", "Hm."
    )
    assert record.commented(2, "").comment(2) == ""
    (other,) = record.variations(2)
    assert other.commented(3, "here").text() == SOUND.replace("[]", "[here]")
    without = f"{RULES}\n\n1. d1-c1 c4-c5\n2. c1-d1\n"
    assert opened(without).commented(2, "two").text() == without.replace("c4-c5", "c4-c5\n[|two]")
    for wrong in ("a]b", "a|b"):
        with pytest.raises(GameError, match="cannot contain"):
            record.commented(1, wrong)


def test_new_start_comment_is_inserted_before_the_rules() -> None:
    text = f"{RULES}\n\n"
    assert opened(text).commented(0, "Well.").text() == f"[start-comment:Well.]\n{text}"
    assert opened(text).commented(0, "Well.").commented(0, "").text() == text


def test_playing_on_adds_only_the_move() -> None:
    record = opened(SOUND)
    longer = record.played(record.position(4).parse_move("b1 c1"))
    added = SOUND + "3. b1-c1 \n[]\n\n"
    assert longer.text() == added
    again = longer.played(longer.position(5).parse_move("C4-C6"))
    assert again.text() == SOUND + "3. b1-c1 c4-c6 \n[|]\n\n"
    assert again.cut(5).text() == added
    assert again.cut(4).text() == SOUND
    (other,) = record.variations(2)
    grown = other.played(other.position(3).parse_move("c6-c4"))
    assert grown.text() == SOUND.replace("1b.1.2a. c1-d1\n[]", "1b.1.2a. c1-d1 c6-c4\n[|]")
    assert grown.label(4) == "c6-c4"
    further = grown.played(grown.position(4).parse_move("d1-c1"))
    assert "1b.1.2a. c1-d1 c6-c4\n[|]\n\n1b.1.3a. d1-c1 \n[]\n\n2. c1-b1" in further.text()


def test_new_variation_follows_those_of_its_turn() -> None:
    record = opened(SOUND)
    first = record.varied(3, record.position(2).parse_move("c1-d1"))
    assert (first.label(3), first.way, first.last_step) == ("c1-d1", ((3, 1),), 3)
    assert first.along(()).variations(3)[1].label(3) == "c1-d1"
    assert first.text().replace("2a.2.1a. c1-d1 \n[]\n\n", "") == SOUND
    second = first.varied(3, first.position(2).parse_move("d2-c2"))
    assert second.way == ((3, 2),)
    assert "2a.2.1a. c1-d1 \n[]\n\n2a.3.1a. d2-c2 \n[]\n\n" in second.text()
    (other,) = record.variations(2)
    nested = other.varied(3, other.position(2).parse_move("d2-c2"))
    assert nested.way == ((2, 0), (3, 0))
    assert "1b.1.2a.1.1a. d2-c2 \n" in nested.text()
    assert [nested.label(step) for step in (1, 2, 3)] == ["d1-c1", other.label(2), "d2-c2"]
    beside = other.varied(2, other.position(1).parse_move("c4-c6"))
    assert beside.way == ((2, 1),)
    assert "1b.2.1a. ..... c4-c6 \n" in beside.text()
    assert opened(beside.text()).text() == beside.text()


def quiet(position: Position) -> Move:
    """A move that does not end the game."""
    return next(move for move in position.legal_moves() if position.play(move).result is None)


def test_nesting_of_variations_is_limited() -> None:
    record = opened(f"{RULES}\n\n1. d1-c1 c4-c5\n")
    for _ in range(32):
        last = record.last_step
        record = record.varied(last, quiet(record.position(last - 1)))
        record = record.played(quiet(record.position(last)))
    last, move = record.last_step, quiet(record.position(record.last_step - 1))
    with pytest.raises(GameError, match="nested deeper"):
        record.varied(last, move)


def test_cut_removes_variations() -> None:
    record = opened(SOUND)
    assert record.cut(1).text() == SOUND[: SOUND.index(" c4-c5")] + ("\n[3600 30/3 3i First.]\n\n")
    assert record.cut(0).text() == SOUND[: SOUND.index("1. d1-c1")]
    assert record.cut(2).last_step == 2
    assert len(record.cut(2).variations(2)) == 1


def test_result_is_written_when_a_game_ends() -> None:
    rules = "dim:7 esc:e surf:n atkf:n cen: cor: start:/7/7/7/3K3/7/7/t6/"
    record = GAME.new(rules, ("Ann", "Bo]"))
    assert "[attackers:Ann]\n[defenders:Bo)]\n[result:?]\n" in record.text()
    won = record.played(record.position(0).parse_move("d4-d1"))
    assert "[result:-1]" in won.text()
    assert won.position(1).result == "defenders win: the king reached the edge"
    assert "[result:?]" in won.cut(0).text()


def test_windows_line_ends_are_kept() -> None:
    text = SOUND.replace("\n", "\r\n")
    record = opened(text)
    assert record.text() == text
    longer = record.played(record.position(4).legal_moves()[0])
    assert longer.text().startswith(text)
    assert "\n" not in longer.text().replace("\r\n", "")
    assert "\r" not in record.canonical()


def test_rules_and_positions_alone_are_files() -> None:
    for text, canonical in (
        ("dim:7  atkf:n\nstart:/7/7/7/3K3/7/7/t6/\n", None),
        ("  /7/7/7/3K3/7/7/t6/\n", "/7/7/7/3K3/7/7/t6/\n"),
    ):
        record = opened(text)
        assert record.text() == text
        if canonical is not None:
            assert record.canonical() == canonical
        assert opened(record.canonical()).canonical() == record.canonical()
        played = record.played(record.position(0).legal_moves()[0])
        assert played.text().startswith("[rules:dim:7 ")
        assert opened(played.text()).last_step == 1


def test_records_are_pickled_as_their_text() -> None:
    record = opened(SOUND)
    (other,) = record.variations(3)
    for one in (record, other, opened("/7/7/7/3K3/7/7/t6/\n")):
        copy = pickle.loads(pickle.dumps(one))  # noqa: S301 - our own bytes
        assert copy.text() == one.text()
        assert copy.last_step == one.last_step
        position = one.position(one.last_step)
        assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301
        assert hash(copy.position(one.last_step)) == hash(position)


PUZZLE = f"""\
{RULES}
[puzzle-mode:strict]
[puzzle-start:1b]
[puzzle-prestart:1a]

1. d1-c1 c4-c5

2. c1-b1
"""


def test_puzzles() -> None:
    assert opened(PUZZLE).puzzle == (2, 1)
    assert opened(PUZZLE.replace("[puzzle-prestart:1a]\n", "")).puzzle == (2, 2)
    assert opened(PUZZLE.replace("start:1b]", "start:0a]")).puzzle == (0, 0)
    assert opened(PUZZLE.replace("start:1b]", "start:2a]")).puzzle is None
    assert opened(PUZZLE.replace("strict", "off")).puzzle is None


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("d1-d9", "there is no space 'd9' on this board"),
        ("king to d3", "not a move"),
        ("d1-d2", "illegal move 'd1-d2': there is a piece on d2"),
    ],
)
def test_invalid_typed_moves_are_explained(typed: str, problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        GAME.new("brandub").position(0).parse_move(typed)


def test_unknown_variant_error_lists_the_known_ones() -> None:
    with pytest.raises(GameError, match="unknown variant: 'chess' \\(expected one of copen"):
        GAME.new("chess")
    with pytest.raises(GameError, match="not a rules record: the starting position"):
        GAME.new("dim:7")


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_games_played_here_are_canonical(variant: tuple[str, str, str]) -> None:
    """Every move goes through the text, as in the app, with comments."""
    dice, record = Random(variant[0]), GAME.new(variant[0])
    for step in range(1, 13):
        moves = record.position(step - 1).legal_moves()
        if not moves:
            break
        record = record.played(dice.choice(moves))
    record = record.commented(3, "a comment\n\n2. with a turn [in it")
    assert record.canonical() == record.text()
    assert opened(record.text()).text() == record.text()
    assert record.cut(0).text() == GAME.new(variant[0]).text()


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200) | st.text(st.sampled_from("[]|.:1a \n-cd+x^=KTt/7"), max_size=120))
def test_random_text_is_read_or_refused(text: str) -> None:
    for whole in (text, f"{RULES}\n\n{text}", f"{RULES}\n\n1. d1-c1 c4-c5 {text}", "{" + text):
        reading = GAME.read(whole, "any")
        for found in reading.diagnostics:
            assert found.line >= 0
        record = reading.record
        if record is None:
            assert any(found.is_error for found in reading.diagnostics)
        elif not reading.is_import:
            assert record.text() == whole
            again = GAME.read(record.canonical(), "any").record
            assert again is not None
            assert again.canonical() == record.canonical()


def test_hostile_files_need_little_time_and_memory() -> None:
    """A hundred thousand half-moves, variations nested too deep, huge numbers."""
    shuffle = "".join(
        f"{turn}. {'d1-c1' if turn % 2 else 'c1-d1'} {'c4-c5' if turn % 2 else 'c5-c4'}\n"
        for turn in range(1, 20_001)
    )
    record = opened(RULES.replace("surf:n", "surf:n tfr:i") + "\n\n" + shuffle)
    assert record.last_step == 40_000
    deep = "1a." + "1.1a." * 200_000
    assert "nested too deeply" in told(f"{RULES}\n\n1. d1-c1\n{deep} d1-b1")[0]
    assert told(f"{RULES}\n\n{'9' * 100_000}. d1-c1")[0].startswith("game.otg:3:1: error")
    many = "1. d1-c1\n" + "".join(f"1a.{n}.1a. d1-b1\n" for n in range(1, 3_000))
    assert len(opened(f"{RULES}\n\n{many}").variations(1)) == 2_999
