"""Parses typed lines: moves in several notations, or a command word with an argument.

Raises NotationError with what was expected. Does not check whether moves are legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from atlantis_core.positions.grid import Field, Move, parse_field, parse_move
from atlantis_core.rules.share_code import is_share_code
from atlantis_core.support.errors import NotationError


class Word(Enum):
    """Commands, as they are typed; `EXAMPLES` adds an argument to each."""

    PASS = "pass"  # noqa: S105 -- a turn without moves
    END = "end"
    UNDO = "undo"
    REDO = "redo"
    TAKE_BACK = "back"
    DROP = "drop"
    ORDER = "order"
    CLEAR = "clear"
    GOTO = "goto"
    ZOOM = "zoom"
    PREVIEW = "preview"
    HINT = "hint"
    RESIGN = "resign"
    DRAW = "draw"
    PAUSE = "pause"
    LABELS = "labels"
    SPEED = "speed"
    THEME = "theme"
    SAVE = "save"
    OPEN = "open"
    HELP = "help"
    QUIT = "quit"


EXAMPLES = {word: word.value for word in Word} | {
    Word.DROP: "drop 2",
    Word.ORDER: "order 2 1 3",
    Word.GOTO: "goto c5",
    Word.ZOOM: "zoom 2",
    Word.SPEED: "speed 3",
    Word.THEME: "theme atlantis-light",
    Word.SAVE: "save as game.json",
    Word.OPEN: "open game.json",
}
_OTHER_NAMES = {"q": Word.QUIT, "exit": Word.QUIT, "go": Word.GOTO, "?": Word.HELP, "w": Word.SAVE}


class Command(NamedTuple):
    """A parsed line: moves, or a word with its argument."""

    moves: tuple[Move, ...] = ()
    word: Word | None = None
    argument: str = ""

    def numbers(self) -> tuple[int, ...]:
        """The argument as numbers from 1."""
        texts = self.argument.split()
        if not texts or not all(t.isascii() and t.isdigit() and len(t) < 6 for t in texts):
            example = EXAMPLES[self.word] if self.word else "2"
            raise NotationError(self.argument, "number", f"for example '{example}'")
        return tuple(map(int, texts))


def parse_command(text: str) -> Command:
    first, _, rest = text.strip().lstrip(":").strip().partition(" ")
    words = {word.value: word for word in Word} | _OTHER_NAMES
    if first in words:
        return Command(word=words[first], argument=rest.strip())
    if is_share_code(first):
        return Command(word=Word.OPEN, argument=first)
    return Command(moves=parse_typed_moves(text))


def parse_typed_moves(text: str) -> tuple[Move, ...]:
    """Parse `b2-b4`, `b2 b4`, `b2b4`, `b2 to b4`, several of them, with or without commas."""
    words = re.sub(r"[,;>]+|\bto\b", " ", text.lower()).split()
    if not words:
        raise NotationError(text, "move", _EXPECTED)
    moves: list[Move] = []
    waiting: Field | None = None
    for word in words:
        if waiting is None and (glued := re.fullmatch(r"([a-z]+\d+)-?([a-z]+\d+)", word)):
            moves.append(Move(parse_field(glued[1]), parse_field(glued[2])))
        elif waiting is None and word.count("-") and not re.fullmatch(r"-?[a-z]+-?\d+", word):
            moves.append(parse_move(word))
        else:
            field = _parse_word(word, text)
            if waiting is None:
                waiting = field
            else:
                moves.append(Move(waiting, field))
                waiting = None
    if waiting is not None:
        raise NotationError(text, "move", _EXPECTED)
    return tuple(moves)


def complete(text: str, legal: Sequence[Move], fields: Iterable[Field]) -> str | None:
    """Complete the last word of a line to a legal move, a field or a command."""
    head, space, last = text.rpartition(" ")
    if not last:
        return None
    if head.split(" ")[0] == Word.GOTO.value:
        candidates: Iterable[str] = map(str, sorted(fields))
    else:
        words = () if head else tuple(EXAMPLES.values())
        candidates = (*map(str, legal), *words)
    found = next((c for c in candidates if c.startswith(last) and c != last), None)
    return None if found is None else head + space + found


_EXPECTED = "two fields such as 'b2-b4', or a command such as 'goto c5'"


def _parse_word(word: str, text: str) -> Field:
    try:
        return parse_field(word)
    except NotationError:
        raise NotationError(text, "move or command", _EXPECTED) from None
