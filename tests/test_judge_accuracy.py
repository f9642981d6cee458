"""The script that measures the judge: the games it plays, and its table."""

from __future__ import annotations

import pytest

from atlantis_core.review.verdicts import TurnMark
from benchmarks.judge_accuracy import MATCHES, GameCost, Judged, ToPlay, games_of, report


def test_seed_names_at_least_twelve_games_on_three_boards() -> None:
    games = games_of(1)
    assert len(games) >= 12
    assert len({MATCHES[game.match][0] for game in games}) == 3
    assert {len(MATCHES[game.match][1].split()) for game in games} == {2, 3}


def test_seed_decides_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.judge_accuracy.MATCHES", (("hexagon:2", "random random", 2),))
    first, again, other = (ToPlay(seed, 0, 0).play() for seed in (1, 1, 2))
    assert first.turns == again.turns
    assert first.turns != other.turns


def test_table_counts_found_losses_and_right_marks() -> None:
    turns = (
        Judged("small", 1, TurnMark.BLUNDER, 0.5, 0.6),
        Judged("small", 2, TurnMark.NONE, 0.2, 0.2),
        Judged("small", 3, TurnMark.DOUBTFUL, 0.0, 0.05),
        Judged("small", 4, TurnMark.UNCLEAR, 0.0, 0.0),
    )
    lines = list(report([GameCost(turns, 5.0, 2.0, 2.6)]))
    assert lines[2:] == [
        "| small | 4 | 2 | 1 | 2 | 1 | 1 |",
        "| all 1 games | 4 | 2 | 1 | 2 | 1 | 1 |",
        "judging took 2.50 times the processor time of playing, on two cores 1.30 times its time",
        "missed: small, turn 2  0.20 0.20",
        "wrong: small, turn 3 ?! 0.00 0.05",
    ]
