"""Random input on a terminal: a few fixed runs, and every run that once failed."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.outside.journeys import JOURNEYS
from tests.outside.monkey import Monkey, keep, load, run_plan, shrink
from tests.outside.monkey_actions import Action, Plan, plan_of

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
FINDINGS = Path(__file__).parent / "findings"


@pytest.mark.parametrize("seed", range(len(JOURNEYS)))
def test_app_survives_random_input(seed: int) -> None:
    assert run_plan(plan_of(seed)).problem == ""


@pytest.mark.parametrize("path", sorted(FINDINGS.glob("*.json")), ids=lambda path: path.stem)
def test_run_that_once_failed_passes(path: Path) -> None:
    assert run_plan(load(path)).problem == ""


def test_killed_app_is_a_failure(tmp_path: Path) -> None:
    monkey = Monkey(Plan((), (80, 24), (("kill",),)), tmp_path)
    assert monkey.run().problem == f"ended with status -{signal.SIGKILL:d}"


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
