"""The registry of bots, weakest first. A new bot is one file and one line here.

The default opponent and adviser are named explicitly, so a new bot changes neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from atlantis_core.seats import Seat, SeatKind, bot_seat, parse_seat
from atlantis_core.support.errors import NotationError
from atlantis_core.support.safe_text import encodable
from .greedy import GENTLE, GREEDY
from .interface import Bot
from .random_bot import RandomBot
from .search_bots import FIRST_MASTER, GRANDMASTER, MASTER, SEARCHER

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
"""The levels offered to people, from gentle to strong; excludes bots kept for comparison."""
FIRST_OPPONENT = GENTLE.name
"""The default opponent."""
ADVISER = MASTER.name
"""The bot that gives hints by default."""
DEMO_PAIR = (SEARCHER.name, GENTLE.name)
"""The bots that play each other by default."""


def bot_named(name: str) -> Bot:
    """The bot with this name; raises NotationError that lists the names."""
    try:
        return BOTS[name]
    except KeyError:
        raise NotationError(name, "bot", f"one of {', '.join(BOTS)}") from None


def choose_seat(text: str) -> Seat:
    """Parse a seat typed by a user. `bot` alone is the default opponent; unknown bots raise.

    So do bytes that are not UTF-8, because games store their seats.
    """
    if encodable(text) != text:
        raise NotationError(text, "seat", "text in UTF-8")
    seat = bot_seat(FIRST_OPPONENT) if text == SeatKind.BOT.value else parse_seat(text)
    if seat.kind is SeatKind.BOT:
        bot_named(seat.name)
    return seat
