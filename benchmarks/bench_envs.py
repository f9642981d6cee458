"""Steps of the PettingZoo environment, relative to the same game through the public functions."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from typing import Any

from atlantis_core.engine import RUNNING, Engine
from atlantis_core.rules.game import Game
from benchmarks.claims import Claim, at_least
from benchmarks.timing import best_seconds

STEPS_A_SECOND = 20_000
"""On one core of an ordinary server: the one claim here that depends on the machine."""


def claims() -> Iterator[Claim]:
    if find_spec("pettingzoo") is None:
        print("skipped, the extra 'rl' is not installed")
        return
    from atlantis_core.envs import AtlantisAEC  # noqa: PLC0415 - an extra

    env = AtlantisAEC("hexagon:2", players=2)
    actions = _actions(env)
    turns = list(_turns(env, actions))

    def play_env() -> None:
        env.reset()
        for action in actions:
            env.last()
            env.step(action)

    def play_game() -> None:
        """What an environment on top of the public functions would do, without any arrays."""
        game = Game(env.start)
        for turn in turns:
            for count in range(len(turn) + 1):
                game.legal_moves(turn[:count])
            game.play(turn)
            game.play_forced()

    play_env()
    end = env.position
    play_game()
    ours, public = best_seconds(play_env, play_game)
    assert end == env.position
    if RUNNING is Engine.NATIVE:
        speed = len(actions) / ours / STEPS_A_SECOND
        yield at_least(1, f"steps a second of processor time, per {STEPS_A_SECOND:,}", speed)
    yield at_least(0.5, "a step with arrays, per step without them, hexagon 2", public / ours)


def _actions(env: Any) -> list[int]:
    dice, actions = Random(1), []
    env.reset()
    while not any((*env.terminations.values(), *env.truncations.values())):
        mask = env.last()[0]["action_mask"]
        actions.append(dice.choice([int(number) for number in mask.nonzero()[0]]))
        env.step(actions[-1])
    return actions


def _turns(env: Any, actions: list[int]) -> Iterator[list[Any]]:
    turn: list[Any] = []
    for action in actions:
        if action:
            turn.append(env.arrays.moves[action])
        else:
            yield turn
            turn = []
