"""The table of bots, weakest first. A new bot is one file and one line here.

Who sits opposite to a newcomer and who gives hints is said by name: a new bot, wherever it
stands in the table, changes neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from atlantis_core.errors import NotationError
from atlantis_core.seats import Seat, SeatKind, bot_seat, parse_seat
from .greedy import GENTLE, GREEDY
from .interface import Bot
from .net_bots import GRANDMASTER, MASTER
from .random_bot import RandomBot
from .search_bots import FIRST_MASTER, SEARCHER

BOTS: Mapping[str, Bot] = MappingProxyType(
    {
        bot.name: bot
        for bot in (
            RandomBot(),
            GENTLE,
            GREEDY,
            SEARCHER,
            FIRST_MASTER,
            MASTER,
            GRANDMASTER,
        )
    }
)
"""All bots by name, weakest first."""
LEVELS = tuple(name for name in BOTS if name not in {RandomBot.name, FIRST_MASTER.name})
"""The levels that a person plays against, from gentle to strong. What was kept for comparison is
none of them."""
FIRST_OPPONENT = GENTLE.name
"""Who plays against a person unless somebody else is chosen."""
ADVISER = MASTER.name
"""Who gives hints unless somebody else is asked."""
SHOWN_PAIR = (SEARCHER.name, GENTLE.name)
"""Whom one watches playing against each other unless others are chosen."""


def bot_named(name: str) -> Bot:
    """The bot with this name; raises NotationError with the names that there are."""
    try:
        return BOTS[name]
    except KeyError:
        raise NotationError(name, "bot", f"one of {', '.join(BOTS)}") from None


def choose_seat(text: str) -> Seat:
    """A seat as somebody types it: `bot` alone is the first opponent, and no bot is unknown."""
    seat = bot_seat(FIRST_OPPONENT) if text == SeatKind.BOT.value else parse_seat(text)
    if seat.kind is SeatKind.BOT:
        bot_named(seat.name)
    return seat
