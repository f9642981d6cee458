"""Every bot keeps the promises of the interface, and the levels know what they are said to."""

from __future__ import annotations

from itertools import count

import pytest

from atlantis_core.board import Board
from atlantis_core.bots.interface import Bot, Question
from atlantis_core.bots.registry import BOTS, LEVELS, STRONGEST, bot_named, descriptions
from atlantis_core.cancelling import Cancelled
from atlantis_core.errors import NotationError
from atlantis_core.game import Game
from atlantis_core.grid import parse_field
from atlantis_core.position import Position
from atlantis_core.rules import play_turn
from atlantis_core.shapes import Shape, traditional_start

EVERY_BOT = pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
STARTS = {
    "triangle 3, 2 players": traditional_start(Shape.TRIANGLE, 3, 2),
    "hexagon 2, 3 players": traditional_start(Shape.HEXAGON, 2, 3),
    "with a dummy": traditional_start(Shape.RHOMBUS, 3, 2, dummies=[1]),
}


@EVERY_BOT
@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_turns_are_legal_and_repeatable(bot: Bot, start: Position) -> None:
    game = Game(start)
    for number in range(12):
        if game.is_over:
            break
        question = Question(game.position, seed=number, effort=12)
        answer = bot.choose(question)
        assert bot.choose(question) == answer
        game.play(answer.turn)  # raises if the turn is not legal
    assert game.turn_number >= 12 or game.is_over


@EVERY_BOT
def test_the_effort_is_kept(bot: Bot) -> None:
    position = traditional_start(Shape.HEXAGON, 3, 2)
    for effort in (1, 10, 60):
        answer = bot.choose(Question(position, effort=effort))
        assert answer.judged <= effort + 1


@pytest.mark.parametrize("name", LEVELS)
def test_a_bot_stops_when_it_is_cancelled(name: str) -> None:
    position = traditional_start(Shape.HEXAGON, 3, 2)
    asked = count()
    with pytest.raises(Cancelled, match="told to stop"):
        bot_named(name).choose(Question(position, effort=10**6), lambda: next(asked) >= 3)
    assert next(asked) == 4


@pytest.mark.parametrize("name", LEVELS)
def test_the_chosen_turn_is_the_first_candidate(name: str) -> None:
    answer = bot_named(name).choose(Question(traditional_start(Shape.TRIANGLE, 3, 2), effort=80))
    assert answer.candidates[0].turn == answer.turn
    assert len({candidate.turn for candidate in answer.candidates}) == len(answer.candidates)


@pytest.mark.parametrize("name", LEVELS)
def test_a_stack_that_is_too_tall_for_a_byte_is_no_trouble(name: str) -> None:
    board = Board([[parse_field(f) for f in "a1 a2 b1 b2 b3 c2 c3".split()]])
    stacks = [{parse_field("b2"): 40}, {parse_field("a1"): 1}]
    position = Position.setup(board, stacks)
    answer = bot_named(name).choose(Question(position, effort=30))
    assert play_turn(position, answer.turn).to_move == 1


def test_r6_4_the_strongest_takes_a_win_that_is_there() -> None:
    """A lone opponent stone next to a stack: taking it ends the game with all fields."""
    board = Board([[parse_field(f) for f in "a1 a2 b1 b2 b3 c2 c3".split()]])
    stacks = [{parse_field("a1"): 2, parse_field("a2"): 1}, {parse_field("b2"): 1}]
    position = Position.setup(board, stacks)
    answer = bot_named(STRONGEST).choose(Question(position))
    after = Game(play_turn(position, answer.turn))
    assert after.outcome is not None
    assert after.outcome.winner == 0


def test_the_levels_are_listed_weakest_first() -> None:
    assert LEVELS == ("gentle", "greedy", "searcher", "master")
    assert [name for name, _ in descriptions()] == ["random", *LEVELS]
    assert all(line and "\n" not in line for _, line in descriptions())


def test_an_unknown_bot_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(NotationError, match=r"'hal' \(expected one of random, gentle"):
        bot_named("hal")
