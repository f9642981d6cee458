"""Random input on a terminal: a few fixed runs, and every run that once failed."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from time import monotonic

import pytest

from tests.outside.journeys import JOURNEYS
from tests.outside.monkey import Monkey, keep, load, run_plan, shrink
from tests.outside.monkey_actions import Action, Plan, plan_of
from tests.outside.watching import TOGETHER, Seen, together
from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
FINDINGS = Path(__file__).parent / "findings"


SEEDS = range(0, len(JOURNEYS), 2)
"""Every other beginning, to save time; `make monkey` takes them all."""


@pytest.mark.parametrize("first", range(0, len(SEEDS), TOGETHER))
def test_app_survives_random_input(first: int) -> None:
    seeds = SEEDS[first : first + TOGETHER]
    problems = together(lambda seed: run_plan(plan_of(seed)).problem, seeds)
    assert dict(zip(seeds, problems, strict=True)) == dict.fromkeys(seeds, "")


def test_runs_that_once_failed_pass() -> None:
    paths = sorted(FINDINGS.glob("*.json"))
    problems = together(lambda path: run_plan(load(path)).problem, paths)
    names = [path.stem for path in paths]
    assert dict(zip(names, problems, strict=True)) == dict.fromkeys(names, "")


def test_killed_app_is_a_failure(tmp_path: Path) -> None:
    monkey = Monkey(Plan((), (80, 24), (("kill",),)), tmp_path)
    assert monkey.run().problem == f"ended with status -{signal.SIGKILL:d}"


def test_app_can_be_asked_until_it_has_ended(tmp_path: Path) -> None:
    with Seen(tmp_path, (), (80, 24)) as seen:
        process, deadline = seen.terminal.process, monotonic() + PATIENCE
        seen.type("\x11")
        pauses = count(0.001, 0.0005)  # ever longer, so that an app on a busy machine can end
        while process.poll() is None and monotonic() < deadline:
            process.send_signal(signal.SIGUSR1)
            seen.read(next(pauses))
    assert process.returncode == 0


def test_recording_is_read_as_written(tmp_path: Path) -> None:
    plan = plan_of(7)
    keep(plan, "a problem", tmp_path / "kept.json")
    assert load(tmp_path / "kept.json") == plan


def test_failure_shrinks_to_the_actions_that_cause_it() -> None:
    actions = [("type", str(number)) for number in range(40)]
    cause = {("type", "7"), ("type", "31")}

    def fails(left: Sequence[Action]) -> bool:
        return cause <= set(left)

    assert set(shrink(actions, fails)) == cause
