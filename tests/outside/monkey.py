"""Random input on a pseudo-terminal, over every screen: `make monkey MINUTES=10`.

A run fails if the app crashes, does not react to Ctrl+Q within a second of idle time, leaves
processes behind, does not restore the terminal, or loses a turn. Failing runs are shrunk and kept
in ``.monkey``; ``python -m tests.outside.monkey FILE`` repeats one.
"""

from __future__ import annotations

import json
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from atlantis_core.rules.game import Game
from atlantis_core.support.errors import AtlantisError
from atlantis_tui.game.document import GameDocument
from tests.attacks import record
from tests.outside.journeys import ABSTRACT, JOURNEYS, prepare, screens
from tests.outside.monkey_actions import BEGINNINGS, Action, Plan, plan_of
from tests.outside.watching import ROOT, Seen
from tests.waiting import PATIENCE

KEPT = ROOT / ".monkey"
IDLE_SECONDS = 1.0
"""Idle time after which the app must have reacted."""
PAUSE_SECONDS = 0.15
"""Idle time after which a step of a journey has probably been taken."""
MOST_RUNS = 30
"""Runs that shrinking a failure may take."""
QUIT = "\x11"
MOST_QUITS = 4
"""How often Ctrl+Q is pressed: a question about unsaved turns comes first, and a report."""


class RunError(Exception):
    """What went wrong in a run."""


class Outcome(NamedTuple):
    """What a run found: a problem (empty if none), and the actions per screen."""

    problem: str
    covered: Counter[str]


class Monkey:
    """One run."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        prepare(folder)
        self._plan, self._folder = plan, folder
        # Without programs, whatever is typed as the command of an agent does nothing.
        self._seen = Seen(folder, plan.arguments, plan.size, PATH=str(folder))
        self._covered: Counter[str] = Counter()
        self._game: tuple[str, list[object]] | None = None
        self._changed: set[str] = set()

    def _has_ended(self) -> bool:
        return self._seen.terminal.process.poll() is not None

    def run(self) -> Outcome:
        modes = self._seen.terminal.modes()
        problem = ""
        with self._seen:
            try:
                self._play()
                self._end()
                self._check_end(modes)
            except (RunError, AssertionError) as error:
                problem = str(error).splitlines()[0]
        return Outcome(problem, self._covered)

    def _play(self) -> None:
        for number, action in enumerate(self._plan.actions):
            if self._has_ended():
                return
            self._perform(action)
            self._seen.read(0)
            if number % 4 == 3:
                self._look()
        self._look()

    def _perform(self, action: Action) -> None:
        seen, process = self._seen, self._seen.terminal.process
        match action:
            case ("type", str(keys)):
                seen.type(keys)
            case ("bytes", str(digits)):
                seen.terminal.send_bytes(bytes.fromhex(digits))
            case ("resize", int(width), int(height)):
                seen.resize(width, height)
            case ("winch",):
                process.send_signal(signal.SIGWINCH)
            case ("stop", int(milliseconds)):
                process.send_signal(signal.SIGSTOP)
                time.sleep(milliseconds / 1000)
                process.send_signal(signal.SIGCONT)
            case ("suspend",):
                process.send_signal(signal.SIGTSTP)
                self._wait_until(lambda: _state(process.pid) in "T?")
                process.send_signal(signal.SIGCONT)
            case ("kill",):
                process.kill()
                process.wait(PATIENCE)
            case ("pause",):
                self._wait_until_idle(PAUSE_SECONDS)
            case ("change", str(name), str(other)):
                shutil.copy(self._folder / other, self._folder / name)
                self._changed.add(name)
            case _:
                self._look()

    def _wait_until(self, is_done: Callable[[], bool]) -> None:
        """Wait, and read what the app sends: it cannot go on while the terminal is full."""
        deadline = time.monotonic() + PATIENCE
        while not self._has_ended() and not is_done() and time.monotonic() < deadline:
            self._seen.read(0.01)

    def _look(self) -> None:
        """Ask the app where it is, for the coverage and the turns it has."""
        if self._has_ended():
            return
        try:
            report = self._seen.report()
        except AssertionError as error:
            if self._has_ended():
                return
            raise RunError("the app does not answer") from error
        self._covered[str(report["screen"])] += 1
        game = report["game"]
        self._game = None if game is None else (str(game[0]), list(game[1]))  # type: ignore[index]

    def _end(self) -> None:
        process = self._seen.terminal.process
        if self._plan.end == "hang up" and not self._has_ended():
            process.send_signal(signal.SIGHUP)
            self._wait_for_end()
        for _ in range(MOST_QUITS):
            if self._has_ended():
                return
            self._seen.type(QUIT)
            self._wait_for_end()
        if not self._has_ended():
            raise RunError("no reaction to the end")

    def _wait_for_end(self) -> None:
        """Wait until the app ends, or has been idle for a while."""
        self._wait_until_idle(IDLE_SECONDS)

    def _wait_until_idle(self, seconds: float) -> None:
        session = self._seen.terminal.process.pid
        idle, deadline, before = 0.0, time.monotonic() + PATIENCE, _work(session)
        while not self._has_ended() and idle < seconds and time.monotonic() < deadline:
            start = time.monotonic()
            self._seen.read(0.1)
            work = _work(session)
            if work == before and not work.is_running:
                idle += time.monotonic() - start
            before = work

    def _check_end(self, modes: object) -> None:
        terminal = self._seen.terminal
        while terminal.read(0.05):
            pass
        text = terminal.received
        status = terminal.process.returncode
        if b"Traceback" in text or b"the app crashed" in text:
            raise RunError(f"crash: {self._crash()}")
        if status not in (0, 128 + signal.SIGHUP):
            raise RunError(f"ended with status {status}")
        if terminal.modes() != modes or not self._seen.is_restored:
            raise RunError("the terminal was not restored")
        session = terminal.process.pid
        _wait(lambda: not _members(session))
        if _members(session):
            raise RunError("processes were left behind")
        self._check_turns()

    def _crash(self) -> str:
        """The first cause in the newest report, and where it was raised."""
        reports = sorted((self._folder / "atlantis" / "crashes").glob("*.txt"))
        if not reports:
            left = self._seen.terminal.received.strip().rpartition(b"\n")[2]
            return left.decode("utf-8", "replace")[-200:]
        cause, *frames = reports[-1].read_text().split("\n\n")[2].strip().splitlines()
        own = list(takewhile(lambda line: line.startswith(" "), frames))
        return " at ".join([cause, *[frame.strip().rpartition("/")[2] for frame in own[-1:]]])

    def _check_turns(self) -> None:
        """The file has all turns that the app had when it was last asked."""
        if self._game is None or Path(self._game[0]).name in self._changed:
            return
        path, turns = self._game
        try:
            saved = turns_of(GameDocument.load(Path(path)).game)
        except (OSError, AtlantisError) as error:
            raise RunError(f"the file of the game cannot be read: {error}") from error
        if saved[: len(turns)] != turns:
            raise RunError("a turn was lost")


def turns_of(game: Game) -> list[object]:
    """The turns as text, as the app reports them."""
    return [" ".join(map(str, turn)) for turn in game.turns]


# Processes.


def _wait(is_done: Callable[[], bool], seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not is_done() and time.monotonic() < deadline:
        time.sleep(0.01)


def _stat(pid: int) -> list[str]:
    """The fields after the name in ``/proc/PID/stat``; empty if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _state(pid: int) -> str:
    fields = _stat(pid)
    return fields[0] if fields else "?"


class Work(NamedTuple):
    """What the processes of a session do: the app, its bots and programs."""

    is_running: bool
    ticks: int


def _work(session: int) -> Work:
    """Whether any process wants the processor, and how much all have used."""
    stats = [stat for stat in map(_stat, _members(session)) if stat]
    is_running = any(stat[0] not in "S?" for stat in stats)
    return Work(is_running, sum(int(stat[11]) + int(stat[12]) for stat in stats))


def _members(session: int) -> list[int]:
    """The running processes of a session."""
    found = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    fields = {pid: _stat(pid) for pid in found}
    return [
        pid for pid, stat in fields.items() if stat and stat[3] == str(session) and stat[0] != "Z"
    ]


# Many runs.


def run_plan(plan: Plan) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="monkey", ignore_cleanup_errors=True) as folder:
        return Monkey(plan, Path(folder).resolve()).run()


def shrink(actions: Sequence[Action], fails: Callable[[Sequence[Action]], bool]) -> list[Action]:
    """Remove actions, in ever smaller pieces, as long as the rest still fails."""
    left, size = list(actions), max(len(actions) // 2, 1)
    while True:
        start = 0
        while start < len(left):
            shorter = left[:start] + left[start + size :]
            if fails(shorter):
                left = shorter
            else:
                start += size
        if size == 1:
            return left
        size //= 2


def shrunk(plan: Plan, problem: str) -> Plan:
    """A shorter run with the same problem."""
    runs = 0

    def fails(actions: Sequence[Action]) -> bool:
        nonlocal runs
        runs += 1
        return (
            runs <= MOST_RUNS and run_plan(plan._replace(actions=tuple(actions))).problem == problem
        )

    return plan._replace(actions=tuple(shrink(plan.actions, fails)))


def keep(plan: Plan, problem: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**plan._asdict(), "problem": problem}, indent=1) + "\n")


def load(path: Path) -> Plan:
    read = json.loads(path.read_text())
    actions = tuple(tuple(action) for action in read["actions"])
    return Plan(tuple(read["arguments"]), tuple(read["size"]), actions, read["end"])


def report_coverage(covered: Counter[str]) -> Iterable[str]:
    yield "looks per screen:"
    names = sorted((screens() - ABSTRACT) | set(covered), key=lambda name: (-covered[name], name))
    yield from (f"{covered[name]:6} {name}" for name in names)


def main(arguments: Sequence[str]) -> int:
    if arguments and not arguments[0].replace(".", "").isdigit():
        outcomes = [run_plan(load(Path(name))) for name in arguments]
        say("\n".join(outcome.problem or "no problem" for outcome in outcomes))
        return int(any(outcome.problem for outcome in outcomes))
    minutes, seed = (*map(float, arguments), *(1.0, 0.0)[len(arguments) :])
    deadline, covered, failures, runs = time.monotonic() + 60 * minutes, Counter[str](), 0, 0
    while time.monotonic() < deadline:
        # Whole journeys with pauses come first: they reach all screens.
        number = int(seed) * len(BEGINNINGS) + len(JOURNEYS) + runs
        runs += 1
        plan = plan_of(number)
        outcome = run_plan(plan)
        covered += outcome.covered
        if outcome.problem:
            failures += 1
            path = KEPT / f"{number}.json"
            keep(plan, outcome.problem, path)
            say(f"seed {number}: {outcome.problem}; shrinking ...")
            keep(shrunk(plan, outcome.problem), outcome.problem, path)
            say(f"kept as {path.relative_to(ROOT)}")
    say("\n".join(report_coverage(covered)))
    result = f"{runs} runs from seed {seed:.0f}, {failures} failed"
    missed = sorted(screens() - ABSTRACT - set(covered))
    reached = f"; not reached: {', '.join(missed)}" if missed else "; all screens reached"
    say(result)
    record(f"make monkey MINUTES={minutes:g}", result + reached)
    return int(failures > 0)


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 -- a command


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
