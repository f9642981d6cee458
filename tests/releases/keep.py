"""Writes the files that `test_releases.py` keeps of a release: python -m tests.releases.keep 0.3.0.

The index of games is not among them: it is made again when its version differs.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from atlantis_core.game_library.paths import list_of_added, note_added, usual_index
from atlantis_core.learning.collection import dump_collection, found_puzzles
from atlantis_core.positions.grid import parse_moves
from atlantis_core.review.history_file import add_game, add_name
from atlantis_core.review.player_history import Encounter, FinishedGame
from atlantis_core.rules.game import Game
from atlantis_core.rules.share_code import format_game
from atlantis_core.transcript import load
from atlantis_core.transcript.json_writer import write_line
from atlantis_tui.game.input_store import plan_path, save_plan
from tests.commands.running import run

FOLDER = Path(__file__).parent
NET = FOLDER.parents[1] / "src" / "atlantis_core" / "bots" / "net.json"
MATCH = ("match", "greedy", "random", "--board", "triangle:2", "--games", "2", "--seed", "1")
OPTIONS = """\
# Written for Atlantis {version}.
theme = "atlantis-light"
animation = false
speed = 3
zoom = "compact"
colors = "256"
labels = "near"
overlay = "territory"
judge = false

[keys]
editor-shift-board = "f6"
end-turn = "f7"
"""


def keep(version: str) -> None:
    """Write the files of this version into a new folder."""
    folder = FOLDER / version
    folder.mkdir()
    _keep_games(folder)
    (folder / "config.toml").write_text(OPTIONS.format(version=version), encoding="utf-8")
    (folder / "puzzles.json").write_text(dump_collection(found_puzzles()[:3]), encoding="utf-8")
    shutil.copy(NET, folder / "net.json")
    add_name(folder / "own-results.jsonl", "Ann")
    met = Encounter("bot:greedy", 1)
    add_game(
        folder / "own-results.jsonl",
        FinishedGame("0123456789ab", "2026-11-18", "triangle:2", (met,), turns=15, chain=6),
    )
    with tempfile.TemporaryDirectory() as data:
        os.environ["XDG_DATA_HOME"] = data
        note_added(usual_index(), ["/games"])
        shutil.copy(list_of_added(usual_index()), folder / "library.jsonl")
    with tempfile.TemporaryDirectory() as state:
        os.environ["XDG_STATE_HOME"] = state
        game = Path(state, "game.json")
        save_plan(game, 1, 5, parse_moves("d4-d5 e3-f4"))
        plan = plan_path(game, 1).read_text(encoding="utf-8").replace(str(game), "/game.json")
        (folder / "plan.json").write_text(plan, encoding="utf-8")


def _keep_games(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        results = Path(temporary, "results.jsonl")
        assert run(*MATCH, "--out", results).status == 0
        shutil.copy(results, folder)
        first, second = sorted(results.with_name("results-games").iterdir())
        shutil.copy(first, folder / "game.json")
        collected = "\n".join(write_line(load(path)).strip() for path in (first, second)) + "\n"
        (folder / "games.jsonl").write_text(collected, encoding="utf-8")
        game = Game.load(first)
        (folder / "share-code.txt").write_text(format_game(game) + "\n", encoding="utf-8")
        plain = Game(game.positions[0])  # without tags, which the old format lacks
        for turn in game.turns:
            plain.play(turn)
        plain.save(folder / "game.txt")
    assert run("judge", folder / "game.json", "--bot", "greedy").status == 0


if __name__ == "__main__":
    keep(sys.argv[1])
