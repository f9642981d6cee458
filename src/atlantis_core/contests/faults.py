"""How contestants misbehaved, in lines for the one who let them play. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.contests.contestants import GameResult
from atlantis_core.safe_text import showable


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
