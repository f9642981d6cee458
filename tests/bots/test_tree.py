"""The tree and its net: the same turns with both engines, won games seen, and the net's file."""

from __future__ import annotations

import json
from random import Random

import pytest

from atlantis_core.bots.evaluation import Budget
from atlantis_core.bots.interface import Answer, Question
from atlantis_core.bots.nets import PATH, dumps, pack, the_net, weighed_sum
from atlantis_core.bots.registry import bot_named
from atlantis_core.bots.tree import Tree
from atlantis_core.bots.weights import SEASONED
from atlantis_core.cancelling import never
from atlantis_core.engine.pure.net import INPUTS
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


def test_the_file_of_the_net_is_as_training_writes_it() -> None:
    text = PATH.read_text(encoding="utf-8")
    assert dumps(json.loads(text)) == text
    assert pack(json.loads(text)) == the_net()
    assert len(text.splitlines()) == len(INPUTS) + 2 + 2


def test_a_weighed_sum_can_be_written_as_a_net() -> None:
    start = traditional_start(Shape.HEXAGON, 2, 2)
    first, second = Trial(start).rate([], weighed_sum(SEASONED))
    assert 0 < first < 1
    assert first + second == pytest.approx(1)
    assert (first > second) == (Trial(start).judge([], SEASONED) > 0)
