"""Cost of following a game and of remote players, on this machine alone.

Times are multiples of the polling interval for the file, or of the first frame of a fresh process
in the same run; memory is what a remote player adds, with shared pages in proportion (PSS).
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

from atlantis_core import Shape, traditional_start
from atlantis_core.files.errors import SaveConflictError, SaveError
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.file_follower import LOOK_SECONDS, FileRead, read_state
from atlantis_tui.hosting.clients import Client, Clients, Window
from benchmarks.claims import Claim, at_least, at_most
from tests.tui.terminal import Terminal, app_command

SIZE = (80, 24)
IDLE_SECONDS = 10.0
QUIET_TURNS = 6
SPECTATORS = 50
RACED_TURNS = 1000
PATIENCE = 120.0


def claims() -> Iterator[Claim]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from _following(folder)
        yield from _watching(folder)
        yield from _racing(folder)


def _new_game(folder: Path, name: str) -> Path:
    path = folder / name
    GameDocument.new(traditional_start(Shape.HEXAGON, 3, players=2)).save_as(path)
    return path


def _following(folder: Path) -> Iterator[Claim]:
    path = _new_game(folder, "followed.json")
    command = app_command(str(path), "--as", "watch", "--guest", "--no-animation")
    began = time.perf_counter()
    with Terminal(command, size=SIZE, environment={"HOME": str(folder)}) as terminal:
        terminal.read_until_text("waiting for")
        first_frame = time.perf_counter() - began
        terminal.read_until_quiet(0.5)
        idle = len(terminal.read(IDLE_SECONDS))
        sizes, waits = [], []
        for _ in range(QUIET_TURNS):
            began = time.perf_counter()
            GameDocument.load(path).play()
            seen = len(terminal.read(PATIENCE))
            waits.append(time.perf_counter() - began)
            sizes.append(seen + len(terminal.read_until_quiet(0.4)))
    yield at_most(0, f"a follower, idle for {IDLE_SECONDS:g} seconds", idle, "bytes")
    yield at_most(
        1500, "a turn without explosions at a follower, the costliest", max(sizes), "bytes"
    )
    yield at_most(1.4, "delay of a turn, over the polling interval", max(waits) / LOOK_SECONDS)
    _first_frames.append(first_frame)


_first_frames: list[float] = []


def _watching(folder: Path) -> Iterator[Claim]:
    path = _new_game(folder, "watched.json")
    spent, memory, spread = asyncio.run(_fill(path))
    fresh = min(_first_frames)
    yield at_most(
        1.0,
        f"{SPECTATORS} spectators from the fork server, over as many fresh starts",
        spent / (fresh * SPECTATORS),
    )
    yield at_most(20.0, "memory of a spectator among many (PSS)", memory, "MB")
    yield at_most(
        2.0,
        f"a turn at {SPECTATORS} spectators, first to last, over the polling interval",
        spread / LOOK_SECONDS,
    )


async def _fill(path: Path) -> tuple[float, float, float]:
    """Seconds until all see the board, megabytes each, and the spread of one turn."""
    clients = Clients()
    clients.open()
    try:
        first = await _connect(clients, path)
        began = time.perf_counter()
        here = await asyncio.gather(*(_connect(clients, path) for _ in range(SPECTATORS)))
        spent = time.perf_counter() - began
        await asyncio.sleep(1.0)
        memory = statistics.mean(_pss_megabytes(client) for client in here)
        spread = await _see_a_turn([first, *here], path)
    finally:
        clients.close()
    return spent, memory, spread


class Spectator:
    """A spectator; records only that its screen was painted."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.painted = asyncio.Event()
        client.on_output = lambda _: self.painted.set()


async def _connect(clients: Clients, path: Path) -> Spectator:
    window = Window.of(*SIZE, "xterm-256color")
    spectator = Spectator(clients.start(window, (str(path), "--as", "watch", "--guest")))
    await asyncio.wait_for(spectator.painted.wait(), PATIENCE)
    return spectator


async def _see_a_turn(here: list[Spectator], path: Path) -> float:
    for spectator in here:
        spectator.painted.clear()
    await asyncio.to_thread(GameDocument.load(path).play)
    arrivals = await asyncio.gather(*map(_arrival, here))
    return max(arrivals) - min(arrivals)


async def _arrival(spectator: Spectator) -> float:
    await asyncio.wait_for(spectator.painted.wait(), PATIENCE)
    return time.perf_counter()


def _pss_megabytes(spectator: Spectator) -> float:
    rollup = Path(f"/proc/{spectator.client.process}/smaps_rollup").read_text(encoding="ascii")
    line = next(line for line in rollup.splitlines() if line.startswith("Pss:"))
    return int(line.split()[1]) / 1024


def _race(path: Path, turns: int) -> int:
    """Play every turn for which this process is first; returns their number."""
    document, won = GameDocument.load(path), 0
    while document.game.turn_number < turns:
        try:
            document.play()
            won += 1
        except SaveConflictError:
            found = read_state(path)
            assert isinstance(found, FileRead), "no reader ever sees half a file"
            document.reload(found)
        except SaveError:  # the other process is saving
            continue
    return won


def _racing(folder: Path) -> Iterator[Claim]:
    path = _new_game(folder, "raced.json")
    with get_context("spawn").Pool(2) as pool:
        won = pool.starmap(_race, [(path, RACED_TURNS)] * 2)
    played = GameDocument.load(path).game.turn_number
    yield at_most(
        1.0, f"turns played by two racing processes, over the {played} saved", sum(won) / played
    )
    yield at_least(RACED_TURNS, "turns raced for", played, "turns")
