"""Collections: several games in one file, addressed by the line on which each begins."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.files import collections
from atlantis_core.files.collections import (
    find_document,
    find_part,
    has_several,
    is_collection,
    read_parts,
    replace_document,
    split_documents,
    split_lines,
    split_name,
)
from atlantis_core.files.errors import SaveConflictError, SaveError
from atlantis_core.files.saving import fingerprint_of
from atlantis_core.transcript import Transcript, dumps, load, loads, save
from atlantis_core.transcript.json_writer import write_line
from atlantis_tui.game.file_follower import FileRead, read_state
from atlantis_tui.navigation import resolve
from atlantis_tui.routes import File, Play, Review
from tests.commands.running import run
from tests.commands.samples import GAME, ILLEGAL
from tests.waiting import PATIENCE

DOCUMENTS = st.lists(
    st.dictionaries(st.text(max_size=4), st.text("{}\n, é", max_size=6), max_size=3),
    min_size=1,
    max_size=6,
)


def write_collection(folder: Path, *lines: str, name: str = "games.jsonl") -> Path:
    path = folder / name
    content = "".join(line.rstrip("\n") + "\n" for line in lines).encode()
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    return path


def one_line(text: str) -> str:
    return write_line(loads(text))


@given(DOCUMENTS, st.sampled_from([None, 2]))
def test_joined_documents_are_found_again(documents: list[dict[str, str]], indent: int) -> None:
    texts = [json.dumps(document, indent=indent) for document in documents]
    content = "\n".join(texts).encode()

    assert [json.loads(part.content) for part in split_documents(content.splitlines(True))] == (
        documents
    )
    assert has_several(content) == (len(documents) > 1)


@given(DOCUMENTS, st.data())
def test_replacing_a_line_leaves_the_others(
    documents: list[dict[str, str]], data: st.DataObject
) -> None:
    lines = [json.dumps(document).encode() + b"\n" for document in documents]
    line = data.draw(st.integers(1, len(lines)))

    changed = replace_document(b"".join(lines), "games.jsonl", line, b"{}")

    assert changed == b"".join([*lines[: line - 1], b"{}\n", *lines[line:]])


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_a_changed_game_returns_to_its_line(tmp_path: Path, name: str) -> None:
    path = write_collection(tmp_path, one_line(GAME), one_line(GAME), one_line(GAME), name=name)
    place = f"{path}:2"
    shorter = load(place).with_turns(())

    saved = save(shorter, place, expected=fingerprint_of(place))

    assert load(place).turns == ()
    assert [load(f"{path}:{line}").turns for line in (1, 3)] == [loads(GAME).turns] * 2
    assert saved.has_same_content(fingerprint_of(place))
    assert not list(tmp_path.glob("*.saving"))


def test_a_save_conflicts_only_with_a_change_of_its_own_line(tmp_path: Path) -> None:
    path = write_collection(tmp_path, one_line(GAME), one_line(GAME))
    known = fingerprint_of(f"{path}:2")
    game = load(f"{path}:1")

    save(game.with_turns(()), f"{path}:1", expected=fingerprint_of(f"{path}:1"))
    save(game.with_tag("event", "club"), f"{path}:2", expected=known)
    with pytest.raises(SaveConflictError):
        save(game, f"{path}:2", expected=known)

    assert load(f"{path}:2").annotations.tags["event"] == "club"


_SAVES_FOREVER = """
import sys
from itertools import count
from atlantis_core.files.saving import fingerprint_of
from atlantis_core.transcript import load, save
place = sys.argv[1]
known = fingerprint_of(place)
for number in count(1):
    known = save(load(place).with_tag("game", number), place, expected=known)
    print(number, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_killed_saving_leaves_whole_games(tmp_path: Path, name: str) -> None:
    path = write_collection(tmp_path, *[one_line(GAME)] * 300, name=name)
    others = one_line(GAME).rstrip("\n").encode()
    for lines in (1, 2, 3):
        command = [sys.executable, "-c", _SAVES_FOREVER, f"{path}:150"]
        saving = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert saving.stdout is not None
        last = [int(saving.stdout.readline()) for _ in range(lines)][-1]
        saving.kill()  # in the middle of one of the following saves
        saving.wait(timeout=PATIENCE)
        saving.stdout.close()

        parts = {part.line: part.content for part in read_parts(path)}
        saved = parts.pop(150)
        assert json.loads(saved)["annotations"]["tags"]["game"] >= last
        assert parts == dict.fromkeys([*range(1, 150), *range(151, 301)], others)


def test_a_game_of_a_large_collection_is_saved(tmp_path: Path) -> None:
    filler = one_line(GAME).rstrip() + " " * (8 << 20)
    path = write_collection(tmp_path, *[filler] * 5, one_line(GAME), filler)
    size = path.stat().st_size

    changed = run("turn", f"{path}:6", "pass")

    assert changed.status == 0, changed.err
    assert len(load(f"{path}:6").turns) == len(loads(GAME).turns) + 1
    assert 0 < path.stat().st_size - size < 100


def test_a_missing_line_is_not_written(tmp_path: Path) -> None:
    path = write_collection(tmp_path, one_line(GAME))
    before = path.read_bytes()

    with pytest.raises(SaveError, match="no game begins on line 7"):
        save(loads(GAME), f"{path}:7", expected=fingerprint_of(f"{path}:1"))

    assert path.read_bytes() == before


def test_a_file_with_the_name_of_an_address_wins(tmp_path: Path) -> None:
    path = write_collection(tmp_path, one_line(GAME))
    (tmp_path / "games.jsonl:1").write_text("other")

    assert find_part(f"{path}:1") is None
    assert split_name("games.jsonl:12") == ("games.jsonl", 12)


def test_one_line_holds_the_same_game() -> None:
    def essence(transcript: Transcript) -> str:
        return dumps(transcript)

    assert essence(loads(one_line(GAME))) == essence(loads(dumps(loads(GAME))))
    assert one_line(GAME).count("\n") == 1


def test_a_broken_game_is_reported_by_line_and_hides_no_other(tmp_path: Path) -> None:
    illegal = one_line(ILLEGAL)
    path = write_collection(tmp_path, one_line(GAME), '{"format": 1', illegal, one_line(GAME))

    checked = run("check", str(path))
    counted = run("stats", "--json", str(path))

    assert checked.status == counted.status == 1
    assert {line.split(":")[1] for line in checked.out.splitlines()} == {"2", "3"}
    assert [json.loads(line)["file"] for line in counted.out.splitlines()] == [
        f"{path}:1",
        f"{path}:4",
    ]


def test_games_of_a_collection_are_listed_by_line_and_broken_ones_last(tmp_path: Path) -> None:
    path = write_collection(tmp_path, *[one_line(GAME)] * 11, "garbage", '{"players": 1}')

    listed = run("games", "--json", str(path))

    assert listed.status == 1
    rows = [json.loads(line) for line in listed.out.splitlines()]
    assert [row["file"] for row in rows] == [f"{path}:{line}" for line in range(1, 14)]
    assert [row["state"] for row in rows[-3:]] == [rows[0]["state"], "broken", "broken"]


def test_an_unfinished_last_line_is_left_out(tmp_path: Path) -> None:
    path = write_collection(tmp_path, one_line(GAME))
    with path.open("a") as file:
        file.write(one_line(GAME)[:40])

    assert [part.is_whole for part in read_parts(path)] == [True, False]
    assert run("check", str(path)) == (0, "", "")


def test_a_truncated_archive_yields_its_whole_games(tmp_path: Path) -> None:
    path = write_collection(tmp_path, *[one_line(GAME)] * 50, name="games.jsonl.gz")
    path.write_bytes(path.read_bytes()[:-12])

    finished = run("stats", "--json", str(path))

    assert finished.status == 1
    assert "damaged or truncated" in finished.err
    assert len(finished.out.splitlines()) >= 40


def test_concatenated_games_are_a_collection(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    path.write_text(GAME + GAME)

    listed = run("games", "--json", str(path))
    shown = run("show", str(path))
    chosen = run("show", f"{path}:1#1")

    places = [json.loads(line)["file"] for line in listed.out.splitlines()]
    assert places == [f"{path}:1", f"{path}:{GAME.count(chr(10)) + 1}"]
    assert shown.status == 2
    assert f"choose a game by its line: '{path}:1'" in shown.err
    assert chosen.status == 0


def test_results_of_a_match_are_not_games(tmp_path: Path) -> None:
    write_collection(tmp_path, '{"format": "Atlantis match"}', '{"game": 1}')
    (tmp_path / "game.json").write_text(GAME)

    assert len(run("stats", "--json", str(tmp_path)).out.splitlines()) == 1


def test_the_app_saves_a_turn_into_its_line(tmp_path: Path) -> None:
    path = write_collection(tmp_path, one_line(GAME), one_line(GAME))
    place = Path(f"{path}:2")

    route = resolve(File(place))
    assert isinstance(route, Play | Review)
    route.document.game.undo()
    route.document.save()

    assert load(f"{path}:1").turns == loads(GAME).turns
    assert load(place).turns == loads(GAME).turns[:-1]
    assert isinstance(read_state(place), FileRead)


def test_a_carriage_return_inside_a_line_moves_no_game() -> None:
    content = b'{"a":\r1}\n{"b": 2}\n{"c": 3}\n'

    replaced = replace_document(content, "games.jsonl", 2, b'{"new": 0}')

    assert replaced == b'{"a":\r1}\n{"new": 0}\n{"c": 3}\n'
    assert find_document(replaced, "games.jsonl", 2) == b'{"new": 0}'


BOM = b"\xef\xbb\xbf"


def test_mark_of_the_byte_order_is_ignored_before_the_first_document_only() -> None:
    content = BOM + b"{}\n" + BOM + b"{}\n"
    for split in (split_lines, split_documents):
        first = next(split(io.BytesIO(content)))
        assert first.content.startswith(b"{}")
    assert [part.content for part in split_lines(io.BytesIO(content))] == [b"{}", BOM + b"{}"]
    assert BOM in b"".join(part.content for part in split_documents(io.BytesIO(content)))


def test_documents_that_share_a_line_are_two_documents() -> None:
    parts = list(split_documents(io.BytesIO(b'{\n"a": 1\n}{\n"b": 2\n}\n')))
    assert [(part.line, json.loads(part.content)) for part in parts] == [
        (1, {"a": 1}),
        (3, {"b": 2}),
    ]


def test_comment_after_a_closed_document_begins_the_next() -> None:
    parts = list(split_documents(io.BytesIO(b"{\n}\n// second\n{\n}\n")))
    assert parts[0].content == b"{\n}"
    assert parts[1].line == 3


def test_document_of_several_is_replaced_alone() -> None:
    content = b'{"a": 1}\n{\n"b": 2\n}\n{"c": 3}\n'
    new = replace_document(content, "games.json", 2, b"{\n}")
    assert new == b'{"a": 1}\n{\n}\n{"c": 3}\n'
    assert replace_document(content, "games.jsonl", 2, b"{}").splitlines()[1] == b"{}"


def test_rest_of_a_line_that_is_too_long_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collections, "LONGEST_LINE", 8)
    found = list(split_lines(io.BytesIO(b"x" * 20 + b"\n{}\n" + b"y" * 7 + b"\n{ }\n")))
    assert [(part.line, part.content) for part in found] == [
        (1, b"x" * 8),
        (2, b"{}"),
        (3, b"y" * 7),
        (4, b"{ }"),
    ]


def test_collection_is_a_file_with_its_name(tmp_path: Path) -> None:
    path = write_collection(tmp_path, "{}")
    assert is_collection(path)
    assert not is_collection(tmp_path / "missing.jsonl")
    assert not is_collection(write_collection(tmp_path, "{}", name="games.json"))


def test_collection_of_broken_games_ends_after_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two bytes make a broken game with a message of 300: 16 MB made gigabytes of output."""
    monkeypatch.setattr(collections, "MOST_BROKEN", 3)
    path = write_collection(tmp_path, one_line(GAME), *["1"] * 9)
    index = f"--index={tmp_path / 'index'}"
    for command in (["check"], ["stats"], ["library", "add", index]):
        done = run(*command, path)
        assert done.status == 1
        assert (done.out + done.err).count("not a transcript") == 4, command
        assert "4 games are broken; the others are not read" in done.out + done.err


def test_collection_with_as_many_good_games_is_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collections, "MOST_BROKEN", 3)
    path = write_collection(tmp_path, *[one_line(GAME), "1"] * 9)
    assert run("check", path).out.count("\n") == 9


def test_lines_before_a_broken_game_cost_nothing(tmp_path: Path) -> None:
    """The text of the message began with as many blank lines: 1 GB for this name."""
    path = tmp_path / "game.json:999999999"
    path.write_text("{")
    tracemalloc.start()
    try:
        for command in ("check", "replay"):
            assert run(command, path).status == 1
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()


def test_message_about_a_game_shows_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atlantis_core.commands.check.is_terminal", lambda: True)
    path = write_collection(tmp_path, one_line(GAME), "[1]")
    assert "    2 | [1]\n      | ^" in run("check", path).out
