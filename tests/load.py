"""`make load MINUTES=10`: one game is saved, followed, reviewed and hosted at the same time.

The host has remote players over SSH: three stay and press keys, the others come and go. The memory
of every process is measured after a fifth of the time, when all caches are warm, in the middle and
at the end; growth by more than a tenth and four megabytes is a leak. Not part of the suite,
because it depends on time.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.review.lines import GameTree
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript import ANY_FILE, load, replay, save
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.file_follower import FileFollower, FileState, read_state
from tests.attacks import record
from tests.hosting.conftest import children_of
from tests.tui.terminal import app_command
from tests.waiting import PATIENCE

START = traditional_start(Shape.HEXAGON, 2, players=3)
NEW_GAME = GameDocument.new(START, names=("Ann", "Bob", "Cid")).transcript
ROOM = 4 << 20


class Report(NamedTuple):
    """Work and memory of one process."""

    name: str
    rounds: int
    warm: int
    middle: int
    end: int

    @property
    def is_leaking(self) -> bool:
        return self.end > 1.1 * self.warm + ROOM


def memory(process: int) -> int:
    """Current memory of a process in bytes."""
    if sys.platform != "linux":
        raise SystemExit("needs /proc")
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * 4096


def run_for(
    minutes: float, once: Callable[[int], None], processes: Mapping[str, int]
) -> tuple[Report, ...]:
    """Repeat a function for this long, and measure the memory of the processes by name."""
    began = monotonic()
    samples: list[dict[str, int]] = []
    for number in count():
        once(number)
        if monotonic() - began > 60 * minutes * (0.2, 0.5, 1.0)[len(samples)]:
            samples.append({name: memory(process) for name, process in processes.items()})
        if len(samples) == 3:
            warm, middle, end = samples
            return tuple(
                Report(name, number + 1, warm[name], middle[name], end[name]) for name in warm
            )
    raise AssertionError("counting has no end")


def save_again_and_again(path: Path, minutes: float) -> tuple[Report, ...]:
    bot = bot_named("random")
    document = GameDocument.load(path)

    def once(number: int) -> None:
        nonlocal document
        if document.game.is_over or document.game.turn_number > 200:
            save(NEW_GAME, path, expected=ANY_FILE)
            document = GameDocument.load(path)
        document.play(bot.choose(Question(document.game.position, seed=number)).turn)

    return run_for(minutes, once, {"saving": os.getpid()})


def follow(path: Path, minutes: float) -> tuple[Report, ...]:
    heard: list[FileState] = []
    follower = FileFollower(path, heard.append)
    follower.start()

    def once(_number: int) -> None:
        heard[:-1] = []
        read_state(path)

    reports = run_for(minutes, once, {"following": os.getpid()})
    follower.stop()
    if not heard:
        raise AssertionError("the follower has heard of no change")
    return reports


def review(path: Path, minutes: float) -> tuple[Report, ...]:
    def once(_number: int) -> None:
        transcript = load(path)
        walk = ReplayCursor(GameTree(transcript, replay(transcript).positions))
        while walk.step_forward():
            pass
        walk.statistics.advance(10_000)
        while walk.go_to_previous_moment():
            pass

    return run_for(minutes, once, {"reviewing": os.getpid()})


KEYS = (b"\x1b[D", b"\x1b[C", b"\x1b[5~", b"\x1b[6~", b"L", b"\x1b", b"?", b"\t")
SIZES = ((80, 24), (120, 40), (40, 10))


async def enter(port: int) -> tuple[Any, Any]:
    """Connect a spectator; returns the connection and the process of its window."""
    import asyncssh  # noqa: PLC0415 - optional

    connection = await asyncssh.connect(
        "127.0.0.1", port, known_hosts=None, username="watch", client_keys=None,
        agent_path=None, config=None,
    )  # fmt: skip
    window = await connection.create_process(
        term_type="xterm-256color", term_size=SIZES[0], encoding=None
    )
    await read_until_drawn(window)
    return connection, window


async def read_until_drawn(window: Any) -> None:
    """Read until the title of the window, which the app sets with its first screen."""
    seen = b""
    while b"Atlantis\x07" not in seen:
        part = await window.stdout.read(1 << 16)
        if not part:
            raise AssertionError(f"the window ended: {seen[-500:]!r}")
        seen += part


async def read_on(window: Any) -> None:
    while await window.stdout.read(1 << 16):
        pass


def host(path: Path, minutes: float) -> tuple[Report, ...]:
    dice = Random(1)
    where = ("--listen", "127.0.0.1:0", "--no-window", "--open-watching", "--watchers", "20")
    with (
        subprocess.Popen(
            app_command("host", str(path), *where),
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "XDG_STATE_HOME": str(path.parent)},
        ) as process,
        asyncio.Runner() as runner,
    ):
        assert process.stdout is not None
        found = None
        while not found:
            found = re.search(r"-p (\d+) watch@", process.stdout.readline())
        port = int(found[1])
        staying = [runner.run(enter(port)) for _ in range(3)]
        readers = [runner.get_loop().create_task(read_on(window)) for _, window in staying]

        async def come_and_go() -> None:
            connection, window = await enter(port)
            for _, other in staying:
                other.stdin.write(dice.choice(KEYS))
            staying[0][1].change_terminal_size(*dice.choice(SIZES))
            if dice.random() < 0.5:
                window.stdin.write(dice.choice(KEYS))
                connection.close()
            else:
                connection.abort()
            with suppress(OSError):
                await connection.wait_closed()

        def once(_number: int) -> None:
            runner.run(come_and_go())

        (fork_server,) = children_of(process.pid)
        clients = children_of(fork_server)
        measured = {"hosting": process.pid, "forking": fork_server}
        measured |= {f"remote player {n}": pid for n, pid in enumerate(sorted(clients)[:3], 1)}
        reports = run_for(minutes, once, measured)
        for reader in readers:
            reader.cancel()
        process.terminate()
    return reports


def main() -> int:
    minutes = float(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        save(NEW_GAME, path, expected=ANY_FILE)
        jobs = (save_again_and_again, follow, review, host)
        with multiprocessing.get_context("spawn").Pool(len(jobs)) as pool:
            asked = [pool.apply_async(job, (path, minutes)) for job in jobs]
            found = [answer.get(60 * minutes + 10 * PATIENCE) for answer in asked]
    reports = [report for part in found for report in part]
    result = ", ".join(
        f"{one.name} {one.rounds} rounds {one.warm >> 20}/{one.middle >> 20}/{one.end >> 20} MiB"
        for one in reports
    )
    leaking = [one.name for one in reports if one.is_leaking]
    record(f"make load MINUTES={minutes:g}", f"{result}; leaking: {', '.join(leaking) or 'none'}")
    for report in reports:
        sizes = ", ".join(f"{size >> 10} KiB" for size in report[2:])
        verdict = "LEAKING" if report.is_leaking else "steady"
        sys.stdout.write(f"{report.name}: {report.rounds} rounds, {sizes}: {verdict}\n")
    return int(bool(leaking))
