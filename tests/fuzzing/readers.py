"""All readers of untrusted input, as functions of bytes.

A reader may return anything or raise an AtlantisError. Its messages become a signature, by which
the fuzzer recognises new behaviour.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from atlantis_core.arena.matches import Match
from atlantis_core.arena.results import MatchFormat
from atlantis_core.bots.greedy import GENTLE
from atlantis_core.bots.messages import parse_turn
from atlantis_core.bots.seats import parse_contestant
from atlantis_core.commands.agent import run_agent
from atlantis_core.contests.results_file import _load
from atlantis_core.diagram import parse_diagram
from atlantis_core.files.collections import (
    begins_results,
    find_document,
    has_several,
    replace_document,
    split_lines,
)
from atlantis_core.game_library.documents import Document
from atlantis_core.game_library.index import GameIndex
from atlantis_core.game_library.lookup import explore
from atlantis_core.game_library.reading import GameReader
from atlantis_core.game_library.rows import Stamp
from atlantis_core.games.registry import GAMES
from atlantis_core.learning.collection import dump_collection, found_puzzles, read_puzzles
from atlantis_core.learning.goals import parse_goal
from atlantis_core.processes.command_line import parse_command
from atlantis_core.review.history_file import parse_history
from atlantis_core.review.player_history import rating_of, records_of, streak_of
from atlantis_core.rules.notation import parse_position
from atlantis_core.rules.shapes import Shape, parse_shape, traditional_start
from atlantis_core.rules.share_code import format_game, parse_game
from atlantis_core.seats import read_seats
from atlantis_core.support.diagnostics import Diagnostic, draw_diagnostic, format_diagnostic
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import is_safe_to_show, showable, showable_lines
from atlantis_core.transcript import check, loads, replay
from atlantis_core.transcript.clocks import (
    control_of,
    format_seconds,
    parse_control,
    seconds_since,
    time_left,
    turn_seconds,
)
from atlantis_tui.club.chat import _parse as _parse_chat
from atlantis_tui.club.members import parse_roster
from atlantis_tui.settings.options import parse_options

Reader = Callable[[bytes], str]
"""Reads bytes and returns the signature of the result."""
_DETAILS = re.compile(r"'[^']*'|[0-9]+|\b[a-z]{1,2}[0-9]+\b")
MATCH = Match(
    (parse_contestant("greedy"), parse_contestant("random")),
    "triangle:2",
    traditional_start(Shape.TRIANGLE, 2, 2),
)
_MOST_SAID = 20
_INDEXED = (
    b'{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "E4"], "players": '
    b'[{"stacks": {"b2": 2}}, {"stacks": {"e4": 1}}], "turns": [[["b2", "b3"]], []]}'
)


def _shape(said: Iterable[object]) -> str:
    """A message without names, numbers and quotations."""
    texts = sorted({_DETAILS.sub("", str(text))[:200] for text in list(said)[:_MOST_SAID]})
    return " | ".join(texts)


def _told(diagnostics: Iterable[Diagnostic], text: str) -> str:
    found = list(diagnostics)
    for diagnostic in found[:3]:
        for line in (format_diagnostic(diagnostic), *draw_diagnostic(diagnostic, text).split("\n")):
            if not is_safe_to_show(line):
                raise AssertionError(f"a line that is not safe: {line!r}")
    return _shape(diagnostic.message for diagnostic in found)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def read_transcript(data: bytes) -> str:
    return _told(check(data), _text(data))


def read_diagram(data: bytes) -> str:
    return str(parse_diagram(_text(data)))[:40]


def read_options(data: bytes) -> str:
    return _shape(parse_options(_text(data)).problems)


def read_results(data: bytes) -> str:
    return str(len(_load(io.BytesIO(data), Path("results"), MatchFormat(MATCH))))


def read_turn_line(data: bytes) -> str:
    return str(len(parse_turn(_text(data))))


def read_agent_lines(data: bytes) -> str:
    answers = io.StringIO()
    run_agent(GENTLE, _text(data).splitlines(keepends=True), answers, effort=1)
    return _shape(answers.getvalue().splitlines())


def read_words(data: bytes) -> str:
    """The small notations of command lines: the name of the first that accepts the text."""
    text = _text(data)
    shown = "".join(showable_lines(text))
    if not (is_safe_to_show(shown) and is_safe_to_show(showable(text))):
        raise AssertionError("what is shown is not safe")
    read_seats([text, text], 2)
    for parse in (parse_command, parse_shape, parse_goal, parse_contestant):
        parse(text)
    return "words"


def read_collection(data: bytes) -> str:
    """Every document of JSON Lines, and replacing one; a save must change only that line."""
    parts = list(split_lines(io.BytesIO(data)))
    for part in parts[:3]:
        if find_document(data, "games.jsonl", part.line) != part.content:
            raise AssertionError(f"line {part.line} is found as something else")
        if begins_results(part.content):
            continue  # without this line the others are a collection
        new = replace_document(data, "games.jsonl", part.line, b"{}")
        others = [one[:2] for one in split_lines(io.BytesIO(new)) if one.line != part.line]
        if others != [one[:2] for one in parts if one.line != part.line]:
            raise AssertionError(f"replacing line {part.line} changes others")
    found = _shape(one.message for part in parts[:3] for one in check(part.content))
    return f"{min(len(parts), 3)} {has_several(data)} {found}"


def read_history(data: bytes) -> str:
    found = parse_history(data, Path("results.jsonl"))
    rating = rating_of(found.games)
    known = rating is not None, streak_of(found.games) > 0, len(records_of(found.games)) > 0
    return f"{known} {bool(found.name)} {found.is_writable} {_shape(found.problems)}"


def read_puzzle_file(data: bytes) -> str:
    return str(min(len(read_puzzles(data.decode("utf-8", "replace"), "fuzz")), 3))


def read_share_code(data: bytes) -> str:
    return str(parse_game(_text(data)).turn_number > 0)


def read_notation(data: bytes) -> str:
    return str(parse_position(_text(data)).players)


def read_clocks(data: bytes) -> str:
    """The times of a game, as the app shows them."""
    text = _text(data)
    with suppress(AtlantisError):
        parse_control(text)
    seconds_since(text, datetime.now(UTC))
    transcript = loads(data)
    control, clocks = control_of(transcript), transcript.annotations.clocks
    shown = [turn_seconds(transcript, turn) for turn in range(len(clocks) + 1)]
    if control is not None and transcript.players:
        players = len(transcript.players)
        shown += [time_left(control, clocks, seat, players) for seat in range(players)]
    return str({len(format_seconds(one)) for one in shown if one is not None})


def read_members(data: bytes) -> str:
    return str(min(len(parse_roster(data.decode("utf-8", "replace")).members), 3))


def read_chat(data: bytes) -> str:
    messages = list(_parse_chat(data))
    if not all(is_safe_to_show(str(message)) for message in messages):
        raise AssertionError("a message that is not safe")
    return str(min(len(messages), 3))


@cache
def _index() -> bytes:
    """A valid index of two games."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        with closing(GameIndex(path)) as index:
            for number in range(2):
                document = Document(0, f"{number}.json", _INDEXED)
                index.update(document.place, Stamp(1, 1, b"x"), [document], GameReader())
        return path.read_bytes()


def read_index(data: bytes) -> str:
    """An index into which the input is written, at a place that its first bytes choose."""
    content = bytearray(_index())
    at = int.from_bytes(data[:3]) % len(content)
    content[at : at + len(data)] = data
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        path.write_bytes(content)
        with closing(GameIndex(path)) as index:
            known = index.stamp("1.json"), len(index.files()), len(list(index.search([])))
            found = explore(index, MATCH.start).games
            found += len(index.turns_reaching(MATCH.start, 1))
            index.forget("1.json")
        return f"{known[0] is None} {known[1:]} {found} {index.was_replaced}"


def _read_game(name: str) -> Reader:
    entry = next(entry for entry in GAMES if entry.name == name)

    def read(data: bytes) -> str:
        game, text = entry.load(), _text(data)
        is_known = game.recognises(text)
        return f"{is_known} {_told(game.read(text, 'fuzz').diagnostics, text)}"

    return read


READERS: dict[str, Reader] = {
    "transcript": read_transcript,
    "diagram": read_diagram,
    "options": read_options,
    "results": read_results,
    "turn": read_turn_line,
    "agent": read_agent_lines,
    "words": read_words,
    "collection": read_collection,
    "history": read_history,
    "puzzles": read_puzzle_file,
    "share-code": read_share_code,
    "notation": read_notation,
    "clocks": read_clocks,
    "index": read_index,
    "members": read_members,
    "chat": read_chat,
    **{entry.name: _read_game(entry.name) for entry in GAMES},
}

_LINE = {"game": "a1", "date": "2026-05-17", "board": "hexagon:3", "ending": "won", "turns": 9}
SAMPLES: dict[str, bytes] = {
    "collection": _INDEXED + b"\n\n" + _INDEXED + b"\r\n",
    "history": b"\n".join(
        json.dumps(line).encode()
        for line in (
            {"format": "Atlantis results", "version": 1},
            {"name": "Ann"},
            {**_LINE, "chain": 2, "encounters": [["bot:gentle", 1], ["Bob", 0.5]]},
        )
    ),
    "puzzles": dump_collection(found_puzzles()[:2]).encode(),
    "share-code": format_game(replay(loads(_INDEXED))).encode(),
    "notation": b"pos1:hexagon2:2a,A,2A2,2A,35.,3B,2B2,2b:2A",
    "clocks": _INDEXED[:-1]
    + b', "annotations": {"tags": {"time control": "10+5"}, "clocks": [3, 1.5, null, 1e30]}}',
    "members": b"# club\nann ssh-ed25519 AAAAC3N ann@example\nben\ninvitation 5e88\n",
    "chat": b'[1779026400.5, "ann", "hello"]\n[1779026401, "ben", "\\u001b[31m"]\n',
    "index": b"\x40\x10\x02[null, 1e999]",
}
"""A valid input of readers that the samples of the project hardly reach."""
