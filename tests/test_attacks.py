"""SECURITY.md quotes attacks as the programs that ran them recorded them."""

from __future__ import annotations

import re
import shutil
from datetime import date
from pathlib import Path

import pytest

from tests import attacks


def test_page_has_the_recorded_results() -> None:
    page = attacks.PAGE.read_text(encoding="utf-8")
    assert attacks.written_into(page, attacks.load()) == page


@pytest.mark.parametrize("command", attacks.load())
def test_recorded_commands_are_targets_and_carry_date_and_version(command: str) -> None:
    found = attacks.load()[command]
    makefile = attacks.PAGE.with_name("Makefile").read_text(encoding="utf-8")
    assert f"\n{command.split()[1]}: " in makefile
    assert date.fromisoformat(found.date) >= date(2026, 11, 18)
    assert re.fullmatch(r"\d+\.\d+\.\d+", found.version)
    assert found.result


def test_results_are_recorded_only_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STORE", "PAGE"):
        path = tmp_path / name
        shutil.copy(getattr(attacks, name), path)
        monkeypatch.setattr(attacks, name, path)
    before = attacks.load()
    monkeypatch.delenv("RECORD", raising=False)
    attacks.record("make fuzz", "no findings at all")
    assert attacks.load() == before

    monkeypatch.setenv("RECORD", "1")
    attacks.record("make fuzz", "no findings at all")
    assert attacks.load().keys() == {*before, "make fuzz"}
    assert "| no findings at all |" in attacks.PAGE.read_text(encoding="utf-8")
