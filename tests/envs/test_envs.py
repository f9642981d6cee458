"""The environments follow the rules of Atlantis and the contracts of PettingZoo and Gymnasium."""

from __future__ import annotations

import subprocess
import sys
import warnings
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="the extra 'rl' is not installed")

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from atlantis_core.envs import AtlantisAEC, AtlantisAgainstBot
from atlantis_core.envs.arrays import END_TURN, plane_names
from atlantis_core.positions.grid import Direction, neighbour
from atlantis_core.rules.game import Game
from atlantis_core.rules.turns import legal_moves
from tests.waiting import PATIENCE

BOARDS = {2: "hexagon:2", 3: "hexagon:2", 4: "rhombus:3", 5: "hexagon:3", 6: "hexagon:3"}
BLOCKED = """
import sys
sys.modules["pettingzoo"] = None
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "pettingzoo" else found(name, *rest)
import atlantis_core.envs
"""


def play(env: AtlantisAEC, seed: int, steps: int = 10**9) -> list[int]:
    """Play random legal actions to the end. Returns the actions."""
    dice = Random(seed)
    actions: list[int] = []
    env.reset(seed=seed)
    while not is_over(env) and len(actions) < steps:
        mask = env.last()[0]["action_mask"]
        actions.append(dice.choice([int(number) for number in np.flatnonzero(mask)]))
        env.step(actions[-1])
    return actions


def is_over(env: AtlantisAEC) -> bool:
    return env.terminations[env.agent_selection] or env.truncations[env.agent_selection]


@pytest.mark.parametrize("players", BOARDS)
def test_api(players: int) -> None:
    with warnings.catch_warnings():
        # Observations are dictionaries with an action mask, which the test remarks on.
        warnings.filterwarnings("ignore", "Observation")
        api_test(AtlantisAEC(BOARDS[players], players), num_cycles=200)


def test_seeds() -> None:
    seed_test(AtlantisAEC, num_cycles=100)


def test_render() -> None:
    render_test(lambda render_mode=None: AtlantisAEC(render_mode=render_mode))


def test_gymnasium_checker() -> None:
    with warnings.catch_warnings():
        # The checker samples without the mask; an illegal action raises on purpose.
        warnings.simplefilter("ignore")
        env = AtlantisAgainstBot()
        env.action_space.seed(1)
        check_env(_Tolerant(), skip_render_check=True)


class _Tolerant(AtlantisAgainstBot):
    """Ends the turn instead of an illegal action, because the checker knows no masks."""

    def step(self, action: int):  # type: ignore[no-untyped-def]  # as in the class above
        is_legal = self.game.observe(self.learner)["action_mask"][action]
        return super().step(action if is_legal else END_TURN)


@pytest.mark.parametrize("players", BOARDS)
def test_a_game_of_the_environment_is_a_game_of_the_rules(players: int) -> None:
    env = AtlantisAEC(BOARDS[players], players, max_turns=60)
    game, turn = Game(env.start), []
    for action in play(env, seed=players):
        if action != END_TURN:
            turn.append(env.arrays.moves[action])
            continue
        game.play([move for move in turn if move is not None])
        turn = []
        while game.is_forced and game.turn_number < env.max_turns:
            game.play()
    assert game.position == env.position
    assert env.turn_number == game.turn_number
    assert all(env.terminations.values()) == game.is_over


@pytest.mark.parametrize("players", BOARDS)
def test_the_mask_is_the_set_of_legal_moves(players: int) -> None:
    env, dice = AtlantisAEC(BOARDS[players], players, max_turns=30), Random(players)
    env.reset()
    while not is_over(env):
        mask = env.last()[0]["action_mask"]
        moves = {env.arrays.moves[int(number)] for number in np.flatnonzero(mask)}
        assert moves == {None, *legal_moves(env.position, env.moves)}
        env.step(dice.choice([int(number) for number in np.flatnonzero(mask)]))


def test_actions_are_numbered_as_documented() -> None:
    env = AtlantisAEC("triangle:3", 2)
    board = env.start.board
    assert env.action_space("player_0").n == len(board) * 6 * 5 + 1
    for number, move in enumerate(env.arrays.moves):
        if move is not None:
            field, rest = divmod(number - 1, 30)
            direction, distance = divmod(rest, 5)
            assert move.source == list(board.field_at.values())[field]
            way = list(Direction)[direction]
            assert move.destination == neighbour(move.source, way, distance + 1)


def test_planes_show_the_board_to_each_player() -> None:
    env = AtlantisAEC("hexagon:2", 3)
    play(env, seed=4, steps=60)
    position = env.position
    assert len(plane_names(3)) == len(env.observe("player_0")["observation"])
    for viewer in range(3):
        env.agent_selection = "nobody"  # so that no moves of the turn are in the way
        planes = env.arrays.planes(position, viewer)
        fields = [position[field] for field in position.board]
        assert planes[0].sum() == len(fields)
        assert planes[1].sum() == sum(held.state == 0 for held in fields)
        assert planes[2].sum() == sum(held.state == 1 for held in fields)
        for other in range(3):
            stones = sum(held.stones for held in fields if held.player == other)
            assert planes[5 + (other - viewer) % 3].sum() == stones


def test_a_batch_has_the_planes_of_every_position() -> None:
    env = AtlantisAEC("hexagon:2", 3)
    play(env, seed=4, steps=60)
    positions = [env.start, env.position]
    planes = env.arrays.batch(positions, 1)
    for number, position in enumerate(positions):
        assert (planes[:, number] == env.arrays.planes(position, 1)).all()


def test_moves_of_the_turn_are_visible_and_earlier_observations_keep() -> None:
    env = AtlantisAEC()
    env.reset()
    before = env.last()[0]
    copy = before["observation"].copy()
    action = int(np.flatnonzero(before["action_mask"])[1])
    env.step(action)
    after = env.last()[0]
    assert (before["observation"] == copy).all()
    assert after["observation"][4].sum() == 1 + (action - 1) % 5
    assert after["observation"][3].sum() < copy[3].sum()
    assert not after["action_mask"][action]


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = AtlantisAEC()
    env.reset()
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="is not legal now"):
        env.step(illegal)
    assert env.position == env.start
    assert env.moves == ()


def test_only_numbers_of_the_mask_are_actions() -> None:
    """A negative number counted from the end of the mask: another name for a legal move."""
    env = AtlantisAEC()
    env.reset()
    legal = int(np.flatnonzero(env.observe("player_0")["action_mask"])[-1])
    for action in (legal - env.arrays.actions, -1, env.arrays.actions, 1.0, True, "1", None):
        with pytest.raises(ValueError, match="is not legal now"):
            env.step(action)  # type: ignore[arg-type]  # wrong on purpose
        assert env.moves == ()
    env.step(np.int64(legal))  # type: ignore[arg-type]  # what learning libraries send
    assert env.moves == (env.arrays.moves[legal],)


@pytest.mark.parametrize("wrong", [{"max_turns": 0}, {"max_turns": -1}, {"render_mode": "page"}])
def test_arguments_that_make_no_game_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        AtlantisAEC(**wrong)


def test_rewards_follow_the_ranking_and_sum_to_zero() -> None:
    env = AtlantisAEC("hexagon:2", 3)
    play(env, seed=1)
    assert sorted(env.rewards.values()) == [-1, 0, 1]
    ranks = {agent: info["rank"] for agent, info in env.infos.items()}
    assert sorted(ranks, key=ranks.__getitem__) == sorted(
        env.rewards, key=env.rewards.__getitem__, reverse=True
    )


def test_a_long_game_is_truncated() -> None:
    env = AtlantisAEC(max_turns=3)
    env.reset()
    for _ in range(3):
        env.step(END_TURN)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_bots_reply_and_seats_alternate() -> None:
    env = AtlantisAgainstBot("greedy", alternate=True)
    for seat in (0, 1, 0):
        env.reset(seed=seat)
        assert env.learner == f"player_{seat}"
        assert env.game.agent_selection == env.learner
        assert env.game.turn_number == seat
        env.step(END_TURN)
        assert env.game.agent_selection == env.learner


def test_a_missing_extra_is_named() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert "'atlantis-tui[rl]')" in done.stderr.splitlines()[-1]
