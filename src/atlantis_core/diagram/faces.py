"""The text inside a field: parts with roles, shared by all styles and all renderers.

A role says what a part is, not its colour; letters distinguish players, so nothing depends on
colour. Symbols are the same in every style: an upper-case letter owns an open stack, a lower-case
one a growing field, `*` is growing, `!` volatile, `~` dead.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from atlantis_core.positions.position import Contents, FieldState
from .art import Style
from .errors import LettersError

SEAT_LETTERS = "ABCDEF"
EMPTY_FIELD = Contents(FieldState.OPEN, None, 0)
_WITHOUT_NAMES = (Style.COMPACT, Style.MINI)


class Role(Enum):
    """The meaning of a part of a diagram."""

    BLANK = "blank"
    INNER_BORDER = "inner border"
    SEGMENT_BORDER = "segment border"
    AXIS = "axis"
    LABEL = "label"
    EMPTY = "empty"
    STACK = "stack"
    GROWING = "growing"
    DEAD = "dead"
    MARK = "mark"
    BELOW = "below"
    """Transparent: shows the border to the left and right of a name."""


class FacePart(NamedTuple):
    """Characters of one role."""

    text: str
    role: Role


Row = tuple[FacePart, ...]
"""One line of a field, exactly as wide as its inside; empty to show the art below."""


class Face(NamedTuple):
    """The rows of a field, from top to bottom, and its owner."""

    rows: tuple[Row, ...]
    player: int | None = None
    is_volatile: bool = False


class FieldView(NamedTuple):
    """A field to draw: its contents, name and marks."""

    contents: Contents = EMPTY_FIELD
    is_volatile: bool = False
    label: str = ""
    mark: str = ""
    fuse: str = ""
    """Stones and missing stones until the stack explodes; for styles with room for it."""

    @property
    def is_dead(self) -> bool:
        return self.contents.state is FieldState.DEAD

    @property
    def is_bare(self) -> bool:
        """Whether the field is open and empty."""
        return self.contents.state is FieldState.OPEN and not self.contents.stones

    @property
    def is_growing(self) -> bool:
        return self.contents.state is FieldState.GROWING

    @property
    def stack_role(self) -> Role:
        return Role.GROWING if self.is_growing else Role.STACK

    def stack_row(self, text: str) -> Row:
        """The symbols of a stack on a tile, with one blank on each side if there is room."""
        signs = text.strip()
        if not signs:
            return (FacePart(text, Role.BLANK),)
        before = text.index(signs)
        return self.tile_row(text, max(before - 1, 0), before + len(signs) + 1)

    def tile_row(self, text: str, start: int, stop: int) -> Row:
        """A row whose cells from `start` to `stop` belong to the tile of the stack."""
        tile, role = text[start:stop], self.stack_role
        signs = tile.strip()
        before = len(tile) - len(tile.lstrip()) if signs else len(tile)
        pieces = (
            FacePart(text[:start], Role.BLANK),
            FacePart(tile[:before], role),
            FacePart(signs, role),
            FacePart(tile[before + len(signs) :], role),
            FacePart(text[stop:], Role.BLANK),
        )
        return tuple(piece for piece in pieces if piece.text)

    def written_count(self, room: int) -> str:
        """The number of stones, or plus signs where the number does not fit."""
        digits = str(self.contents.stones)
        return digits if len(digits) <= room else "+" * room


@dataclass(frozen=True, slots=True)
class Look:
    """How to write players and fields."""

    letters: str = SEAT_LETTERS
    """One upper-case letter per player."""
    labels: bool | None = None
    """Whether fields show their names; None: if the style has room for all of them."""
    is_unicode: bool = False
    """Whether to use non-ASCII characters; all of them are one cell wide."""

    def __post_init__(self) -> None:
        check_letters(self.letters)

    def is_labelled(self, style: Style) -> bool:
        return style not in _WITHOUT_NAMES if self.labels is None else self.labels

    @property
    def water(self) -> str:
        """The fill character of dead fields."""
        return "≈" if self.is_unicode else "~"

    @property
    def dot(self) -> str:
        """The character for an open empty field in styles without borders."""
        return "·" if self.is_unicode else "."

    def letter(self, contents: Contents) -> str:
        """The owner's letter: upper case on an open field, lower case on a growing one."""
        letter = self.letters[contents.player or 0]
        return letter.lower() if contents.state is FieldState.GROWING else letter


def check_letters(letters: str) -> None:
    """Raise LettersError unless these are different upper-case ASCII letters."""
    known = all("A" <= letter <= "Z" for letter in letters)
    if not known or len(set(letters)) != len(letters):
        raise LettersError(letters)


def fit(text: str, width: int, fill: str = " ") -> str:
    """Centre a text, rather left than right as in the specification; shorten it with `~`."""
    shown = text if len(text) <= width else text[: width - 1] + "~"
    left = (width - len(shown)) // 2
    return (fill * left + shown).ljust(width, fill)
