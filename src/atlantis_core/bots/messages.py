"""Formats and parses the lines of the agent protocol (docs/agents.md).

One message per line, fields separated by ``;``, no spaces, case-sensitive. Parsers raise
NotationError for a line that is not a message.
"""

from __future__ import annotations

import json
import re
from enum import Enum
from typing import NamedTuple

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, Move, name_pairs, parse_field, parse_move
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game, Turn
from atlantis_core.support.errors import NotationError

END = "END"
PROTOCOL_VERSION = 2
"""Protocol version; version 1 had no `protocol` in START and four fields in every CHANGE."""
VERSION_2_REQUEST = f"PROTOCOL;{PROTOCOL_VERSION}"
"""An agent sends this before its first turn to receive version 2 messages."""
_SEAT = re.compile(r"[1-9]")
_TURN = re.compile(r"TURN(?:;([^;\s]*))?")
_SEATS = re.compile(r"([^;]*(?:;[^;]*){3});([0-9]);([0-9])")
_STACK = re.compile(r"([^:,|\s]+):(-?[0-9]{1,7})")


class Next(Enum):
    """The last field of CHANGE: which side moves next."""

    YOU = "YOU"
    OPPONENT = "OPP"
    END = "END"


class Terms(NamedTuple):
    """Settings sent to an agent in START. None means unlimited or unknown."""

    seed: int | None = None
    """Seed for programs that make random choices and want to repeat a game."""
    turn_seconds: float | None = None
    first_turn_seconds: float | None = None
    turn_limit: int | None = None
    """The game is adjudicated after this many turns of all players together."""


class Start(NamedTuple):
    """The first message: the seat of the agent, from 0, and the game as it began."""

    seat: int
    players: int
    board: Board
    turns: tuple[Turn, ...]


class Change(NamedTuple):
    """The message after every turn."""

    turn: Turn
    state: tuple[dict[Field, int], ...]
    following: Next
    mover: int | None = None
    """The seat that moved, from 0; None after START, and in version 1."""
    to_move: int | None = None
    """The seat to move; None if the game is over, and in version 1."""


def format_start(game: Game, seat: int, terms: Terms = Terms()) -> str:  # noqa: B008 -- immutable
    """Message that starts a game, or joins it in the middle."""
    start = game.start
    document: dict[str, object] = {
        "format": "Atlantis transcript",
        "version": "1.0",
        "segments": [[str(field) for field in segment] for segment in start.board.segments],
        "players": [
            {"stacks": {str(field): value for field, value in start.stacks(player).items()}}
            for player in range(start.players)
        ],
    }
    document["protocol"] = {
        "version": PROTOCOL_VERSION,
        "to_move": game.position.to_move + 1,
        **terms._asdict(),
    }
    if game.turns:
        document["turns"] = list(map(name_pairs, game.turns))
    return f"START;{seat + 1};{start.players};{_dump_without_spaces(document)}"


def _dump_without_spaces(document: dict[str, object]) -> str:
    # The only space is in the name of the format; JSON allows escaping it.
    return json.dumps(document, separators=(",", ":")).replace(" ", "\\u0020")


def format_change(turn: Turn, position: Position, following: Next) -> str:
    """Message after a turn, or with an empty turn the one after START."""
    state = "|".join(
        ",".join(f"{field}:{value}" for field, value in position.stacks(player).items())
        for player in range(position.players)
    )
    return f"CHANGE;{_format_moves(turn)};{state};{following.value}"


def format_full_change(turn: Turn | None, position: Position, following: Next) -> str:
    """Version 2 of `format_change`: adds who moved and who is to move, as seats from 1.

    The turn is None in the message right after START.
    """
    plain = format_change(turn or (), position, following)
    moved = 0 if turn is None else (position.to_move - 1) % position.players + 1
    to_move = 0 if following is Next.END else position.to_move + 1
    return f"{plain};{moved};{to_move}"


def format_turn(turn: Turn) -> str:
    """An agent's answer."""
    return f"TURN;{_format_moves(turn)}" if turn else "TURN"


def _format_moves(turn: Turn) -> str:
    return ",".join(str(move) for move in turn)


def parse_turn(line: str) -> Turn:
    """Read an agent's answer. Does not check whether the moves are legal."""
    match = _TURN.fullmatch(line.removesuffix("\r"))
    if match is None:
        raise NotationError(line, "turn", "'TURN' or for example 'TURN;b2-b4,c5-c6'")
    return _parse_moves(match[1] or "")


def _parse_moves(text: str) -> tuple[Move, ...]:
    return tuple(parse_move(word) for word in text.split(",")) if text else ()


def parse_start(line: str) -> Start:
    name, seat, players, document = _split(line, 4, "START;1;2;{...}")
    if name != "START" or not all(_SEAT.fullmatch(number) for number in (seat, players)):
        raise NotationError(line, "message", "START;1;2;{...}")
    try:
        held = json.loads(document)
        board = Board([parse_field(name) for name in segment] for segment in held["segments"])
        turns = tuple(
            tuple(Move(parse_field(source), parse_field(target)) for source, target in turn)
            for turn in held.get("turns", ())
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise NotationError(line, "message", "a transcript as strict JSON") from error
    return Start(int(seat) - 1, int(players), board, turns)


def parse_change(line: str) -> Change:
    expected = "CHANGE;b2-b4;a1:1,b2:-2|d4:2;YOU"
    plain, mover, to_move = _split_seats(line)
    name, turn, state, following = _split(plain, 4, expected)
    known = {choice.value: choice for choice in Next}
    if name != "CHANGE" or following not in known:
        raise NotationError(line, "message", expected)
    stacks = tuple(_parse_stacks(part) for part in state.split("|"))
    return Change(_parse_moves(turn), stacks, known[following], mover, to_move)


def _split_seats(line: str) -> tuple[str, int | None, int | None]:
    """The version 1 part of the message, and the two seats that version 2 adds, from 0."""
    match = _SEATS.fullmatch(line)
    if match is None:
        return line, None, None
    mover, to_move = int(match[2]) - 1, int(match[3]) - 1
    return match[1], mover if mover >= 0 else None, to_move if to_move >= 0 else None


def _split(line: str, parts: int, expected: str) -> list[str]:
    words = line.split(";", parts - 1)
    if len(words) != parts:
        raise NotationError(line, "message", expected)
    return words


def _parse_stacks(text: str) -> dict[Field, int]:
    stacks = {}
    for word in text.split(",") if text else ():
        match = _STACK.fullmatch(word)
        if match is None:
            raise NotationError(word, "stack", "for example 'b2:-2'")
        stacks[parse_field(match[1])] = int(match[2])
    return stacks
