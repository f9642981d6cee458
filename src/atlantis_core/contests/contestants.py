"""Who plays where in the games of a contest, and what they are called. Knows numbers and names."""

from __future__ import annotations

from collections.abc import Iterable

from atlantis_core.errors import AtlantisError


class GameResult:
    """What every result of a game of a contest has."""

    number: int
    """Of the game, from 0."""
    order: tuple[int, ...]
    """The contestant on every seat."""
    offender: int | None
    """The seat that misbehaved."""
    offence: str | None
    """The kind of fault, a colon, and what happened."""

    @property
    def culprit(self) -> int | None:
        """The contestant who misbehaved."""
        return None if self.offender is None else self.order[self.offender]


class NoStartError(AtlantisError):
    """A program cannot be started at all: a mistake in the match, not a way to lose a game."""


def seating(players: int, number: int) -> tuple[int, ...]:
    """The contestant on every seat in the game with this number, from 0: all move up by one."""
    return tuple((seat + number) % players for seat in range(players))


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """What contestants are called in tables: twins are numbered."""
    plain = list(names)
    return tuple(
        f"{name}#{plain[: place + 1].count(name)}" if plain.count(name) > 1 else name
        for place, name in enumerate(plain)
    )
