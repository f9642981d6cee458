"""Other games in plain text: the board in words, the result, a rematch, a review."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .listening import Listener


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "STATE", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))


@pytest.fixture
def listener() -> Iterator[Listener]:
    made = Listener()
    yield made
    made.talk.close()


@pytest.mark.parametrize(
    ("game", "first", "place", "there", "example"),
    [
        ("kalah:4x3", "first player (South), from hole 1: 3 3 3 3", "s3", "S3: 3", "N1"),
        (
            "tafl:brandub",
            "attackers: man d1 d2 a4 b4 f4 g4 d6 d7",
            "d5",
            "d5: man of defenders",
            "a1",
        ),
        (
            "map:hexagon:3",
            "white: king 17; queen 16; pawn 13; pawn 18",
            "13",
            "13: pawn of white",
            "0",
        ),
    ],
)
def test_board_and_place_in_words(
    listener: Listener, game: str, first: str, place: str, there: str, example: str
) -> None:
    listener.type(f"new {game} person person")
    assert listener.type("look")[0] == first
    assert listener.type(f"look {place}")[0] == there
    expected = f"(expected for example '{example}')"
    assert listener.type("look nowhere") == [f"no such place: 'nowhere' {expected}"]


def test_moves_are_grouped_by_their_start(listener: Listener) -> None:
    listener.type("new tafl:brandub person person")
    assert listener.type("moves d1") == ["d1: c1 b1 e1 f1"]
    assert "d1: c1 b1 e1 f1" in listener.type("moves")
    assert listener.type("moves e5") == ["no move from 'e5'"]


def test_hole_is_named_as_its_move(listener: Listener) -> None:
    listener.type("new kalah:4x3 person person")
    assert listener.type("look 3")[0] == "S3: 3"
    listener.type("3")
    assert listener.type("look 3")[0] == "N3: 3"


def test_node_of_a_map_names_its_links(listener: Listener) -> None:
    listener.type("new map:hexagon:3 person person")
    assert "linked to 8 9 14 17 16 12" in sorted(listener.type("look 13"))


def test_listener_is_told_the_own_side_and_what_was_undone(listener: Listener) -> None:
    assert "You are attackers." in listener.type("others tafl:brandub person bot:beginner")
    listener.type("d2-g2")
    assert listener.type("undo") == ["2 moves undone", "attackers to move"]
    assert listener.type("redo") == ["2 moves redone", "attackers to move"]


def test_unknown_game_is_answered_with_the_games(listener: Listener) -> None:
    (answer,) = listener.type("others chess")
    assert answer.startswith("not a game: 'chess' (expected one of map, kalah, tafl")


def test_preview_plays_nothing(listener: Listener) -> None:
    listener.type("new kalah:4x3 person person")
    (told,) = listener.type("preview 4")
    assert told.startswith("4; 3 seeds, the last one in the opponent's hole 2; first player: ")
    assert listener.type("turns") == ["no move has been played yet"]


def test_game_to_its_end_rematch_and_review(listener: Listener) -> None:
    listener.type("new kalah:2x1 person person")
    assert listener.type("result") == ["the game is not over"]
    for _ in range(20):
        moves = listener.type("moves")[0].split(", ")
        if moves == ["no legal move"]:
            break
        listener.type(moves[0])
    assert listener.type("result")[-1] == "type 'rematch', 'review' or 'menu'"
    assert listener.type("review")[0].endswith("type 'leave' to return.")
    assert "accuracy" in " ".join(listener.type("judge"))
    assert listener.type("start")[0] == "start"
    assert listener.type("next")[0] == "1. first player: 1"
    assert listener.type("goto 99") == ["not a step: '99' (expected 0 to 3)"]
    assert listener.type("comment well begun") == ["saved"]
    assert "well begun" in listener.type("goto 1")
    listener.type("leave")
    assert listener.type("rematch")[-1] == "first player to move"
    assert listener.type("turns") == ["no move has been played yet"]


def test_rematch_changes_sides(listener: Listener) -> None:
    listener.type("new kalah:2x1 person bot:beginner")
    assert listener.type("rematch")[0].startswith("Kalah, bot:beginner vs second player")


def test_better_move_is_asked_for_and_judged(listener: Listener, tmp_path: Path) -> None:
    game = tmp_path / "poor.kalah"
    states = "4,3,3,3,0,3,3,0,4,1;OPP|4,0,4,4,1,3,3,0,4,1;OPP|4,0,4,0,2,4,4,1,4,1;YOU"
    moves = zip("324", states.split("|"), strict=True)
    lines = [f"CHANGE;{hole};{state}" for hole, state in moves]
    game.write_text("\n".join(["! holes: 4", "! seeds: 3", "START;South", *lines, ""]))
    listener.type(f"open {game}")
    listener.type("review")
    listener.type("judge")
    listener.type("start")
    played = listener.type("mistake")
    assert any("better: " in line for line in played)
    best = next(line for line in played if line.startswith("better: ")).split()[1]
    assert listener.type("better")[0].startswith("find a better move than second player: ")
    (reply,) = listener.type(best)
    assert reply.startswith(f"{best}: good: chance to win ")


def test_commands_of_the_menu_work_everywhere(listener: Listener) -> None:
    listener.type("new kalah:4x3 person person")
    assert listener.type("options bell") == ["bell: on"]
    assert listener.type("look")[0].startswith("first player (South)"), "still in the game"
    assert listener.type("new triangle:2 person person")[-1] == "turn 1: Crimson is to move."
    assert listener.type("others kalah:4x3 person person")[-1] == "first player to move"
    assert len(listener.talk.topics) == 2, "a new game replaces the one before"
    assert listener.type("found 1")[-1].startswith("Goal: ")
    assert listener.type("new nowhere")[0].startswith("not a board")
    assert listener.type("goal")[-1].startswith("Goal: "), "an error leaves the puzzle as it is"


def test_mistyped_field_does_not_leave_the_game(listener: Listener) -> None:
    listener.type("new triangle:2 person person")
    assert listener.type("c 5")[0].startswith("not a command: 'c'")


def test_empty_line_says_where_the_user_is(listener: Listener) -> None:
    assert listener.type("")[0].startswith("Atlantis.")
    listener.type("new triangle:2 person person")
    assert listener.type("") == ["turn 1: Crimson is to move."]
    listener.type("new kalah:4x3 person person")
    assert listener.type("") == ["first player to move"]
    listener.type("learn 1")
    assert listener.type("") == ["Goal: at least 1 stone on c3."]
    assert listener.talk.failures == 0


def test_nothing_is_planned_by_moves_of_which_one_is_illegal(listener: Listener) -> None:
    listener.type("new hexagon:2 person person")
    (answer,) = listener.type("b3-c4 b2-d2")
    assert answer.endswith("; none of these moves is planned")
    assert listener.type("preview")[0] == "no moves planned"


def test_options_name_what_was_probably_meant(listener: Listener) -> None:
    assert listener.type("options colour") == ["no such option: 'colour' (did you mean 'colors'?)"]
    assert listener.type("options bell maybe") == ["not on or off: 'maybe'"]
