"""The referee: which players it asks and informs, and how games end."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from atlantis_core.arena.referee import Ending, referee, turns_allowed
from atlantis_core.bots.player import BotPlayer, Player
from atlantis_core.bots.registry import bot_named
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import parse_field, parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.processes.protocol_violations import Fault, ProtocolViolation
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.shapes import Shape, traditional_start

START = traditional_start(Shape.TRIANGLE, 2, 2)


class Script(Player):
    """Plays prepared turns, then passes, and records the calls it receives."""

    def __init__(self, turns: Iterable[str] = ()) -> None:
        self.name = "script"
        self._turns = list(turns)
        self.heard: list[str] = []

    def begin(self, game: Game, seat: int) -> None:
        self.heard.append(f"begin {seat} after {game.turn_number}")

    def choose(self, game: Game) -> Turn:
        self.heard.append(f"choose {game.turn_number}")
        return parse_moves(self._turns.pop(0)) if self._turns else ()

    def watch(self, game: Game) -> None:
        self.heard.append(f"watch {game.turn_number}")

    def finish(self) -> None:
        self.heard.append("finish")


class Sleeper(Script):
    def choose(self, game: Game) -> Turn:
        raise ProtocolViolation(Fault.SILENCE, f"slept in turn {game.turn_number + 1}")


def test_game_is_adjudicated_after_100_rounds_by_default() -> None:
    for players in (2, 3):
        start = traditional_start(Shape.HEXAGON, 2, players)
        assert turns_allowed(start, None, ()) == 100 * players
        assert turns_allowed(start, 7, ((), ())) == 9


def test_every_player_is_informed_of_everything() -> None:
    first, second = Script(), Script()
    referee(START, [first, second], turn_limit=2)
    assert first.heard == ["begin 0 after 0", "choose 0", "watch 1", "watch 2", "finish"]
    assert second.heard == ["begin 1 after 0", "watch 1", "choose 1", "watch 2", "finish"]


def test_r2_4_third_occurrence_of_a_position_ends_the_game() -> None:
    verdict = referee(START, [Script(), Script()])
    assert verdict.ending is Ending.REPETITION
    assert verdict.ending.is_adjudicated
    assert len(verdict.turns) == 4
    assert verdict.scores == (0, 0)
    assert verdict.ranking == (1, 0)


def test_r2_4_turn_limit_ends_the_game() -> None:
    verdict = referee(START, [Script(["b2-b3"]), Script()], turn_limit=3)
    assert verdict.ending is Ending.TURN_LIMIT
    assert len(verdict.turns) == 3


def test_r2_4_adjudicated_score_counts_areas_of_one_player() -> None:
    near = [parse_field(name) for name in "a1 a2 b1 b2 b3 c2 c3".split()]
    far = [parse_field(name) for name in "k1 k2 l1 l2 l3 m2 m3".split()]
    stacks = [
        {parse_field("a1"): 1, parse_field("k1"): 1},
        {parse_field("c3"): 1},
    ]
    position = Position.setup(Board([near, far]), stacks)
    verdict = referee(position, [Script(), Script()])
    assert verdict.ending is Ending.REPETITION
    assert verdict.scores == (7, 0)
    assert verdict.ranking == (0, 1)


def test_r2_2_player_without_a_decision_is_not_asked() -> None:
    board = Board([[parse_field(name) for name in "a1 a2 b1 b2 b3 c2 c3".split()]])
    position = Position.setup(board, [{parse_field("a1"): -1}, {parse_field("b2"): 2}])
    first, second = Script(), Script()
    referee(position, [first, second], turn_limit=2)
    assert first.heard == ["begin 0 after 0", "watch 1", "watch 2", "finish"]
    assert second.heard == ["begin 1 after 0", "watch 1", "choose 1", "watch 2", "finish"]


def test_r2_3_finished_game_is_not_played() -> None:
    board = Board([[parse_field(name) for name in "a1 a2 b1 b2 b3 c2 c3".split()]])
    position = Position.setup(board, [{parse_field("a1"): 1}, {}])
    verdict = referee(position, [Script(), Script()])
    assert verdict.ending is Ending.FINISHED
    assert verdict.turns == ()
    assert verdict.scores == (7, 0)


def test_violation_is_a_result_and_the_other_players_are_informed() -> None:
    other = Script()
    verdict = referee(START, [other, Sleeper()])
    assert verdict.ending is Ending.FORFEIT
    assert not verdict.ending.is_adjudicated
    assert verdict.offence is not None
    assert (verdict.offence.seat, verdict.offence.fault) == (1, Fault.SILENCE)
    assert verdict.ranking == (0, 1)
    assert other.heard[-1] == "finish"


def test_illegal_turn_of_any_player_is_a_result() -> None:
    verdict = referee(START, [Script(["b2-z9"]), Script()])
    assert verdict.offence is not None
    assert verdict.offence.fault is Fault.ILLEGAL_TURN
    assert verdict.ranking == (1, 0)


def test_offender_is_last_for_any_score() -> None:
    start = traditional_start(Shape.HEXAGON, 2, 3)
    verdict = referee(start, [Script(), Sleeper(), Script()])
    assert verdict.ranking == (2, 0, 1)


def test_wrong_number_of_players_raises_value_error() -> None:
    with pytest.raises(ValueError, match="1 players for a game of 2"):
        referee(START, [Script()])


def test_bots_play_to_the_end() -> None:
    players = [BotPlayer(bot_named("greedy"), seed=1), BotPlayer(bot_named("gentle"), seed=2)]
    verdict = referee(START, players)
    game = Game(START, verdict.turns)
    assert verdict.ending is not Ending.FORFEIT
    assert game.is_over == (verdict.ending is Ending.FINISHED)
