"""A whole game in figures: who had how much after each turn, and the moments worth a look.

Everything is counted when it is first asked for and then kept. Opening a game of thousands of
turns therefore costs nothing here; a caller with time on its hands counts on with `advance`.
The marks are known as far as the counting has come. Knows neither files nor screens.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from atlantis_core.events import TurnReport
from atlantis_core.position import Position
from atlantis_core.scoring import standing, tally

SMALLEST_BIG_CHAIN = 4
"""Fewer explosions in a turn are everyday life on any board."""
FIELDS_PER_EXPLOSION = 20
"""On larger boards a chain must be longer to stand out: one explosion for so many fields."""


class Figures(NamedTuple):
    """The state of a game after a turn, one number a player."""

    secured: tuple[int, ...]
    leading: tuple[int, ...]
    stones: tuple[int, ...]
    growing: tuple[int, ...]
    explosions: int
    """In the turn that led here."""

    @property
    def strength(self) -> tuple[int, ...]:
        """Fields held alone and stones together: what the timeline shows."""
        held = zip(self.secured, self.leading, self.stones, strict=True)
        return tuple(map(sum, held))

    @property
    def territory(self) -> tuple[int, ...]:
        """Fields held alone, stable or not."""
        return tuple(map(sum, zip(self.secured, self.leading, strict=True)))


class MomentKind(Enum):
    """Why a turn is worth a look."""

    CHAIN = "big chain"
    LEAD = "lead change"
    ELIMINATION = "elimination"
    COMMENT = "comment"
    VARIATION = "variation"
    TURNING_POINT = "turning point"
    MISTAKE = "mistake"


class Moment(NamedTuple):
    """A marked turn, and the player whom it concerns."""

    turn: int
    mark: MomentKind
    player: int | None = None
    size: int = 0
    """Explosions of a chain, fields of a lead, chances of a new favourite or lost by a mistake, in
    percent; else 0."""


class TurnFacts(NamedTuple):
    """A turn in a few numbers."""

    explosions: int
    waves: int
    won: int
    """Stones of opponents that fell."""
    lost: int
    """Own stones that fell with them or found no place."""


def facts_of(report: TurnReport) -> TurnFacts:
    """The numbers of a turn, for a list of turns."""
    eliminated, lost = report.eliminated, report.eliminated + report.surplus
    return TurnFacts(len(report.exploded), len(report.waves), eliminated, lost)


def explosions_between(before: Position, after: Position) -> int:
    """How many fields exploded in a turn, told by its two ends: quick, however long the chain."""
    old, new = tally(before), tally(after)
    # An open field that explodes is open no more, a growing one dies.
    return old.open_fields - new.open_fields + new.dead_fields - old.dead_fields


def big_chain(fields: int) -> int:
    """From how many explosions in a turn a chain is big, on a board of so many fields."""
    return max(SMALLEST_BIG_CHAIN, round(fields / FIELDS_PER_EXPLOSION))


class GameStatistics:
    """The figures of a row of positions, the first being the start."""

    def __init__(self, positions: Sequence[Position], known: GameStatistics | None = None) -> None:
        """`known` is the chronicle of a line that begins in the same way: it is not recounted."""
        self._positions = positions
        self._figures: list[Figures | None] = [None] * len(positions)
        self._counted = 0
        """All moments up to this turn are known."""
        self._moments: list[Moment] = []
        self._leader: int | None = None
        self._threshold = big_chain(len(positions[0].board))
        if known is not None:
            self._take_over(known)

    def _take_over(self, known: GameStatistics) -> None:
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
        """Count on for so many turns; says whether there is more to do."""
        for turn in range(self._counted + 1, min(self._counted + turns, len(self) - 1) + 1):
            self._moments.extend(self._moments_of(turn))
            self._counted = turn
        return not self.is_complete

    def moments(self) -> tuple[Moment, ...]:
        """The marked turns in order, as far as they are counted."""
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
    """Who holds most fields alone; among equals whoever led before, else nobody."""
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
    """Moments of several sources in the order of their turns."""
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
