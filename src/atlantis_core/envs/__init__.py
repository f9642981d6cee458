"""Environments for reinforcement learning (extra `rl`): PettingZoo for all players, Gymnasium
against a bot. docs/research.md describes actions, observations and rewards.

>>> from atlantis_core.envs import AtlantisAEC
>>> env = AtlantisAEC("hexagon:2", players=2)
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> observation["observation"].shape
(7, 9, 9)
"""

from atlantis_core.support.extras import Extra, missing_extra

if Extra.RL.missing:
    raise ImportError(missing_extra("atlantis_core.envs", Extra.RL))

from .aec import AtlantisAEC as AtlantisAEC
from .against_bot import AtlantisAgainstBot as AtlantisAgainstBot

__all__ = ["AtlantisAEC", "AtlantisAgainstBot"]
