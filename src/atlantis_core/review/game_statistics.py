"""Statistics of a game: figures of the players after each turn, and notable turns.

Figures are computed on first use and cached, so opening a game of thousands of turns costs nothing;
`advance` computes more in idle time. Marks are known up to the last computed turn.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import count_unexploded, standing, tally

SMALLEST_BIG_CHAIN = 4
"""Shorter chains are too frequent on any board to be marked."""
FIELDS_PER_EXPLOSION = 20
"""On larger boards a marked chain is longer: one explosion per this many fields."""


class Figures(NamedTuple):
    """The state of a game after a turn, one number per player."""

    secured: tuple[int, ...]
    leading: tuple[int, ...]
    stones: tuple[int, ...]
    growing: tuple[int, ...]
    explosions: int
    """In the turn that led here."""

    @property
    def strength(self) -> tuple[int, ...]:
        """Fields held alone plus stones: shown in the timeline."""
        held = zip(self.secured, self.leading, self.stones, strict=True)
        return tuple(map(sum, held))

    @property
    def territory(self) -> tuple[int, ...]:
        """Fields held alone, stable or not."""
        return tuple(map(sum, zip(self.secured, self.leading, strict=True)))


class MomentKind(Enum):
    """Why a turn is notable."""

    CHAIN = "big chain"
    LEAD = "lead change"
    ELIMINATION = "elimination"
    COMMENT = "comment"
    VARIATION = "variation"
    TURNING_POINT = "turning point"
    MISTAKE = "mistake"


class Moment(NamedTuple):
    """A marked turn, and the player concerned."""

    turn: int
    mark: MomentKind
    player: int | None = None
    size: int = 0
    """Explosions of a chain, fields of a lead, or percent: the new favourite's winning chance, or
    the chance lost by a mistake; else 0."""


class TurnFacts(NamedTuple):
    """A turn in a few numbers."""

    explosions: int
    waves: int
    eliminated: int
    """Opponents' stones."""
    lost: int
    """Own stones that were eliminated or found no room."""


def facts_of(report: TurnReport) -> TurnFacts:
    """The numbers of a turn, for a list of turns."""
    eliminated, lost = report.eliminated, report.eliminated + report.surplus
    return TurnFacts(len(report.exploded), len(report.waves), eliminated, lost)


def explosions_between(before: Position, after: Position) -> int:
    """Count the explosions of a turn from its two positions: fast for any length of chain."""
    return count_unexploded(before) - count_unexploded(after)


def biggest_chain(positions: Iterable[Position]) -> int:
    """The most explosions in one turn of consecutive positions."""
    counts = map(count_unexploded, positions)
    return max((old - new for old, new in pairwise(counts)), default=0)


def big_chain(fields: int) -> int:
    """The number of explosions from which a chain is marked, for a number of fields."""
    return max(SMALLEST_BIG_CHAIN, round(fields / FIELDS_PER_EXPLOSION))


class GameStatistics:
    """The statistics of consecutive positions, beginning with the start."""

    def __init__(self, positions: Sequence[Position], known: GameStatistics | None = None) -> None:
        """`known` are the statistics of a line with the same beginning, which is not recounted."""
        self._positions = positions
        self._figures: list[Figures | None] = [None] * len(positions)
        self._counted = 0
        """All moments up to this turn are known."""
        self._moments: list[Moment] = []
        self._leader: int | None = None
        self._threshold = big_chain(len(positions[0].board))
        if known is not None:
            self._copy(known)

    def _copy(self, known: GameStatistics) -> None:
        for turn, (ours, theirs) in enumerate(zip(self._positions, known._positions, strict=False)):
            if ours is not theirs:
                break
            self._figures[turn] = known._figures[turn]

    def __len__(self) -> int:
        return len(self._positions)

    @property
    def is_complete(self) -> bool:
        return self._counted == len(self._positions) - 1

    @property
    def counted(self) -> int:
        """The last turn up to which all moments are known."""
        return self._counted

    def figures(self, turn: int) -> Figures:
        """The figures after a turn; 0 is the start."""
        found = self._figures[turn]
        if found is None:
            found = self._figures[turn] = self._count(turn)
        return found

    def _count(self, turn: int) -> Figures:
        held, there = standing(self._positions[turn]), tally(self._positions[turn])
        explosions = explosions_between(*self._positions[turn - 1 : turn + 1]) if turn else 0
        return Figures(held.secured, held.leading, there.stones, there.growing, explosions)

    def advance(self, turns: int) -> bool:
        """Process this many more turns; returns whether any are left."""
        for turn in range(self._counted + 1, min(self._counted + turns, len(self) - 1) + 1):
            self._moments.extend(self._moments_of(turn))
            self._counted = turn
        return not self.is_complete

    def moments(self) -> tuple[Moment, ...]:
        """The marked turns in order, up to the last processed turn."""
        return tuple(self._moments)

    def _moments_of(self, turn: int) -> list[Moment]:
        before, after = self.figures(turn - 1), self.figures(turn)
        player = self._positions[turn - 1].to_move
        found = []
        if after.explosions >= self._threshold:
            found.append(Moment(turn, MomentKind.CHAIN, player, after.explosions))
        leader = leader_of(after.territory, self._leader)
        if leader is not None and leader != self._leader:
            if self._leader is not None:
                found.append(Moment(turn, MomentKind.LEAD, leader, _margin(after.territory)))
            self._leader = leader
        found += [
            Moment(turn, MomentKind.ELIMINATION, loser)
            for loser, stones in enumerate(after.stones)
            if before.stones[loser] and not stones
        ]
        return found


def leader_of(territory: Sequence[int], before: int | None = None) -> int | None:
    """The player with most fields held alone; on a tie the previous leader if tied, else None."""
    most = max(territory, default=0)
    ahead = [player for player, fields in enumerate(territory) if fields == most]
    if not most:
        return None
    if len(ahead) == 1:
        return ahead[0]
    return before if before in ahead else None


def _margin(territory: Sequence[int]) -> int:
    first, second = sorted((*territory, 0), reverse=True)[:2]
    return first - second


def merge_moments(*groups: Iterable[Moment]) -> tuple[Moment, ...]:
    """Moments of several sources in turn order."""
    order = {mark: number for number, mark in enumerate(MomentKind)}
    together = [moment for group in groups for moment in group]
    return tuple(sorted(together, key=lambda moment: (moment.turn, order[moment.mark])))


def next_marked(turns: Sequence[int], turn: int) -> int | None:
    """The first of the sorted turns after the given one."""
    at = bisect_right(turns, turn)
    return turns[at] if at < len(turns) else None


def previous_marked(turns: Sequence[int], turn: int) -> int | None:
    """The last of the sorted turns before the given one."""
    at = bisect_left(turns, turn)
    return turns[at - 1] if at else None
