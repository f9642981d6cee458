"""Definition of a match: seats, seed and opening of each of its games.

The match and the number of a game determine the game, so games can be played in any order, in
any number of processes, and resumed after interruptions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random

from atlantis_core.bots.agent_player import TimeLimits
from atlantis_core.bots.seats import format_contestant, open_player
from atlantis_core.contests.contestants import NoStartError, distinct_names, seating
from atlantis_core.contests.stop_signals import signals_deferred
from atlantis_core.positions.position import Position
from atlantis_core.processes.protocol_violations import Fault
from atlantis_core.rules.game import Turn
from atlantis_core.seats import Seat
from atlantis_core.support.safe_text import escape_bytes
from .openings import random_opening
from .referee import PlayedGame, referee, turns_allowed


@dataclass(frozen=True, slots=True)
class Match:
    """Settings of a match."""

    contestants: tuple[Seat, ...]
    board: str
    """Name of the start, for example ``hexagon:2``."""
    start: Position
    seed: int = 1
    effort: int | None = None
    turn_limit: int | None = None
    limits: TimeLimits = field(default_factory=TimeLimits)
    openings: int = 0
    """Number of random turns at the start of a game; the games of one seat rotation share them."""

    def settings(self) -> dict[str, object]:
        """The settings that must be equal when a match is resumed."""
        return {
            "contestants": [escape_bytes(format_contestant(seat)) for seat in self.contestants],
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
        """Seconds to end a stopped game: the time limits of its programs, one after another."""
        return 2 * self.limits.goodbye * len(self.contestants) + 1

    def opening(self, number: int) -> tuple[Turn, ...]:
        """The random opening turns of the game with this number."""
        dice = Random(f"opening:{self.seed}:{number // len(self.contestants)}")
        return random_opening(self.start, self.openings, dice)

    def _last_turn(self, number: int) -> int:
        """Turn limit of a game, opening included."""
        return turns_allowed(self.start, self.turn_limit, self.opening(number))

    def play(self, number: int) -> PlayedGame:
        """Play the game with this number. Raises NoStartError if a program cannot be started."""
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
            with signals_deferred():
                for player in players:
                    player.close()
        offence = verdict.offence
        if offence is not None and offence.fault is Fault.NO_START:
            raise NoStartError(offence.explanation)
        return verdict


def fingerprint(position: Position) -> str:
    """A short hash of a position, independent of its representation in a file."""
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
    """Names of the contestants for tables."""
    return distinct_names(escape_bytes(format_contestant(seat)) for seat in contestants)
