"""Contestants: their seats in each game, names in tables, and faults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable


class GameResult:
    """Base of the results of all games."""

    number: int
    """Number of the game, from 0."""
    order: tuple[int, ...]
    """The contestant on every seat."""
    offender: int | None
    """The seat that forfeited, if any."""
    offence: str | None
    """The kind of fault, a colon, and an explanation."""

    @property
    def culprit(self) -> int | None:
        """The contestant who forfeited, if any."""
        return None if self.offender is None else self.order[self.offender]


class NoStartError(AtlantisError):
    """A program cannot be started: an error in the match, not a forfeit."""


def seating(players: int, number: int) -> tuple[int, ...]:
    """The contestant on every seat in a game, from 0; seats rotate by one per game."""
    return tuple((seat + number) % players for seat in range(players))


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """Names for tables: equal names are numbered."""
    plain = list(names)
    return tuple(
        f"{name}#{plain[: place + 1].count(name)}" if plain.count(name) > 1 else name
        for place, name in enumerate(plain)
    )


def fault_lines(results: Sequence[GameResult], names: Sequence[str]) -> list[str]:
    """A line for each contestant and kind of fault, with its first example."""
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
