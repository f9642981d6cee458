"""Derived data: shared between hosts and lobbies, and never missed."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from atlantis_tui.club import derived, facts, store
from atlantis_tui.club.derived import DERIVED_FILE, Derived
from atlantis_tui.club.facts import FactsMemory, game_files
from atlantis_tui.club.ratings import PlayedGame, rate
from tests.club.conftest import add_game


def _count_reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    read: list[Path] = []
    real = facts.read_facts

    def noted(path: Path) -> facts.GameFacts | None:
        read.append(path)
        return real(path)

    monkeypatch.setattr(facts, "read_facts", noted)
    return read


def test_lobby_reads_what_a_host_has_stored(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_game(club, "damaged", "ann", "ben").write_text("{", encoding="utf-8")
    by_host = FactsMemory().of(club, game_files(club), is_host=True)
    read = _count_reads(monkeypatch)

    assert FactsMemory().of(club, game_files(club)) == by_host
    assert read == []


def test_changed_games_are_read_again(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FactsMemory().of(club, game_files(club), is_host=True)
    store.open_game(club / "mine.json", "ann").play()
    read = _count_reads(monkeypatch)

    turns = {file.path.stem: f.turns for file, f in FactsMemory().of(club, game_files(club))}
    assert read == [club / "mine.json"]
    assert turns["mine"] == 1


@pytest.mark.parametrize("content", [None, b"", b"no database at all" * 500])
def test_everything_works_without_the_file(club: Path, content: bytes | None) -> None:
    path = club / DERIVED_FILE
    if content is not None:
        path.write_bytes(content)
    before = FactsMemory().of(club, game_files(club))
    data = Derived(club)
    assert data.present("me") == frozenset()
    assert data.ratings("digest") is None

    assert FactsMemory().of(club, game_files(club), is_host=True) == before
    assert len(data.facts()) == 4
    assert path.read_bytes().startswith(b"SQLite")


def test_damaged_rows_are_ignored(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = FactsMemory().of(club, game_files(club), is_host=True)
    stamps = {name: stamp for name, (stamp, _) in Derived(club).facts().items()}
    bad = ["[1]", "{", '{"x": 1}', "7"]
    pairs = zip(stamps.items(), bad, strict=True)
    Derived(club).store_facts({name: (stamp, text) for (name, stamp), text in pairs})
    read = _count_reads(monkeypatch)

    assert FactsMemory().of(club, game_files(club)) == good
    assert len(read) == 4


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("names", 5),
        ("names", ["ann"]),
        ("shown", [1, 2]),
        ("to_move", 2),
        ("turns", "1"),
        ("places", ["a", "b"]),
        ("deadline", "soon"),
        ("offers", [2]),
        ("offers", [[]]),
        ("deadline", float("nan")),
        ("deadline", float("inf")),
        ("control", None),
        ("control", "\x1b[31m"),
        ("shown", ["ann", "\x9b2J"]),
    ],
)
def test_facts_of_other_types_are_read_again(club: Path, field: str, value: object) -> None:
    good = FactsMemory().of(club, game_files(club), is_host=True)
    name, (stamp, text) = next(iter(Derived(club).facts().items()))
    Derived(club).store_facts({name: (stamp, json.dumps({**json.loads(text), field: value}))})

    assert FactsMemory().of(club, game_files(club)) == good


def test_deeply_nested_rows_are_ignored(club: Path) -> None:
    good = FactsMemory().of(club, game_files(club), is_host=True)
    rows = {name: (stamp, "[" * 99_999) for name, (stamp, _) in Derived(club).facts().items()}
    Derived(club).store_facts(rows)
    assert FactsMemory().of(club, game_files(club)) == good


def test_damaged_names_of_tables_are_ignored(club: Path) -> None:
    good = FactsMemory().of(club, game_files(club), is_host=True)
    path = club / DERIVED_FILE
    content = path.read_bytes()
    path.write_bytes(content.replace(b"tablefacts", b"tablef\x86cts"))
    assert Derived(club).facts() == {}
    assert FactsMemory().of(club, game_files(club), is_host=True) == good


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such file names")
def test_game_whose_name_is_no_text_is_not_listed(club: Path) -> None:
    (club / os.fsdecode(b"\xff.json")).write_bytes((club / "mine.json").read_bytes())
    assert len(store.list_games(club, "ann", is_host=True)) == 4
    assert len(Derived(club).facts()) == 4
    assert not Derived(club).inform_once(os.fsdecode(b"\xff.json"), 1)


@pytest.mark.parametrize("first", ['"x"', "NaN", "Infinity", "1e308", "1e9"])
def test_damaged_ratings_are_computed_again(club: Path, first: str) -> None:
    played = (PlayedGame(("ann", "ben"), (1, 2)),)
    store._rate_once.cache_clear()
    Derived(club).store_ratings("digest", f'{{"ann": [{first}, 2, 3]}}')
    found = store._rate_once(club, "digest", played, is_host=False)
    assert found == rate(played)


@pytest.mark.parametrize(
    "odd",
    [
        "CREATE VIEW facts AS SELECT 'mine.json' AS game, 1 AS stamp, hex(zeroblob(9)) AS facts",
        "CREATE TABLE facts (game TEXT, stamp TEXT, facts AS (hex(zeroblob(9))))",
    ],
)
def test_views_and_computed_columns_are_not_evaluated(club: Path, odd: str) -> None:
    """They may have no end, or fill the memory."""
    good = FactsMemory().of(club, game_files(club), is_host=True)
    path = club / DERIVED_FILE
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("DROP TABLE facts")
        base.execute(odd)

    assert Derived(club).facts() == {}
    assert FactsMemory().of(club, game_files(club), is_host=True) == good
    assert len(Derived(club).facts()) == 4


@pytest.mark.parametrize("has_target", [True, False])
def test_no_link_is_followed(club: Path, tmp_path: Path, has_target: bool) -> None:
    target = tmp_path / "other.sqlite"
    if has_target:
        Derived(tmp_path).renew_presence("host", ["eve"])
        (tmp_path / DERIVED_FILE).rename(target)
    before = target.read_bytes() if has_target else None
    (club / DERIVED_FILE).symlink_to(target)

    assert len(FactsMemory().of(club, game_files(club), is_host=True)) == 4
    assert Derived(club).claim("mine.json", 1) is True
    assert Derived(club).inform_once("mine.json", 1) is False
    assert Derived(club).present("me") == frozenset()
    assert (target.read_bytes() if target.exists() else None) == before


def test_folder_that_cannot_be_written_is_no_obstacle(club: Path) -> None:
    (club / DERIVED_FILE).mkdir()
    assert len(FactsMemory().of(club, game_files(club), is_host=True)) == 4
    assert not Derived(club).inform_once("mine.json", 0)
    assert Derived(club).claim("mine.json", 0)


def test_presence_is_that_of_other_hosts_and_ends(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(derived, "time", lambda: now)
    Derived(club).renew_presence("one", ["ann", "ben"])
    Derived(club).renew_presence("two", ["ben", "cleo"])
    assert Derived(club).present("one") == {"ben", "cleo"}
    Derived(club).renew_presence("two", ["cleo"])
    assert Derived(club).present("one") == {"cleo"}
    assert Derived(club).claim("a.json", 1)
    Derived(club).renew_presence("two", ["cleo", "cleo"])
    assert not Derived(club).claim("a.json", 1), "renewing has removed other data"
    now += derived.PRESENT_SECONDS + 1
    assert Derived(club).present("one") == frozenset()


def test_ratings_are_those_of_the_same_games(club: Path) -> None:
    Derived(club).store_ratings("digest", "{}")
    assert Derived(club).ratings("digest") == "{}"
    assert Derived(club).ratings("other") is None


def test_player_is_informed_once_of_a_turn(club: Path) -> None:
    assert Derived(club).inform_once("a.json", 1) is True
    assert Derived(club).inform_once("a.json", 1) is False
    assert Derived(club).inform_once("a.json", 3) is True


def test_turn_of_a_bot_is_claimed_by_one_host(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(derived, "time", lambda: now)
    assert Derived(club).claim("a.json", 4)
    assert not Derived(club).claim("a.json", 4)
    assert Derived(club).claim("a.json", 6)
    now += derived.CLAIM_SECONDS + 1  # the host that claimed it has died
    assert Derived(club).claim("a.json", 6)
    Derived(club).release("a.json")
    assert Derived(club).claim("a.json", 6)


def test_facts_of_removed_games_are_forgotten(club: Path) -> None:
    FactsMemory().of(club, game_files(club), is_host=True)
    Derived(club).forget_others(["mine.json"])
    assert list(Derived(club).facts()) == ["mine.json"]
