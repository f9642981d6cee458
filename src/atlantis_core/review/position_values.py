"""The value of a position: every player's chance of finishing first, after a search or a proof.

The one source of the chances that hints and judged games show. The value depends on the position,
the bot, its effort and the seed alone. Only a proof or the end of the game gives a chance of 1. The
last few values are cached, because neighbouring turns ask for the same positions.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from atlantis_core.bots.hints import HintRequest, chances, prove, proved_line
from atlantis_core.bots.interface import Candidate
from atlantis_core.bots.registry import bot_named
from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import is_over
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.cancelling import IsCancelled, never

JUDGE = "grandmaster"
"""The bot that values positions by default."""
EFFORT_SHARE = 0.65
"""The effort for one position, as a share of the bot's effort for a turn of its own."""
MOST_CANDIDATES = 24
MOST_SEARCHED = 0.9999
"""The greatest chance that a search gives."""
CACHED = 64


class PositionValue(NamedTuple):
    """The chances of all players, which sum to 1, and the turns examined, best first."""

    chances: tuple[float, ...]
    candidates: tuple[Candidate, ...] = ()


def judging_effort(bot: str) -> int:
    """The effort with which a bot values a position by default."""
    return max(1, round(EFFORT_SHARE * bot_named(bot).default_effort))


def hint_request(position: Position, names: tuple[str, ...] = ()) -> HintRequest:
    """A request for a hint with the same chances that the judge gives the position."""
    return HintRequest(position, JUDGE, effort=judging_effort(JUDGE), names=names)


def position_value(
    position: Position,
    bot: str = JUDGE,
    effort: int | None = None,
    seed: int = 0,
    is_cancelled: IsCancelled = never,
) -> PositionValue:
    """Value a position. The default effort is that of the judge."""
    spent = judging_effort(bot) if effort is None else effort
    return _search(_ValueRequest(position, bot, spent, seed, is_cancelled))


@dataclass(frozen=True, slots=True)
class _ValueRequest:
    position: Position
    bot: str
    effort: int
    seed: int
    is_cancelled: IsCancelled = field(compare=False)


@lru_cache(maxsize=CACHED)
def _search(asked: _ValueRequest) -> PositionValue:
    position = asked.position
    if is_over(position):
        return PositionValue(chances(position))
    proved = _proved(_ProofRequest(position, asked.is_cancelled))
    if proved is not None and not proved.chances[position.to_move]:
        return PositionValue(proved.chances, (proved,))
    request = HintRequest(position, asked.bot, asked.seed, asked.effort, MOST_CANDIDATES)
    found = tuple(
        replace(candidate, chances=_searched(candidate.chances))
        for candidate in request.without_reasons(asked.is_cancelled).candidates
    )
    if proved is not None:
        after = play_turn(position, proved.turn)
        others = (other for other in found if play_turn(position, other.turn) != after)
        return PositionValue(proved.chances, (proved, *others))
    return PositionValue(found[0].chances if found else chances(position), found)


@dataclass(frozen=True, slots=True)
class _ProofRequest:
    position: Position
    is_cancelled: IsCancelled = field(compare=False)


@lru_cache(maxsize=CACHED)
def _proved(asked: _ProofRequest) -> Candidate | None:
    """The best turn of a position that is quickly proved won or lost, with its line."""
    proof = prove(asked.position, asked.is_cancelled)
    return None if proof is None else proved_line(asked.position, proof)


def _searched(found: tuple[float, ...]) -> tuple[float, ...]:
    """The chances of a search, short of certainty."""
    if max(found) <= MOST_SEARCHED:
        return found
    best, rest = found.index(max(found)), (1 - MOST_SEARCHED) / max(1, len(found) - 1)
    return tuple(MOST_SEARCHED if seat == best else rest for seat in range(len(found)))


def clear_values() -> None:
    """Forget the cached values, for measurements."""
    _search.cache_clear()
    _proved.cache_clear()
