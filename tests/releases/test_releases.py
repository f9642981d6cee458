"""Files of every release stay readable, and files of a newer one get a clear message."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from atlantis_core.bots.nets import pack, the_net
from atlantis_core.game_library.paths import list_of_added, load_added
from atlantis_core.learning.collection import read_puzzles
from atlantis_core.learning.exercises import ExerciseError
from atlantis_core.review.history_file import load_history
from atlantis_core.review.judged_games import find_judgement
from atlantis_core.rules.game import Game
from atlantis_core.rules.share_code import parse_game
from atlantis_core.transcript import load
from atlantis_tui.game.input_store import load_plan, plan_path
from atlantis_tui.settings.key_map import parse_keys
from atlantis_tui.settings.options import load_options
from tests.commands.running import run

FOLDER = Path(__file__).parent
RELEASES = sorted(path for path in FOLDER.iterdir() if path.is_dir() and path.name[0].isdigit())
NEWER = ("games.jsonl", "library.jsonl", "own-results.jsonl", "puzzles.json")
"""Files that 0.1.0 did not write."""
KINDS = {
    "config.toml",
    "game.json",
    "game.txt",
    "net.json",
    "plan.json",
    "results.jsonl",
    "share-code.txt",
}

pytestmark = pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)


def test_release_has_every_kind_of_file(release: Path) -> None:
    expected = KINDS if release.name == "0.1.0" else KINDS.union(NEWER)
    assert {path.name for path in release.iterdir()} >= expected


def kept(release: Path, name: str) -> Path:
    if not (release / name).exists():
        pytest.skip(f"{release.name} did not write {name}")
    return release / name


def test_transcripts_have_the_same_game(release: Path) -> None:
    game = Game.load(release / "game.json")
    assert game.is_over
    assert Game.load(release / "game.txt").positions == game.positions
    code = (release / "share-code.txt").read_text(encoding="utf-8").strip()
    assert parse_game(code).position == game.position
    assert run("check", release / "game.json", release / "game.txt").status == 0


def test_judgement_is_kept(release: Path) -> None:
    judgement = find_judgement(load(release / "game.json"))
    assert judgement is not None


def test_options_and_keys(release: Path) -> None:
    loaded = load_options(release / "config.toml")
    assert loaded.problems == ()
    assert (loaded.options.theme, loaded.options.speed) == ("atlantis-light", 3)
    assert parse_keys(loaded.keys, "config.toml")[1] == ()


def test_results_are_resumed(release: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    shutil.copy(release / "results.jsonl", path)
    before = path.read_bytes()
    match = ("match", "greedy", "random", "--board", "triangle:2", "--games", "2", "--seed", "1")
    done = run(*match, "--out", path)
    assert done.status == 0, done.err
    assert path.read_bytes() == before


def test_plans(release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    game = tmp_path / "game.json"
    plan_path(game, 1).parent.mkdir(parents=True)
    shutil.copy(release / "plan.json", plan_path(game, 1))
    assert [str(move) for move in load_plan(game, 1, 5)] == ["d4-d5", "e3-f4"]


def test_nets_have_the_size_that_the_engine_expects(release: Path) -> None:
    numbers = json.loads((release / "net.json").read_text(encoding="utf-8"))
    assert len(pack(numbers)) == len(the_net())


def test_collections_have_their_games(release: Path) -> None:
    path = kept(release, "games.jsonl")
    assert run("check", path).status == 0
    assert Game.load(f"{path}:1").positions == Game.load(release / "game.json").positions


def test_own_results_keep_their_games_and_name(release: Path) -> None:
    history = load_history(kept(release, "own-results.jsonl"))
    assert (history.problems, history.name, history.is_writable) == ((), "Ann", True)
    (game,) = history.games
    assert (game.board, game.turns, game.chain, game.score) == ("triangle:2", 15, 6, 1)


def test_library_knows_what_was_added(release: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite"
    shutil.copy(kept(release, "library.jsonl"), list_of_added(index))
    assert load_added(index) == ("/games",)


def test_puzzles_are_playable(release: Path) -> None:
    text = kept(release, "puzzles.json").read_text(encoding="utf-8")
    assert len(read_puzzles(text, "puzzles.json")) == 3


def test_newer_own_results_get_a_clear_message_and_are_kept(release: Path, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    text = kept(release, "own-results.jsonl").read_text(encoding="utf-8")
    path.write_text(text.replace('"version": 1', '"version": 2', 1), encoding="utf-8")
    history = load_history(path)
    assert not history.is_writable
    assert "from a newer version of Atlantis" in history.problems[0]


def test_newer_puzzles_get_a_clear_message(release: Path) -> None:
    text = kept(release, "puzzles.json").read_text(encoding="utf-8")
    with pytest.raises(ExerciseError, match="a newer version of Atlantis wrote the puzzles"):
        read_puzzles(text.replace('"version": 1', '"version": 2', 1), "puzzles.json")


def test_newer_options_are_reported_and_the_others_used(release: Path, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    text = (release / "config.toml").read_text(encoding="utf-8")
    path.write_text('future = "yes"\n' + text, encoding="utf-8")
    loaded = load_options(path)
    assert loaded.options.theme == "atlantis-light"
    assert "future" in loaded.problems[0]


@pytest.mark.parametrize("name", ["game.json", "game.txt"])
def test_a_newer_transcript_gets_a_clear_message(release: Path, name: str, tmp_path: Path) -> None:
    text = (release / name).read_text(encoding="utf-8")
    newer = tmp_path / name
    newer.write_text(text.replace("1.0", "2.0", 1), encoding="utf-8")
    done = run("check", newer)
    assert done.status == 1
    assert "unknown version '2.0' (expected '1.0')" in done.out + done.err
    assert "a newer version of Atlantis may have written it: update this one" in done.out + done.err
