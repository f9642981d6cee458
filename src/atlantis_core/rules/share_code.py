"""Share codes: a whole game as one short word for a chat.

    atl1:3vY0kTq...      a standard start and its turns
    atl1:B2+C5:...:word  any other start, in the notation of positions

The word is one number in base 62. Its digits in mixed radix are the size of the start and, for
every turn, how many moves it has and the rank of each among the legal moves; a turn that leaves no
choice costs nothing. Three characters at the end are a checksum. `docs/notation.md` has the
details. Moves of a turn come out in the order of `legal_moves`, which the rules do not distinguish
from any other.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import MAX_PLAYERS, Position
from atlantis_core.support.errors import AtlantisError, NotationError
from .game import Game, Turn
from .notation import PREFIX as NOTATION
from .notation import format_position, parse_position
from .turns import legal_moves

PREFIX: Final = "atl1:"
"""Begins every share code; the digit is the version of the format."""
_ANY_VERSION: Final = re.compile(r"\s*(atl[0-9]{1,3}:)", re.ASCII | re.IGNORECASE)
MAX_LENGTH: Final = 8_000
"""Characters of a code; decoding takes time that grows with its square."""
_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_VALUES: Final = {digit: value for value, digit in enumerate(_DIGITS)}
_CHECKSUM: Final = 3
_SHAPES: Final = ("hexagon", "triangle", "rhombus")
"""In an order that never changes; other shapes are written in notation."""
_SIZES: Final = 16
_STANDARD: Final = re.compile(r"(hexagon|triangle|rhombus)([0-9]|1[0-5])::[2-6]A")


class ShareCodeError(AtlantisError):
    """A text is not a share code, or not one that can be read."""


class _SymbolCoder(Protocol):
    """Writes a digit of mixed radix, or reads one and ignores `digit`."""

    def code(self, radix: int, digit: int = 0) -> int: ...


class _SymbolWriter:
    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def code(self, radix: int, digit: int = 0) -> int:
        self._digits.append((radix, digit))
        return digit

    def number(self) -> int:
        """The digits as one number; the first one written is the least significant."""
        number = 1  # marks the end: what is left after the last turn
        for radix, digit in reversed(self._digits):
            number = number * radix + digit
        return number


class _SymbolReader:
    def __init__(self, number: int) -> None:
        self._number = number

    def code(self, radix: int, digit: int = 0) -> int:
        del digit
        self._number, found = divmod(self._number, radix)
        if not self._number:
            raise _damaged("its turns do not end where the code ends")
        return found

    @property
    def is_at_end(self) -> bool:
        return self._number == 1


def is_share_code(text: str) -> bool:
    """Whether a text begins like a share code of any version, in any case; it may be invalid."""
    return _ANY_VERSION.match(text) is not None


def format_game(game: Game) -> str:
    """The share code of a game. Raises ShareCodeError if it would be too long."""
    writer = _SymbolWriter()
    start = _format_start(game.start, writer)
    for turn, position in zip(game.turns, game.positions, strict=False):
        _code_turn(position, writer, turn)
    word = _format_number(writer.number())
    code = f"{PREFIX}{start}{word}{_checksum(start + word)}"
    if len(code) > MAX_LENGTH:
        raise ShareCodeError(
            f"the game is too long for a share code ({len(code)} characters,"
            f" at most {MAX_LENGTH}); send the file instead"
        )
    return code


def format_turns(start: Position, turns: Iterable[Turn]) -> str:
    """The share code of a line of turns from a start."""
    game = Game(start)
    for turn in turns:
        game.play(turn)
    return format_game(game)


def parse_game(code: str) -> Game:
    """The game of a share code. Raises ShareCodeError with what is wrong."""
    text = code.strip()
    if text[: len(PREFIX)].lower() != PREFIX:
        version = _ANY_VERSION.match(text)
        if version is not None:
            raise ShareCodeError(
                f"share code of another version ('{version[1]}', expected '{PREFIX}');"
                " update Atlantis or ask for the file"
            )
        raise ShareCodeError(f"not a share code (expected a text that begins with '{PREFIX}')")
    if len(text) > MAX_LENGTH:
        raise _damaged(f"it has {len(text)} characters, at most {MAX_LENGTH} are possible")
    start, colon, word = text[len(PREFIX) :].rpartition(":")
    start += colon
    _check_characters(word, len(PREFIX) + len(start) + 1)
    body, checksum = word[:-_CHECKSUM], word[-_CHECKSUM:]
    if not body or checksum != _checksum(start + body):
        raise _damaged("the checksum does not match; part of it may be missing or changed")
    reader = _SymbolReader(_parse_number(body))
    try:
        game = Game(_parse_start(start.removesuffix(":"), reader))
        while not reader.is_at_end:
            game.play(_code_turn(game.position, reader))
        game.play_forced()  # passes that leave no choice are not part of a code
    except ShareCodeError:
        raise
    except AtlantisError as error:
        raise _damaged(str(error)) from error
    return game


def _check_characters(word: str, first: int) -> None:
    """Raise ShareCodeError for a character that no code has; `first` is the place of the first."""
    for place, character in enumerate(word, first):
        if character.isspace():
            raise _damaged(f"character {place} is a space or a line break", "remove it")
        if character not in _VALUES:
            raise _damaged(f"character {place} is not a letter or a digit")


def _damaged(why: str, advice: str = "ask for it again") -> ShareCodeError:
    return ShareCodeError(f"this share code is damaged: {why} ({advice})")


def _format_start(start: Position, writer: _SymbolWriter) -> str:
    """Code a standard start as digits; return any other as a notation, followed by a colon."""
    notation = format_position(start).removeprefix(NOTATION)
    standard = _STANDARD.fullmatch(notation)
    if standard is None:
        writer.code(len(_SHAPES) + 1, len(_SHAPES))
        return f"{notation}:"
    writer.code(len(_SHAPES) + 1, _SHAPES.index(standard[1]))
    writer.code(_SIZES, int(standard[2]))
    writer.code(MAX_PLAYERS - 1, start.players - 2)
    return ""


def _parse_start(notation: str, reader: _SymbolReader) -> Position:
    shape = reader.code(len(_SHAPES) + 1)
    if shape == len(_SHAPES):
        return parse_position(NOTATION + notation)
    if notation:
        raise NotationError(notation, "start", "none before a standard start")
    size = reader.code(_SIZES)
    players = reader.code(MAX_PLAYERS - 1) + 2
    return parse_position(f"{NOTATION}{_SHAPES[shape]}{size}::{players}A")


def _code_turn(position: Position, coder: _SymbolCoder, turn: tuple[Move, ...] = ()) -> list[Move]:
    """Write a turn, or read one: the number of moves, then each by its rank.

    Segments are ordered, so that a later move can only come from a segment after that of the move
    before it, and leave as many segments as there are moves still to come.
    """
    groups = _by_segment(position)
    ranked = [(place, move) for place, group in enumerate(groups) for move in group if move in turn]
    count = coder.code(len(groups) + 1, len(ranked))
    chosen: list[Move] = []
    first = 0
    for number in range(count):
        # The last segment that leaves one for each move still to come.
        places = range(first, len(groups) - (count - number - 1))
        offered = [(place, move) for place in places for move in groups[place]]
        rank = offered.index(ranked[number]) if ranked else 0
        first, move = offered[coder.code(len(offered), rank)]
        first += 1
        chosen.append(move)
    return chosen


def _by_segment(position: Position) -> list[list[Move]]:
    """The legal moves of each segment that has any, by the first of them.

    Their order is part of the format. It does not depend on the order of a board's segments.
    """
    found: dict[int, list[Move]] = {}
    for move in legal_moves(position):
        found.setdefault(position.board.segment_of(move.source), []).append(move)
    return list(found.values())


def _format_number(number: int) -> str:
    return "".join(_digits_of(number))[::-1]


def _digits_of(number: int) -> Iterator[str]:
    while number:
        number, digit = divmod(number, 62)
        yield _DIGITS[digit]


def _parse_number(word: str) -> int:
    number = 0
    for character in word:
        number = number * 62 + _VALUES[character]
    return number


def _checksum(text: str) -> str:
    value = zlib.crc32(text.encode("utf-8", "surrogatepass")) % 62**_CHECKSUM
    return _format_number(value).rjust(_CHECKSUM, "0")
