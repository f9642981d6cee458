"""A small load; `make load-club` runs the large one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.club.load import Load, run


def test_no_turn_is_lost_or_doubled_when_processes_are_killed(tmp_path: Path) -> None:
    pytest.importorskip("asyncssh", reason="the extra 'host' is not installed")
    wanted = Load(games=8, members=30, present=12, turns=60, kills=4, hosts=1)

    result = run(tmp_path, wanted)

    assert result.missing == ()
    assert result.doubled == ()
    assert result.kills == wanted.kills
    assert wanted.turns <= result.written <= result.saved
