"""Lines of the agent protocol, and the built-in agent."""

from __future__ import annotations

import io
import json

import pytest

from atlantis_core.bots.messages import (
    Next,
    format_change,
    format_full_change,
    format_start,
    format_turn,
    parse_change,
    parse_start,
    parse_turn,
)
from atlantis_core.bots.player import BotPlayer
from atlantis_core.bots.registry import bot_named
from atlantis_core.commands.agent import run_agent
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import parse_field, parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.errors import NotationError
from atlantis_core.transcript import loads, replay

SEGMENT = [parse_field(name) for name in "a1 a2 b1 b2 b3 c2 c3".split()]


def small_game() -> Game:
    first = {parse_field("a1"): 1, parse_field("b2"): -2, parse_field("c3"): 0}
    return Game(Position.setup(Board([SEGMENT]), [first, {parse_field("c2"): 2}]))


def test_start_is_a_transcript_on_one_line_without_spaces() -> None:
    line = format_start(small_game(), seat=1)
    assert line.startswith("START;2;2;{")
    assert not any(character.isspace() for character in line)
    document = line.split(";", 3)[3]
    assert json.loads(document)["format"] == "Atlantis transcript"
    assert replay(loads(document)).position == small_game().position


def test_start_includes_earlier_turns_when_joining_in_the_middle() -> None:
    game = Game(traditional_start(Shape.TRIANGLE, 2, 2))
    game.play("b2-b3")
    start = parse_start(format_start(game, 0))
    assert start.turns == (parse_moves("b2-b3"),)
    assert start.board == game.start.board
    assert (start.seat, start.players) == (0, 2)


def test_change_holds_turn_state_and_next_player() -> None:
    line = format_change(parse_moves("b2-b4 c5-c6"), small_game().position, Next.YOU)
    assert line == "CHANGE;b2-b4,c5-c6;a1:1,b2:-2,c3:0|c2:2;YOU"
    change = parse_change(line)
    assert change.turn == parse_moves("b2-b4 c5-c6")
    assert Position.setup(Board([SEGMENT]), change.state) == small_game().position
    assert change.following is Next.YOU


def test_empty_turn_and_player_without_stacks_are_empty_fields() -> None:
    position = Position.setup(Board([SEGMENT]), [{}, {parse_field("a1"): 1}])
    line = format_change((), position, Next.OPPONENT)
    assert line == "CHANGE;;|a1:1;OPP"
    assert parse_change(line).state == ({}, {parse_field("a1"): 1})


@pytest.mark.parametrize("text", ["", "b2-b4", "b2-b4 c5-c6", "-a3-b4"])
def test_turns_round_trip(text: str) -> None:
    turn = parse_moves(text)
    assert parse_turn(format_turn(turn)) == turn


@pytest.mark.parametrize("line", ["TURN", "TURN;", "TURN\r", "TURN;\r"])
def test_pass_has_several_spellings(line: str) -> None:
    assert parse_turn(line) == ()


def test_protocol_2_round_trips() -> None:
    position = small_game().position
    line = format_full_change(parse_moves("b2-b4"), position, Next.YOU)
    assert line == "CHANGE;b2-b4;a1:1,b2:-2,c3:0|c2:2;YOU;2;1"
    change = parse_change(line)
    assert (change.following, change.mover, change.to_move) == (Next.YOU, 1, 0)
    first, last = (format_full_change(turn, position, Next.END) for turn in (None, ()))
    assert (first[-4:], last[-4:]) == (";0;0", ";2;0")
    assert (parse_change(first).mover, parse_change(first).to_move) == (None, None)


@pytest.mark.parametrize(
    "line",
    ["", "turn", "TURN;;", "TURN; b2-b4", "TURN;b2-b4;", "TURN;b2", "TURN;b2-b4,", "MOVE;b2-b4"]
    + ["TURN\r\r", "TURN;b2-b4 c5-c6", "TURN;B2-B4", "END"],
)
def test_garbage_is_not_a_turn(line: str) -> None:
    with pytest.raises(NotationError):
        parse_turn(line)


LARGE = [
    f'START;{seats};{{"segments": [["a1"]]}}' for seats in ("0;2", f"{'9' * 5000};2", "1;1000")
]


@pytest.mark.parametrize(
    "line", ["", "START", "START;1;2", "START;x;2;{}", "START;1;2;{}", "START;1;2;nonsense", *LARGE]
)
def test_garbage_is_not_a_start(line: str) -> None:
    with pytest.raises(NotationError):
        parse_start(line)


@pytest.mark.parametrize("line", ["", "CHANGE;;", "CHANGE;;a1:1;ME", "CHANGE;;a1=1;YOU"])
def test_garbage_is_not_a_change(line: str) -> None:
    with pytest.raises(NotationError):
        parse_change(line)


def test_built_in_agent_answers_like_the_bot() -> None:
    game = Game(traditional_start(Shape.TRIANGLE, 3, 2))
    lines = [format_start(game, 0), format_change((), game.position, Next.YOU)]
    player = BotPlayer(bot_named("greedy"), seed=7)
    expected = [format_turn(player.choose(game))]
    game.play(player.choose(game))
    lines.append(format_change(game.turns[-1], game.position, Next.OPPONENT))
    game.play(())
    lines.append(format_change((), game.position, Next.YOU))
    expected.append(format_turn(player.choose(game)))
    answers = io.StringIO()
    run_agent(bot_named("greedy"), [f"{line}\n" for line in [*lines, "END"]], answers, seed=7)
    assert answers.getvalue().splitlines() == expected


@pytest.mark.parametrize("lines", [[], ["END\n"]])
def test_built_in_agent_exits_without_a_game(lines: list[str]) -> None:
    answers = io.StringIO()
    run_agent(bot_named("greedy"), lines, answers)
    assert answers.getvalue() == ""
