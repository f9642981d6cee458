"""Code that many clients run is recorded, and moved without a change of its meaning."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Iterator

from atlantis_tui.hosting.shared_code import gather, record
from tests.waiting import PATIENCE

REPORT = """
import json, os, sys
answer = os.dup(1)
from atlantis_tui.hosting.sample_visit import recorded_visit
os.write(answer, json.dumps(sorted(name for _, name, _ in recorded_visit())).encode())
"""


def countdown(first: int) -> Iterator[int]:
    def below(number: int) -> int:
        return number - 1

    while first:
        first = below(first)
        yield first


def other() -> str:
    return "not called"


def test_recorded_functions_get_new_code_that_does_the_same() -> None:
    names = record(lambda: list(countdown(3)))
    codes, cold = countdown.__code__, other.__code__
    was_frozen = gc.get_freeze_count()
    kept = gather(names)
    assert countdown.__code__ == codes
    assert countdown.__code__ is not codes
    assert any(each is codes for each in kept), "its memory must not be used again"
    inner, moved = (_inner(each.co_consts) for each in (codes, countdown.__code__))
    assert moved is not inner
    assert other.__code__ is cold
    assert list(countdown(3)) == [2, 1, 0]
    assert gc.get_freeze_count() == was_frozen


def _inner(consts: tuple[object, ...]) -> object:
    return next(const for const in consts if hasattr(const, "co_consts"))


def test_sample_visit_runs_what_a_remote_player_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-c", REPORT], capture_output=True, check=True, timeout=PATIENCE
    )
    names = json.loads(done.stdout)
    for name in ("LobbyScreen._check", "RemotePlayScreen.compose", "GameFlow.turns_added",
                 "ThinOutput.thin", "LinuxDriver.start_application_mode"):  # fmt: skip
        assert name in names
    assert not any("ArgumentParser" in name for name in names)
