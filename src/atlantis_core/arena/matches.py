"""Which games a match consists of: who sits where, with which seed.

A game is determined by the match and its number alone, so that it does not matter in which
order, in how many processes and after how many interruptions the games are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random

from atlantis_core.bots.agent_player import TimeLimits
from atlantis_core.bots.seats import format_contestant, open_player
from atlantis_core.contests.contestants import NoStartError, seating, told_apart
from atlantis_core.contests.stop_signals import stops_held_back
from atlantis_core.game import Turn
from atlantis_core.position import Position
from atlantis_core.processes.protocol_violations import Fault
from atlantis_core.seats import Seat
from .openings import random_opening
from .referee import PlayedGame, referee, turns_allowed


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays, on what, and how."""

    contestants: tuple[Seat, ...]
    board: str
    """What people call the start, for example ``hexagon:2``."""
    start: Position
    seed: int = 1
    effort: int | None = None
    turn_limit: int | None = None
    limits: TimeLimits = field(default_factory=TimeLimits)
    openings: int = 0
    """How many random turns are played before the contestants begin; the games in which the seats
    go round once have the same."""

    def settings(self) -> dict[str, object]:
        """What must be the same when a match is resumed."""
        return {
            "contestants": [format_contestant(seat) for seat in self.contestants],
            "board": self.board,
            "start": fingerprint(self.start),
            "seed": self.seed,
            "effort": self.effort,
            "turn_limit": self.turn_limit,
            "turn_seconds": self.limits.turn,
            "openings": self.openings,
        }

    @property
    def patience(self) -> float:
        """How long a game that is stopped may take: as its programs may, one after the other."""
        return 2 * self.limits.goodbye * len(self.contestants) + 1

    def opening(self, number: int) -> tuple[Turn, ...]:
        """The turns with which the game with this number begins."""
        dice = Random(f"opening:{self.seed}:{number // len(self.contestants)}")
        return random_opening(self.start, self.openings, dice)

    def _last_turn(self, number: int) -> int:
        """After how many turns, the opening included, a game is adjudicated."""
        return turns_allowed(self.start, self.turn_limit, self.opening(number))

    def play(self, number: int) -> PlayedGame:
        """Play the game with this number; raises NoStartError if that is impossible."""
        players = [
            open_player(
                self.contestants[contestant],
                game_seed(self, number, contestant),
                self.effort,
                replace(self.limits, turns=self._last_turn(number)),
            )
            for contestant in seating(len(self.contestants), number)
        ]
        try:
            verdict = referee(self.start, players, self.turn_limit, self.opening(number))
        finally:
            with stops_held_back():
                for player in players:
                    player.close()
        offence = verdict.offence
        if offence is not None and offence.fault is Fault.NO_START:
            raise NoStartError(offence.explanation)
        return verdict


def fingerprint(position: Position) -> str:
    """A few letters that tell positions apart, the same for every way to write one down."""
    segments = sorted(" ".join(map(str, sorted(segment))) for segment in position.board.segments)
    stacks = [
        f"{place} {state.name} {player} {stones}"
        for place, (state, player, stones) in sorted(position.occupied())
    ]
    text = "\n".join([str(position.players), str(position.to_move), *segments, *stacks])
    return sha256(text.encode()).hexdigest()[:12]


def game_seed(match: Match, number: int, contestant: int) -> int:
    text = f"{match.seed}:{number}:{contestant}"
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")


def names_of(contestants: Sequence[Seat]) -> tuple[str, ...]:
    """What the contestants are called in tables."""
    return told_apart(map(format_contestant, contestants))
