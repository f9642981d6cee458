"""Variations: names, positions, and edits that lose nothing."""

from __future__ import annotations

import pytest

from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.positions.grid import format_moves, parse_moves
from atlantis_core.review.lines import GameTree
from atlantis_core.review.places import Place
from atlantis_core.review.variations import (
    MAIN,
    Branch,
    NoSuchVariationError,
    VariationError,
    add_variation,
    comment_on,
    cut_variation,
    delete_variation,
    find_variation,
    format_path,
    parse_path,
    promote_variation,
    walk_paths,
)
from atlantis_core.support.errors import (
    GameOverError,
    IllegalMoveError,
    NoSuchTurnError,
    NotationError,
)
from atlantis_core.transcript.model import Annotations, Transcript, Variation
from tests.little_boards import position
from tests.review.games import played, recorded, transcript_of, tree_of

START = position("B2 C5", "a1:1 b2:1 c4:1", "d6:1 b5:1")
TURNS = ("a1-a2", "d6-d5", "a2-b3", "d5-c5")


def tree() -> GameTree:
    return tree_of(played(START, *TURNS))


def lines_of(transcript: Transcript) -> dict[str, list[str]]:
    return {
        format_path(path): [format_moves(turn) for turn in variation.turns]
        for path, variation in walk_paths(transcript.annotations.variations)
    }


def play(tree: GameTree, place: str, *turns: str) -> tuple[GameTree, Place]:
    *branches, turn = place.split("/")
    at = Place(parse_path("/".join(branches)), int(turn))
    for moves in turns:
        tree, at = tree.play(at, parse_moves(moves))
    return tree, at


@pytest.mark.parametrize("name", ["main", "12.1", "12.1/14.2", "1.10/3.1/900.77"])
def test_names_round_trip(name: str) -> None:
    assert format_path(parse_path(name)) == name


@pytest.mark.parametrize("name", ["12", "12.", ".1", "0.1", "12.0", "12.1/", "a.b", "1.1 2.1"])
def test_invalid_names_are_refused(name: str) -> None:
    with pytest.raises(NotationError, match="not a variation"):
        parse_path(name)


def test_new_variation_is_named_by_the_turn_it_replaces() -> None:
    tried, place = play(tree(), "2", "c4-d5", "pass", "a2-a1")
    assert str(place) == "3.1/5"
    assert lines_of(tried.transcript) == {"3.1": ["c4-d5", "pass", "a2-a1"]}
    again, second = play(tried, "2", "b2-c3")
    assert str(second) == "3.2/3"
    assert tried.transcript.turns == tree().transcript.turns
    assert again.line(second.path).first_turn == 3


def test_variations_of_variations() -> None:
    tried, _ = play(tree(), "2", "c4-d5", "pass", "a2-a1")
    tried, inner = play(tried, "3.1/4", "b2-c3")
    assert str(inner) == "3.1/5.1/5"
    assert lines_of(tried.transcript) == {
        "3.1": ["c4-d5", "pass", "a2-a1"],
        "3.1/5.1": ["b2-c3"],
    }
    line = tried.line(inner.path)
    assert [format_moves(line.moves_of(turn)) for turn in range(1, 6)] == [
        *TURNS[:2],
        "c4-d5",
        "pass",
        "b2-c3",
    ]


@pytest.mark.parametrize(
    ("place", "moves", "found"),
    [
        ("2", "a2-b3", "3"),
        ("2", "c4-d5", "3.1/3"),
        ("3.1/2", "a2-b3", "3"),
        ("3.1/2", "c4-d5", "3.1/3"),
        ("3.1/3", "pass", "3.1/4"),
    ],
)
def test_existing_turn_is_reused(place: str, moves: str, found: str) -> None:
    tried, _ = play(tree(), "2", "c4-d5", "pass")
    walked, at = play(tried, place, moves)
    assert walked is tried
    assert str(at) == found


def test_replacing_the_first_turn_of_a_variation_adds_a_sibling() -> None:
    tried, _ = play(tree(), "2", "c4-d5")
    tried, at = play(tried, "3.1/2", "b2-c3")
    assert str(at) == "3.2/3"


def test_end_of_an_unfinished_game_can_get_a_variation() -> None:
    tried, at = play(tree(), "4", "pass")
    assert str(at) == "5.1/5"
    assert len(tried.transcript.turns) == 4


def test_illegal_turns_change_nothing() -> None:
    with pytest.raises(IllegalMoveError):
        play(tree(), "2", "d5-d4")
    finished = recorded("f17_4p")
    with pytest.raises(GameOverError):
        play(tree_of(finished), str(finished.turn_number), "pass")
    with pytest.raises(NoSuchTurnError):
        play(tree(), "9", "pass")
    with pytest.raises(NoSuchVariationError, match=r"no variation '3\.1'"):
        play(tree(), "3.1/3", "pass")


def test_comments_belong_to_the_line_of_their_turn() -> None:
    tried, at = play(tree(), "2", "c4-d5", "pass")
    shared = Place(at.path, 1)
    tried = tried.with_comment(shared, "both see this").with_comment(at, "only here")
    assert tried.comment(Place(MAIN, 1)) == tried.comment(shared) == "both see this"
    assert tried.comment(Place(MAIN, 4)) is None
    assert tried.comment(at) == "only here"
    without = tried.with_comment(at, "  ").with_comment(shared, None)
    assert without.comment(at) is None
    assert without.transcript.annotations.comments == {}


def test_deleting_and_cutting_variations() -> None:
    tried, _ = play(tree(), "2", "c4-d5", "pass", "a2-a1")
    tried, _ = play(tried, "3.1/4", "b2-c3")
    tried, _ = play(tried, "2", "b2-c3")
    transcript = comment_on(tried.transcript, parse_path("3.1"), 5, "gone with its turn")
    cut = cut_variation(transcript, parse_path("3.1"), 5)
    assert lines_of(cut) == {"3.1": ["c4-d5", "pass"], "3.1/5.1": ["b2-c3"], "3.2": ["b2-c3"]}
    assert find_variation(cut.annotations.variations, parse_path("3.1")).comments == {}
    deleted = delete_variation(cut, parse_path("3.1"))
    assert lines_of(deleted) == {"3.1": ["b2-c3"]}
    assert lines_of(cut_variation(deleted, parse_path("3.1"), 3)) == {}


def test_variation_is_promoted_in_an_unfinished_game() -> None:
    tried, _ = play(tree(), "4", "pass", "pass")
    promoted, at = tried.promote(parse_path("5.1"))
    assert str(at) == "6"
    assert [format_moves(turn) for turn in promoted.transcript.turns] == [*TURNS, "pass", "pass"]
    assert lines_of(promoted.transcript) == {}
    assert promoted.line(MAIN).positions[4] is tried.line(MAIN).positions[4]


def test_promoting_keeps_the_old_turns_as_a_variation() -> None:
    tried, at = play(tree(), "2", "c4-d5", "pass")
    tried = tried.with_comment(at, "better").with_comment(Place(MAIN, 4), "as it was")
    tried, _ = play(tried, "3", "pass")
    promoted, _ = tried.promote(parse_path("3.1"))
    transcript = promoted.transcript
    assert [format_moves(turn) for turn in transcript.turns] == [*TURNS[:2], "c4-d5", "pass"]
    assert lines_of(transcript) == {"3.1": ["a2-b3", "d5-c5"], "3.1/4.1": ["pass"]}
    assert promoted.comment(Place(MAIN, 4)) == "better"
    assert promoted.comment(Place(parse_path("3.1"), 4)) == "as it was"
    back, _ = promote_variation(transcript, parse_path("3.1"))
    assert back.turns == tried.transcript.turns


def test_main_line_of_a_finished_game_cannot_change() -> None:
    game = recorded("f17_4p")
    tried, at = tree_of(game).play(Place(MAIN, 3), ())
    with pytest.raises(VariationError, match="the game is over"):
        tried.promote(at.path)


def test_unknown_keys_of_variations_survive_edits() -> None:
    inner = Variation(4, (parse_moves("pass"),), extra=FrozenMap({"engine": "x"}))
    outer = Variation(3, (parse_moves("c4-d5"),), variations=(inner,), extra=FrozenMap({"by": "y"}))
    notes = Annotations(variations=(outer,), extra=FrozenMap({"z": 1}))
    transcript = transcript_of(played(START, *TURNS), notes)
    edited = comment_on(transcript, parse_path("3.1/4.1"), 4, "hm")
    assert edited.annotations.extra == {"z": 1}
    assert edited.annotations.variations[0].extra == {"by": "y"}
    assert edited.annotations.variations[0].variations[0].extra == {"engine": "x"}
    assert edited.annotations.variations[0].variations[0].comments == {4: "hm"}


@pytest.mark.parametrize(
    ("turn", "moves", "problem", "last"),
    [
        (3, "d5-d4", "turn 3: illegal move 'd5-d4'", 2),
        (9, "pass", "it starts after turn 8, but its parent line has 4", 4),
        (0, "pass", "it starts after turn -1", 4),
    ],
)
def test_unplayable_variations_have_a_problem(
    turn: int, moves: str, problem: str, last: int
) -> None:
    notes = Annotations(variations=(Variation(turn, (parse_moves(moves),)),))
    game = played(START, *TURNS)
    broken = GameTree(transcript_of(game, notes), game.positions)
    line = broken.line((Branch(turn, 1),))
    assert line.problem.startswith(problem)
    assert line.turn_number == last
    with pytest.raises(VariationError):
        broken.promote((Branch(turn, 1),))


def test_nesting_of_variations_is_limited() -> None:
    transcript, path = transcript_of(played(START)), MAIN
    for _ in range(30):
        transcript, path = add_variation(transcript, path, 1, [()])
    with pytest.raises(VariationError, match="deep"):
        add_variation(transcript, path, 1, [()])
