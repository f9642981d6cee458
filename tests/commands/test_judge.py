"""`atlantis judge`: judgements are computed once, saved in the file and consistent."""

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


def test_judgement_is_saved_and_reused(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_printed_loss_agrees_with_the_mark(game: Path) -> None:
    told = run("judge", game, *QUICK).out
    losses = {mark: int(loss) for mark, loss in re.findall(r"(\w+): .* at least (\d+)", told)}
    assert losses["doubtful"] in range(8, 15)
    assert losses["bad"] >= 15


def test_judging_keeps_other_annotations(game: Path) -> None:
    before = load(game).annotations
    run("judge", game, *QUICK)
    after = load(game).annotations
    assert (after.comments, after.variations, after.tags) == (
        before.comments,
        before.variations,
        before.tags,
    )


def test_judge_json_has_every_turn(game: Path) -> None:
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


def test_another_bot_or_effort_judges_again(game: Path) -> None:
    run("judge", game, *QUICK)
    run("judge", game, "--bot", "greedy", "--effort", "20", "--jobs", "1")
    kept = find_judgement(load(game))
    assert kept is not None
    assert (kept.bot, kept.effort) == ("greedy", 20)


def test_old_format_is_judged_without_saving(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    shutil.copy(ROOT / "transcripts" / "old-format" / "triangle-4-3-players.txt", path)
    before = path.read_bytes()
    finished = run("judge", path, *QUICK)
    assert finished.status == 0
    assert "judged by searcher" in finished.out
    assert "judgement not saved: the old text format cannot represent" in finished.err
    assert path.read_bytes() == before


def test_judging_standard_input_writes_no_file(game: Path) -> None:
    finished = run("judge", "-", *QUICK, stdin=game.read_bytes())
    assert (finished.status, finished.err) == (0, "")


def test_board_without_players_cannot_be_judged() -> None:
    finished = run("judge", ROOT / "transcripts" / "boards" / "hexagon-2.json")
    assert finished.status == 1
    assert "this board has no players" in finished.err
