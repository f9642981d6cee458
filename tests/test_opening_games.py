"""The packaged games of the strongest bot, and their index."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from pathlib import Path

import pytest

from atlantis_core.game_library import opening_games
from atlantis_core.game_library.opening_games import PACKAGED, are_indexed, opening_index
from atlantis_core.positions.position import Position
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript.declared_ending import places_of
from atlantis_core.transcript.reader import loads
from atlantis_core.transcript.replaying import replay
from tests.commands.running import PLAIN, Finished, run
from tests.packaged_games import START, index_bots_games

LINES = gzip.decompress(PACKAGED.read_bytes()).splitlines()


def test_collection_has_3000_different_games_and_is_small() -> None:
    assert len(LINES) == 3000
    assert PACKAGED.stat().st_size <= 1_500_000
    played = {line.partition(b'"turns"')[2].partition(b'"annotations"')[0] for line in LINES}
    assert len(played) > 2900


def test_games_are_finished_or_adjudicated_and_from_standard_starts() -> None:
    starts: Counter[str] = Counter()
    for line in LINES:
        tags = json.loads(line)["annotations"]["tags"]
        starts[tags["board"]] += 1
        assert tags["ending"] in {"finished", "repetition", "turn limit"}
    assert set(starts) == {"hexagon:2", "hexagon:3", "triangle:4", "rhombus:3"}
    assert starts["hexagon:2"] >= 1000


@pytest.mark.parametrize("number", range(0, 3000, 150))
def test_games_are_legal_and_have_a_result(number: int) -> None:
    transcript = loads(LINES[number])
    game = replay(transcript)
    tags = transcript.annotations.tags
    shape, side = str(tags["board"]).split(":")
    assert game.start == _start(shape, int(side), game.start.players)
    places = places_of(transcript, game)
    assert places is not None
    assert transcript.names[places.index(1)] == tags["winner"]


def _start(shape: str, side: int, players: int) -> Position:
    return traditional_start(next(one for one in Shape if one.value == shape), side, players)


def library(*words: str) -> Finished:
    """Run the command with the cache folder of the test."""
    return run("library", *words, environ={**PLAIN, "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"]})


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return index_bots_games(tmp_path, monkeypatch, [["c4-d4"], ["c4-d4", ""], ["b3-b2"]])


def test_openings_are_searched_instead_of_the_users_games(few: Path) -> None:
    tree = library("tree", START.notation, "--openings")
    listed = library("search", "--openings", "--board", "hexagon:2", "--json")

    assert tree.out.startswith("3 games with this position\n")
    assert "c4-d4      2" in tree.out
    assert len(listed.out.splitlines()) == 3
    assert all(json.loads(line)["place"].startswith(f"{few}:") for line in listed.out.splitlines())
    assert library("search").out == "0 games\n"


def test_index_of_other_packaged_games_is_replaced(
    few: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(few.read_text().splitlines()[0] + "\n")
    monkeypatch.setattr(opening_games, "PACKAGED", other)
    assert not are_indexed()

    added = library("add", "--openings")

    assert added.out == "1 game of the bots\n"
    assert "only this once" in added.err
    assert are_indexed()
    opening_index().unlink()
    assert not are_indexed()


def test_openings_are_not_added_to_with_other_files(few: Path) -> None:
    assert library("add", "--openings", str(few)).status == 2
