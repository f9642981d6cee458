"""Plans of turns: legal moves and the consequences of ending the turn."""

import pytest

from atlantis_core.positions.grid import parse_field, parse_move, parse_moves
from atlantis_core.positions.position import FieldState
from atlantis_core.rules.planning import TurnPlan, plan_from
from atlantis_core.rules.scoring import tally
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.errors import IllegalMoveError, Rule
from atlantis_tui.play.side import plan_lines
from atlantis_tui.widgets.text_lines import as_piece
from tests.little_boards import position

START = traditional_start(Shape.HEXAGON, 2, players=2)


def test_plan_has_only_legal_moves() -> None:
    plan = TurnPlan(START)
    with pytest.raises(IllegalMoveError) as caught:
        plan.add(parse_move("b3-c4"), parse_move("b3-b9"))
    assert caught.value.rule is Rule.DISTANCE
    assert plan.moves == ()
    with pytest.raises(IllegalMoveError):
        TurnPlan(START, parse_moves("a1-z9"))


def test_moves_are_added_all_or_none() -> None:
    plan = TurnPlan(START)
    assert plan.add(*parse_moves("b3-c4")).moves == parse_moves("b3-c4")


def test_segment_moves_once() -> None:
    plan = TurnPlan(START).add(parse_move("b3-c4"))
    with pytest.raises(IllegalMoveError) as caught:
        plan.check_source(parse_field("c3"))
    assert caught.value.rule is Rule.ONE_PER_SEGMENT
    assert "b3-c4 already started" in str(caught.value)
    assert parse_field("c3") not in plan.sources()


@pytest.mark.parametrize(
    ("field", "rule"),
    [("d5", Rule.OWN_STONES), ("h7", Rule.OWN_STONES), ("z9", Rule.SOURCE_EXISTS)],
)
def test_refusal_names_the_rule_that_keeps_a_stack(field: str, rule: Rule) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        TurnPlan(START).check_source(parse_field(field))
    assert caught.value.rule is rule


def test_moves_can_be_removed_and_reordered() -> None:
    start = position("B2 C5 E4", "b2:1 c5:1 e4:1", "a1:1")
    plan = TurnPlan(start, parse_moves("b2-b3 c5-c6 e4-e5"))
    assert plan.drop(1).moves == parse_moves("b2-b3 e4-e5")
    assert plan.shift(2, -1).moves == parse_moves("b2-b3 e4-e5 c5-c6")
    assert plan.shift(0, 9).moves == parse_moves("c5-c6 e4-e5 b2-b3")
    assert plan.shift(0, -1) == plan
    assert plan.clear().moves == ()
    assert len(plan) == 3


def test_r3_4_the_order_of_moves_can_matter() -> None:
    start = position("[a1 a2 a3] [b1 b2 b3] [c1 c2 c3]", "a1:2 b1:1", "b2:1 a3:1")
    one, other = (TurnPlan(start, parse_moves(text)) for text in ("a1-a3 b1-b2", "b1-b2 a1-a3"))
    assert one.report.end == play_turn(start, one.moves)
    assert other.report.end == play_turn(start, other.moves)


def test_destinations_have_the_number_of_moving_stones() -> None:
    start = position("B2 C5 E4", "b2:2", "a1:1")
    reached = TurnPlan(start).destinations(parse_field("b2"))
    assert reached[parse_field("c3")] == 1
    assert reached[parse_field("b4")] == 2
    assert parse_field("b5") not in reached


def test_board_shows_planned_moves_before_explosions() -> None:
    start = position("B2", "b2:5 a1:1", "c3:1")
    plan = TurnPlan(start, parse_moves("a1-b2"))
    moved = plan.moved
    assert moved[parse_field("b2")].stones == 6
    assert plan.report.end[parse_field("b2")].state is FieldState.GROWING


def test_consequences_count_lost_and_eliminated_stones() -> None:
    start = position("B2", "b2:5 a1:1", "c3:2")
    what = TurnPlan(start, parse_moves("a1-b2")).consequences
    assert parse_field("b2") in what.exploding
    assert what.waves >= 1
    assert what.eliminated >= 1
    assert what.stones_before == (6, 2)
    after = play_turn(start, parse_moves("a1-b2"))
    assert what.stones_after == tally(after).stones
    assert tally(after).growing[0] >= 1


def test_stored_plan_is_restored_up_to_its_first_illegal_move() -> None:
    assert plan_from(START, parse_moves("b3-c4 c3-c4")).moves == parse_moves("b3-c4")


@pytest.mark.parametrize(
    ("width", "heading"),
    [
        (40, "Plan  [ ] select, { } order, Del remove"),
        (29, "Plan  [ ] select, { } order"),
        (20, "Plan  [ ] select"),
        (12, "Plan"),
    ],
)
def test_plan_heading_names_the_keys_that_fit(width: int, heading: str) -> None:
    first, *_ = plan_lines(TurnPlan(START, parse_moves("c4-d4")), None, width)
    assert "".join(piece.text for piece in map(as_piece, first)) == heading
