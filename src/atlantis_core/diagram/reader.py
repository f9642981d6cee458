"""Parses diagrams to positions, in all styles but `mini`, so that tests can use pictures.

The last step of reading: from symbols to stones. Names inside fields fix the coordinates; without
names the diagram begins at column a and row 1. Redundant symbols (`!`) are optional. Marks on
the own row of a `spec`, `broad` or `large` field are ignored; the other styles put marks in place
of stacks and names, so marked fields cannot be read.

Not in a diagram: the player to move, players without a field (pass their number), the owner of a
dead field (the first player gets it), and stones beyond what fits. On boards without a lattice of
standard segments: in the styles with corners that a segment is in pieces, in the other styles all
segments (pass the board).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from string import ascii_uppercase
from typing import NamedTuple

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, parse_field
from atlantis_core.positions.position import Position
from atlantis_core.support.errors import NotationError
from .art import Offset, Style
from .errors import DiagramReadingError
from .faces import SEAT_LETTERS, check_letters
from .field_finder import FoundField, detect_style, find_fields
from .field_locator import SegmentPlaces, locate, locate_on

_STACK = re.compile(r"(\*?)([0-9]+)([A-Za-z])!?")
_WATER = "~"
_SLOPES = re.compile("[\\\\`\u2572]")
"""Only outlines of fields have these characters."""


class Symbols(NamedTuple):
    """The text of a field; a stack is a player's number and a value as in transcripts."""

    name: Field | None = None
    stack: tuple[int, int] | None = None


def parse_diagram(
    text: str,
    *,
    board: Board | None = None,
    letters: str = SEAT_LETTERS,
    players: int | None = None,
    to_move: int = 0,
) -> Position:
    """Read a diagram. Without a board, the diagram itself defines the fields.

    The number of players is what the diagram shows, unless `players` is given.
    Raises DiagramReadingError for text that is not a diagram, SetupError for an impossible one.
    """
    check_letters(letters)
    style = detect_style(text)
    found = find_fields(text, style)
    segments = locate(found, style) if board is None else locate_on(board, found, style)
    symbols = {field.place: _read_symbols(field, style, letters) for field in found}
    if board is None:
        segments = _shift(segments, symbols)
        board = Board(sorted(sorted(segment.values()) for segment in segments))
    stacks = _collect_stacks(segments, symbols, players)
    return Position.setup(board, stacks, to_move)


def crop_diagram(text: str) -> str:
    """A text up to the end of its diagram, without the sentences that `show` prints below it.

    Keeps blank lines within the diagram: a board may be in pieces. Empty if there is no diagram.
    """
    lines = text.splitlines()
    last = max((n for n, line in enumerate(lines) if _SLOPES.search(line)), default=None)
    if last is None:
        return ""
    end = next((n for n in range(last + 1, len(lines)) if not lines[n].strip()), len(lines))
    return "\n".join(lines[:end])


def find_letters(text: str) -> str:
    """The letters of the players in a diagram, in alphabetical order."""
    style = detect_style(text)
    symbols = (_read_symbols(field, style, ascii_uppercase) for field in find_fields(text, style))
    stacks = {symbol.stack for symbol in symbols if symbol.stack}
    return "".join(sorted({ascii_uppercase[owner] for owner, stones in stacks if stones}))


def _shift(segments: list[SegmentPlaces], symbols: dict[Offset, Symbols]) -> list[SegmentPlaces]:
    """Shift the coordinates to match the first name, or to start at a1."""
    fields = {place: field for segment in segments for place, field in segment.items()}
    named = next(((place, symbol.name) for place, symbol in symbols.items() if symbol.name), None)
    if named is None:
        dx = 1 - min(field.x for field in fields.values())
        dy = 1 - min(field.y for field in fields.values())
    else:
        place, name = named
        dx, dy = name.x - fields[place].x, name.y - fields[place].y
    return [{p: Field(f.x + dx, f.y + dy) for p, f in segment.items()} for segment in segments]


def _collect_stacks(
    segments: list[SegmentPlaces], symbols: dict[Offset, Symbols], players: int | None
) -> list[dict[Field, int]]:
    owners = [symbol.stack[0] for symbol in symbols.values() if symbol.stack]
    stacks: list[dict[Field, int]] = [{} for _ in range(max([*owners, -1]) + 1)]
    stacks += [{} for _ in range((players or 0) - len(stacks))]
    for segment in segments:
        for place, field in segment.items():
            name, stack = symbols[place]
            if name is not None and name != field:
                raise _problem(place, f"a field named '{name}' in the place of '{field}'")
            if stack is not None:
                player, value = stack
                stacks[player][field] = value
    return stacks


def _read_symbols(field: FoundField, style: Style, letters: str) -> Symbols:
    if field.rows[0].strip() and not field.rows[0].strip(_WATER):
        return Symbols(_read_name(field, field.rows[_name_row(style)].strip(_WATER)), (0, 0))
    words = _WORDS[style](field)
    name: Field | None = None
    stack: tuple[int, int] | None = None
    for word in words:
        match = _STACK.fullmatch(word)
        if match and stack is None:
            stack = _read_stack(field, match, letters)
        elif name is None:
            name = _read_name(field, word)
        else:
            raise _unreadable(field, word)
    return Symbols(name, stack)


def _spec_words(field: FoundField) -> list[str]:
    return [*field.rows[0].split(), *field.rows[1].split()]


def _large_words(field: FoundField) -> list[str]:
    return [*field.rows[1].split(), *field.rows[_name_row(Style.LARGE)].split()]


def _name_row(style: Style) -> int:
    return 4 if style is Style.LARGE else 1


def _middle_words(field: FoundField) -> list[str]:
    return [*field.rows[0].split(), *field.rows[1].strip("_.").split()]


def _compact_words(field: FoundField) -> list[str]:
    """A name or a tall stack reads from top to bottom; any other stack is on top."""
    above, below = field.rows[0].strip(), field.rows[1].rstrip("_!")
    return [above] if _STACK.fullmatch(above) or not above else [above + below]


_WORDS: dict[Style, Callable[[FoundField], list[str]]] = {
    Style.LARGE: _large_words,
    Style.BROAD: _spec_words,
    Style.SPEC: _spec_words,
    Style.WIDE: _middle_words,
    Style.MIDDLE: _middle_words,
    Style.COMPACT: _compact_words,
}


def _read_name(field: FoundField, word: str) -> Field | None:
    try:
        return parse_field(word) if word else None
    except NotationError:
        raise _unreadable(field, word) from None


def _read_stack(field: FoundField, match: re.Match[str], letters: str) -> tuple[int, int]:
    star, count, letter = match.groups()
    player, stones, is_growing = letters.find(letter.upper()), int(count), letter.islower()
    if player < 0:
        wanted = f"expected one of {letters!r}"
        raise _problem(field.place, f"stones of an unknown player: {match[0]!r} ({wanted})")
    if not stones or (star and not is_growing):
        raise _unreadable(field, match[0])
    return player, -stones if is_growing else stones


def _unreadable(field: FoundField, word: str) -> DiagramReadingError:
    if "+" in word:
        return _problem(field.place, f"more stones than a diagram can show: {word!r}")
    return _problem(field.place, f"not a stack or a name: {word!r} (expected '2A', '*2a' or 'c5')")


def _problem(place: Offset, problem: str) -> DiagramReadingError:
    return DiagramReadingError(place.line + 1, place.column + 1, problem)
