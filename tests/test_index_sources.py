"""What the index does when it is lost: it remembers what was added, and is built again."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from atlantis_core.commands.indexed_files import add_games
from atlantis_core.game_library.index import GameIndex, IndexDamagedError
from atlantis_core.game_library.paths import list_of_added, load_added, usual_index
from atlantis_core.transcript.json_writer import write_line
from tests.commands.running import run
from tests.test_game_index import _transcript, library

LINES = [write_line(_transcript(seed)) for seed in range(60)] * 4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "games"
    made.mkdir()
    (made / "club.jsonl").write_text("".join(LINES))
    return made


def test_new_files_of_an_added_folder_are_found_without_naming_it(
    tmp_path: Path, folder: Path
) -> None:
    library(tmp_path, "add", str(folder))
    (folder / "new.json").write_text(LINES[0])

    assert library(tmp_path, "add") == "2 files, 1 new game\n"


def test_a_deleted_index_is_built_again_from_what_was_added(tmp_path: Path, folder: Path) -> None:
    library(tmp_path, "add", str(folder))
    (tmp_path / "index.sqlite").unlink()

    assert library(tmp_path, "add") == "1 file, 240 new games\n"


def test_interrupted_adding_goes_on_the_next_time(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "second.jsonl").write_text("".join(LINES[:9]))

    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, closing(GameIndex(tmp_path / "index.sqlite")) as index:
        patch.setattr(index, "update", interrupt)
        with pytest.raises(KeyboardInterrupt):
            add_games(index, [str(folder)])

    assert library(tmp_path, "add") == "2 files, 249 new games\n"


def test_list_of_the_usual_index_is_not_in_the_cache() -> None:
    assert list_of_added(usual_index()).parent != usual_index().parent
    other = usual_index().with_name("other.sqlite")
    assert list_of_added(other).parent == other.parent


def test_a_path_is_listed_once_and_not_beside_its_folder(tmp_path: Path, folder: Path) -> None:
    for _ in range(2):
        library(tmp_path, "add", str(folder), str(folder / "club.jsonl"))
    assert load_added(tmp_path / "index.sqlite") == (str(folder),)


def test_damaged_list_of_what_was_added_is_ignored_line_by_line(
    tmp_path: Path, folder: Path
) -> None:
    library(tmp_path, "add", str(folder))
    file = list_of_added(tmp_path / "index.sqlite")
    file.write_bytes(b'[1]\n"relative"\n{\n\xff\n"a\\u0000b"\n' + file.read_bytes())
    assert str(folder) in load_added(tmp_path / "index.sqlite")
    assert library(tmp_path, "add") == "1 file, 0 new games\n"


def test_what_is_added_after_a_line_that_was_cut_off_is_on_the_list(
    tmp_path: Path, folder: Path
) -> None:
    list_of_added(tmp_path / "index.sqlite").write_text('"/games/a')
    library(tmp_path, "add", str(folder))
    assert load_added(tmp_path / "index.sqlite") == (str(folder),)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_list_of_what_was_added_is_neither_a_pipe_nor_created_through_a_link(
    tmp_path: Path, folder: Path
) -> None:
    index, target = tmp_path / "index.sqlite", tmp_path / "target"
    file = list_of_added(index)
    os.mkfifo(file)
    as_pipe = run("library", "add", str(folder), "--index", str(index))
    file.unlink()
    file.symlink_to(target)
    as_link = run("library", "add", str(folder), "--index", str(index))

    assert f"cannot write '{file}': not a regular file" in as_pipe.err
    assert f"cannot write '{file}': it is a symbolic link to a missing file" in as_link.err
    assert not target.exists()


def test_removing_forgets_the_games_and_leaves_the_files(tmp_path: Path, folder: Path) -> None:
    library(tmp_path, "add", str(folder))

    assert library(tmp_path, "remove", str(folder)) == "1 file removed from the index\n"

    assert (folder / "club.jsonl").exists()
    assert library(tmp_path, "search") == "0 games\n"
    assert library(tmp_path, "add") == "0 files, 0 new games\n"


PAGE = 4096
FIRST = ("SELECT * FROM games LIMIT 1", "SELECT * FROM files", "SELECT * FROM positions LIMIT 1")
ALL = "SELECT players FROM games"


def damage(path: Path) -> None:
    """Overwrite a page of the games that is not read when the index is opened."""
    content = path.read_bytes()
    for start in range(PAGE, len(content), PAGE):
        path.write_bytes(content[:start] + b"\xa5" * PAGE + content[start + PAGE :])
        if all(is_readable(path, query) for query in FIRST) and not is_readable(path, ALL):
            return
    pytest.fail("no page of the index is read late")


def is_readable(path: Path, query: str) -> bool:
    with closing(sqlite3.connect(path)) as base:
        try:
            base.execute(query).fetchall()
        except sqlite3.DatabaseError:
            return False
    return True


def test_damage_that_only_a_search_meets_deletes_the_index(tmp_path: Path, folder: Path) -> None:
    index = tmp_path / "index.sqlite"
    library(tmp_path, "add", str(folder))
    damage(index)

    with pytest.raises(IndexDamagedError), closing(GameIndex(index)) as opened:
        list(opened.search())

    assert not index.exists()
    assert library(tmp_path, "add") == "1 file, 240 new games\n"


def test_adding_builds_a_damaged_index_again(tmp_path: Path, folder: Path) -> None:
    index = tmp_path / "index.sqlite"
    library(tmp_path, "add", str(folder))
    damage(index)
    other = tmp_path / "other.json"
    other.write_text(LINES[0])

    done = run("library", "add", str(other), "--index", str(index))

    assert (done.status, done.out) == (0, "2 files, 241 new games\n")
    assert "damaged" in done.err


def test_a_new_index_is_not_deleted_for_the_damage_of_an_old_one(
    tmp_path: Path, folder: Path
) -> None:
    index = tmp_path / "index.sqlite"
    library(tmp_path, "add", str(folder))
    damage(index)
    with closing(GameIndex(index)) as opened:
        index.rename(tmp_path / "old.sqlite")
        library(tmp_path, "add")
        with pytest.raises(IndexDamagedError):
            list(opened.search())
    with closing(GameIndex(index)) as opened:
        assert opened.count() == 240


def test_index_in_memory_needs_no_file() -> None:
    with closing(GameIndex(Path(":memory:"))) as index:
        assert index.count() == 0
    assert not Path(":memory:").exists()


def test_usual_index_is_replaced_even_if_nothing_of_its_header_is_left() -> None:
    path = usual_index()
    path.parent.mkdir(parents=True)
    path.write_bytes(b"x" * 5000)
    with closing(GameIndex(path)) as opened:
        assert opened.was_replaced
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("SELECT count(*) FROM games").fetchone() == (0,)
