"""Hints, reasons and chances."""

from __future__ import annotations

import pytest

from atlantis_core.bots.explanations import Rival, explain
from atlantis_core.bots.foresight import FEATURES, features, foresee_turn
from atlantis_core.bots.hints import HintRequest, chances, chances_after, chances_now, hint, prove
from atlantis_core.bots.weights import SEASONED
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import parse_field, parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from tools.solving_figures import small_position

SEGMENT = [parse_field(name) for name in "a1 a2 b1 b2 b3 c2 c3".split()]


def position_with(first: dict[str, int], second: dict[str, int]) -> Position:
    stacks = [{parse_field(f): v for f, v in own.items()} for own in (first, second)]
    return Position.setup(Board([SEGMENT]), stacks)


@pytest.mark.parametrize(
    ("segments", "own", "other"),
    [
        ("B3 D2", "b3:1", "d2:1"),  # fourteen open fields
        ("a2.b1.b2.b3.c2.c3", "a2:2", "c2:2"),  # 554 states
    ],
)
def test_hints_prove_positions_of_many_fields_or_states(
    segments: str, own: str, other: str
) -> None:
    assert prove(small_position(segments, own, other)) is not None


def test_hint_has_a_few_legal_turns_with_reasons() -> None:
    position = traditional_start(Shape.HEXAGON, 2, 2)
    answer = hint(position, effort=100)
    assert 1 <= len(answer.candidates) <= 3
    for candidate in answer.candidates:
        Game(position).play(candidate.turn)
        assert candidate.reasons
    assert answer == HintRequest(position, effort=100)()


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("bot", ["greedy", "master"])
def test_chances_of_a_hint_agree_with_its_order(bot: str, players: int) -> None:
    position = traditional_start(Shape.HEXAGON, 2, players)
    answer = hint(position, bot, effort=100)
    for candidate in answer.candidates:
        assert len(candidate.chances) == players
        assert sum(candidate.chances) == pytest.approx(1)
    own = [candidate.chances[position.to_move] for candidate in answer.candidates]
    assert own == sorted(own, reverse=True)
    assert chances_now(position, answer) == answer.candidates[0].chances


def test_answer_without_candidates_has_the_chances_of_the_position() -> None:
    position = traditional_start(Shape.HEXAGON, 2, 2)
    assert chances_now(position, hint(position, "random")) == chances(position)


def test_winning_turn_is_certain() -> None:
    position = position_with({"b2": 2}, {"c3": 1})
    answer = hint(position, "master", effort=200)
    best = answer.candidates[0]
    after = Game(position)
    after.play(best.turn)
    assert after.is_over
    assert best.chances[0] > 0.99


def test_reasons_describe_attacks_and_explosions() -> None:
    position = position_with({"a1": 2, "b2": 1}, {"c3": 1})
    reasons = explain(position, parse_moves("b2-c3"))
    assert "attacks: each side loses 1 stone" in reasons
    reasons = explain(position, parse_moves("b2-a1"))
    assert "explodes 1 field" in reasons[0]


def test_reasons_use_player_names() -> None:
    position = position_with({"b3": -1, "b2": 1, "b1": -1}, {"a1": 1})
    last = "but if nothing changes, every field sinks and"
    sinking = parse_moves("b2-c2")
    assert f"{last} player 2 wins the tie at 0" in explain(position, sinking)
    assert f"{last} Bea wins the tie at 0" in explain(position, sinking, ("Ann", "Bea"))
    position = position_with({"b2": 2}, {"c3": 1})
    winning = "Ann would win in the end"
    assert winning in explain(position, parse_moves("b2-c3"), ("Ann", "Bea"))
    assert winning not in explain(position, parse_moves("b2-a1"), ("Ann", "Bea"))


def test_effects_that_a_pass_has_too_are_not_reasons() -> None:
    position = position_with({"b2": 6}, {"c3": 1})
    assert not [reason for reason in explain(position, ()) if "sinks" in reason]


def test_hint_describes_the_expected_line() -> None:
    position = traditional_start(Shape.HEXAGON, 2, 3)
    answer = HintRequest(position, "grandmaster", effort=600, names=("Ann", "Bea", "Cem"))()
    best = answer.candidates[0]
    assert len(best.line) >= 1
    game = Game(position)
    for turn in (best.turn, *best.line):
        game.play(turn)  # raises if it is not legal
    assert best.reasons[-1].startswith("then Bea's best is ")


def test_reasons_compare_with_the_best_other_turn() -> None:
    position = traditional_start(Shape.HEXAGON, 2, 2)
    first, second, *_ = hint(position, "grandmaster", effort=600).candidates
    assert [reason for reason in first.reasons if "the next best" in reason]
    assert [reason for reason in second.reasons if "the best" in reason]
    for candidate in (first, second):
        assert len(set(candidate.reasons)) == len(candidate.reasons)


def test_clearly_better_turn_has_a_reason_in_favour() -> None:
    position = traditional_start(Shape.HEXAGON, 2, 2)
    rival = Rival((), "the next best", its_chance=34, chance=64)
    reasons = explain(position, parse_moves("b2-b3"), rival=rival)
    assert "the next best has 34%" in reasons


def test_figures_are_compared_with_a_pass() -> None:
    reasons = explain(position_with({"a1": 2, "b2": 1}, {"c3": 1}), parse_moves("b2-c3"))
    assert "3 more fields held or reached first after 2 rounds than after a pass" in reasons
    assert "but 1 fewer stone on open fields after 2 rounds than after a pass" in reasons


def test_reasons_against_a_turn_come_last_and_start_with_but() -> None:
    position = position_with({"a1": 2, "b2": 1}, {"c3": 1})
    reasons = explain(position, parse_moves("b2-c3"))
    against = [reason.startswith("but ") for reason in reasons]
    assert any(against)
    assert against == sorted(against)


def test_turn_without_effect_is_described_as_such() -> None:
    position = position_with({"b2": 1}, {"c3": 1})
    assert explain(position, ()) == ("has no effect the bot can see",)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_chances_sum_to_one(players: int) -> None:
    found = chances(traditional_start(Shape.HEXAGON, 3, players))
    assert len(found) == players
    assert sum(found) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in found)


def test_chances_favour_the_stronger_player() -> None:
    position = position_with({"a1": 2, "a2": 2, "b2": 2}, {"c3": 1})
    assert chances(position)[0] > 0.6
    assert sum(chances_after(position, ())) == pytest.approx(1)


def test_chances_of_a_finished_game_are_the_result() -> None:
    assert chances(position_with({"a1": 1}, {})) == (1.0, 0.0)
    # R6.4: no player has a field, so the later mover wins.
    assert chances(position_with({}, {})) == (0.0, 1.0)


def test_every_feature_has_a_weight() -> None:
    found = features(foresee_turn(traditional_start(Shape.HEXAGON, 2, 3), ()))
    assert len(SEASONED) == len(FEATURES)
    assert [len(own) for own in found] == [len(FEATURES)] * 3


def test_no_seat_is_a_clear_favourite_at_the_start() -> None:
    """Between strong players the last seat is a small advantage, not three wins in four."""
    first, last = chances(traditional_start(Shape.HEXAGON, 3, 2))
    assert 0.2 < first < last < 0.8
