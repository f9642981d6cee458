"""Told and happened: games are repeatable, the fit finds what was hidden, the table counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.bots.calibration import calibrated
from training.calibration import BEGIN, END, Finding, Sample, fit, insert, play_game, table


def test_a_game_is_determined_by_its_number() -> None:
    samples = play_game(seed=3, number=0)
    assert samples == play_game(seed=3, number=0)
    assert {sample.board for sample in samples} == {"triangle 4"}
    assert len({sample.winner for sample in samples}) == 1


def test_the_fit_finds_the_correction_that_was_taken_away() -> None:
    hidden = (-0.4, 0.8, 0.3)
    findings = []
    for percent in range(5, 100, 5):
        found = (percent / 100, 1 - percent / 100)
        wins = round(500 * calibrated(found, 0, {2: hidden})[0])
        findings += [Finding(found, 0, has_won=True)] * wins
        findings += [Finding(found, 0, has_won=False)] * (500 - wins)
    assert fit(findings) == pytest.approx(hidden, abs=0.03)


def test_the_table_tells_means_shares_and_numbers_of_what_is_enough() -> None:
    won = [Sample("hexagon 2", 0, (1.0, 0.0), (1.0, 0.0), 0)] * 60
    few = [Sample("hexagon 3", 1, (1.0, 0.0), (1.0, 0.0), 1)] * 49
    lines = table(won + few)
    assert "| all | - | - | - | - | 100, 100 (60) |" in lines
    assert "| hexagon 3 | - | - | - | - | - |" in lines


def test_the_table_replaces_what_stands_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"a\n\n{BEGIN}\nold\n{END}\n\nb\n", encoding="utf-8")
    insert(["new"], page)
    assert page.read_text(encoding="utf-8") == f"a\n\n{BEGIN}\n\nnew\n\n{END}\n\nb\n"
