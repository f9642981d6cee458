"""The table of bots, weakest first. A new bot is one file and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from atlantis_core.bots.gentle import GentleBot
from atlantis_core.bots.greedy import GreedyBot
from atlantis_core.bots.interface import Bot
from atlantis_core.bots.master import MasterBot
from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.bots.searcher import SearcherBot
from atlantis_core.errors import NotationError

BOTS: Mapping[str, Bot] = MappingProxyType(
    {bot.name: bot for bot in (RandomBot(), GentleBot(), GreedyBot(), SearcherBot(), MasterBot())}
)
"""All bots by name, weakest first."""
LEVELS = tuple(name for name in BOTS if name != RandomBot.name)
"""The levels that a person plays against, from gentle to strong."""
STRONGEST = LEVELS[-1]


def bot_named(name: str) -> Bot:
    """The bot with this name; raises NotationError with the names that there are."""
    try:
        return BOTS[name]
    except KeyError:
        raise NotationError(name, "bot", f"one of {', '.join(BOTS)}") from None


def descriptions() -> tuple[tuple[str, str], ...]:
    """Name and one line about every bot, weakest first."""
    return tuple((bot.name, bot.description) for bot in BOTS.values())
