"""Results of many games between named players: standings and head-to-head figures.

In a game of three or more players, each player meets every opponent: the one that finishes ahead
wins that comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class HeadToHead:
    """Number of games in which a player finished ahead of, behind and level with an opponent."""

    ahead: int = 0
    behind: int = 0
    level: int = 0


@dataclass(slots=True)
class PlayerResults:
    """The results of one player."""

    name: str
    games: int = 0
    wins: int = 0
    """Games in first place, alone."""
    against: dict[str, HeadToHead] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """The share of opponents that the player finished ahead of; level counts half."""
        meetings = self.against.values()
        count = sum(one.ahead + one.behind + one.level for one in meetings)
        return sum(one.ahead + one.level / 2 for one in meetings) / count if count else 0.0


class Crosstable:
    """Counts finished games."""

    def __init__(self) -> None:
        self._records: dict[str, PlayerResults] = {}

    def add(self, names: Sequence[str], places: Sequence[int]) -> None:
        """Count a game: the name and the place, from 1, of each seat."""
        for name in dict.fromkeys(names):
            self._records.setdefault(name, PlayerResults(name)).games += 1
        if list(places).count(1) == 1:
            self._records[names[list(places).index(1)]].wins += 1
        for name, place in zip(names, places, strict=True):
            for other, its_place in zip(names, places, strict=True):
                if other != name:
                    self._meet(name, other, place - its_place)

    def _meet(self, name: str, other: str, behind: int) -> None:
        found = self._records[name].against.setdefault(other, HeadToHead())
        found.ahead += behind < 0
        found.behind += behind > 0
        found.level += not behind

    def standings(self) -> list[PlayerResults]:
        """The players, best first: by share, then by wins and name."""
        records = self._records.values()
        return sorted(records, key=lambda one: (-one.share, -one.wins, one.name))
