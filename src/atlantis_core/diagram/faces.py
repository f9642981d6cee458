"""What is written inside a field: pieces of text, each with its role.

Owns the words that the four styles and all who draw share: `Role`, `Face`, `Look`. A face says
what a piece is, never which colour it gets; players are told apart by letters, so that nothing
depends on colour. The same signs in every style: an upper-case letter owns an open stack, a
lower-case one a growing field, `*` grows, `!` is volatile, `~` is dead.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from atlantis_core.position import Contents, FieldState
from .art import Style
from .errors import LettersError

SEAT_LETTERS = "ABCDEF"
EMPTY_FIELD = Contents(FieldState.OPEN, None, 0)
_WITH_NAMES = (Style.SPEC, Style.MIDDLE)


class Role(Enum):
    """What a piece of a diagram is."""

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
    """Nothing of its own: the border on which a name stands shows left and right of it."""


class FacePart(NamedTuple):
    """Some characters of one role."""

    text: str
    role: Role


Row = tuple[FacePart, ...]
"""One line of a field, exactly as wide as its inside; empty where the art below shows."""


class Face(NamedTuple):
    """The rows of a field, from top to bottom, and who owns it."""

    rows: tuple[Row, ...]
    player: int | None = None
    is_volatile: bool = False


class FieldView(NamedTuple):
    """What is to be seen of a field."""

    contents: Contents = EMPTY_FIELD
    is_volatile: bool = False
    label: str = ""
    mark: str = ""

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
        """The signs of a stack and, as pieces of their own, the blanks around them."""
        signs = text.strip()
        before = text.index(signs)
        after = len(text) - before - len(signs)
        pieces = (
            FacePart(" " * before, Role.BLANK),
            FacePart(signs, self.stack_role),
            FacePart(" " * after, Role.BLANK),
        )
        return tuple(piece for piece in pieces if piece.text)

    def written_count(self, room: int) -> str:
        """The number of stones, or plus signs where the number does not fit."""
        digits = str(self.contents.stones)
        return digits if len(digits) <= room else "+" * room


@dataclass(frozen=True, slots=True)
class Look:
    """How players and fields are written."""

    letters: str = SEAT_LETTERS
    """One upper-case letter a player."""
    labels: bool | None = None
    """Whether fields show their names; None: where the style has room for all of them."""
    is_unicode: bool = False
    """Whether other characters than ASCII may be used; all of them are one cell wide."""

    def __post_init__(self) -> None:
        check_letters(self.letters)

    def is_labelled(self, style: Style) -> bool:
        return style in _WITH_NAMES if self.labels is None else self.labels

    @property
    def water(self) -> str:
        """What dead fields are filled with."""
        return "≈" if self.is_unicode else "~"

    @property
    def dot(self) -> str:
        """What stands for an open empty field where it has no border."""
        return "·" if self.is_unicode else "."

    def letter(self, contents: Contents) -> str:
        """The owner: upper case on an open field, lower case on a growing one."""
        letter = self.letters[contents.player or 0]
        return letter.lower() if contents.state is FieldState.GROWING else letter


def check_letters(letters: str) -> None:
    """Raise LettersError unless these are different upper-case letters."""
    known = all("A" <= letter <= "Z" for letter in letters)
    if not known or len(set(letters)) != len(letters):
        raise LettersError(letters)


def fit(text: str, width: int, fill: str = " ") -> str:
    """The text in the middle, as the specification has its labels: rather left than right."""
    shown = text if len(text) <= width else text[: width - 1] + "~"
    left = (width - len(shown)) // 2
    return (fill * left + shown).ljust(width, fill)
