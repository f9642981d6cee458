"""All file readers, each with a valid file to repeat parts of and honest files to compare with."""

from __future__ import annotations

import gzip
import io
import json
import math
import struct
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from atlantis_core.arena.results import MatchFormat
from atlantis_core.bots import nets
from atlantis_core.diagram import draw
from atlantis_core.files.collections import has_several, split_documents, split_lines
from atlantis_core.files.compression import unpack
from atlantis_core.game_library.documents import Document
from atlantis_core.game_library.index import GameIndex
from atlantis_core.game_library.reading import GameReader
from atlantis_core.game_library.rows import Stamp
from atlantis_core.game_library.search import parse_search
from atlantis_core.games.maps.generator import new_map
from atlantis_core.games.maps.writer import write_map
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.learning.collection import dump_collection, found_puzzles
from atlantis_core.opening import open_bytes
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.notation import format_position, parse_position
from atlantis_core.rules.shapes import Shape, standard_board, traditional_start
from atlantis_core.rules.share_code import PREFIX, _checksum, format_game, parse_game
from atlantis_core.support.errors import AtlantisError
from atlantis_core.transcript import Format, dumps, loads, replay
from atlantis_tui.club.chat import MOST_MESSAGES, Message
from atlantis_tui.club.chat import _format as _format_chat
from atlantis_tui.settings.kept_lists import parse_searches
from atlantis_tui.settings.key_actions import names_by_action
from atlantis_tui.settings.key_file import format_keys
from atlantis_tui.settings.key_map import parse_keys
from atlantis_tui.settings.options import Options, format_options, parse_options
from tests.costly_files import honest as honest_game
from tests.fuzzing import readers as fuzzing
from tests.fuzzing.readers import MATCH, read_options, read_results
from tests.hostile.counting import CountedLaw
from tests.hostile.grammar import Case, cases, pairs
from tests.hostile.law import Read, Size
from tests.hostile.timing import TimedLaw

FILES = Path(__file__).parents[2] / "transcripts"
GAME = b"""{
  "format": "Atlantis transcript", "version": "1.0",
  "segments": ["B2", ["c5", "d5"], "E4"],
  "players": [
    {"name": "Ann", "color": "red", "stacks": {"b2": 2, "a2": -1}}, // first
    {"name": "Bob", "color": "blue", "stacks": {"e4": 1}}
  ],
  "turns": [[["b2", "b3"]], []],
  "annotations": {
    "tags": {"event": "Cup", "round": 3},
    "comments": {"1": "why \\"so\\"?"},
    "seats": ["person", "bot:greedy"],
    "variations": [{"turn": 1, "turns": [[], [["e4", "e5"]]], "comments": {"1": "or"}}]
  }
}
"""
EVENTS = b"""{
  "format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "E4"],
  "players": [{"color": "red", "stacks": {"b2": 2}}, {"color": "blue", "stacks": {"e4": 1}}],
  "events": [
    {"type": "chat", "user": "Ann", "message": "hi", "time": 1},
    {"type": "turn", "moves": [["b2", "b3"]], "clock": 12}
  ]
}
"""
OLD_GAME = b"""atlantis-transcript 1.0

board B2 C5 E4 - c5 c6

player B2 (Ann) (red)
player E4 "Bob \\"B\\"" (blue)

1. b2-b3. pass.
2. b3-b2. pass.
"""
MAP = b"""{
  "nodes": [
    {"id": 0, "x": 0, "y": 0, "visible": true}, {"id": 1, "x": 1, "y": 0, "visible": true},
    {"id": 2, "x": 0, "y": 1, "visible": false}
  ],
  "links": [[0, 1], [1, 2]], // all
  "players": [{"name": "white", "color": "red"}, {"name": "black"}],
  "pieces": [{"type": "king", "player": 0, "at": 0}, {"type": "king", "player": 1, "at": 2}],
  "moves": ["0-1"], "comments": {"1": "hm"}
}
"""
OPTIONS = b"""# options
ascii = true
theme = "atlantis"
zoom = 'auto'
speed = 2

[keys]
undo = ["u", "backspace"]
quit.all = {keys = "q"}
"""
KEYS = b"""[keys]
undo = "u"  # mine
"quit" = "f3"
end-turn = "ctrl+t"

[other]
x = 1
"""
SEARCHES = b"""{"mine": "player:\\"Ann L\\" is:running", "all": "ann 'x y'"}"""
PLAN = b'{"file": "game.json", "turn": 3, "moves": "b2-b3, c4-d5"}'

_START = traditional_start(Shape.TRIANGLE, 2, 2)
_COUNTED, _TIMED = 20_000, 100_000
"""Bytes of the large honest file: what is counted needs no long measurement."""


class Reader(NamedTuple):
    """A function that reads files, and what to compare its cost with."""

    read: Read
    seed: bytes
    """A valid file whose parts are repeated; empty if members are (gzip)."""
    honest: Callable[[int], tuple[bytes, bytes]]
    """Returns a small honest file and one of roughly so many bytes, if they come in all sizes."""
    size_of: Size = len
    """Returns the size of the honest file to compare a file with."""

    def cases(self) -> Iterator[Case]:
        """Yield files in which one thing is repeated."""
        return cases(self.seed) if self.seed else _members()

    def pairs(self) -> Iterator[Case]:
        """Yield files in which two things alternate."""
        return pairs(self.seed) if self.seed else iter(())

    def counted(self) -> CountedLaw:
        return CountedLaw(self.read, self.honest(_COUNTED), self.size_of)

    def timed(self) -> TimedLaw:
        return TimedLaw(self.read, self.honest(_TIMED), self.size_of)


def _members() -> Iterator[Case]:
    """Yield gzip files of many members."""
    for length in (0, 1, 100, 5_000):
        yield _compressed(f"members of {length} bytes", gzip.compress(b" " * length, mtime=0))
    member = gzip.compress(b" ", mtime=0)
    yield _compressed("stored members", gzip.compress(b" ", 0, mtime=0))
    named = member[:3] + b"\x08" + member[4:10] + b"name\0" + member[10:]
    yield _compressed("members with a name", named)


def _compressed(name: str, member: bytes) -> Case:
    game = gzip.compress(GAME, mtime=0)
    return Case(name, b"", lambda count: member * count, lambda _count: game)


def _unpacked_size(content: bytes) -> int:
    is_packed = content.startswith(b"\x1f\x8b")
    return max(len(content), len(unpack(content, MAX_BYTES))) if is_packed else len(content)


def _check(content: bytes) -> object:
    """Check a file of any kind, as `atlantis check` does."""
    return open_bytes(content, "game").check()


def _format(content: bytes) -> object:
    return dumps(loads(content))


def _read_plan(content: bytes) -> object:
    """Read a plan as the plan store does."""
    with suppress(ValueError, RecursionError):
        match json.loads(content):
            case {"turn": int(), "moves": str(moves)}:
                return parse_moves(moves)
    return ()


def _read_net(content: bytes) -> object:
    """Read a net; an invalid one would be a bug of the package."""
    with suppress(ValueError, RecursionError, struct.error):
        return nets.pack(json.loads(content))
    return None


def _read_notation(content: bytes) -> object:
    return parse_position(content.decode("utf-8", "replace"))


def _read_code(content: bytes) -> object:
    """Read a share code after correcting its checksum, as an attacker would."""
    text = content.decode("utf-8", "replace").removeprefix(PREFIX)
    return parse_game(f"{PREFIX}{text}{_checksum(text)}")


def _read_searches(content: bytes) -> object:
    """Read saved searches, as the library does when one is chosen."""
    written: object = None
    with suppress(ValueError, RecursionError):
        written = json.loads(content)
    for text in parse_searches(written).values():
        with suppress(AtlantisError):
            parse_search(text)
    return written


def _read_search(content: bytes) -> object:
    return parse_search(content.decode("utf-8", "replace"))


def _change_keys(content: bytes) -> object:
    """Read a key map and write it back with another key."""
    text = content.decode("utf-8", "replace")
    keys, _problems = parse_keys(parse_options(text).keys, "config.toml")
    return format_keys(keys.with_key("undo", "z"), text)


def _index_lines(content: bytes) -> object:
    """Index the games of a collection, and search them."""
    parts = split_lines(io.BytesIO(content))
    documents = (Document(part.line, f"games.jsonl:{part.line}", part.content) for part in parts)
    with closing(GameIndex(Path(":memory:"))) as index:
        index.update("games.jsonl", Stamp(1, 1, b""), documents, GameReader())
        found = list(index.search(parse_search("b is:running").conditions))
        return found, index.count([index.reaching(_START)]), index.compact()


def _sample(name: str) -> bytes:
    return (FILES / name).read_bytes()


def _extrapolated(content: bytes) -> tuple[bytes, bytes]:
    """Compare with a file that does not come in all sizes by its cost per byte."""
    return b"", content


def _games(size: int) -> tuple[bytes, bytes]:
    return honest_game(size // 20), honest_game(size)


def _commented_games(size: int) -> tuple[bytes, bytes]:
    small, large = (game.replace(b",[],", b",[], // why\n") for game in _games(size))
    return small, large


def _old_games(size: int) -> tuple[bytes, bytes]:
    small, large = (dumps(loads(game), Format.TEXT).encode() for game in _games(size))
    return small, large


def _maps(size: int) -> tuple[bytes, bytes]:
    """Maps with comments, as people write them."""
    side = math.isqrt(size // 110)
    maps = (write_map(new_map(f"square:{side}", 2), [], {}) for side in (side // 3, side))
    small, large = (text.replace("\n", "\n// so\n", 3).encode() for text in maps)
    return small, large


def _options(_size: int) -> tuple[bytes, bytes]:
    lines = "".join(f'action{number} = ["{number}", "f5"]  # mine\n' for number in range(500))
    return _extrapolated(f"{format_options(Options(ascii=True))}\n[keys]\n{lines}".encode())


def _plans(_size: int) -> tuple[bytes, bytes]:
    moves = " ".join(["b2-b3", "c4-d5"] * 500)
    return _extrapolated(json.dumps({"file": "game.json", "turn": 3, "moves": moves}).encode())


def _keys(_size: int) -> tuple[bytes, bytes]:
    """All actions with keys of their own, and comments."""
    names = enumerate(dict.fromkeys(names_by_action().values()))
    lines = (f'{name} = "f{number}"  # mine\n' for number, name in names)
    return _extrapolated(f"[keys]\n{''.join(lines)}".encode())


def _searches(_size: int) -> tuple[bytes, bytes]:
    lines = {f"mine {number}": 'player:"Ann Lee" board:hexagon:2 cup' for number in range(400)}
    return _extrapolated(json.dumps(lines).encode())


def _search_lines(_size: int) -> tuple[bytes, bytes]:
    return _extrapolated(b'player:"Ann Lee" board:hexagon:2 cup ' * 40)


def _diagrams(size: int) -> tuple[bytes, bytes]:
    starts = (traditional_start(Shape.HEXAGON, side, 2) for side in (2, math.isqrt(size // 700)))
    small, large = (str(draw(start)).encode() for start in starts)
    return small, large


def _notations(_size: int) -> tuple[bytes, bytes]:
    small, large = (format_position(_free_position(side)).encode() for side in (3, 12))
    return small, large


def _codes(_size: int) -> tuple[bytes, bytes]:
    small, large = (replay(loads(honest_game(size))) for size in (500, 8_000))
    return _code(small), _code(large)


def _code(game: Game) -> bytes:
    """A share code without its checksum."""
    return format_game(game).encode()[:-3]


def _free_position(side: int) -> Position:
    """Set up a board that has no name, so that its segments are written."""
    board = Board(standard_board(Shape.HEXAGON, side).segments[1:])
    fields = list(board)
    return Position.setup(board, [dict.fromkeys(fields[first::4], 1) for first in (0, 2)])


def _results(_size: int) -> tuple[bytes, bytes]:
    game = {
        "order": [0, 1],
        "scores": [3, 4],
        "ranking": [1, 0],
        "ending": "finished",
        "turns": 40,
        "offender": None,
        "offence": None,
        "digest": "0123456789ab",
    }
    lines = [json.dumps({"game": number, **game}) for number in range(1, 400)]
    text = "\n".join([json.dumps(MatchFormat(MATCH).heading), *lines, ""])
    return _extrapolated(text.encode())


def _check_lines(content: bytes) -> object:
    """Check the documents of JSON Lines, as `atlantis check` does."""
    return [_check(part.content) for part in split_lines(io.BytesIO(content))]


def _check_documents(content: bytes) -> object:
    """Check documents that follow each other, or the one of a file."""
    if not has_several(content):
        return _check(content)
    return [_check(part.content) for part in split_documents(io.BytesIO(content))]


def _size_by_line(content: bytes) -> int:
    """The size of a collection; every line is a document, which costs as much as ten bytes."""
    return len(content) + 10 * content.count(b"\n")


def _collections(size: int) -> tuple[bytes, bytes]:
    line = json.dumps(json.loads(honest_game(400))).encode() + b"\n"
    return line, line * (size // len(line))


def _documents(size: int) -> tuple[bytes, bytes]:
    document = _document(400)
    return document * 2, document * (size // len(document))


def _document(size: int) -> bytes:
    """A game on several lines."""
    return json.dumps(json.loads(honest_game(size)), indent=1).encode() + b"\n"


def _histories(size: int) -> tuple[bytes, bytes]:
    heading, name, game = fuzzing.SAMPLES["history"].split(b"\n")
    games = (game.replace(b"a1", b"a%d" % number, 1) for number in range(size // len(game)))
    return b"\n".join((heading, name, game)), b"\n".join((heading, name, *games))


def _size_by_roster_line(content: bytes) -> int:
    """The size of a members file, in which a line costs as much as ten bytes."""
    return len(content) + 10 * len(content.splitlines())


def _rosters(_size: int) -> tuple[bytes, bytes]:
    """Members with keys and with codes, and invitations."""
    lines = (
        f"key{number} ssh-ed25519 {'A' * 68} m@example\nname{number}\ninvitation {number:064x}\n"
        for number in range(300)
    )
    return _extrapolated("".join(lines).encode())


def _chats(_size: int) -> tuple[bytes, bytes]:
    messages = (Message(1.7e9 + number, "ann", "hello " * 9) for number in range(MOST_MESSAGES))
    return _extrapolated(b"".join(map(_format_chat, messages)))


def _turns(_size: int) -> tuple[bytes, bytes]:
    return _extrapolated(b"TURN;" + b",".join([b"b2-b3", b"c4-d5"] * 500))


READERS: dict[str, Reader] = {
    "transcript": Reader(_check, GAME, _games),
    "gzip": Reader(_check, b"", _games, _unpacked_size),
    "events": Reader(_check, EVENTS, _games),
    "fmt": Reader(_format, GAME, _commented_games),
    "old-format": Reader(_check, OLD_GAME, _old_games),
    "map": Reader(_check, MAP, _maps),
    "kalah": Reader(
        _check,
        _sample("kalah/unfinished.kalah"),
        lambda _size: _extrapolated(_sample("kalah/agents.kalah")),
    ),
    "tafl": Reader(
        _check,
        _sample("tafl/puzzle-brandub.otg"),
        lambda _size: _extrapolated(_sample("tafl/brandub.otg")),
    ),
    "hsn": Reader(
        _check,
        _sample("hsn/island.hsn"),
        lambda _size: _extrapolated(_sample("hsn/first-turns.hsn")),
    ),
    "collection": Reader(_check_lines, fuzzing.SAMPLES["collection"], _collections, _size_by_line),
    "documents": Reader(_check_documents, _document(300) * 2, _documents),
    "clocks": Reader(fuzzing.read_clocks, fuzzing.SAMPLES["clocks"], _games),
    "history": Reader(fuzzing.read_history, fuzzing.SAMPLES["history"], _histories),
    "puzzles": Reader(
        fuzzing.read_puzzle_file,
        fuzzing.SAMPLES["puzzles"],
        lambda _size: _extrapolated(dump_collection(found_puzzles()).encode()),
    ),
    "members": Reader(
        fuzzing.read_members, fuzzing.SAMPLES["members"], _rosters, _size_by_roster_line
    ),
    "chat": Reader(fuzzing.read_chat, fuzzing.SAMPLES["chat"], _chats),
    "turn": Reader(fuzzing.read_turn_line, b"TURN;b2-b4,c5-c6", _turns),
    "options": Reader(read_options, OPTIONS, _options),
    "results": Reader(read_results, _results(0)[1][:900], _results),
    "plan": Reader(_read_plan, PLAN, _plans),
    "net": Reader(
        _read_net, b"[\n1.5, -2e3,\n0\n]", lambda _size: _extrapolated(nets.PATH.read_bytes())
    ),
    "share-code": Reader(_read_code, b"atl1:triangle1:B,2.,A,3.:3V", _codes),
    "diagram": Reader(fuzzing.read_diagram, str(draw(_START)).encode(), _diagrams),
    "index": Reader(_index_lines, fuzzing.SAMPLES["collection"], _collections, _size_by_line),
    "searches": Reader(_read_searches, SEARCHES, _searches),
    "search": Reader(_read_search, b"player:\"Ann L\" is:running 'x y' since:2026", _search_lines),
    "keys": Reader(_change_keys, KEYS, _keys),
    "notation": Reader(_read_notation, b"pos1:B2+C5+d8.d9:A2,3.,b,9B,2.:2A", _notations),
}
