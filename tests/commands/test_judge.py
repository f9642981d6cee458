"""`atlantis judge`: counted once, kept in the file, in figures that can be checked."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from atlantis_core.review import judgement
from atlantis_core.review.judged_games import find_judgement
from atlantis_core.transcript import load
from tests.commands.running import run

ROOT = Path(__file__).parents[2]
QUICK = ("--bot", "searcher", "--effort", "60", "--jobs", "1")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    shutil.copy(ROOT / "transcripts" / "annotated" / "triangle-4-3-players.json", path)
    return path


def test_the_judgement_is_kept_and_not_counted_again(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run("judge", game, *QUICK)
    assert (first.status, first.err) == (0, "")
    assert "judged by searcher, effort 60" in first.out
    kept = find_judgement(load(game))
    assert kept is not None
    assert len(kept.verdicts) == 38
    written = game.read_bytes()

    def refuse(*_: object) -> None:
        raise AssertionError("judged again")

    monkeypatch.setattr(judgement.TurnQuestion, "__call__", refuse)
    assert run("judge", game, *QUICK).out == first.out
    assert game.read_bytes() == written


def test_the_loss_that_is_told_is_that_of_the_mark(game: Path) -> None:
    told = run("judge", game, *QUICK).out
    losses = {mark: int(loss) for mark, loss in re.findall(r"(\w+): .* at least (\d+)", told)}
    assert losses["doubtful"] in range(8, 15)
    assert losses["bad"] >= 15


def test_all_annotations_stay(game: Path) -> None:
    before = load(game).annotations
    run("judge", game, *QUICK)
    after = load(game).annotations
    assert (after.comments, after.variations, after.tags) == (
        before.comments,
        before.variations,
        before.tags,
    )


def test_json_has_every_turn_with_its_figures(game: Path) -> None:
    finished = run("judge", game, *QUICK, "--json", "--read-only")
    assert finished.status == 0
    data = json.loads(finished.out)
    assert [entry["turn"] for entry in data["turns"]] == list(range(1, 39))
    assert {"before", "after", "loss", "mark", "best", "why", "forced"} <= set(data["turns"][0])
    assert [player["name"] for player in data["players"]] == ["Ada", "Ben", "Cleo"]
    for number, player in enumerate(data["players"]):
        bad = [e for e in data["turns"] if e["mark"] == "?" and e["player"] == number]
        assert player["marks"]["bad"] == len(bad)
        assert player["accuracy"] is None or 0 <= player["accuracy"] <= 1
    assert find_judgement(load(game)) is None  # as asked


def test_another_judge_judges_again(game: Path) -> None:
    run("judge", game, *QUICK)
    run("judge", game, "--bot", "greedy", "--effort", "20", "--jobs", "1")
    kept = find_judgement(load(game))
    assert kept is not None
    assert (kept.bot, kept.effort) == ("greedy", 20)


def test_a_file_that_cannot_hold_it_is_judged_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    shutil.copy(ROOT / "transcripts" / "old-format" / "triangle-4-3-players.txt", path)
    before = path.read_bytes()
    finished = run("judge", path, *QUICK)
    assert finished.status == 0
    assert "judged by searcher" in finished.out
    assert "the judgement is not kept: the old text format cannot hold" in finished.err
    assert path.read_bytes() == before


def test_from_a_pipe_nothing_is_written(game: Path) -> None:
    finished = run("judge", "-", *QUICK, stdin=game.read_bytes())
    assert (finished.status, finished.err) == (0, "")


def test_a_board_without_players_has_no_turns_to_judge() -> None:
    finished = run("judge", ROOT / "transcripts" / "boards" / "hexagon-2.json")
    assert finished.status == 1
    assert "no turn to judge" in finished.err
