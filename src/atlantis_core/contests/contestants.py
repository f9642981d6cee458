"""Who plays where in the games of a contest, what they are called, and how they misbehaved.

Knows numbers and names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlantis_core.errors import AtlantisError
from atlantis_core.safe_text import showable


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


def fault_lines(results: Sequence[GameResult], names: Sequence[str]) -> list[str]:
    """How the contestants misbehaved: a line for each kind of fault, with its first example."""
    cases: dict[tuple[int, str], list[GameResult]] = {}
    for result in results:
        if result.culprit is not None and result.offence is not None:
            fault = result.offence.partition(": ")[0]
            cases.setdefault((result.culprit, fault), []).append(result)
    return [
        f"{names[culprit]}: {showable(fault, 40)} in {_games(found)}: "
        f"{showable((found[0].offence or '').partition(': ')[2], 400)}"
        for (culprit, fault), found in cases.items()
    ]


def _games(results: Sequence[GameResult]) -> str:
    first = f"game {results[0].number + 1}"
    return first if len(results) == 1 else f"{len(results)} games, first in {first}"
