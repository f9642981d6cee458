"""The rules of one tafl game as data: everything in a rules record.

The values of the enums are the letters of the notation. `rules_text` reads and writes records;
`tables` and `play` use them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .pieces import LETTERS, Pieces, Space

NO_LIMIT = -1
DEFAULT_NAME = "Unknown_Tafl"


class Zone(Enum):
    """Kinds of special spaces. A space in two lists belongs to the later kind."""

    CORNER = "cor"
    CENTRE = "cen"
    ATTACKER_FORT = "afor"
    DEFENDER_FORT = "dfor"


class Escape(Enum):
    CORNERS = "c"
    EDGES = "e"


class Threefold(Enum):
    """The effect of the third repetition on the side to move."""

    DRAW = "d"
    WIN = "w"
    LOSS = "l"
    IGNORED = "i"


class Arms(Enum):
    """When the king takes part in captures: always, never, only moving, only standing still."""

    ARMED = "y"
    UNARMED = "n"
    HAMMER = "h"
    ANVIL = "a"


class Strength(Enum):
    """Number of hostile neighbours that capture the king."""

    FOUR = "s"
    FOUR_NEAR_CENTRE = "c"
    TWO = "w"
    ALL_THERE_ARE = "m"


class Jump(Enum):
    NONE = "n"
    RESTRICTED = "r"
    PLAIN = "j"
    CAPTURING = "c"


class Shieldwalls(Enum):
    """Whether walls on the edge are captured, and whether corners close one (strong)."""

    NONE = "n"
    WEAK = "w"
    STRONG = "s"


class Berserk(Enum):
    """Whether a capturing piece moves again: never, if it can capture, if it can move."""

    NONE = "n"
    CAPTURE = "c"
    MOVE = "m"


PieceSet = int
"""A subset of the twelve letters, one bit each."""


def piece_set(letters: str) -> PieceSet:
    return sum(1 << LETTERS.index(letter) for letter in set(letters))


def letters_of(pieces: PieceSet) -> str:
    return "".join(letter for code, letter in enumerate(LETTERS) if pieces >> code & 1)


@dataclass(frozen=True, slots=True)
class ZoneRules:
    """The spaces of a zone, and its effects by piece."""

    spaces: tuple[Space, ...]
    passable: PieceSet
    stoppable: PieceSet
    hostile: PieceSet
    enterable_again: PieceSet


@dataclass(frozen=True, slots=True)
class Rules:
    """`jumps` follow the kinds of pieces, `speeds` the twelve letters, `zones` `Zone`.

    `unknown` keeps unknown entries, so that writing loses nothing.
    """

    size: int
    name: str
    escape: Escape
    surrounding_is_fatal: bool
    attackers_first: bool
    threefold: Threefold
    king_arms: Arms
    king_strength: Strength
    jumps: tuple[Jump, ...]
    zones: tuple[ZoneRules, ...]
    centre_hostile_when_empty: PieceSet
    speeds: tuple[int, ...]
    shieldwalls: Shieldwalls
    flanking_required: bool
    edge_forts: bool
    linnaean_capture: bool
    berserk: Berserk
    start: Pieces
    unknown: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        if self.name == DEFAULT_NAME:
            return f"tafl {self.size}x{self.size}"
        return self.name.replace("_", " ")

    def zone(self, zone: Zone) -> ZoneRules:
        return self.zones[list(Zone).index(zone)]
