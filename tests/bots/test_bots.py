"""Promises of the bot interface, kept by every bot, and facts about the levels."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from atlantis_core.bots.greedy import GENTLE, GREEDY
from atlantis_core.bots.interface import Bot, Question
from atlantis_core.bots.registry import ADVISER, BOTS, DEMO_PAIR, FIRST_OPPONENT, bot_named
from atlantis_core.bots.search_bots import GRANDMASTER
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import parse_field
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.errors import NotationError
from tests.bots.chosen_turns import PATH, chosen_turns
from tests.engines import EACH_ENGINE

pytestmark = EACH_ENGINE

ISLANDS = Path(__file__).parents[2] / "transcripts/starts/three-islands-2-players.json"
EVERY_BOT = pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
RECORDED = json.loads(PATH.read_text(encoding="utf-8"))
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


@pytest.mark.parametrize("name", RECORDED)
def test_turns_match_the_record(name: str) -> None:
    assert chosen_turns(BOTS[name]) == RECORDED[name]


@EVERY_BOT
def test_effort_is_not_exceeded(bot: Bot) -> None:
    position = traditional_start(Shape.HEXAGON, 3, 2)
    for effort in (1, 10, 60):
        answer = bot.choose(Question(position, effort=effort))
        assert answer.judged <= effort + 1


@EVERY_BOT
def test_bot_stops_when_cancelled(bot: Bot) -> None:
    position = traditional_start(Shape.HEXAGON, 3, 2)
    asked = count()
    try:
        answer = bot.choose(Question(position, effort=10**6), lambda: next(asked) >= 3)
    except Cancelled:
        assert next(asked) == 4
    else:
        assert answer.judged == 0


@EVERY_BOT
def test_chosen_turn_is_the_first_candidate(bot: Bot) -> None:
    answer = bot.choose(Question(traditional_start(Shape.TRIANGLE, 3, 2), effort=80))
    turns = [candidate.turn for candidate in answer.candidates]
    assert turns[0] == answer.turn if answer.judged else not turns
    assert len(set(turns)) == len(turns)


@EVERY_BOT
def test_stack_taller_than_a_byte_is_handled(bot: Bot) -> None:
    board = Board([[parse_field(f) for f in "a1 a2 b1 b2 b3 c2 c3".split()]])
    stacks = [{parse_field("b2"): 40}, {parse_field("a1"): 1}]
    position = Position.setup(board, stacks)
    answer = bot.choose(Question(position, effort=30))
    assert play_turn(position, answer.turn).to_move == 1


def test_r6_4_adviser_takes_an_immediate_win() -> None:
    """A lone opponent stone next to a stack: taking it ends the game with all fields."""
    board = Board([[parse_field(f) for f in "a1 a2 b1 b2 b3 c2 c3".split()]])
    stacks = [{parse_field("a1"): 2, parse_field("a2"): 1}, {parse_field("b2"): 1}]
    position = Position.setup(board, stacks)
    answer = bot_named(ADVISER).choose(Question(position))
    after = Game(play_turn(position, answer.turn))
    assert after.outcome is not None
    assert after.outcome.winner == 0


@EVERY_BOT
def test_bot_is_listed_by_name_and_has_a_one_line_description(bot: Bot) -> None:
    assert BOTS[bot.name] is bot
    assert bot.description
    assert "\n" not in bot.description


def test_docs_list_every_bot_and_its_effort() -> None:
    """Checks the table at the top of the page; `random` judges nothing and has no row."""
    table = Path(__file__).parents[2].joinpath("docs/bots.md").read_text("utf-8").split("\n\n")[1]
    told = dict(re.findall(r"^\| `([^`]+)` \|.*\| (\S+) \|$", table, re.MULTILINE))
    efforts = {name: str(bot.default_effort) for name, bot in BOTS.items()}
    assert told == efforts | {"random": "-"}


def test_default_bots_exist() -> None:
    assert (FIRST_OPPONENT, ADVISER) == ("gentle", "master")
    assert BOTS.keys() >= {FIRST_OPPONENT, ADVISER, *DEMO_PAIR}


def test_unknown_bot_is_refused_with_the_known_names() -> None:
    with pytest.raises(NotationError, match=rf"'hal' \(expected one of {', '.join(BOTS)}\)"):
        bot_named("hal")


@pytest.mark.parametrize(("side", "effort"), [(2, 8000), (5, 8000), (6, 6279), (20, 500)])
def test_default_effort_is_limited_on_very_large_boards(side: int, effort: int) -> None:
    """Up to hexagon 5 nothing is limited; on hexagon 20 a turn takes about a second."""
    start = traditional_start(Shape.HEXAGON, side, 2)
    assert GRANDMASTER.effort_for(Question(start)) == effort
    assert GRANDMASTER.effort_for(Question(start, effort=9000)) == 9000


@pytest.mark.parametrize(
    ("shape", "side", "more"), [(Shape.HEXAGON, 3, 1), (Shape.TRIANGLE, 8, 252 / 133)]
)
def test_levels_judge_more_on_larger_boards(shape: Shape, side: int, more: float) -> None:
    """Else they compare too few of the moves there, and are no stronger than the level below."""
    question = Question(traditional_start(shape, side, 2))
    growth = {"gentle": 0, "greedy": 2, "searcher": 2, "master": 1, "grandmaster": 0, "master@1": 0}
    for name, power in growth.items():
        bot = bot_named(name)
        assert bot.effort_for(question) == int(bot.default_effort * more**power)


@pytest.mark.parametrize(
    ("name", "times"), [("greedy", 1), ("searcher", 1), ("master", 3), ("grandmaster", 3)]
)
def test_strong_levels_judge_more_on_islands(name: str, times: int) -> None:
    bot, question = bot_named(name), Question(Game.load(ISLANDS).start)
    assert bot.effort_for(question) == times * bot.default_effort
    assert bot.effort_for(replace(question, effort=70)) == 70


@pytest.mark.parametrize(("side", "most"), [(2, 2), (3, 2), (4, 6), (5, 13)])
def test_greedy_moves_more_stacks_a_turn_on_larger_boards(side: int, most: int) -> None:
    """In games of weak players on large boards everything sinks, unless one does more per turn."""
    start = traditional_start(Shape.HEXAGON, side, 2)
    assert (GREEDY.moves_on(start), GENTLE.moves_on(start)) == (most, 1)
