"""`atlantis judge`: judgements are computed once, saved in the file and consistent."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest

from atlantis_core.commands import judge, judgement_file
from atlantis_core.contests.game_runs import play_games
from atlantis_core.contests.workers import WorkerLostError
from atlantis_core.review import judgement
from atlantis_core.review.judged_games import Judgement, find_judgement
from atlantis_core.review.judgement import TurnsToJudge
from atlantis_core.review.verdicts import TurnMark, TurnVerdict
from atlantis_core.support.errors import AtlantisError
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


LEAST = {"doubtful": 12, "bad": 15, "blunder": 40}
"""The stated losses in percent, apart from rounding."""


def test_printed_loss_agrees_with_the_mark(game: Path) -> None:
    told = run("judge", game, *QUICK).out
    pattern = r"(\w+): .* (\d+)% before, (\d+)% after \(loses (\d+)%"
    found = [one for one in re.findall(pattern, told) if one[0] in LEAST]
    assert found
    for mark, before, after, loss in found:
        assert int(before) - int(after) == int(loss) >= LEAST[mark] - 1


def test_judging_keeps_other_annotations(game: Path) -> None:
    before = load(game).annotations
    run("judge", game, *QUICK)
    after = load(game).annotations
    assert (after.comments, after.tags) == (before.comments, before.tags)
    assert set(before.variations) <= set(after.variations)


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


@pytest.fixture
def folder(game: Path, tmp_path: Path) -> Path:
    """Two games of one event, and a board that nobody plays on."""
    games = tmp_path / "games"
    games.mkdir()
    for name in ("first.json", "second.json"):
        shutil.copy(game, games / name)
    shutil.copy(ROOT / "transcripts" / "boards" / "hexagon-2.json", games / "board.json")
    return games


def test_folder_gives_a_table_of_players_and_resumes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run("judge", folder, *QUICK)
    assert (first.status, first.err) == (0, "")
    event, header, *rows = first.out.splitlines()
    assert event == "event: Sample games"
    assert header.split()[:3] == ["player", "games", "accuracy"]
    assert {tuple(row.split()[:2]) for row in rows} == {("Ada", "2"), ("Ben", "2"), ("Cleo", "2")}
    assert re.search(r"json#\d+ \?", first.out)
    kept = [find_judgement(load(folder / name)) for name in ("first.json", "second.json")]
    assert all(found is not None and len(found.verdicts) == 38 for found in kept)

    def refuse(*_: object) -> None:
        raise AssertionError("judged again")

    monkeypatch.setattr(judgement.TurnQuestion, "__call__", refuse)
    assert run("judge", folder, *QUICK).out == first.out


def test_games_of_a_collection_are_judged_in_place(game: Path, tmp_path: Path) -> None:
    collection = tmp_path / "games.jsonl"
    line = json.dumps(json.loads(game.read_text(encoding="utf-8")))
    collection.write_text(f"{line}\n{line}\n", encoding="utf-8")
    first = run("judge", collection, *QUICK)
    assert (first.status, first.err) == (0, "")
    kept = [json.loads(part) for part in collection.read_text(encoding="utf-8").splitlines()]
    assert [len(part["annotations"]["judgement"]["turns"]) for part in kept] == [38, 38]


def test_several_games_as_json_give_one_object_each(folder: Path) -> None:
    found = run("judge", folder, *QUICK, "--json", "--read-only").out.splitlines()
    assert [Path(json.loads(line)["file"]).name for line in found] == ["first.json", "second.json"]


def test_interrupted_judging_keeps_the_turns_judged_so_far(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_a_worker(
        contest: TurnsToJudge, numbers: range, _: int
    ) -> Generator[tuple[int, dict[int, TurnVerdict]], None, None]:
        yield numbers[0], contest.play(numbers[0])
        yield numbers[1], contest.play(numbers[1])
        raise AtlantisError("the network file is damaged")

    monkeypatch.setattr(judge, "play_games", lose_a_worker)
    assert run("judge", game, *QUICK).status != 0
    kept = find_judgement(load(game))
    assert kept is not None
    assert list(kept.verdicts) == list(range(1, 2 * judgement.BLOCK + 1))
    monkeypatch.undo()
    run("judge", game, *QUICK)
    whole = find_judgement(load(game))
    assert whole is not None
    assert not whole.missing(38)


def test_other_workers_continue_after_one_was_killed(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[int] = []

    def lose_a_worker(
        contest: TurnsToJudge, numbers: range, _: int
    ) -> Generator[tuple[int, dict[int, TurnVerdict]], None, None]:
        runs.append(len(numbers))
        for number in numbers:
            if len(runs) < 3 and number == 1:
                raise WorkerLostError("a worker process exited unexpectedly")
            yield number, contest.play(number)

    monkeypatch.setattr(judge, "play_games", lose_a_worker)
    assert run("judge", game, *QUICK).status == 0
    assert runs == [10, 9, 8]
    whole = find_judgement(load(game))
    assert whole is not None
    assert not whole.missing(38)


def test_judging_gives_up_if_no_worker_survives(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_all(
        *_: object,
    ) -> Generator[tuple[int, dict[int, TurnVerdict]], None, None]:
        yield from ()
        raise WorkerLostError("a worker process exited unexpectedly")

    monkeypatch.setattr(judge, "play_games", lose_all)
    told = run("judge", game, *QUICK)
    assert told.status == 1
    assert "a worker process exited unexpectedly" in told.err


def test_killed_judge_loses_only_the_last_seconds(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[int] = []

    def watched(
        contest: TurnsToJudge, numbers: range, _: int
    ) -> Generator[tuple[int, dict[int, TurnVerdict]], None, None]:
        for number in numbers:
            kept = find_judgement(load(game))
            saved.append(0 if kept is None else len(kept.verdicts))
            yield number, contest.play(number)

    monkeypatch.setattr(judge, "play_games", watched)
    monkeypatch.setattr(judgement_file, "SAVED_EVERY", 0.0)
    assert run("judge", game, *QUICK).status == 0
    assert saved[:3] == [0, judgement.BLOCK, 2 * judgement.BLOCK]


def test_unfinished_judgement_ends_before_the_first_missing_turn() -> None:
    even = (0.5, 0.5)
    verdicts = {turn: TurnVerdict(turn % 2, even, even, 0.0) for turn in (1, 2, 4, 5)}
    kept = Judgement("master", 1, verdicts).before_gap()
    assert list(kept.verdicts) == [1, 2]
    assert list(Judgement("master", 1, {4: verdicts[4]}).before_gap().verdicts) == []


def test_games_are_judged_on_the_cluster_that_on_names(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def runner_on(address: str, _: object) -> object:
        asked.append(address)
        return lambda contest, numbers, _: play_games(contest, numbers, jobs=2)

    monkeypatch.setattr("atlantis_core.contests.cluster.runner_on", runner_on)
    there = run("judge", game, *QUICK, "--read-only", "--on", "tcp://scheduler:8786")
    assert there.out == run("judge", game, *QUICK, "--read-only").out
    assert asked == ["tcp://scheduler:8786"]


def test_two_bots_show_where_they_disagree(game: Path) -> None:
    before = game.read_bytes()
    both = ("--bot", "searcher", "--bot", "greedy", "--effort", "60", "--jobs", "1")
    told = run("judge", game, *both).out
    found = [json.loads(line) for line in run("judge", game, *both, "--json").out.splitlines()]
    assert found
    count = f"searcher and greedy disagree about {len(found)} of "
    assert told.splitlines()[-1].startswith(f"{game}: {count}")
    for entry in found:
        assert [judged["bot"] for judged in entry["judges"]] == ["searcher", "greedy"]
        mistakes = [TurnMark(judged["mark"]).is_mistake for judged in entry["judges"]]
        assert sorted(mistakes) == [False, True]
        assert f"{game}#{entry['turn']} " in " ".join(told.split())
    assert game.read_bytes() == before
    assert run("judge", game, *both, "--bot", "master").status == 2
