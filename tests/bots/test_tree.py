"""The tree and its net: the same turns with both engines, won games seen, and the net's file."""

from __future__ import annotations

import json
import math
from random import Random

import pytest

from atlantis_core.bots.evaluation import Budget
from atlantis_core.bots.interface import Answer, Question
from atlantis_core.bots.nets import PATH, dumps, pack, the_net, weighed_sum
from atlantis_core.bots.registry import bot_named
from atlantis_core.bots.tree import IDLE_WALKS, PRIOR, Branch, Tree, TreeNode, log_odds
from atlantis_core.bots.weights import SEASONED
from atlantis_core.cancelling import never
from atlantis_core.engine.pure.net import INPUTS
from atlantis_core.engine.values import CERTAIN
from atlantis_core.game import Game
from atlantis_core.settling import Trial
from atlantis_core.shapes import Shape, traditional_start
from tests.engines import run_with
from tests.little_boards import position


def answers() -> list[Answer]:
    game = Game(traditional_start(Shape.TRIANGLE, 3, 3))
    found = []
    for seed in range(3):
        found.append(bot_named("grandmaster").choose(Question(game.position, seed, effort=90)))
        game.play(found[-1].turn)
    return found


def test_both_engines_give_the_same_answers_to_the_last_bit() -> None:
    told = []
    for engine in ("pure", "native"):
        with pytest.MonkeyPatch.context() as patch:
            run_with(engine, patch)
            told.append(answers())
    assert told[0] == told[1]


def test_a_turn_that_wins_at_once_is_found_and_certain() -> None:
    start = position("B2", "b2:2", "c3:1")
    answer = bot_named("grandmaster").choose(Question(start, effort=300))
    game = Game(start)
    game.play(answer.turn)
    assert game.is_over
    assert answer.candidates[0].value == 20


def test_lines_that_go_in_circles_are_adjudicated() -> None:
    """Two single stones can only walk about; among equals the later mover is ahead (R6.4)."""
    budget = Budget(100_000, never)
    tree = Tree(position("B2", "b2:1", "c3:1"), the_net(), budget, Random(1))
    tree.grow()
    assert not budget.is_spent
    [passing] = [branch for branch in tree.root.branches if not branch.turn]
    assert passing.chances()[1] > 0.95


def test_a_search_ends_when_enough_walks_in_a_row_found_nothing_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    budget = Budget(1000, never)
    tree = Tree(traditional_start(Shape.TRIANGLE, 2, 2), the_net(), budget, Random(1))
    walks: list[Tree] = []

    def walk(walking: Tree) -> None:
        walks.append(walking)
        if len(walks) == 10:
            budget.spend()

    monkeypatch.setattr(Tree, "_walk", walk)
    tree.grow()
    assert len(walks) == 10 + IDLE_WALKS


@pytest.mark.parametrize(("effort", "judged"), [(0, 1), (1, 1), (4, 1), (10, 3), (100, 30)])
def test_a_part_of_the_effort_is_for_the_root_and_never_nothing(effort: int, judged: int) -> None:
    budget = Budget(effort, never)
    Tree(traditional_start(Shape.TRIANGLE, 3, 3), the_net(), budget, Random(1))
    assert budget.judged == judged


def test_the_file_of_the_net_is_as_training_writes_it() -> None:
    text = PATH.read_text(encoding="utf-8")
    assert dumps(json.loads(text)) == text
    assert pack(json.loads(text)) == the_net()
    assert len(text.splitlines()) == len(INPUTS) + 2 + 2


def test_a_weighed_sum_can_be_written_as_a_net() -> None:
    start = traditional_start(Shape.HEXAGON, 2, 2)
    for weights in (SEASONED, tuple(-weight for weight in SEASONED)):
        first, second = Trial(start).rate([], weighed_sum(weights))
        assert first + second == pytest.approx(1)
        assert math.log(first / second) == pytest.approx(Trial(start).judge([], weights))


def branch(static: float, *visits: tuple[float, ...]) -> Branch:
    made = Branch((), position("B2", "b2:1", "c3:1"), static)
    for chances in visits:
        made.visit(chances)
    return made


def test_what_was_seen_of_a_turn_weighs_more_than_the_first_look() -> None:
    assert branch(0.4).mean(0) == pytest.approx(0.4)
    seen = branch(0.4, (0.2, 0.3, 0.5), (0.4, 0.1, 0.5))
    assert seen.chances() == pytest.approx((0.3, 0.2, 0.5))
    assert seen.mean(0) == pytest.approx((PRIOR * 0.4 + 0.6) / (PRIOR + 2))
    seen.is_won = True
    assert seen.mean(0) == 1


def test_the_others_share_what_is_left_as_they_have_it() -> None:
    assert branch(0.4).shares(0) == ()
    first, second, third = branch(0.2, (0.2, 0.2, 0.6)).shares(0)
    assert first == pytest.approx(0.2)
    assert (second, third) == pytest.approx((0.2, 0.6))
    assert branch(1.0, (1.0, 0.0, 0.0)).shares(0) == pytest.approx((1, 0, 0))
    assert branch(0.0, (1.0, 0.0, 0.0)).shares(0)[1:] == pytest.approx(
        [PRIOR / (PRIOR + 1) / 2] * 2
    )


def test_a_turn_that_nobody_followed_is_only_a_guess() -> None:
    guess, followed = branch(0.9), branch(0.5, (0.5, 0.5))
    assert TreeNode(0, (0.5, 0.5), [guess, followed]).best() is followed
    assert TreeNode(0, (0.5, 0.5), [guess, branch(0.8)]).best() is guess


def test_the_tree_grows_wider_with_its_visits_and_looks_at_what_was_looked_at_least() -> None:
    known, new = branch(0.6, *[(0.6, 0.4)] * 3), branch(0.5)
    assert TreeNode(0, (0.5, 0.5), [known, new], visits=0).select() is known
    assert TreeNode(0, (0.5, 0.5), [known, new], visits=3).select() is new
    poor = branch(0.0, (0.0, 1.0))
    assert TreeNode(0, (0.5, 0.5), [branch(0.9, (0.9, 0.1)), poor], visits=2).select() is not poor


def test_certain_is_as_far_as_odds_go() -> None:
    assert [log_odds(chance) for chance in (0.0, 1e-30, 0.5, 1 - 1e-16, 1.0)] == [
        -CERTAIN,
        -CERTAIN,
        0,
        CERTAIN,
        CERTAIN,
    ]
    assert log_odds(0.75) == pytest.approx(1.0986123)


def test_stones_that_decide_nothing_stay_where_they_are_in_all_thoughts() -> None:
    """Both have an island of their own besides the one that they fight for."""
    start = position("B2 G2 M2", "a1:1 g2:1", "c3:1 m2:1")
    tree = Tree(start, the_net(), Budget(900, never), Random(1))
    tree.grow()
    nodes = list(tree._nodes.values())
    assert len({node.player for node in nodes}) == 2
    moved = {str(move)[0] for node in nodes for found in node.branches for move in found.turn}
    assert moved
    assert moved <= set("abc")


def test_a_candidate_comes_with_the_answers_that_look_best() -> None:
    start = traditional_start(Shape.TRIANGLE, 3, 3)
    answer = bot_named("grandmaster").choose(Question(start, effort=900))
    line = answer.candidates[0].line
    assert 1 <= len(line) <= 3
    game = Game(start)
    for turn in (answer.turn, *line):
        game.play(turn)  # raises if the turn is not legal
