"""Calibration: games are repeatable, the fit recovers a hidden correction, the table counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from atlantis_core.bots.calibration import Correction, calibrated, terms
from training.calibration import (
    BEGIN,
    END,
    Sample,
    insert,
    large_starts,
    play_game,
    samples_of_games,
    table,
    usual_starts,
)
from training.corrections import Finding, fit


def test_game_is_determined_by_its_number() -> None:
    samples = play_game(3, 0, usual_starts())
    assert samples == play_game(3, 0, usual_starts())
    assert {sample.board for sample in samples} == {"triangle 4"}
    assert len({sample.winner for sample in samples}) == 1


def test_large_starts_are_none_of_the_fit() -> None:
    sizes = [len(start.position.board) for start in large_starts()]
    assert sizes == [259, 259, 252, 119]
    assert not {start.name for start in large_starts()} & {start.name for start in usual_starts()}


def test_saved_games_are_not_played_again(tmp_path: Path) -> None:
    starts = usual_starts()[:1]
    played = list(samples_of_games(3, 1, 1, starts, tmp_path))
    (path,) = tmp_path.iterdir()
    kept = path.read_bytes()
    assert list(samples_of_games(3, 1, 1, starts, tmp_path)) == played
    assert path.read_bytes() == kept


def findings(hidden: Correction) -> Iterator[Finding]:
    """Findings of games whose results follow a correction."""
    for percent, openness, player in product(range(5, 100, 5), (0.2, 0.6, 1.0), range(3)):
        found = [(1 - percent / 100) / 2] * 3
        found[player] = percent / 100
        told = calibrated(found, player, openness, {3: hidden})[player]
        seen = terms(found[player], player, 3, openness)
        yield from (Finding(seen, True, told), Finding(seen, False, 1 - told))


def test_fit_recovers_the_hidden_correction() -> None:
    hidden = (-0.4, 0.8, 0.3, 0.5, -0.4, -1.2)
    assert fit(list(findings(hidden))) == pytest.approx(hidden, abs=0.1)


def test_fit_drops_the_bend_rather_than_break_the_order() -> None:
    shift, stretch, bend, *_ = fit(list(findings((0.0, 1.5, -0.1, 0.0, 0.0, 0.0))))
    assert bend == 0
    assert [shift, stretch] == pytest.approx([0, 1.3], abs=0.1)


def test_table_shows_means_shares_and_counts_of_large_groups() -> None:
    won = [Sample("hexagon 2", "one", 0, 0, 1.0, (1.0, 0.0), (1.0, 0.0))] * 60
    lost = [Sample("hexagon 2", "two", 1, 0, 1.0, (1.0, 0.0), (1.0, 0.0))] * 60
    few = [Sample("hexagon 3", "three", 0, 0, 1.0, (1.0, 0.0, 0.0), (1.0, 0.0, 0.0))] * 49
    lines = table(won + lost + few)
    told = "| - | - | - | - | 100, 50 ± 69 (120 of 2) |"
    assert [line for line in lines if line.endswith(told)] == [
        f"| {name} {told}" for name in ("hexagon 2", "2 players", "hexagon 2, 2 players")
    ] * 2
    assert "| hexagon 3, 3 players | - | - | - | - | - |" in lines


def test_table_is_replaced_between_its_markers(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"a\n\n{BEGIN}\nold\n{END}\n\nb\n", encoding="utf-8")
    insert(["new"], page)
    assert page.read_text(encoding="utf-8") == f"a\n\n{BEGIN}\n\nnew\n\n{END}\n\nb\n"
