"""The rules of one tafl game as a value: everything that a rules record can say.

Owns the closed sets behind its keys; the value of each member is the letter that the notation
uses. Does not read or write the record (`rules_text`) and does not play (`tables`, `play`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .pieces import LETTERS, Pieces, Space

NO_LIMIT = -1
DEFAULT_NAME = "Unknown_Tafl"


class Zone(Enum):
    """Kinds of special spaces. The order decides where a space is in two lists: the later."""

    CORNER = "cor"
    CENTRE = "cen"
    ATTACKER_FORT = "afor"
    DEFENDER_FORT = "dfor"


class Escape(Enum):
    CORNERS = "c"
    EDGES = "e"


class Threefold(Enum):
    """What the third repetition means for the side that is to move then."""

    DRAW = "d"
    WIN = "w"
    LOSS = "l"
    IGNORED = "i"


class Arms(Enum):
    """When the king helps to capture: always, never, only as the moving piece, only standing."""

    ARMED = "y"
    UNARMED = "n"
    HAMMER = "h"
    ANVIL = "a"


class Strength(Enum):
    """How many hostile neighbours take the king."""

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
    """Whether walls on the edge are taken, and whether corners close one (strong)."""

    NONE = "n"
    WEAK = "w"
    STRONG = "s"


class Berserk(Enum):
    """Whether a piece that captured goes on: never, if it can capture, if it can move."""

    NONE = "n"
    CAPTURE = "c"
    MOVE = "m"


PieceSet = int
"""Some of the twelve letters: one bit each."""


def piece_set(letters: str) -> PieceSet:
    return sum(1 << LETTERS.index(letter) for letter in set(letters))


def letters_of(pieces: PieceSet) -> str:
    return "".join(letter for code, letter in enumerate(LETTERS) if pieces >> code & 1)


@dataclass(frozen=True, slots=True)
class ZoneRules:
    """Which spaces a zone has, and for which pieces it does what."""

    spaces: tuple[Space, ...]
    passable: PieceSet
    stoppable: PieceSet
    hostile: PieceSet
    enterable_again: PieceSet


@dataclass(frozen=True, slots=True)
class Rules:
    """`jumps` follow the kinds of pieces, `speeds` the twelve letters, `zones` `Zone`.

    `unknown` are entries that nobody knows; they are kept, so that writing loses nothing.
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
