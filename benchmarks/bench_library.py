"""The index of games: its cost beside loading and replaying the same games, and its size."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

from atlantis_core.arena.openings import random_opening
from atlantis_core.game_library.documents import Document, read_game
from atlantis_core.game_library.index import GameIndex
from atlantis_core.game_library.reading import GameReader
from atlantis_core.game_library.rows import Stamp
from atlantis_core.positions.identity import position_hash
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript.json_writer import write_line
from atlantis_core.transcript.library import transcript_of
from atlantis_core.transcript.model import Transcript
from benchmarks.claims import Claim, at_most
from benchmarks.timing import times_costlier

GAMES, TURNS = 100, 30
COPIES = 10
"""Of the games, to measure the size: that of a small index is mostly empty pages."""


def claims() -> Iterator[Claim]:
    lines = [write_line(transcript_of(_game(seed))).encode() for seed in range(GAMES)]
    games = [_game(seed) for seed in range(GAMES)]
    positions = [position for game in games for position in game.positions]

    def load() -> int:
        return len(list(_read(lines)))

    def hash_positions() -> int:
        return len([position_hash(position) for position in positions])

    def index(path: Path | str = ":memory:") -> int:
        with closing(GameIndex(Path(path))) as made:
            return made.update("games", Stamp(0, 0, b""), _documents(lines), GameReader())

    assert load() == index() == GAMES
    yield at_most(2.5, "indexing games, beside loading them", times_costlier(index, than=load))
    yield at_most(1, "hashing positions, beside loading", times_costlier(hash_positions, than=load))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.sqlite"
        with closing(GameIndex(path)) as made:
            made.update("games", Stamp(0, 0, b""), _documents(lines * COPIES), GameReader())
            made.compact()
        size = path.stat().st_size / (len(positions) * COPIES)
        yield at_most(25, "index of 1000 games, per position", size, "bytes")


def _game(seed: int) -> Game:
    start = traditional_start(Shape.HEXAGON, 2, 2)
    game = Game(start)
    for turn in random_opening(start, TURNS, Random(seed)):
        game.play(turn)
    return game


def _documents(lines: list[bytes]) -> Iterator[Document]:
    for number, line in enumerate(lines, 1):
        yield Document(number, f"games.jsonl:{number}", line)


def _read(lines: list[bytes]) -> Iterator[tuple[str, Transcript, Game]]:
    for number, line in enumerate(lines, 1):
        found = read_game(line, f"games.jsonl:{number}")
        assert found is not None
        yield found
