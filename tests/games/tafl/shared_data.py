"""Finds the recorded games of the original program beside the project's folder.

They are data of other authors and not part of the project: tests that need them are skipped if
they are missing.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.games.shared_data import SHARED

FOLDER = SHARED / "tafl"
needs_shared_data = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the recorded games of the original program are not here"
)


class Ply(NamedTuple):
    """`mobility` is None if it was not recorded."""

    number: int
    mobility: int | None
    record: str
    result: str
    """"0", "2" for the attackers, "3" for the defenders, "4" for a draw."""
    to_move: str
    position: str


class RecordedGame(NamedTuple):
    rules: str
    to_move: str
    start: str
    plies: tuple[Ply, ...]


def names(pattern: str) -> list[str]:
    """Files of the folder, for the names of tests; empty if it is missing."""
    return sorted(str(path.relative_to(FOLDER)) for path in FOLDER.glob(pattern))


def recorded_games(name: str, *, has_mobility: bool = True) -> list[RecordedGame]:
    games: list[RecordedGame] = []
    rules, start, plies = "", ("", ""), list[Ply]()
    for line in (*(FOLDER / name).read_text().splitlines(), "rules"):
        kind, *columns = line.split("\t")
        if kind == "rules":
            if rules:
                games.append(RecordedGame(rules, *start, tuple(plies)))
            rules, plies = columns[0] if columns else "", []
        elif kind == "start":
            start = (columns[0], columns[1])
        elif kind == "move":
            number, second, third, result, to_move, position = columns[:6]
            mobility, record = (int(second), third) if has_mobility else (None, second)
            plies.append(Ply(int(number), mobility, record, result, to_move, position))
    return games
