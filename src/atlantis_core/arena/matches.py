"""Which games a match consists of: who sits where, with which seed.

A game is determined by the match and its number alone, so that it does not matter in which
order, in how many processes and after how many interruptions the games are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from atlantis_core.arena.referee import Verdict, referee
from atlantis_core.arena.stop_signals import stops_held_back
from atlantis_core.bots.agent_player import TimeLimits
from atlantis_core.bots.seats import format_contestant, open_player
from atlantis_core.errors import AtlantisError
from atlantis_core.position import Position
from atlantis_core.processes.misconduct import Fault
from atlantis_core.seats import Seat


class NoStartError(AtlantisError):
    """A program cannot be started at all: a mistake in the match, not a way to lose a game."""


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
        }


def fingerprint(position: Position) -> str:
    """A few letters that tell positions apart, the same for every way to write one down."""
    segments = sorted(" ".join(map(str, sorted(segment))) for segment in position.board.segments)
    stacks = [
        f"{place} {state.name} {player} {stones}"
        for place, (state, player, stones) in sorted(position.occupied())
    ]
    text = "\n".join([str(position.players), str(position.to_move), *segments, *stacks])
    return sha256(text.encode()).hexdigest()[:12]


def seating(players: int, number: int) -> tuple[int, ...]:
    """The contestant on every seat in the game with this number, from 0: all move up by one."""
    return tuple((seat + number) % players for seat in range(players))


def game_seed(match: Match, number: int, contestant: int) -> int:
    """The seed of one contestant in one game."""
    text = f"{match.seed}:{number}:{contestant}"
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")


def play(match: Match, number: int) -> Verdict:
    """Play the game with this number; raises NoStartError if that is impossible."""
    order = seating(len(match.contestants), number)
    players = [
        open_player(
            match.contestants[contestant],
            game_seed(match, number, contestant),
            match.effort,
            match.limits,
        )
        for contestant in order
    ]
    try:
        verdict = referee(match.start, players, match.turn_limit)
    finally:
        with stops_held_back():
            for player in players:
                player.close()
    offence = verdict.offence
    if offence is not None and offence.fault is Fault.NO_START:
        raise NoStartError(offence.explanation)
    return verdict


def names_of(contestants: Sequence[Seat]) -> tuple[str, ...]:
    """What the contestants are called in tables: twins are numbered."""
    plain = [format_contestant(seat) for seat in contestants]
    return tuple(
        f"{name}#{plain[: place + 1].count(name)}" if plain.count(name) > 1 else name
        for place, name in enumerate(plain)
    )
