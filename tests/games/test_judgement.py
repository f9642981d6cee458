"""Moves of other games are judged by their own bots, through the protocol alone."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Move, Record, Thought
from atlantis_core.games.registry import entry_named
from atlantis_core.games.search import WON
from atlantis_core.record_judgement import StepsToJudge, StepVerdict, chance_of
from atlantis_core.review.verdicts import TurnMark
from tests.commands.running import run


def judge(game: str, variant: str, moves: str, effort: int = 2_000) -> list[StepVerdict]:
    entry = entry_named(game)
    record: Record = entry.load().new(variant)
    for text in moves.split():
        record = record.played(record.position(record.last_step).parse_move(text))
    work = StepsToJudge(entry, record, effort)
    return [work.play(number) for number in range(record.last_step)]


def test_missed_capture_of_the_king_is_bad() -> None:
    rules = "dim:7 ks:w start:/7/7/1tK1t2/7/7/T6/7/"
    verdicts = judge("tafl", rules, "e3-e2 c3-c1", effort=200)
    assert [verdict.mark for verdict in verdicts] == [TurnMark.BLUNDER, verdicts[1].mark]
    assert (verdicts[0].best.text, verdicts[0].before) == ("e3-d3", 1.0)
    assert verdicts[1].player == 1


def test_winning_move_costs_nothing() -> None:
    rules = "dim:7 ks:w start:/7/7/1tK1t2/7/7/T6/7/"
    [verdict] = judge("tafl", rules, "e3-d3", effort=200)
    assert (verdict.loss, verdict.after, verdict.is_exact) == (0.0, 1.0, True)
    assert verdict.mark is TurnMark.NONE


def test_end_of_kalah_is_exact() -> None:
    verdicts = judge("kalah", "2x1", "1 1")
    assert all(verdict.is_exact for verdict in verdicts[1:])
    assert all(verdict.after in (0.0, 0.5, 1.0) for verdict in verdicts[1:])


def test_a_player_who_moves_again_keeps_the_chance() -> None:
    """After a move into the store the same player moves: the chance is not reversed."""
    verdicts = judge("kalah", "4x3", "3 2 4 1 2", effort=3_000)
    assert all(0 <= verdict.after <= verdict.before <= 1 for verdict in verdicts)


def test_games_of_three_players_are_refused() -> None:
    entry = entry_named("map")
    text = run("map", "new", "hexagon:5", "--players", "3").out
    record = entry.load().read(text, "three.json").record
    assert record is not None
    with pytest.raises(GameError, match="two players"):
        StepsToJudge(entry, record)


@pytest.mark.parametrize(
    ("worth", "is_exact", "chance"),
    [
        (0, False, 0.5),
        (200, False, 1 / (1 + math.exp(-1))),
        (-200, False, 1 / (1 + math.e)),
        (WON - 3, False, 1.0),
        (3 - WON, False, 0.0),
        (1, True, 1.0),
        (0, True, 0.5),
        (-1, True, 0.0),
    ],
)
def test_chances(worth: int, is_exact: bool, chance: float) -> None:
    thought = Thought(Move("x"), worth, "", 1, is_exact)
    assert chance_of(thought) == pytest.approx(chance)


def test_command_prints_marks_and_accuracy(tmp_path: Path) -> None:
    rules = "dim:7 ks:w start:/7/7/1tK1t2/7/7/T6/7/"
    record = entry_named("tafl").load().new(rules)
    record = record.played(record.position(0).parse_move("e3-e2"))
    path = tmp_path / "missed.otg"
    path.write_text(record.text())
    told = run("judge", str(path), "--effort", "200")
    assert told.status == 0, told.err
    assert "1. attackers: e3-e2 ??\n" in told.out
    assert "better: e3-d3" in told.out
    described = json.loads(run("judge", str(path), "--effort", "200", "--json").out)
    [step] = described["steps"]
    assert (step["mark"], step["best"], step["before"]) == ("??", "e3-d3", 1.0)
    assert path.read_text() == record.text()
    assert run("judge", str(path), "--bot", "naive").status == 2
