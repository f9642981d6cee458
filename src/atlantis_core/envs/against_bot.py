"""Atlantis as a Gymnasium environment: one player learns, bots play the others."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium

from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from .aec import AtlantisAEC
from .arrays import END_TURN, Array


class AtlantisAgainstBot(gymnasium.Env):  # type: ignore[misc]  # untyped
    """The learner has the first seat, or every seat in turn with `alternate`.

    Observations, actions and rewards are those of `AtlantisAEC`.
    """

    metadata: ClassVar[dict[str, object]] = {"render_modes": ["human", "ansi"]}

    def __init__(
        self,
        bot: str = "random",
        board: str = "hexagon:2",
        players: int = 2,
        max_turns: int | None = None,
        render_mode: str | None = None,
        *,
        alternate: bool = False,
    ) -> None:
        self.game = AtlantisAEC(board, players, max_turns, render_mode)
        self.render_mode = render_mode
        self.observation_space = self.game.observation_spaces["player_0"]
        self.action_space = self.game.action_spaces["player_0"]
        self._bot = bot_named(bot)
        self._alternates = alternate
        self._games = 0
        self.learner = "player_0"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        super().reset(seed=seed)
        if self._alternates:
            agents = self.game.possible_agents
            self.learner = agents[self._games % len(agents)]
        self._games += 1
        self.game.reset(options=options)
        self._play_others()
        return self.game.observe(self.learner), {}

    def step(self, action: int) -> tuple[dict[str, Array], float, bool, bool, dict[str, Any]]:
        """Make a move of the learner. When it ends the turn, the bots reply."""
        self.game.step(action)
        self._play_others()
        game, learner = self.game, self.learner
        return (
            game.observe(learner),
            game.rewards[learner],
            game.terminations[learner],
            game.truncations[learner],
            dict(game.infos[learner]),
        )

    def render(self) -> str | None:
        return self.game.render()

    def _play_others(self) -> None:
        game = self.game
        while game.agent_selection != self.learner and not self._is_over():
            seed = int(self.np_random.integers(1 << 31))
            answer = self._bot.choose(Question(game.position, seed))
            for move in answer.turn:
                game.step(game.arrays.number_of[move])
            game.step(END_TURN)

    def _is_over(self) -> bool:
        return any(self.game.terminations.values()) or any(self.game.truncations.values())
