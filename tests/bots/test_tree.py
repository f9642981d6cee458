"""Tree search and its net: engines agree, certain wins are found, the net's file is canonical."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from atlantis_core.bots.evaluation import Budget
from atlantis_core.bots.interface import Answer, Question
from atlantis_core.bots.nets import (
    ISLANDS_PATH,
    PATH,
    averaged,
    dumps,
    net_for,
    pack,
    the_net,
    the_net_for_islands,
    weighed_sum,
)
from atlantis_core.bots.registry import bot_named
from atlantis_core.bots.tree import IDLE_WALKS, PRIOR, Branch, Tree, TreeNode, log_odds
from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine.pure.net import HIDDEN, INPUTS
from atlantis_core.engine.values import CERTAIN
from atlantis_core.rules.game import Game
from atlantis_core.rules.settling import Trial
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.cancelling import never
from tests.engines import run_with
from tests.little_boards import position

ISLANDS = Path(__file__).parents[2] / "transcripts/starts/three-islands-2-players.json"


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


def test_immediate_win_is_found_and_certain() -> None:
    start = position("B2", "b2:2", "c3:1")
    answer = bot_named("grandmaster").choose(Question(start, effort=300))
    game = Game(start)
    game.play(answer.turn)
    assert game.is_over
    assert answer.candidates[0].value == 20


def test_repeated_positions_are_adjudicated() -> None:
    """Two single stones can only move about; the later mover wins ties (R6.4)."""
    budget = Budget(100_000, never)
    tree = Tree(position("B2", "b2:1", "c3:1"), the_net(), budget, Random(1))
    tree.grow()
    assert not budget.is_spent
    [passing] = [branch for branch in tree.root.branches if not branch.turn]
    assert passing.chances()[1] > 0.95


def test_search_ends_after_enough_walks_without_a_new_evaluation(
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
def test_root_gets_a_part_of_the_effort_of_at_least_one(effort: int, judged: int) -> None:
    budget = Budget(effort, never)
    Tree(traditional_start(Shape.TRIANGLE, 3, 3), the_net(), budget, Random(1))
    assert budget.judged == judged


@pytest.mark.parametrize(
    ("path", "net"), [(PATH, the_net), (ISLANDS_PATH, the_net_for_islands)], ids=["net", "islands"]
)
def test_net_files_are_as_training_writes_them(path: Path, net: Callable[[], bytes]) -> None:
    text = path.read_text(encoding="utf-8")
    assert dumps(json.loads(text)) == text
    assert pack(json.loads(text)) == net()
    assert len(text.splitlines()) == len(INPUTS) + 2 + 2


def test_weighted_sum_can_be_packed_as_a_net() -> None:
    start = traditional_start(Shape.HEXAGON, 2, 2)
    for weights in (SEASONED, tuple(-weight for weight in SEASONED)):
        first, second = Trial(start).rate([], pack(weighed_sum(weights)))
        assert first + second == pytest.approx(1)
        assert math.log(first / second) == pytest.approx(Trial(start).judge([], weights))


def test_averaged_net_replaces_the_unit_that_matters_least() -> None:
    start, unit = Game.load(ISLANDS).start, 5

    def odds(numbers: list[float]) -> float:
        first, second = Trial(start).rate([], pack(numbers))
        return math.log(first / second)

    numbers = json.loads(PATH.read_text(encoding="utf-8"))
    numbers[(len(INPUTS) + 1) * HIDDEN + unit] = 0.0
    mean = 0.7 * odds(numbers) + 0.3 * Trial(start).judge([], SEASONED)
    assert odds(averaged(numbers, SEASONED, share=0.7)) == pytest.approx(mean)


def test_boards_in_islands_have_a_net_of_their_own() -> None:
    assert net_for(Game.load(ISLANDS).start.board) == the_net_for_islands() != the_net()
    assert net_for(traditional_start(Shape.HEXAGON, 4, 2).board) == the_net()


def branch(static: float, *visits: tuple[float, ...]) -> Branch:
    made = Branch((), static)
    for chances in visits:
        made.visit(chances)
    return made


def test_visits_weigh_more_than_the_static_value() -> None:
    assert branch(0.4).mean(0) == pytest.approx(0.4)
    seen = branch(0.4, (0.2, 0.3, 0.5), (0.4, 0.1, 0.5))
    assert seen.chances() == pytest.approx((0.3, 0.2, 0.5))
    assert seen.mean(0) == pytest.approx((PRIOR * 0.4 + 0.6) / (PRIOR + 2))
    seen.is_won = True
    assert seen.mean(0) == 1


def test_other_players_share_the_rest_in_proportion() -> None:
    assert branch(0.4).shares(0) == ()
    first, second, third = branch(0.2, (0.2, 0.2, 0.6)).shares(0)
    assert first == pytest.approx(0.2)
    assert (second, third) == pytest.approx((0.2, 0.6))
    assert branch(1.0, (1.0, 0.0, 0.0)).shares(0) == pytest.approx((1, 0, 0))
    assert branch(0.0, (1.0, 0.0, 0.0)).shares(0)[1:] == pytest.approx(
        [PRIOR / (PRIOR + 1) / 2] * 2
    )


def test_best_prefers_searched_turn_over_higher_estimate() -> None:
    guess, followed = branch(0.9), branch(0.5, (0.5, 0.5))
    assert TreeNode(0, (0.5, 0.5), [guess, followed]).best() is followed
    assert TreeNode(0, (0.5, 0.5), [guess, branch(0.8)]).best() is guess


def test_tree_widens_with_visits_and_selects_rarely_visited_branches() -> None:
    known, new = branch(0.6, *[(0.6, 0.4)] * 3), branch(0.5)
    assert TreeNode(0, (0.5, 0.5), [known, new], visits=0).select() is known
    assert TreeNode(0, (0.5, 0.5), [known, new], visits=3).select() is new
    poor = branch(0.0, (0.0, 1.0))
    assert TreeNode(0, (0.5, 0.5), [branch(0.9, (0.9, 0.1)), poor], visits=2).select() is not poor


def test_log_odds_are_limited_to_certain() -> None:
    assert [log_odds(chance) for chance in (0.0, 1e-30, 0.5, 1 - 1e-16, 1.0)] == [
        -CERTAIN,
        -CERTAIN,
        0,
        CERTAIN,
        CERTAIN,
    ]
    assert log_odds(0.75) == pytest.approx(1.0986123)


def test_search_never_moves_stones_of_stable_areas() -> None:
    """Each player has an island of its own besides the contested one."""
    start = position("B2 G2 M2", "a1:1 g2:1", "c3:1 m2:1")
    tree = Tree(start, the_net(), Budget(900, never), Random(1))
    tree.grow()
    nodes = list(tree._nodes.values())
    assert len({node.player for node in nodes}) == 2
    moved = {str(move)[0] for node in nodes for found in node.branches for move in found.turn}
    assert moved
    assert moved <= set("abc")


def test_candidate_includes_the_best_replies() -> None:
    start = traditional_start(Shape.TRIANGLE, 3, 3)
    answer = bot_named("grandmaster").choose(Question(start, effort=900))
    line = answer.candidates[0].line
    assert 1 <= len(line) <= 3
    game = Game(start)
    for turn in (answer.turn, *line):
        game.play(turn)  # raises if the turn is not legal
