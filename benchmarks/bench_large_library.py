"""A library of 100,000 games of a match: memory, size, look-ups, and its first screen.

Playing the match takes minutes; its collection is kept in `.benchmarks` for the next run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

from atlantis_core.files.collections import read_parts
from atlantis_core.game_library.documents import read_game
from atlantis_core.game_library.index import GameIndex
from atlantis_core.game_library.lookup import find_position
from benchmarks.claims import Claim, at_most
from benchmarks.timing import best_seconds
from tests.tui.terminal import Terminal

GAMES = int(os.environ.get("LIBRARY_GAMES", "100000"))
TURNS = 32
FOLDER = Path(__file__).parents[1] / ".benchmarks"
SAMPLE = 2000
"""Games that are loaded and replayed in this process, to compare with indexing."""
LOOKED_UP = 50
ROUNDS = 5
TEN_FILES = 10
_ADD = """
import resource, sys, time
from atlantis_core.__main__ import main
status = main(["library", "add", sys.argv[1], "--index", sys.argv[2]])
print(time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def claims() -> Iterator[Claim]:
    games = _collection()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        index = folder / "cache" / "atlantis" / "games.sqlite"
        index.parent.mkdir(parents=True)
        contents = [part.content for part in islice(read_parts(games), SAMPLE)]

        def load() -> int:
            return sum(read_game(content, "game") is not None for content in contents)

        # Indexing takes minutes, in which the processor may change its speed.
        (before,) = best_seconds(load, rounds=2)
        command = (sys.executable, "-c", _ADD, str(games), str(index))
        added = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ours
        seconds, kilobytes = map(float, added.stdout.split()[-2:])
        seconds -= _seconds_to_start(folder)
        (after,) = best_seconds(load, rounds=2)
        loading = (before + after) / 2
        yield at_most(
            2.5, "indexing the games, beside loading", seconds / loading * len(contents) / GAMES
        )
        # A part of 200,000 positions, the cache and the lines seen: grows little with the games.
        yield at_most(256, f"memory to index {GAMES} games", kilobytes / 1024, "MB")
        with closing(GameIndex(index)) as opened:
            positions = sum(game.turns + 1 for game in opened.search())
            assert opened.count() == GAMES
        yield at_most(25, "index, per position", index.stat().st_size / positions, "bytes")
        yield at_most(5, "looking up a position, beside loading a game", _look_up(index, contents))
        yield at_most(
            1.3, "first screen, beside Open with ten files", _first_screen(folder, contents)
        )


def _seconds_to_start(folder: Path) -> float:
    """The time to index no game: the start of the program is no part of the cost of a game."""
    empty = folder / "empty.jsonl"
    empty.write_text("")
    command = (sys.executable, "-c", _ADD, str(empty), str(folder / "empty.sqlite"))
    started = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - ours
    return float(started.stdout.split()[-2])


def _collection() -> Path:
    """The games of a match of random bots."""
    path = FOLDER / f"random-{GAMES}-games.jsonl"
    if not path.exists():
        FOLDER.mkdir(exist_ok=True)
        part = FOLDER / f"part-{GAMES}.jsonl"
        words = f"match random random --games {GAMES} --turn-limit {TURNS} --jobs 2 --collection"
        command = (sys.executable, "-m", "atlantis_core", *words.split(), "--out", str(part))
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - ours
        part.with_name(f"{part.stem}-games.jsonl").rename(path)
        part.unlink()
    return path


def _look_up(index: Path, contents: list[bytes]) -> float:
    """The cost of finding the games with a position in the index, relative to loading a game."""
    chosen = Random(1).sample(contents, LOOKED_UP)
    read = [found for content in chosen if (found := read_game(content, "game")) is not None]
    positions = [game.position_after(game.turn_number // 2) for _, _, game in read]

    def load() -> int:
        return sum(read_game(content, "game") is not None for content in chosen)

    with closing(GameIndex(index)) as opened:

        def look_up() -> int:
            return sum(opened.count([opened.reaching(position)]) for position in positions)

        assert look_up() >= LOOKED_UP
        assert find_position(opened, positions[0]).matches
        looking, loading = best_seconds(look_up, load)
    return looking / loading


def _first_screen(folder: Path, contents: list[bytes]) -> float:
    """The cost of the library's list, relative to that of Open in a folder with ten files."""
    files = folder / "files"
    files.mkdir()
    for number, content in enumerate(contents[:TEN_FILES]):
        (files / f"game-{number}.json").write_bytes(content)
    names = json.loads(contents[0])["players"][0]["name"]
    best = {"o": float("inf"), "b": float("inf")}
    for _ in range(ROUNDS):
        for key, shown in (("o", "game-3"), ("b", names)):
            best[key] = min(best[key], _seconds_to_show(folder, files, key, shown))
    return best["b"] / best["o"]


def _seconds_to_show(folder: Path, files: Path, key: str, shown: str) -> float:
    homes = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "STATE", "DATA")}
    environment = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), **homes}
    games = folder / "data" / "atlantis" / "games"
    if key == "o" and not games.exists():
        games.parent.mkdir(parents=True)
        games.symlink_to(files)
    command = [sys.executable, "-m", "atlantis_tui", "--no-animation"]
    with Terminal(command, size=(80, 24), environment=environment) as terminal:
        terminal.read_until_text("Board editor")
        terminal.read_until_quiet(0.5)
        started = _seconds_used(terminal.process.pid)
        terminal.send(key)
        terminal.read_until_text(shown)
        return _seconds_used(terminal.process.pid) - started


def _seconds_used(number: int) -> float:
    """Processor time of all threads of a process: other programs do not count, as a clock would.

    Elsewhere than on Linux, the time on the clock.
    """
    threads = list(Path(f"/proc/{number}/task").glob("*/schedstat"))
    if not threads:
        return time.perf_counter()
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9
