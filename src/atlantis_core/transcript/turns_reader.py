"""Validates turns, and the events of a later version of the format (R7.3).

Checks only that every move is a pair of fields; `replay` checks whether it is legal. Turns are
most of a file, so valid ones take a fast path.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from atlantis_core.json_text.frozen import BROKEN, JsonValue, freeze_object
from atlantis_core.json_text.places import Path, Problems
from atlantis_core.positions.grid import Field, Move, parse_field
from atlantis_core.rules.game import MAX_TURNS
from atlantis_core.support.errors import NotationError
from atlantis_core.support.safe_text import showable
from .model import Turn, Turns
from .start_reader import describe, expect_list, expect_object
from .suggestions import suggest_field, suggest_word

_MOVE_IN_WORDS = re.compile(r"\s*(-?[A-Za-z]+-?[0-9]+)[^A-Za-z0-9]{1,4}(-?[A-Za-z]+-?[0-9]+)\s*")
_FIELD = re.compile(r"-?[a-z]{1,3}-?[0-9]{1,4}")
_LONGEST_CHAIN = 4
_LONGEST_TURN = 80
_MOVE_EXAMPLE = 'expected ["b2", "b4"]'
_ENDINGS = {"resign": "resign", "resigns": "resign", "resigned": "resign", "draw": "draw"}
"""Words for how a game ends, and the command that writes them as tags."""


class _Moves(dict[tuple[object, object], Move]):
    """Cache of moves by their two names: a game repeats few of them often."""

    def __missing__(self, names: tuple[object, object]) -> Move:
        source, destination = names
        if not isinstance(source, str) or not isinstance(destination, str):
            raise NotationError(str(names), "move", _MOVE_EXAMPLE)
        move = self[names] = Move(parse_field(source), parse_field(destination))
        return move


class TurnsReader:
    """Reads the turns of the main line and of variations."""

    def __init__(self, fields: Collection[Field], problems: Problems) -> None:
        self._fields = fields
        self._problems = problems
        self._moves = _Moves()
        self.first_unreadable: int | None = None
        """Number of the first turn of the main line with a problem, where replaying stops."""

    def read_turns(self, data: object, path: Path, first: int = 1) -> Turns:
        """The turns at a path; `first` is the number of the first one.

        A turn with problems is empty.
        """
        if isinstance(data, dict):
            message = f"'{path[-1]}' must be a list, not an object"
            self._problems.error(path, message, "write the turns in order, without numbers")
            return ()
        if not expect_list(data, path, f"'{path[-1]}'", self._problems):
            return ()
        if len(data) > MAX_TURNS:
            message = f"{len(data)} turns (expected at most {MAX_TURNS})"
            self._problems.error((*path, MAX_TURNS), message)
            return ()
        loose = _loose_pairs(data)
        return tuple(
            [
                self.read_turn(loose.get(index, value), (*path, index), first + index)
                for index, value in enumerate(data)
            ]
        )

    def read_turn(self, data: object, path: Path, number: int) -> Turn:
        moves = self._moves
        if type(data) is list:
            try:
                return tuple([moves[pair[0], pair[1]] for pair in data if _is_pair(pair)])
            except (NotationError, TypeError, _NotAPairError):
                pass
        return self._read_bad_turn(data, path, number)

    def _read_bad_turn(self, data: object, path: Path, number: int) -> Turn:
        if self.first_unreadable is None and path[0] != "annotations":
            self.first_unreadable = number
        hint = _suggest_turn(data)
        if hint:
            self._problems.error(path, f"turn {number} must be {_not_a_turn(data)}", hint)
        elif data == ["pass"]:
            self._problems.error(path, f"turn {number} contains the word 'pass'", "a pass is []")
        elif expect_list(data, path, f"turn {number}", self._problems):
            self._check_moves(data, path, number)
        # Drop all moves of a turn with an unreadable move, or their indices would shift.
        return ()

    def _check_moves(self, data: list[object], path: Path, number: int) -> None:
        nested = next((at for at, item in enumerate(data) if _is_nested(item)), None)
        if nested is not None:
            message = f"turn {number}, move {nested + 1}: a move is a list of two fields, not lists"
            hint = "remove one pair of brackets: a turn is a list of moves"
            self._problems.error((*path, nested), message, hint)
            return
        for at, item in enumerate(data):
            if self._problems.should_stop:
                break
            self._check_move(item, (*path, at), number)

    def _check_move(self, data: object, path: Path, number: int) -> None:
        what = f"turn {number}, move {int(path[-1]) + 1}"
        if isinstance(data, list) and BROKEN in data[:_LONGEST_CHAIN]:
            return
        if isinstance(data, list) and len(data) == 2:
            for at, name in enumerate(data):
                self._check_field(name, (*path, at), what, data[1 - at])
        elif data is not BROKEN:
            found = f"of {len(data)}" if isinstance(data, list) else describe(data)
            message = f"{what}: a move is a list of two fields, not {found}"
            hint = _MOVE_EXAMPLE
            if data in (None, "", []):
                hint = "remove it" if path[-1] else "a pass is []"
            self._problems.error(path, message, _suggest_move(data) or hint)

    def _suggest_column(self, row: object, other: object) -> str:
        """A hint for a row without its column: the field in the column of the move's other end."""
        column = re.match("[a-z]+", other) if isinstance(other, str) else None
        name = f"{column[0]}{row}" if column else ""
        is_field = type(row) is int and len(name) < 12 and _FIELD.fullmatch(name)
        if is_field and parse_field(name) in self._fields:
            return f'did you mean "{name}"?'
        return 'like "c5"'

    def _check_field(self, name: object, path: Path, what: str, other: object) -> None:
        if not isinstance(name, str):
            if name is not BROKEN:
                message = f"{what}: a field must be a string, not {describe(name)}"
                self._problems.error(path, message, self._suggest_column(name, other))
            return
        try:
            parse_field(name)
        except NotationError as error:
            hint = "" if self._problems.is_full else suggest_field(name, self._fields)
            message = f"{what}: not a field: '{showable(name, 40)}' (expected {error.expected})"
            self._problems.error(path, message, hint)


def _loose_pairs(turns: list[object]) -> dict[int, object]:
    """Moves without brackets, at the index of their first field, and `BROKEN` for the second."""
    found: dict[int, object] = {}
    for index, (one, other) in enumerate(pairwise(turns)):
        if index not in found and _is_field(one) and _is_field(other):
            found |= {index: [one, other], index + 1: BROKEN}
    return found


def _is_field(data: object) -> bool:
    return isinstance(data, str) and _FIELD.fullmatch(data) is not None


def _is_nested(data: object) -> bool:
    """Whether lists are where the fields of a move belong."""
    return isinstance(data, list) and bool(data) and isinstance(data[0], list)


def _suggest_move(data: object) -> str:
    """How to write a move that is one string such as `b2-b4`, an object or a chain of fields.

    Empty if the meaning is not clear.
    """
    fields = data
    if isinstance(data, dict):
        fields = [*data.values()] if len(data) == 2 else [*chain(*data.items())]
    if isinstance(fields, list) and 2 <= len(fields) <= _LONGEST_CHAIN:
        named = [name for name in fields if isinstance(name, str) and _FIELD.fullmatch(name)]
        return _suggest_pairs(fields) or (_suggest_pairs(named) if len(named) == 2 else "")
    text = data[0] if isinstance(data, list) and len(data) == 1 else data
    names = _MOVE_IN_WORDS.fullmatch(text) if isinstance(text, str) and len(text) < 20 else None
    return f'write ["{names[1].lower()}", "{names[2].lower()}"]' if names else ""


def _suggest_moves(text: str) -> str:
    """Hint about a turn that is one string such as `b2-b4 c5-c6`."""
    words = text.split()
    found = [_MOVE_IN_WORDS.fullmatch(word) for word in words]
    if len(text) > _LONGEST_TURN or not words or not all(found):
        move = _suggest_move(text)
        return move.replace("[", "[[").replace("]", "]]")
    pairs = [f'["{names[1].lower()}", "{names[2].lower()}"]' for names in found if names]
    return f"write [{', '.join(pairs)}]"


def _suggest_pairs(fields: Sequence[object]) -> str:
    """Hint about a chain of fields: each move is a pair."""
    names = [name for name in fields if isinstance(name, str) and _FIELD.fullmatch(name)]
    if len(names) < len(fields):
        return ""
    return "write " + ", ".join(f'["{a}", "{b}"]' for a, b in pairwise(names))


def _suggest_turn(data: object) -> str:
    """How to write a turn that is one move, one string or a word; empty if that is not clear."""
    if data in (None, "", "pass", "-", "--", False, {}):
        return "a pass is []"
    ending = _suggest_ending(data)
    if ending or isinstance(data, str):
        return ending or _suggest_moves(str(data))
    if not isinstance(data, list) or len(data) != 2:
        return ""
    if all(isinstance(item, str) for item in data):
        return 'write [["{}", "{}"]]'.format(*(showable(str(item), 12) for item in data))
    if all(isinstance(item, list) and len(item) == 1 for item in data):
        return _suggest_move([item[0] for item in data]).replace("[", "[[").replace("]", "]]")
    return ""


def _not_a_turn(data: object) -> str:
    """The rest of a message: what a turn must be, and what it is instead."""
    if isinstance(data, list) and len(data) == 2:
        return "a list of moves, not one move"
    if _suggest_ending(data):
        return f"a list of moves, not {describe(data[0] if isinstance(data, list) else data)}"
    return f"a list, not {describe(data)}"


def _suggest_ending(data: object) -> str:
    """How to write a result instead of a turn such as ``"resign"``, or an empty text."""
    word = data[0] if isinstance(data, list) and len(data) == 1 else data
    command = _ENDINGS.get(word.strip().lower()) if isinstance(word, str) else None
    return f"results are tags; run: atlantis turn FILE {command}" if command else ""


class _NotAPairError(ValueError):
    """A move that is not a list of two values."""


def _is_pair(value: object) -> bool:
    if type(value) is list and len(value) == 2:
        return True
    raise _NotAPairError


class Events(NamedTuple):
    """Contents of a list of events: turns with their paths, comments and details."""

    turns: Turns
    turns_at: tuple[Path, ...]
    comments: dict[int, str]
    details: tuple[JsonValue, ...]
    """Other members of events (users, times), with their turns."""


def read_events(data: object, reader: TurnsReader, problems: Problems) -> Events:
    """The ``events`` of a later version of the format (R7.3).

    Chat becomes part of the comment of the following turn, or of the last turn.
    """
    log = _EventLog(reader, problems)
    if expect_list(data, ("events",), "'events'", problems):
        for index, event in enumerate(data):
            path: Path = ("events", index)
            if expect_object(event, path, f"event {index + 1}", problems):
                log.add(event, path)
    last = len(log.turns)
    chat: dict[int, list[str]] = {}
    for number, line in log.chat:
        chat.setdefault(min(number, last), []).append(line)
    comments = {turn: "\n".join(lines) for turn, lines in chat.items()}
    return Events(tuple(log.turns), tuple(log.turns_at), comments, tuple(log.details))


class _EventLog:
    """Events sorted into turns, chat and details."""

    def __init__(self, reader: TurnsReader, problems: Problems) -> None:
        self._reader = reader
        self._problems = problems
        self.turns: list[Turn] = []
        self.turns_at: list[Path] = []
        self.chat: list[tuple[int, str]] = []
        self.details: list[JsonValue] = []

    def add(self, event: Mapping[str, object], path: Path) -> None:
        number, kind = len(self.turns) + 1, event.get("type")
        if kind == "turn":
            self._add_turn(event, path, number)
            self._keep(event, number, left_out=("type", "moves"))
        elif kind == "chat":
            said = [key for key, value in event.items() if key != "type" and _is_text(key, value)]
            words = " ".join(str(event[key]) for key in said)
            user = event.get("user")
            self.chat.append((number, f"{user}: {words}" if isinstance(user, str) else words))
            left_out = {"type", *said, *(["user"] if isinstance(user, str) else [])}
            self._keep(event, number, left_out)
        else:
            _report_event(kind, path, self._problems)
            self._keep(event, number, left_out=())

    def _add_turn(self, event: Mapping[str, object], path: Path, number: int) -> None:
        if "moves" not in event:
            message = f"turn {number} has no 'moves'"
            self._problems.error(path, message, 'expected "moves": []')
        at = (*path, "moves")
        self.turns.append(self._reader.read_turn(event.get("moves", []), at, number))
        self.turns_at.append(at)

    def _keep(self, event: Mapping[str, object], number: int, left_out: Collection[str]) -> None:
        others = {key: value for key, value in event.items() if key not in left_out}
        if others:
            self.details.append(freeze_object({"turn": number, "event": others}))


def _is_text(key: str, value: object) -> bool:
    """Whether a member of a chat event is its message. The name of its key is not specified."""
    return isinstance(value, str) and key not in ("user", "time")


def _report_event(kind: object, path: Path, problems: Problems) -> None:
    if isinstance(kind, str):
        hint = suggest_word(kind, ("turn", "chat")) or "expected 'turn' or 'chat'"
        message = f"unknown type of event: '{showable(kind, 40)}' (kept, but ignored)"
        problems.warn((*path, "type"), message, hint)
    elif kind is not BROKEN:
        problems.error(path, "an event needs a 'type'", "expected 'turn' or 'chat'")
