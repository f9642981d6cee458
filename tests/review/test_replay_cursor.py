"""The replay cursor: turns, steps, marks and variations, in both directions, never past an end."""

from __future__ import annotations

import pytest

from atlantis_core.positions.grid import parse_moves
from atlantis_core.review.game_statistics import MomentKind
from atlantis_core.review.lines import GameTree
from atlantis_core.review.places import Place, parse_place
from atlantis_core.review.replay_cursor import SLICE, ReplayCursor
from atlantis_core.review.variations import MAIN, NoSuchVariationError, Path, parse_path
from atlantis_core.support.errors import NoSuchTurnError, NotationError
from tests.little_boards import position
from tests.review.games import RECORDED, played, recorded, tree_of

START = position("B2 C5", "a1:1 b2:1 c4:1", "d6:1 b5:1")
TURNS = ("a1-a2", "d6-d5", "a2-b3", "d5-c5")


def walk(turn: int = 0) -> ReplayCursor:
    return ReplayCursor(tree_of(played(START, *TURNS)), Place(MAIN, turn))


@pytest.mark.parametrize("name", RECORDED)
def test_steps_back_show_the_same_boards_as_forward(name: str) -> None:
    walker = ReplayCursor(tree_of(recorded(name)), Place(MAIN, 0))
    forwards = [walker.position]
    while walker.step_forward():
        forwards.append(walker.position)
    assert walker.turn == walker.line.turn_number
    backwards = [walker.position]
    while walker.step_back():
        backwards.append(walker.position)
    assert walker.turn == 0
    assert backwards[::-1] == forwards


def test_turns_stop_at_the_ends() -> None:
    walker = walk()
    assert not walker.back()
    assert not walker.step_back()
    assert walker.forward(3)
    assert walker.turn == 3
    assert walker.forward(10)
    assert walker.turn == 4
    assert not walker.forward()
    assert not walker.step_forward()
    assert walker.back(10)
    assert walker.turn == 0


def test_partly_shown_turn_is_completed_first() -> None:
    walker = ReplayCursor(tree_of(played(position("B2", "a1:2 b2:1", "c3:1"), "b2-a1", "pass")))
    walker.go_to_turn(0)
    walker.step_forward()
    assert (walker.turn, walker.step, walker.is_inside_turn) == (1, 1, True)
    assert [str(field) for field in walker.touched] == ["a1", "b2"]
    walker.forward()
    assert (walker.turn, walker.step) == (1, None)
    assert [str(field) for field in walker.touched] == ["a1", "a2", "b1", "b2"]
    walker.step_back()
    assert walker.is_inside_turn
    walker.back()
    assert (walker.turn, walker.step) == (0, None)


def test_go_to_a_step() -> None:
    walker = walk()
    assert walker.go(Place(MAIN, 2), 1)
    assert walker.step == 1
    assert not walker.go(Place(MAIN, 2), 99)
    assert not walker.is_inside_turn
    with pytest.raises(NoSuchTurnError):
        walker.go(Place(MAIN, 5))
    with pytest.raises(NoSuchVariationError):
        walker.go(Place(parse_path("2.1"), 2))


def test_variations_are_tried_visited_and_deleted() -> None:
    walker = walk(2)
    assert walker.play(parse_moves("c4-d5"))
    assert str(walker.place) == "3.1/3"
    walker.play(())
    walker.back(4)
    assert str(walker.place) == "3.1/0"
    walker.forward(3)
    assert str(walker.place) == "3.1/3"
    assert walker.go_to_line(MAIN)
    assert str(walker.place) == "2"
    walker.play(parse_moves("b2-c3"))
    assert str(walker.place) == "3.2/3"
    walker.delete(parse_path("3.1"))
    assert str(walker.place) == "3.1/3"
    walker.delete(parse_path("3.1"))
    assert str(walker.place) == "2"
    assert not walker.tree.transcript.annotations.variations


def test_cutting_a_variation_goes_back_to_the_rest() -> None:
    walker = walk(2)
    for moves in ("c4-d5", "pass", "pass"):
        walker.play(parse_moves(moves))
    walker.delete(walker.path, 4)
    assert str(walker.place) == "3.1/3"
    assert walker.line.turn_number == 3


def test_comments_and_variations_are_marked() -> None:
    walker = walk(2)
    walker.comment("look here")
    walker.play(parse_moves("c4-d5"))
    walker.play(())
    walker.comment("and here")
    walker.go_to_line(MAIN)
    walker.go_to_turn(0)
    found = []
    while walker.go_to_next_moment():
        found.append(walker.turn)
    # The comment, and the place where the keys enter the variation that replaces turn 3.
    assert found == [2]
    assert [moment.mark for moment in walker.moments()] == [
        MomentKind.COMMENT,
        MomentKind.VARIATION,
    ]
    walker.go_to_line(parse_path("3.1"))
    assert walker.commented_turns() == (2, 4)
    assert walker.go_to_previous_moment()
    assert walker.turn == 2
    assert not walker.go_to_previous_moment()


@pytest.mark.parametrize("name", RECORDED)
def test_going_from_mark_to_mark_reaches_all_of_them(name: str) -> None:
    walker = ReplayCursor(tree_of(recorded(name)), Place(MAIN, 0))
    forwards = []
    while walker.go_to_next_moment():
        forwards.append(walker.turn)
    backwards = [walker.turn] if forwards else []
    while walker.go_to_previous_moment():
        backwards.append(walker.turn)
    assert forwards == sorted({moment.turn for moment in walker.moments()})
    assert backwards[::-1] == forwards


def test_promoting_a_variation() -> None:
    walker = walk(4)
    walker.play(())
    walker.promote(parse_path("5.1"))
    assert str(walker.place) == "5"
    assert len(walker.tree.transcript.turns) == 5
    assert walker.statistics.figures(5).explosions == 0


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("42", "42"),
        ("#42", "42"),
        ("12.1", "12.1/12"),
        ("12.1/14", "12.1/14"),
        ("12.1/14.2", "12.1/14.2/14"),
        ("main/30", "30"),
    ],
)
def test_places_are_parsed(text: str, place: str) -> None:
    assert str(parse_place(text, MAIN)) == place


@pytest.mark.parametrize("text", ["", "x", "12.", "1/2/3.4.5", "-1", "12.1/x", "9999999999"])
def test_invalid_places_are_refused(text: str) -> None:
    if text:
        with pytest.raises(NotationError, match="not a place"):
            parse_place(text, MAIN)
    else:
        assert parse_place(text, MAIN) == Place(MAIN, 0)


def test_undo_and_redo_keep_the_step() -> None:
    walker = ReplayCursor(tree_of(recorded("f17_4p")), Place(MAIN, 0))
    while not (walker.is_inside_turn and walker.step == 2):
        assert walker.step_forward()
    here = walker.place, walker.step, walker.position
    walker.comment("well")
    walker.undo()
    assert (walker.place, walker.step, walker.position) == here
    walker.redo()
    assert (walker.place, walker.step, walker.position) == here
    walker.go_to_turn(0)
    walker.undo()
    assert (walker.place, walker.step, walker.position) == here


def test_marks_of_the_file_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a variation at every turn of a long game each read is slow."""
    game = played(position("B2", "a1:1", "c3:1"), *["pass"] * (20 * SLICE))
    tree, _ = tree_of(game).play(Place(MAIN, 19 * SLICE), parse_moves("a1-a2"))
    walker = ReplayCursor(tree, Place(MAIN, 0))
    looks: list[Path] = []
    children = GameTree.children

    def counted(tree: GameTree, path: Path) -> object:
        looks.append(path)
        return children(tree, path)

    monkeypatch.setattr(GameTree, "children", counted)
    assert walker.go_to_next_moment()
    assert walker.turn == 19 * SLICE
    assert not walker.go_to_next_moment()
    assert looks == [MAIN, MAIN]
