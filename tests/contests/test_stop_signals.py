"""Stopping a match in a real process: it ends soon and leaves no process running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock
from uuid import uuid4

import pytest

from atlantis_core.contests import workers
from atlantis_core.contests.stop_signals import signals_deferred, stopped_by_signals
from tests.waiting import PATIENCE, wait_for

if not Path("/proc/self/environ").exists():
    pytest.skip("finds processes through /proc", allow_module_level=True)

SLEEPER = "agent:sh -c 'sleep 600; true'"
"""A program with a child that never answers and does not exit when its stdin closes."""


class RunningMatch:
    """A match in its own process, whose descendants are found by a mark in the environment."""

    def __init__(self, *arguments: str | Path) -> None:
        self._mark = f"ATLANTIS_TEST={uuid4()}".encode()
        name, _, value = self._mark.decode().partition("=")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "atlantis_core", "match", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, name: value},
        )

    def end(self, number: signal.Signals) -> tuple[int, bytes]:
        """Send a signal. Returns the exit status and the output."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out + err

    def commands(self) -> dict[int, bytes]:
        """Command lines of all running processes of this match, by number."""
        found = {}
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if self._mark in (place / "environ").read_bytes().split(b"\0"):
                    found[int(place.name)] = (place / "cmdline").read_bytes()
        return found

    def count_sleepers(self) -> int:
        return sum(command.startswith(b"sleep") for command in self.commands().values())

    def kill(self) -> None:
        for process in self.commands():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.communicate(timeout=PATIENCE)


@pytest.fixture
def start() -> Iterator[Callable[..., RunningMatch]]:
    started: list[RunningMatch] = []

    def begin(*arguments: str | Path) -> RunningMatch:
        started.append(RunningMatch(*arguments))
        return started[-1]

    yield begin
    for running in started:
        running.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("jobs", [1, 2])
def test_signal_ends_a_match_while_agents_think(
    start: Callable[..., RunningMatch], number: signal.Signals, jobs: int
) -> None:
    options = ("--board", "triangle:2", "--games", "8", "--jobs", str(jobs), "--turn-seconds=500")
    running = start("gentle", SLEEPER, *options)
    wait_for(lambda: running.count_sleepers() == jobs)
    assert running.end(number) == (130, b"")
    wait_for(lambda: not running.commands())


def test_ctrl_c_ends_a_match_while_bots_think(start: Callable[..., RunningMatch]) -> None:
    running = start("master", "master", "--board", "hexagon:3", "--games", "4", "--jobs", "2")
    wait_for(lambda: sum(b"spawn_main" in c for c in running.commands().values()) == 2)
    assert running.end(signal.SIGINT) == (130, b"")
    wait_for(lambda: not running.commands())


def test_finished_games_are_kept(start: Callable[..., RunningMatch], tmp_path: Path) -> None:
    """The program exits in its first game and then sleeps: one game ends and one runs."""
    once = tmp_path / "once"
    agent = f"agent:sh -c 'if mkdir {once} 2>/dev/null; then exit 3; fi; sleep 600; true'"
    out = tmp_path / "results.jsonl"
    options = ("--board", "triangle:2", "--games", "8", "--jobs", "2", "--out", out)
    running = start("gentle", agent, *options)
    wait_for(lambda: out.exists() and out.read_bytes().count(b"\n") == 2)
    wait_for(lambda: running.count_sleepers() == 2)
    assert running.end(signal.SIGINT)[0] == 130
    _, game = out.read_text().splitlines()
    assert '"forfeit"' in game
    assert len(list((tmp_path / "results-games").iterdir())) == 1


def test_workers_end_when_their_parent_is_killed(start: Callable[..., RunningMatch]) -> None:
    options = ("--board", "triangle:2", "--games", "8", "--jobs", "2", "--turn-seconds=500")
    running = start("gentle", SLEEPER, *options)
    wait_for(lambda: running.count_sleepers() == 2)
    running.process.kill()
    wait_for(lambda: not running.commands())


@pytest.mark.parametrize("moment", ["leave_stopping_to_parent", "Thread", "ignore_stopping"])
def test_worker_ends_silently_whenever_a_signal_arrives(
    moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before its first game or after its last one: the parent has died or stops the match."""
    for step in ("leave_stopping_to_parent", "Thread", "ignore_stopping"):
        effect = KeyboardInterrupt if step == moment else None
        monkeypatch.setattr(workers, step, Mock(side_effect=effect))
    workers._serve(Mock(recv=Mock(side_effect=EOFError)), Mock())
    assert getattr(workers, moment).called


def test_closed_terminal_is_ignored_under_nohup() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stopped_by_signals():
            os.kill(os.getpid(), signal.SIGHUP)
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_deferred_signal_stops_at_the_end_of_the_block() -> None:
    done = []

    def work() -> None:
        with signals_deferred():
            os.kill(os.getpid(), signal.SIGTERM)
            done.append("all")
        done.append("too much")

    with stopped_by_signals(), pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["all"]
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
