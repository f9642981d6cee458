"""Told and happened: games are repeatable, the fit finds what was hidden, the table counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from atlantis_core.bots.calibration import Correction, calibrated, terms
from training.calibration import BEGIN, END, Sample, insert, play_game, samples_of_games, table
from training.corrections import Finding, fit


def test_a_game_is_determined_by_its_number() -> None:
    samples = play_game(seed=3, number=0)
    assert samples == play_game(seed=3, number=0)
    assert {sample.board for sample in samples} == {"triangle 4"}
    assert len({sample.winner for sample in samples}) == 1


def test_games_that_were_kept_are_not_played_again(tmp_path: Path) -> None:
    played = list(samples_of_games(3, 1, jobs=1, folder=tmp_path))
    (path,) = tmp_path.iterdir()
    kept = path.read_bytes()
    assert list(samples_of_games(3, 1, jobs=1, folder=tmp_path)) == played
    assert path.read_bytes() == kept


def findings(hidden: Correction) -> Iterator[Finding]:
    """Those of games that come out as a correction says."""
    for percent, openness, player in product(range(5, 100, 5), (0.2, 0.6, 1.0), range(3)):
        found = [(1 - percent / 100) / 2] * 3
        found[player] = percent / 100
        told = calibrated(found, player, openness, {3: hidden})[player]
        seen = terms(found[player], player, 3, openness)
        yield from (Finding(seen, True, told), Finding(seen, False, 1 - told))


def test_the_fit_finds_the_correction_that_was_taken_away() -> None:
    hidden = (-0.4, 0.8, 0.3, 0.5, -0.4, -1.2)
    assert fit(list(findings(hidden))) == pytest.approx(hidden, abs=0.1)


def test_the_fit_rather_leaves_the_bend_out_than_turns_the_order_round() -> None:
    shift, stretch, bend, *_ = fit(list(findings((0.0, 1.5, -0.1, 0.0, 0.0, 0.0))))
    assert bend == 0
    assert [shift, stretch] == pytest.approx([0, 1.3], abs=0.1)


def test_the_table_tells_means_shares_and_numbers_of_what_is_enough() -> None:
    won = [Sample("hexagon 2", "one", 0, 0, 1.0, (1.0, 0.0), (1.0, 0.0))] * 60
    lost = [Sample("hexagon 2", "two", 1, 0, 1.0, (1.0, 0.0), (1.0, 0.0))] * 60
    few = [Sample("hexagon 3", "three", 0, 0, 1.0, (1.0, 0.0, 0.0), (1.0, 0.0, 0.0))] * 49
    lines = table(won + lost + few)
    told = "| - | - | - | - | 100, 50 ± 69 (120 of 2) |"
    assert [line for line in lines if line.endswith(told)] == [
        f"| {name} {told}" for name in ("hexagon 2", "2 players", "hexagon 2, 2 players")
    ] * 2
    assert "| hexagon 3, 3 players | - | - | - | - | - |" in lines


def test_the_table_replaces_what_stands_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"a\n\n{BEGIN}\nold\n{END}\n\nb\n", encoding="utf-8")
    insert(["new"], page)
    assert page.read_text(encoding="utf-8") == f"a\n\n{BEGIN}\n\nnew\n\n{END}\n\nb\n"
