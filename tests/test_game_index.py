"""The index of games and the identity of positions, against brute force over replayed games."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlantis_core.arena.openings import random_opening
from atlantis_core.commands.indexed_files import add_games
from atlantis_core.game_library.index import VERSION, GameIndex
from atlantis_core.game_library.lookup import explore, exploring
from atlantis_core.game_library.search import (
    MOST_WORDS,
    Order,
    Search,
    find_games,
    find_numbers,
    parse_search,
)
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Move
from atlantis_core.positions.identity import find_map, position_hash
from atlantis_core.positions.position import Position
from atlantis_core.positions.symmetry import Map, all_matrices
from atlantis_core.review.judged_games import Judgement, keep_judgement
from atlantis_core.review.verdicts import TurnMark, TurnVerdict
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.transcript.json_writer import write_line
from atlantis_core.transcript.library import transcript_of
from atlantis_core.transcript.model import Transcript
from tests.commands.running import run

START = traditional_start(Shape.HEXAGON, 2, 2)


def played(seed: int, turns: int = 4) -> Game:
    game = Game(START)
    for turn in random_opening(START, turns, Random(seed)):
        game.play(turn)
    return game


def moved(position: Position, image: Map, by: int = 0) -> Position:
    """The position on another part of the grid, with the seats renumbered."""
    players = position.players
    stacks = [
        {image(field): n for field, n in position.stacks((seat - by) % players).items()}
        for seat in range(players)
    ]
    segments = [[image(field) for field in segment] for segment in position.board.segments]
    return Position.setup(Board(segments), stacks, (position.to_move + by) % players)


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("seed", range(3))
def test_images_of_a_position_are_the_same(number: int, seed: int) -> None:
    position = played(seed).position
    image = moved(position, Map(all_matrices()[number], (100 + seed, 90)), seed % 2)

    found = find_map(position, image)

    assert position_hash(position) == position_hash(image)
    assert found is not None
    assert {found(field) for field in position.board} == set(image.board)


def test_different_positions_differ() -> None:
    positions = [position for seed in range(20) for position in played(seed).positions]
    different = [
        position
        for number, position in enumerate(positions)
        if not any(find_map(position, other) for other in positions[:number])
    ]

    assert len({position_hash(position) for position in positions}) == len(different)
    assert len(different) > 40


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(write_line(_transcript(seed)) for seed in range(40)))
    return path


def _transcript(seed: int) -> Transcript:
    return transcript_of(played(seed, 3)).with_tag("event", f"round {seed % 3}")


def library(folder: Path, *words: str) -> str:
    finished = run("library", *words, "--index", str(folder / "index.sqlite"))
    assert finished.status == 0, finished.err
    return finished.out


def test_the_tree_counts_what_brute_force_counts(tmp_path: Path, collection: Path) -> None:
    library(tmp_path, "add", str(collection))

    out = library(tmp_path, "tree", f"{collection}:1#0", "--json")
    counts = sorted(json.loads(line)["games"] for line in out.splitlines())

    after: list[Position] = []
    numbers: Counter[int] = Counter()
    for seed in range(40):
        position = played(seed, 3).position_after(1)
        same = next((n for n, other in enumerate(after) if find_map(position, other)), len(after))
        if same == len(after):
            after.append(position)
        numbers[same] += 1
    assert counts == sorted(numbers.values())
    assert max(counts) > 1


@settings(max_examples=8)
@given(st.data())
def test_the_tree_joins_images_of_games(data: st.DataObject) -> None:
    """Games on rotated, mirrored and shifted boards, by other players, count as the same."""
    seeds = data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=12))
    games = [played(seed, 3) for seed in seeds]
    images = [
        Map(all_matrices()[data.draw(st.integers(0, 11))], (60 + number, 70)) for number in seeds
    ]
    asked = data.draw(st.sampled_from(games)).position_after(data.draw(st.integers(0, 2)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        drawn = zip(games, images, strict=True)
        path.write_text("".join(write_line(_image(game, image)) for game, image in drawn))
        with closing(GameIndex(Path(folder) / "index.sqlite")) as index:
            add_games(index, [str(path)])
            explored = explore(index, asked)
            for found in explored.continuations:
                Game(asked, [found.turn])

    expected: list[Position] = []
    counts: Counter[int] = Counter()
    reaching = 0
    for game in games:
        turn = next((n for n in range(4) if find_map(game.position_after(n), asked)), None)
        reaching += turn is not None
        if turn is None or turn == game.turn_number:
            continue
        after = game.position_after(turn + 1)
        same = next((n for n, one in enumerate(expected) if find_map(one, after)), len(expected))
        if same == len(expected):
            expected.append(after)
        counts[same] += 1
    assert explored.games == reaching
    assert sorted(found.games for found in explored.continuations) == sorted(counts.values())


def _image(game: Game, image: Map) -> Transcript:
    """The game on another part of the grid, rotated or mirrored."""
    turns = ([Move(*map(image, move)) for move in turn] for turn in game.turns)
    return transcript_of(Game(moved(game.start, image), turns))


def test_exploring_shows_what_is_counted_so_far(tmp_path: Path, collection: Path) -> None:
    library(tmp_path, "add", str(collection))
    with closing(GameIndex(tmp_path / "index.sqlite")) as index:
        found = list(exploring(index, START, first=6))
        assert [one.games for one in found] == [6, 12, 24, 40]
        assert [one.skipped for one in found] == [34, 28, 16, 0]
        assert found[-1] == explore(index, START)
        assert explore(index, START, most=10)[::2] == (10, 30)


def test_a_turn_of_the_tree_is_legal_in_the_position(tmp_path: Path, collection: Path) -> None:
    library(tmp_path, "add", str(collection))
    start = played(0).start

    for line in library(tmp_path, "tree", f"{collection}:1#0", "--json").splitlines():
        game = Game(start)
        game.play(" ".join(json.loads(line)["turn"]))
        assert game.turn_number == 1


def test_search_finds_the_games_that_reach_a_position(tmp_path: Path, collection: Path) -> None:
    library(tmp_path, "add", str(collection))
    wanted = played(7, 3).position_after(2)

    out = library(tmp_path, "search", "--position", f"{collection}:8#2", "--json")

    expected = [
        f"{collection}:{seed + 1}"
        for seed in range(40)
        if any(find_map(position, wanted) for position in played(seed, 3).positions)
    ]
    assert [json.loads(line)["place"] for line in out.splitlines()] == expected
    assert len(library(tmp_path, "search", "--event", "ROUND 1", "--json").splitlines()) == 13


def test_only_changed_files_are_indexed_again(tmp_path: Path, collection: Path) -> None:
    assert library(tmp_path, "add", str(collection)) == "1 file, 40 new games\n"
    assert library(tmp_path, "add", str(collection)) == "1 file, 0 new games\n"

    collection.write_text(write_line(_transcript(1)))

    assert library(tmp_path, "add", str(collection)) == "1 file, 1 new game\n"
    assert library(tmp_path, "search").endswith("\n1 game\n")
    collection.unlink()
    (tmp_path / "other.jsonl").write_text(write_line(_transcript(2)))
    assert library(tmp_path, "add", str(tmp_path)) == "1 file, 1 new game, 1 vanished\n"


def test_a_damaged_index_is_replaced(tmp_path: Path, collection: Path) -> None:
    library(tmp_path, "add", str(collection))
    index = tmp_path / "index.sqlite"
    index.write_bytes(index.read_bytes()[:100] + b"no page" * 1000)

    assert library(tmp_path, "add", str(collection)) == "1 file, 40 new games\n"


def _database(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as base:
        for statement in statements:
            base.execute(statement)
        base.commit()


@pytest.mark.parametrize(
    "statements",
    [
        (),
        ("CREATE TABLE mine (x)", "PRAGMA user_version = 7"),
        ("CREATE TABLE mine (x)",),
        ("CREATE TABLE files (x)", f"PRAGMA user_version = {VERSION}"),
    ],
)
def test_a_file_that_is_no_index_stays_as_it_is(
    tmp_path: Path, collection: Path, statements: tuple[str, ...]
) -> None:
    other = tmp_path / "other"
    if statements:
        _database(other, *statements)
    else:
        other.write_text(write_line(_transcript(1)))
    before = other.read_bytes()

    finished = run("library", "add", str(collection), "--index", str(other))

    assert finished.status == 1
    assert "cannot be used as index" in finished.err
    assert finished.err.endswith("(name another file with --index)\n"), "not to delete a letter"
    assert other.read_bytes() == before


@pytest.mark.parametrize("value", ["'{'", "'[[1]]'", "'\"7\"'", "x'ff'", "1e999"])
def test_hostile_values_in_an_index_are_an_error(
    tmp_path: Path, collection: Path, value: str
) -> None:
    library(tmp_path, "add", str(collection))
    index = tmp_path / "index.sqlite"
    sound = index.read_bytes()
    for column in ("players", "places", "accuracy", "turns", "chain"):
        index.write_bytes(sound)
        _database(index, f"UPDATE games SET {column} = {value}")  # noqa: S608 - constants

        finished = run("library", "search", "--index", str(index))

        assert finished.status == 1, column
        assert "damaged" in finished.err, column


@pytest.mark.parametrize(
    "arguments", [("--shortest", "9" * 20), ("--player", "\udcff"), ("--comment", "\ud800")]
)
def test_values_that_the_index_cannot_store_are_reported(
    tmp_path: Path, arguments: tuple[str, str]
) -> None:
    finished = run("library", "search", *arguments, "--index", str(tmp_path / "index.sqlite"))

    assert finished.status == 1
    assert "cannot be used" in finished.err


@pytest.mark.skipif(os.name != "posix", reason="symbolic links need rights on Windows")
def test_no_index_is_created_through_a_link(tmp_path: Path, collection: Path) -> None:
    link, target = tmp_path / "link.sqlite", tmp_path / "target.sqlite"
    link.symlink_to(target)

    refused = run("library", "add", str(collection), "--index", str(link))

    assert refused.status == 1
    assert "it is a symbolic link to a missing file" in refused.err
    assert not target.exists()
    GameIndex(target).close()
    assert run("library", "add", str(collection), "--index", str(link)).status == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_pipes_are_neither_games_nor_an_index(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)

    as_game = run("library", "add", str(pipe), "--index", str(tmp_path / "index.sqlite"))
    as_index = run("library", "search", "--index", str(pipe))

    assert "not a regular file" in as_game.err
    assert "not a regular file" in as_index.err


@pytest.mark.parametrize(
    "odd",
    [
        "CREATE VIEW odd AS WITH RECURSIVE c(n) AS (SELECT 1 UNION SELECT n + 1 FROM c) SELECT n",
        "CREATE TRIGGER odd AFTER INSERT ON games BEGIN DELETE FROM games; END",
        "ALTER TABLE games ADD COLUMN odd AS (hex(zeroblob(9)))",
        "CREATE INDEX odd ON games (hex(zeroblob(9)))",
    ],
)
def test_index_with_other_tables_views_or_triggers_is_replaced(tmp_path: Path, odd: str) -> None:
    path = tmp_path / "index.sqlite"
    GameIndex(path).close()
    with closing(sqlite3.connect(path)) as base:
        base.execute(odd)
    with closing(GameIndex(path)) as index:
        assert index.was_replaced


def test_games_with_other_players_than_the_index_knows_are_skipped(
    tmp_path: Path, collection: Path
) -> None:
    library(tmp_path, "add", str(collection))
    index = tmp_path / "index.sqlite"
    one_player = "players = '[\"Ann\"]', places = '[1]', accuracy = '[]'"
    _database(index, f"UPDATE games SET {one_player}")  # noqa: S608 - a constant

    found = run("library", "tree", f"{collection}:1#0", "--index", str(index))

    assert (found.status, found.out) == (0, "0 games with this position\n")


def test_texts_without_utf8_form_are_indexed(tmp_path: Path) -> None:
    game = json.loads(write_line(_transcript(1)))
    game.setdefault("annotations", {})["tags"] = {"event": "a\ud800b"}
    (tmp_path / "games.jsonl").write_text(json.dumps(game) + "\n")

    finished = run("library", "add", str(tmp_path), "--index", str(tmp_path / "index.sqlite"))

    assert finished.out.startswith("1 file, "), finished.err


def test_a_broken_game_is_reported_and_hides_no_other(tmp_path: Path, collection: Path) -> None:
    with collection.open("a") as file:
        file.write('{"format": "Atlantis transcript"}\n')

    index = str(tmp_path / "index.sqlite")
    finished = run("library", "add", str(collection), "--index", index)

    assert finished.status == 1
    assert f"{collection}:41:1: error" in finished.err
    assert finished.out == "1 file, 40 new games\n"


def test_a_file_with_old_size_and_time_is_not_read(tmp_path: Path, collection: Path) -> None:
    os.utime(collection, (10**9, 10**9))
    library(tmp_path, "add", str(collection))
    size = collection.stat().st_size
    collection.write_bytes(b"\n" * size)

    os.utime(collection, (10**9, 10**9))
    library(tmp_path, "add", str(collection))
    assert library(tmp_path, "search").endswith("\n40 games\n")

    os.utime(collection, (10**9 + 1, 10**9 + 1))
    library(tmp_path, "add", str(collection))
    assert library(tmp_path, "search") == "0 games\n"


def test_a_change_that_keeps_size_and_time_is_noticed(tmp_path: Path, collection: Path) -> None:
    library(tmp_path, "add", str(collection))
    before = collection.stat()
    collection.write_bytes(b"\n" * before.st_size)
    os.utime(collection, ns=(before.st_atime_ns, before.st_mtime_ns))

    library(tmp_path, "add", str(collection))

    assert library(tmp_path, "search") == "0 games\n"


def test_add_without_paths_looks_again_at_what_is_indexed(tmp_path: Path, collection: Path) -> None:
    library(tmp_path, "add", str(collection))
    collection.write_text(write_line(_transcript(1)))

    assert library(tmp_path, "add") == "1 file, 1 new game\n"
    collection.unlink()
    assert library(tmp_path, "add") == "0 files, 0 new games, 1 vanished\n"


def test_search_by_mark_finds_the_judged_games(tmp_path: Path) -> None:
    path = tmp_path / "judged.jsonl"
    verdicts = {1: TurnVerdict(0, (0.5, 0.5), (0.2, 0.8), 0.3, None, (), TurnMark.BAD)}
    judged = keep_judgement(_transcript(1), Judgement("gentle", 1, verdicts))
    path.write_text(write_line(_transcript(0)) + write_line(judged))
    library(tmp_path, "add", str(path))

    out = library(tmp_path, "search", "--mark", "bad", "--json")

    assert [json.loads(line)["place"] for line in out.splitlines()] == [f"{path}:2"]
    assert library(tmp_path, "search", "--mark", "?!") == "0 games\n"
    index = str(tmp_path / "index.sqlite")
    assert run("library", "search", "--mark", "terrible", "--index", index).status == 2


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 40),
        ("'ROUND 1'", 13),
        ('event:"round 1"', 13),
        ("board:hexagon:2 longest:3", 40),
        ("shortest:4", 0),
        ("is:running", 40),
        ("is:finished", 0),
        ("is:drawn", 0),
        ("until:1900", 0),
        ("games.jsonl:40", 1),
    ],
)
def test_search_as_text(tmp_path: Path, collection: Path, text: str, count: int) -> None:
    library(tmp_path, "add", str(collection))
    with closing(GameIndex(tmp_path / "index.sqlite")) as index:
        found = find_games(index, parse_search(text), Order.NEWEST, "O'Neil", 10)

    assert len(found.matches) + found.skipped == count
    assert len(found.matches) <= 10


@pytest.mark.parametrize(
    "text",
    [
        "shortest:x",
        "shortest:1000000000",
        "is:lost",
        "mark:no",
        "position:x",
        "a " * 201,
        "a" * 10**7,
    ],
    ids=["shortest", "digits", "state", "mark", "position", "words", "length"],
)
def test_wrong_search_is_refused(text: str) -> None:
    with pytest.raises(AtlantisError):
        parse_search(text)


@pytest.mark.parametrize("own", ["", "Ann", "Ben"])
def test_lists_of_all_and_of_the_first_games_agree(
    tmp_path: Path, collection: Path, own: str
) -> None:
    library(tmp_path, "add", str(collection))
    movers = "CASE id % 3 WHEN 0 THEN 'Ann' ELSE 'Ben' END"
    _database(tmp_path / "index.sqlite", f"UPDATE games SET to_move = {movers}")  # noqa: S608 - a constant
    with closing(GameIndex(tmp_path / "index.sqlite")) as index:
        for text in ("", "is:running", "longest:3"):
            search = parse_search(text)
            numbers = list(find_numbers(index, search, Order.PLAYERS, own))
            assert len(numbers) == index.count(search.conditions)
            assert not own or [n % 3 == 0 for n in numbers[:13]] == [own == "Ann"] * 13
            for most in (1, 20, len(numbers)):
                found = find_games(index, search, Order.PLAYERS, own, most)
                assert [match.game.id for match in found.matches] == numbers[:most]
                assert len(found.matches) + found.skipped == len(numbers)


def test_search_by_position_as_text(tmp_path: Path, collection: Path) -> None:
    library(tmp_path, "add", str(collection))
    with closing(GameIndex(tmp_path / "index.sqlite")) as index:
        search = parse_search(f"position:{START.notation}")
        found = find_games(index, search, Order.NEWEST, "Ann", 5)
        assert [match.turn for match in found.matches] == [0] * 5
        assert found.skipped == index.count([index.reaching(START)]) - 5 > 0


def test_search_of_the_games_of_bots_says_so() -> None:
    assert not Search().is_of_bots
    assert not parse_search("Ann player:Ben").is_of_bots
    assert parse_search("Ann in:bots").is_of_bots


def test_number_of_turns_may_have_nine_digits() -> None:
    ((_, value),) = parse_search("longest:999999999").conditions
    assert value == 999999999


def test_search_may_have_so_many_words() -> None:
    words = ["x"] * MOST_WORDS
    assert len(parse_search(" ".join(words)).conditions) == MOST_WORDS
    with pytest.raises(NotationError, match="at most 200 words"):
        parse_search(" ".join([*words, "x"]))


def test_options_may_come_first(tmp_path: Path, collection: Path) -> None:
    index = str(tmp_path / "index.sqlite")

    assert run("library", "add", "--index", index, str(collection)).status == 0
    assert run("library", "tree", "--index", index, f"{collection}:1#0").status == 0


def test_drawn_games_are_found(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    drawn = json.loads(write_line(_transcript(1)))
    drawn.setdefault("annotations", {}).setdefault("tags", {})["ending"] = "draw"
    path.write_text(write_line(_transcript(0)) + json.dumps(drawn) + "\n")
    library(tmp_path, "add", str(path))

    out = library(tmp_path, "search", "--is", "drawn", "--json")

    assert [json.loads(line)["place"] for line in out.splitlines()] == [f"{path}:2"]
