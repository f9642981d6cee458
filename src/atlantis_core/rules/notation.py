"""One-line notation of a position: board, fields, players and the player to move.

    pos1:hexagon2:A0,a2,5A2,35.,7B:2A

`docs/notation.md` has the grammar. Writing is canonical: equal positions have equal notations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from atlantis_core.positions.board import MAX_FIELDS, Board
from atlantis_core.positions.grid import (
    Field,
    format_field,
    format_segment,
    parse_field,
    parse_segment,
    segment_centre,
    segment_fields,
)
from atlantis_core.positions.position import MAX_PLAYERS, Position
from atlantis_core.support.errors import NotationError, SetupError
from .shapes import Shape, find_shape, standard_board, traditional_start

PREFIX = "pos1:"
"""Begins every notation of a position; the digit is the version of the grammar."""
MAX_LENGTH = 2_000_000
"""Characters; the longest notation of a board with the most fields is shorter."""
_EXAMPLE = "'pos1:hexagon2:A0,a2,5A2,35.,7B:2A'"
_PLAYERS = "ABCDEF"
_SHAPE = re.compile(r"([a-z]{6,})([0-9]{1,4})")
"""At least six letters: no column name is that long."""
_RUN = re.compile(r"([0-9]{0,5})(?:(\.)|([A-Fa-f])([0-9]{0,9}))")
_TURN = re.compile(r"([0-6])([A-F])")
_ANY_VERSION = re.compile(r"\s*(pos[0-9]{1,3}:)")


def is_notation(text: str) -> bool:
    """Whether a text claims to be the notation of a position, of any version; it may be invalid."""
    return _ANY_VERSION.match(text) is not None


def format_position(position: Position) -> str:
    """The notation of a position. Raises SetupError in the middle of a turn."""
    shape = find_shape(position.board)
    board = _sorted_board(position.board) if shape is None else standard_board(*shape)
    mover = f"{position.players}{_PLAYERS[position.to_move]}"
    fields = "" if _is_start(position, shape) else ",".join(_runs(position, board))
    return f"{PREFIX}{_format_board(board, shape)}:{fields}:{mover}"


def parse_position(text: str) -> Position:
    """Read a notation. Raises NotationError, or SetupError for a position that cannot exist."""
    version = _ANY_VERSION.match(text)
    if version is not None and version[1] != PREFIX:
        expected = f"'{PREFIX}'; a newer version of Atlantis may have written it: update this one"
        raise NotationError(version[1], "version of the notation", expected)
    parts = text.strip().split(":")
    if len(text) > MAX_LENGTH or len(parts) != 4 or f"{parts[0]}:" != PREFIX:
        raise NotationError(text, "position", f"four parts such as {_EXAMPLE}")
    _, named, fields, mover = parts
    turn = _TURN.fullmatch(mover)
    if turn is None:
        expected = "the number of players and the letter of the player to move, such as '2A'"
        raise NotationError(mover, "player to move", expected)
    players, to_move = int(turn[1]), _PLAYERS.index(turn[2])
    shape = _SHAPE.fullmatch(named)
    board = _parse_board(named) if shape is None else standard_board(*_find(shape))
    if fields:
        return Position.setup(board, _parse_runs(fields, board, players), to_move)
    if shape is None or players < 2:
        return Position.setup(board, [{} for _ in range(players)], to_move)
    start = traditional_start(*_find(shape), players)
    return Position.setup(board, [start.stacks(seat) for seat in range(players)], to_move)


def _is_start(position: Position, shape: tuple[Shape, int] | None) -> bool:
    """Whether the fields are omitted: a standard start, or any other board without stones.

    An empty standard board is written as a run, because omitted fields mean its start.
    """
    stacks = [position.stacks(player) for player in range(position.players)]
    if shape is None or position.players < 2:
        return not any(stacks)
    try:
        start = traditional_start(*shape, position.players)
    except SetupError:  # the board is too small for the players
        return False
    return stacks == [start.stacks(player) for player in range(position.players)]


def _sorted_board(board: Board) -> Board:
    return Board(sorted(map(_sorted_segment, board.segments)))


def _sorted_segment(segment: tuple[Field, ...]) -> tuple[Field, ...]:
    centre = segment_centre(segment)
    return tuple(sorted(segment)) if centre is None else segment_fields(centre)


def _format_board(board: Board, shape: tuple[Shape, int] | None) -> str:
    if shape is not None:
        return f"{shape[0].value}{shape[1]}"
    return "+".join(_format_segment(segment) for segment in board.segments)


def _format_segment(segment: tuple[Field, ...]) -> str:
    centre = segment_centre(segment)
    return ".".join(map(format_field, segment)) if centre is None else format_segment(centre)


def _find(match: re.Match[str]) -> tuple[Shape, int]:
    known = {shape.value: shape for shape in Shape}
    if match[1] not in known:
        shapes = " or ".join(f"'{name}3'" for name in known)
        raise NotationError(match[0], "board", f"{shapes}, or segments such as 'B2+C5+E4'")
    return known[match[1]], int(match[2])


def _parse_board(text: str) -> Board:
    return Board(
        segment_fields(parse_segment(name))
        if name[-1:].isdigit() and name.lstrip("-")[:1].isupper()
        else tuple(map(parse_field, name.split(".")))
        for name in text.split("+", MAX_FIELDS + 1)
    )


def _runs(position: Position, board: Board) -> Iterator[str]:
    stacks = [position.stacks(player) for player in range(position.players)]
    written = {
        field: _format_stack(player, value)
        for player, own in enumerate(stacks)
        for field, value in own.items()
    }
    for held, group in groupby(board, lambda field: written.get(field, ".")):
        count = sum(1 for _ in group)
        yield held if count == 1 else f"{count}{held}"


def _format_stack(player: int, value: int) -> str:
    letter = _PLAYERS[player] if value >= 0 else _PLAYERS[player].lower()
    return letter if abs(value) == 1 else f"{letter}{abs(value)}"


def _parse_runs(text: str, board: Board, players: int) -> list[dict[Field, int]]:
    stacks: list[dict[Field, int]] = [{} for _ in range(min(players, MAX_PLAYERS))]
    fields = iter(board)
    left = len(board)
    for run in text.split(","):
        match = _RUN.fullmatch(run)
        if match is None:
            expected = "for example '3A2' (three stacks of two stones), '2a' or '12.'"
            raise NotationError(run, "run of fields", expected)
        count = int(match[1] or 1)
        left -= count
        if left < 0:
            raise NotationError(run, "run of fields", f"{len(board)} fields in total, not more")
        if match[2] is None:
            _fill(stacks, match, [next(fields) for _ in range(count)])
        else:
            for _ in range(count):
                next(fields)
    if left:
        expected = f"{len(board)} fields in total, not {len(board) - left}"
        raise NotationError(text[-40:], "run of fields", expected)
    return stacks


def _fill(stacks: list[dict[Field, int]], match: re.Match[str], fields: list[Field]) -> None:
    player = _PLAYERS.index(match[3].upper())
    if player >= len(stacks):
        expected = f"players {_PLAYERS[: len(stacks)]}" if stacks else "no players"
        raise NotationError(match[0], "run of fields", expected)
    stones = int(match[4] or 1)
    if match[3].islower():
        if not stones:
            raise NotationError(match[0], "run of fields", "at least one stone on a growing field")
        stones = -stones
    stacks[player].update(dict.fromkeys(fields, stones))
