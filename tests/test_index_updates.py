"""Updates of the index of games: changed lines, several programs at once, kills, full disks."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from atlantis_core.commands.indexed_files import add_games
from atlantis_core.game_library import index as index_module
from atlantis_core.game_library.documents import Document
from atlantis_core.game_library.index import GameIndex, IndexFailedError
from atlantis_core.game_library.reading import GameReader, PartToRead
from atlantis_core.game_library.rows import GameRow
from atlantis_core.transcript.json_writer import write_line
from tests.test_game_index import _transcript, library
from tests.waiting import PATIENCE

LINES = [write_line(_transcript(seed)) for seed in range(40)]


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(LINES))
    return path


def numbers(folder: Path) -> dict[str, int]:
    """The number that the index gives each game, by place."""
    with closing(GameIndex(folder / "index.sqlite")) as index:
        return {game.place: game.id for game in index.search()}


def test_only_changed_lines_of_a_collection_are_read_again(
    tmp_path: Path, collection: Path
) -> None:
    library(tmp_path, "add", str(collection))
    before = numbers(tmp_path)
    changed = [*LINES[:6], write_line(_transcript(77)), *LINES[7:], write_line(_transcript(78))]
    collection.write_text("".join(changed))

    assert library(tmp_path, "add", str(collection)) == "1 file, 2 new games\n"

    after = numbers(tmp_path)
    assert {place for place in after if after[place] != before.get(place)} == {
        f"{collection}:7",
        f"{collection}:41",
    }
    collection.write_text("".join(LINES[:3]))
    assert library(tmp_path, "add", str(collection)) == "1 file, 0 new games\n"
    assert list(numbers(tmp_path)) == [f"{collection}:{line}" for line in (1, 2, 3)]


def test_positions_of_forgotten_games_do_not_accumulate(
    tmp_path: Path, collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_module, "_LEAST_COMPACTED", 0)
    other = tmp_path / "other.jsonl"
    other.write_text(LINES[0])
    library(tmp_path, "add", str(collection), str(other))
    collection.unlink()
    library(tmp_path, "add")

    with closing(sqlite3.connect(tmp_path / "index.sqlite")) as base:
        assert base.execute("SELECT count(*) FROM positions").fetchone() == (4,)
    assert library(tmp_path, "search", "--position", f"{other}:1#0").endswith("\n1 game\n")


@pytest.mark.usefixtures("collection")
def test_programs_that_index_at_once_do_not_double_games(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"{number}.json").write_text(LINES[number])
    index = str(tmp_path / "index.sqlite")
    words = ("-m", "atlantis_core", "library", "add", str(tmp_path), "--index", index)
    command = (sys.executable, *words)
    programs = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(3)]
    for program in programs:
        _, problems = program.communicate(timeout=PATIENCE)
        assert (program.returncode, problems) == (0, b"")

    assert len(library(tmp_path, "search", "--json").splitlines()) == 60
    with closing(sqlite3.connect(index)) as base:
        assert base.execute("SELECT count(*) FROM games").fetchone() == (60,)


def test_full_disk_leaves_the_old_index(tmp_path: Path, collection: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(LINES[0])
    collection.write_text("".join(LINES * 3))  # more than the pages of the small index hold
    library(tmp_path, "add", str(other))
    with closing(GameIndex(tmp_path / "index.sqlite")) as index:
        pages = index._base.execute("PRAGMA page_count").fetchone()[0]
        index._base.execute(f"PRAGMA max_page_count = {pages}")

        with pytest.raises(IndexFailedError, match="disk is full"):
            add_games(index, [str(collection)])

        assert [game.place for game in index.search()] == [f"{other}:1"]
    assert library(tmp_path, "add", str(collection)) == "1 file, 120 new games\n"


def test_only_large_additions_pack_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atlantis_core.game_library.index._LEAST_COMPACTED", 100)
    many, few = tmp_path / "many.jsonl", tmp_path / "few.jsonl"
    many.write_text("".join(LINES * 10))
    few.write_text("".join(LINES))
    with closing(GameIndex(tmp_path / "index.sqlite")) as index:
        for path, times in ((many, 1), (few, 0)):
            statements = list[str]()
            index._base.set_trace_callback(statements.append)
            add_games(index, [str(path)])
            assert statements.count("VACUUM") == times
        assert [game.place for game in index.search(most=1)] == [f"{many}:1"]


def test_parts_read_elsewhere_are_stored_in_the_order_of_the_file(
    tmp_path: Path, collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atlantis_core.game_library.reading.PART", 15)
    collection.write_text("".join([*LINES, "{}\n"]))
    parts = list[int]()

    def run(numbered):  # type: ignore[no-untyped-def]
        found = list(numbered)
        for number, part in reversed(found):
            parts.append(number)
            assert isinstance(part, PartToRead)
            yield number, part.play(0)

    reader = GameReader(run)
    with closing(GameIndex(tmp_path / "index.sqlite")) as index:
        told, *problems = add_games(index, [str(collection)], reader)

    assert parts == [2, 1, 0]
    assert told == "1 file, 40 new games"
    assert [problem.split(": ")[0] for problem in problems] == [f"{collection}:41:1"]
    assert list(numbers(tmp_path)) == [f"{collection}:{line}" for line in range(1, 41)]


def test_a_row_is_small_enough_to_send() -> None:
    (row,) = GameReader()([Document(1, "games.jsonl:1", LINES[0].encode())])
    assert isinstance(row, GameRow)
    assert len(row.hashes) == 4


_KILLED = """
import os, signal, sys
from pathlib import Path
from atlantis_core.game_library import index as index_module
from atlantis_core.game_library.index import GameIndex
from atlantis_core.game_library.reading import GameReader
from atlantis_core.game_library.documents import Document
from atlantis_core.game_library.rows import Stamp
path, index, part = sys.argv[1:]
index_module._MOST_WAITING = int(part)
index_module.SECONDS_A_PART = 1e9
def documents():
    for number, line in enumerate(Path(path).read_bytes().splitlines(), 1):
        if number > 30:
            os.kill(os.getpid(), signal.SIGKILL)
        yield Document(number, f"{path}:{number}", line)
GameIndex(Path(index)).update(path, Stamp(0, 0, b""), documents(), GameReader())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize(("part", "kept"), [(10**6, 0), (10, 30)])
@pytest.mark.parametrize("has_index", [False, True])
def test_killed_indexing_leaves_whole_games_and_goes_on_there(
    tmp_path: Path, collection: Path, part: int, kept: int, *, has_index: bool
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(write_line(_transcript(3)))
    if has_index:
        library(tmp_path, "add", str(other))
    index = tmp_path / "index.sqlite"
    command = [sys.executable, "-c", _KILLED, str(collection), str(index), str(part)]

    killed = subprocess.run(command, check=False, timeout=PATIENCE)
    assert killed.returncode == -signal.SIGKILL

    found = library(tmp_path, "search", "--json").splitlines()
    assert len(found) == kept + has_index
    assert library(tmp_path, "add", str(collection)) == f"1 file, {40 - kept} new games\n"
    reached = library(tmp_path, "search", "--position", f"{collection}:8#3", "--json")
    places = [json.loads(line)["place"] for line in reached.splitlines()]
    assert f"{collection}:8" in places
    assert len(places) == len(set(places))
    with closing(sqlite3.connect(index)) as base:
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
