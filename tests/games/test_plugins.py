"""Games of other distributions: an installed Reversi works like the built-in games."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from atlantis_core.games import registry
from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Game, Position
from atlantis_core.opening import GameFile, TranscriptFile, open_bytes
from tests.commands.running import process_environment, run, run_process
from tests.commands.samples import GAME, write
from tests.games.plugins import install_reversi, on_path, write_distribution
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
ENTRY = """\
from atlantis_core.games.registry import Entry

ENTRY = Entry({name!r}, "Other", "another game", (".other",), {pattern!r}, "no_such_module")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_reversi(tmp_path_factory.mktemp("installed"))


@pytest.fixture
def reversi(folder: Path) -> Iterator[Game]:
    with on_path(folder):
        yield registry.entry_named("reversi").load()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.reversi"
    path.write_text("reversi 6: c2  b2 a2\n")
    return path


def test_installed_game_is_listed_after_the_built_in_ones(reversi: Game) -> None:
    names = [entry.name for entry in registry.all_entries()]
    assert names == ["map", "kalah", "hsn", "tafl", "reversi"]
    assert registry.has_game_suffix("game.reversi")
    assert registry.installed().problems == ()
    assert "Place a disc" in reversi.rules


def perft(position: Position, depth: int) -> int:
    if not depth:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


def test_reversi_has_as_many_positions_as_published(reversi: Game) -> None:
    start = reversi.new("8").position(0)
    assert [perft(start, depth) for depth in (1, 2, 3, 4)] == [4, 12, 56, 244]


def test_reversi_opponent_beats_random_play(reversi: Game) -> None:
    chosen, record = random.Random(1), reversi.new("6")
    while (position := record.position(record.last_step)).result is None:
        if position.to_move:
            move = reversi.think(record, 300).move
        else:
            move = chosen.choice(position.legal_moves())
        record = record.played(move)
    assert position.result is not None
    assert position.result.startswith("white wins ")
    assert reversi.read(record.text(), "a").record == record


def test_player_without_a_square_passes(reversi: Game) -> None:
    start = reversi.new("4").position(0)
    stuck = type(start)("xo" + "." * 14, 1)  # type: ignore[call-arg]  # a Reversi position
    assert [move.text for move in stuck.legal_moves()] == ["pass"]
    after = stuck.play(stuck.legal_moves()[0])
    assert (after.to_move, [move.text for move in after.legal_moves()]) == (0, ["c1"])
    assert after.play(after.legal_moves()[0]).result == "black wins 3 to 0"


def test_commands_work_on_files_of_an_installed_game(
    folder: Path, file: Path, tmp_path: Path
) -> None:
    def atlantis(*arguments: str | Path) -> str:
        finished = run_process(*arguments, PYTHONPATH=str(folder))
        assert (finished.status, finished.err) == (0, "")
        return finished.out

    assert atlantis("check", file) == atlantis("check", tmp_path) == ""
    shown = atlantis("show", f"{file}#1", "--style", "mini")
    assert shown.splitlines()[:4] == [
        "   a b c d e f",
        "1  . . . . . .",
        "2  . . x . . .",
        "3  . . x x . .",
    ]
    assert shown.endswith(
        "Reversi, 6 by 6\nAfter step 1 of 3. white to move.\n"
        "black (x): 4 discs\nwhite (o): 1 discs\n"
    )
    assert atlantis("show", file, "--svg").startswith("<svg ")
    last = json.loads(atlantis("replay", file, "--json").splitlines()[-1])
    assert (last["step"], last["move"], last["to_move"]) == (3, "a2", "white")
    assert "a1\n" in atlantis("moves", file)
    hint = json.loads(atlantis("hint", file, "--effort", "50", "--json"))
    assert hint["to_move"] == "white"
    assert hint["move"] in atlantis("moves", file).split()
    assert atlantis("fmt", file) == f"{file}\n"
    assert file.read_text() == "reversi 6: c2 b2 a2\n"
    atlantis("convert", file, tmp_path / "copy.reversi")
    assert (tmp_path / "copy.reversi").read_text() == file.read_text()


def test_errors_in_files_of_an_installed_game_have_places(reversi: Game, file: Path) -> None:
    del reversi
    file.write_text("reversi 6: c2 f6\n")
    checked = run("check", file)
    assert checked.status == 1
    assert "game.reversi:1:15: error: not a legal move: 'f6'" in checked.out


# Cost and faults.


BUILT_IN = (
    [],
    ["--version"],
    ["--help"],
    ["show", "game.json"],
    ["check", "game.json"],
    ["stats", "game.json"],
    *(
        ["check", str(ROOT / "transcripts" / sample)]
        for sample in ("hsn/first-turns.hsn", "kalah", "maps", "tafl/puzzle-brandub.otg")
    ),
)


def refuse() -> registry.Installed:
    raise AssertionError("the entry points were read")


@pytest.mark.parametrize("command", BUILT_IN, ids=" ".join)
def test_entry_points_are_not_read_for_known_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    write(tmp_path, GAME)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "installed", refuse)
    assert run(*command).status == (0 if command else 2)


@pytest.mark.parametrize("command", [["--version"], ["show", "game.json"], ["check", "game.json"]])
def test_commands_on_known_files_import_nothing_slow(tmp_path: Path, command: list[str]) -> None:
    write(tmp_path, GAME)
    program = (
        "import sys; from atlantis_tui.__main__ import main; main(sys.argv[1:]); "
        "print({'importlib.metadata', 'pathlib'} & set(sys.modules))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program, *command],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=process_environment(),
        check=True,
        timeout=PATIENCE,
    )
    assert finished.stdout.splitlines()[-1] == "set()"


def test_text_that_begins_like_a_transcript_is_never_offered_to_plugins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "installed", refuse)
    for text in ("{", '["a"]', "// x", "# x", "'x'", '"x"', "board", "Atlantis", "players"):
        assert isinstance(open_bytes(text.encode(), "x"), TranscriptFile)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("ENTRY = 3", "the game 'bad' cannot be loaded: 'bad:ENTRY' is not an Entry of "),
        ("1 / 0", "the game 'bad' cannot be loaded: division by zero"),
        ("import no_such", "the game 'bad' cannot be loaded: No module named 'no_such'"),
        (ENTRY.format(name="tafl", pattern="x"), "cannot be loaded: another game is called 'tafl'"),
        (ENTRY.format(name="bad", pattern="("), "the game 'bad' cannot be loaded: missing )"),
    ],
    ids=["no entry", "raises", "no import", "name taken", "no pattern"],
)
def test_unusable_plugin_is_reported_and_leaves_the_others(
    tmp_path: Path, source: str, problem: str
) -> None:
    write_distribution(tmp_path, "bad", source)
    write_distribution(tmp_path, "good", ENTRY.format(name="good", pattern="good"))
    with on_path(tmp_path):
        assert registry.installed().entries[-1].name == "good"
        assert problem in registry.installed().problems[0]
        with pytest.raises(GameError, match="no such game: 'chess'") as raised:
            registry.entry_named("chess")
        assert problem in str(raised.value)
        (unknown,) = open_bytes(b"letter", "x").check()
        assert problem in str(unknown)


def test_plugin_whose_game_cannot_be_imported_is_an_error_of_the_command(tmp_path: Path) -> None:
    write_distribution(tmp_path, "other", ENTRY.format(name="other", pattern=r"\Aother"))
    path = tmp_path / "a.other"
    path.write_text("other 1")
    with on_path(tmp_path):
        shown = run("show", path)
    assert (shown.status, shown.out) == (1, "")
    assert shown.err == "atlantis show: Other cannot be loaded: No module named 'no_such_module'\n"


def test_built_in_games_are_asked_first(tmp_path: Path) -> None:
    write_distribution(tmp_path, "greedy", ENTRY.format(name="greedy", pattern="(?s)."))
    with on_path(tmp_path):
        file = open_bytes(b"[SB]", "s")
    assert isinstance(file, GameFile)
    assert file.entry.name == "hsn"
