"""Atlantis as a PettingZoo environment in which the players act one after another (AEC).

An action is one move or the end of the turn. Legality is that of the start of the turn: moves
are collected and played together when the turn ends, as in the rules. The environment passes for
players who have nothing to decide (R2.2).
"""

from __future__ import annotations

from operator import index
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import adjudicate, has_decision, is_over, outcome
from atlantis_core.rules.shapes import parse_shape, traditional_start
from atlantis_core.rules.turns import legal_moves, play_turn
from .arrays import END_TURN, FIXED_PLANES, Array, BoardArrays

ROUNDS_LIMIT = 100
"""Rounds after which a game is truncated, as in matches."""


class AtlantisAEC(AECEnv):  # type: ignore[misc]  # untyped
    """Atlantis for two to six players, `player_0` first."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "atlantis_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        board: str = "hexagon:2",
        players: int = 2,
        max_turns: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`max_turns` counts the turns of all players; by default 100 rounds.

        Raises NotationError, SetupError or ValueError for arguments that make no game.
        """
        super().__init__()
        if max_turns is not None and max_turns < 1:
            raise ValueError(f"not a number of turns: {max_turns} (expected at least 1)")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"no such render mode: '{render_mode}' (expected 'human' or 'ansi')")
        self.start = traditional_start(*parse_shape(board), players=players)
        self.max_turns = ROUNDS_LIMIT * players if max_turns is None else max_turns
        self.render_mode = render_mode
        self.arrays = BoardArrays(self.start.board)
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}
        shape = (FIXED_PLANES + players, *self.arrays.shape)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 15, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (self.arrays.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.arrays.actions) for agent in self.possible_agents
        }
        self._no_action: Array = np.zeros(self.arrays.actions, np.int8)
        self._mask: Array = self._no_action
        self._planes: Array = np.zeros(shape, np.int8)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The game has no chance, so the seed changes nothing here."""
        del seed, options
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.turn_number = 0
        self._begin_turn(self.start)

    @property
    def position(self) -> Position:
        """The position at the start of the current turn."""
        return self._position

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the current turn so far."""
        return tuple(self._moves)

    def step(self, action: int | None) -> None:
        """Make a move, or end the turn with action 0. Raises ValueError for an illegal action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        number = self._legal(action)
        if number == END_TURN:
            self._end_turn()
            self._accumulate_rewards()
        else:
            self._add_move(number)
        if self.render_mode == "human":
            self.render()

    def _legal(self, action: object) -> int:
        """The number of a legal action. Raises ValueError for anything else."""
        try:
            number = index(action)  # type: ignore[arg-type]  # checked here
        except TypeError:
            number = -1
        # Bounds first: -1 would be the last action of the board.
        if isinstance(action, bool) or not (0 <= number < len(self._mask) and self._mask[number]):
            raise ValueError(f"action {action} is not legal now (see 'action_mask')")
        return number

    def observe(self, agent: str) -> dict[str, Array]:
        """The board as this player sees it. Only the player to move has actions."""
        number = self._numbers[agent]
        if number == self._position.to_move and self.agents:
            return {"observation": self._planes, "action_mask": self._mask}
        planes = self.arrays.planes(self._position, number)
        shaped = planes.reshape(-1, *self.arrays.shape)
        return {"observation": shaped, "action_mask": self._no_action.copy()}

    def render(self) -> str | None:
        """Draw the position at the start of the turn as text; mode `human` prints it."""
        drawn = str(self._position)
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def close(self) -> None:
        """Release nothing: there is nothing to release."""

    def _add_move(self, action: int) -> None:
        """Keep a move for the end of the turn. Observations already returned do not change."""
        arrays = self.arrays
        move = arrays.moves[action]
        assert move is not None  # noqa: S101 - the mask allows moves of the board only
        self._moves.append(move)
        segment = arrays.segment_of[action]
        self._mask = self._mask & arrays.elsewhere[segment]
        flat = self._planes.copy().reshape(len(self._planes), -1)
        flat[3, arrays.segment_places[segment]] = 0
        flat[4, arrays.place_of(self._position.board, move)] += 1 + (action - 1) % 5
        self._planes = flat.reshape(self._planes.shape)

    def _end_turn(self) -> None:
        after = self._played(play_turn(self._position, self._moves))
        over = is_over(after)
        if over or self.turn_number >= self.max_turns:
            self._finish(after, is_over=over)
        self._begin_turn(after)

    def _played(self, after: Position) -> Position:
        """Count a turn, and pass for players who have nothing to decide."""
        self.turn_number += 1
        while (
            self.turn_number < self.max_turns
            and not is_over(after)
            and not has_decision(after, after.to_move)
        ):
            after = play_turn(after, ())
            self.turn_number += 1
        return after

    def _finish(self, position: Position, *, is_over: bool) -> None:
        """Reward the first player with 1, the last with -1, those between evenly."""
        result = (outcome(position) if is_over else None) or adjudicate(position)
        last = max(1, position.players - 1)
        for place, player in enumerate(result.ranking):
            agent = self.possible_agents[player]
            self.rewards[agent] = 1.0 - 2.0 * place / last
            self.terminations[agent] = is_over
            self.truncations[agent] = not is_over
            self.infos[agent] = {"rank": place + 1, "score": result.scores[player]}

    def _begin_turn(self, position: Position) -> None:
        self._position = position
        self._moves: list[Move] = []
        self.agent_selection = self.possible_agents[position.to_move]
        is_running = not (
            self.terminations[self.agent_selection] or self.truncations[self.agent_selection]
        )
        moves = legal_moves(position) if is_running else ()
        self._mask = self.arrays.mask(moves) if is_running else self._no_action.copy()
        planes = self.arrays.planes(position, position.to_move)
        self._planes = planes.reshape(-1, *self.arrays.shape)
