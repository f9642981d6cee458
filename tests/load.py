"""`make load MINUTES=10`: one process saves a game, one follows the file, one reviews it.

Every process measures its memory after a fifth of the time, when all caches are warm, and at the
end; growth by more than a tenth and four megabytes is a leak. Not part of the suite, because it
depends on time.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.review.lines import GameTree
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript import ANY_FILE, load, replay, save
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.file_follower import FileFollower, FileState, read_state
from tests.attacks import record
from tests.waiting import PATIENCE

START = traditional_start(Shape.HEXAGON, 2, players=3)
ROOM = 4 << 20


class Report(NamedTuple):
    """Work and memory of one process."""

    name: str
    rounds: int
    warm: int
    end: int

    @property
    def is_leaking(self) -> bool:
        return self.end > 1.1 * self.warm + ROOM


def memory() -> int:
    """Current memory of this process in bytes."""
    if sys.platform != "linux":
        raise SystemExit("needs /proc")
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def run_for(name: str, minutes: float, once: Callable[[int], None]) -> Report:
    """Repeat a function for this long, and measure the memory."""
    began, warm = monotonic(), 0
    for number in count():
        once(number)
        passed = monotonic() - began
        if not warm and passed > 12 * minutes:
            warm = memory()
        if passed > 60 * minutes:
            return Report(name, number + 1, warm or memory(), memory())
    raise AssertionError("counting has no end")


def save_again_and_again(path: Path, minutes: float) -> Report:
    bot = bot_named("random")
    path.unlink()
    document = GameDocument.new(START, names=("Ann", "Bob", "Cid"), path=path)

    def once(number: int) -> None:
        nonlocal document
        if document.game.is_over or document.game.turn_number > 200:
            path.unlink(missing_ok=True)
            document = GameDocument.new(START, names=("Ann", "Bob", "Cid"), path=path)
        document.play(bot.choose(Question(document.game.position, seed=number)).turn)

    return run_for("saving", minutes, once)


def follow(path: Path, minutes: float) -> Report:
    heard: list[FileState] = []
    follower = FileFollower(path, heard.append)
    follower.start()

    def once(_number: int) -> None:
        heard[:-1] = []
        read_state(path)

    report = run_for("following", minutes, once)
    follower.stop()
    if not heard:
        raise AssertionError("the follower has heard of no change")
    return report


def review(path: Path, minutes: float) -> Report:
    def once(_number: int) -> None:
        try:
            transcript = load(path)
        except FileNotFoundError:
            return
        walk = ReplayCursor(GameTree(transcript, replay(transcript).positions))
        while walk.step_forward():
            pass
        walk.statistics.advance(10_000)
        while walk.go_to_previous_moment():
            pass

    return run_for("reviewing", minutes, once)


def main() -> int:
    minutes = float(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        save(GameDocument.new(START).transcript, path, expected=ANY_FILE)
        with multiprocessing.get_context("spawn").Pool(3) as pool:
            jobs = (save_again_and_again, follow, review)
            asked = [pool.apply_async(job, (path, minutes)) for job in jobs]
            reports = [answer.get(60 * minutes + PATIENCE) for answer in asked]
    result = ", ".join(f"{one.name} {one.rounds} rounds" for one in reports)
    leaking = [one.name for one in reports if one.is_leaking]
    record(f"make load MINUTES={minutes:g}", f"{result}; leaking: {', '.join(leaking) or 'none'}")
    for report in reports:
        grown = f"{report.warm >> 10} KiB warm, {report.end >> 10} KiB at the end"
        verdict = "LEAKING" if report.is_leaking else "steady"
        sys.stdout.write(f"{report.name}: {report.rounds} rounds, {grown}: {verdict}\n")
    return int(any(report.is_leaking for report in reports))
