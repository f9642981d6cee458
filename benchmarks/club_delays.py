"""Seconds until players and spectators of a club see a turn, on this machine as it is now.

`python -m benchmarks.club_delays` serves a club of 200 games and 600 members. It prints the median
and the longest time from a saved turn until the opponent sees it, then until the last of a hundred
spectators does, and how busy the machine is. Run it on a machine that does nothing else.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from .bench_club import (
    GAMES,
    MEMBERS,
    SPECTATORS,
    crowd_in_lobby,
    delay_of_turn,
    enter,
    make_club,
    open_first,
    served,
)

TURNS = 15


def _line(who: str, seconds: Sequence[float]) -> str:
    load = os.getloadavg()[0]
    return (
        f"{who}: median {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s,"
        f" of {len(seconds)} turns; load {load:.0f}"
    )


async def _measure(folder: Path) -> None:
    club = make_club(folder)
    game = club / "game-000.json"
    async with served(folder, club) as (sessions, _):
        opponent = await enter(sessions, frozenset({1}))
        print(_line("opponent", [await delay_of_turn(game, [opponent]) for _ in range(TURNS)]))
        crowd = await crowd_in_lobby(sessions)
        await asyncio.gather(*map(open_first, crowd))
        delays = [await delay_of_turn(game, [opponent, *crowd]) for _ in range(TURNS)]
        print(_line(f"last of {SPECTATORS} spectators", delays))


def main() -> None:
    now = datetime.now(UTC).date().isoformat()
    print(f"{now}, {os.cpu_count()} cores, {GAMES} games, {MEMBERS} members")
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(_measure(Path(name)))


if __name__ == "__main__":
    main()
