"""Goals: notation, figures, words."""

import pytest

from atlantis_core import Board, NotationError, Position, parse_field, parse_moves, report_turn
from atlantis_core.learning.goal_text import describe_goal, describe_progress
from atlantis_core.learning.goals import (
    Comparison,
    Condition,
    Course,
    Figure,
    is_met,
    measure,
    parse_condition,
    parse_goal,
)
from atlantis_core.narration import Cast
from tests.little_boards import position as make_position

CAST = Cast(("Red", "Grey"), "RG")


def course(position: Position, *turns: str) -> Course:
    played = Course(position, position.to_move, position)
    for turn in turns:
        played = played.then(report_turn(played.position, parse_moves(turn)))
    return played


@pytest.mark.parametrize(
    "text",
    [
        "secured >= 20",
        "stones 2 = 0",
        "stones 2 c5 <= 2",
        "growing a1 = 1",
        "explosions >= 8 in one turn",
        "secured >= 5; areas >= 2; over = 1",
    ],
)
def test_goals_round_trip(text: str) -> None:
    assert "; ".join(map(str, parse_goal(text))) == text


def test_condition_is_parsed_with_any_spacing() -> None:
    expected = Condition(Figure.STONES, Comparison.AT_LEAST, 3, 1, parse_field("c5"))
    assert parse_condition("  stones  2 c5>=3 ") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("secured", "such as 'secured >= 20'"),
        ("wealth >= 3", "such as 'secured >= 20'"),
        ("secured >= -1", "such as 'secured >= 20'"),
        ("secured c5 >= 1", "a field only after stones"),
        ("areas >= 2 in one turn", "'in one turn' only after moves"),
        ("stones 7 >= 1", "such as 'secured >= 20'"),
    ],
)
def test_unreadable_condition_reports_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match="not a condition") as caught:
        parse_condition(text)
    assert expected in str(caught.value)
    assert text in str(caught.value)


FIGURES = [
    # After a1 has exploded onto a2, b1 and b2, and Grey has passed.
    ("stones", 4),
    ("stones 2", 1),
    ("stones b2", 1),
    ("stones 2 b2", 0),
    ("growing", 1),
    ("growing 2", 0),
    ("growing a1", 1),
    ("growing 2 a1", 0),
    ("dead", 0),
    ("open", 20),
    ("open a1", 0),
    ("open b2", 1),
    ("areas", 1),
    ("areas 1", 0),
    ("stable", 0),
    ("secured", 0),
    ("leading", 0),
    ("over", 0),
    ("place", 2),
    ("place 2", 1),
    ("moves", 1),
    ("moves 2", 0),
    ("explosions", 1),
    ("waves", 1),
    ("eliminated", 0),
]


@pytest.mark.parametrize(("figure", "value"), [("dead", 3), ("dead 1", 2), ("dead 2", 1)])
def test_dead_fields_are_those_of_all_or_of_one_player(figure: str, value: int) -> None:
    position = make_position("B2 C5 E4", "a1:2 b2:0 b1:0", "d6:1 d5:0")
    assert measure(parse_condition(f"{figure} >= 0"), course(position)) == value


@pytest.mark.parametrize(("figure", "value"), FIGURES)
def test_each_figure_counts_what_its_name_says(figure: str, value: int) -> None:
    played = course(make_position("B2 C5 E4", "a1:2 b2:1", "d6:1"), "b2-a1", "pass")
    assert measure(parse_condition(f"{figure} = {value}"), played) == value


def test_every_figure_is_covered() -> None:
    counted = {parse_condition(f"{figure} = 0").figure for figure, _ in FIGURES}
    assert counted == set(Figure)


def test_eliminated_counts_moves_and_explosions() -> None:
    played = course(make_position("B2", "a1:2 c3:2 c2:1", "a2:1 b1:1 b2:1"), "c3-a1")
    assert measure(parse_condition("eliminated = 0"), played) == 3


def test_in_one_turn_uses_the_best_turn_and_not_the_sum() -> None:
    position = make_position("B2 C5 E4", "b2:1 e4:1", "d6:1")
    played = course(position, "b2-b1 e4-e5", "pass", "b1-b2")
    assert measure(parse_condition("moves >= 1"), played) == 3
    assert measure(parse_condition("moves >= 1 in one turn"), played) == 2


def test_areas_of_a_player_are_those_held_alone() -> None:
    position = make_position("B2 C5", "b3:0 c3:0 b2:1", "c5:1")
    played = course(position)
    assert measure(parse_condition("areas = 0"), played) == 2
    assert measure(parse_condition("areas 1 = 0"), played) == 1
    assert is_met(parse_goal("stable = 2; over = 1; secured = 5; secured 2 = 7"), played)


def test_field_outside_the_board_measures_zero() -> None:
    position = Position.setup(Board([[parse_field("a1")]]), [{parse_field("a1"): 1}])
    assert measure(parse_condition("stones z9 >= 1"), course(position)) == 0


def test_goals_are_described_in_words() -> None:
    goal = parse_goal(
        "secured >= 20; areas = 1; stones 2 c5 = 0; growing a1 = 1; dead a1 = 0; over = 1;place = 1"
    )
    assert describe_goal(goal, CAST) == (
        "at least 20 secured fields",
        "exactly 1 area",
        "no stones of Grey on c5",
        "a1 is growing",
        "a1 is not dead",
        "the game is over",
        "place 1",
    )


def test_progress_lists_only_unmet_conditions() -> None:
    played = course(make_position("B2 C5 E4", "b2:1", "d6:1"), "b2-c3")
    goal = parse_goal("stones c3 >= 1; explosions >= 8 in one turn; over = 1")
    assert describe_progress(goal, played, CAST) == (
        "at least 8 explosions in one turn: now 0",
        "the game is over: not yet",
    )
