"""The data of a map: nodes, links, players, pieces, and unknown attributes.

The reader guarantees that ids are unique, that links and pieces name existing nodes, and that no
two pieces share a node.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from atlantis_core.json_text.frozen import EMPTY, JsonObject
from atlantis_core.support.colors import RGB

MAX_NODES = 5_000
MAX_LINKS = 50_000
MAX_DEGREE = 64
"""Maximum number of links from one node. Slides over denser maps would be too slow."""
MAX_PLAYERS = 32
MAX_MOVES = 20_000
MAX_COORDINATE = 1e12


class PieceKind(Enum):
    """The standard pieces, weakest first."""

    PAWN = "pawn"
    KNIGHT = "knight"
    BISHOP = "bishop"
    ROOK = "rook"
    QUEEN = "queen"
    KING = "king"

    @property
    def letter(self) -> str:
        return "N" if self is PieceKind.KNIGHT else self.value[0].upper()


KINDS = tuple(PieceKind)


@dataclass(frozen=True, slots=True)
class Node:
    """A point in the plane; invisible nodes only define directions for their neighbours."""

    id: int
    x: float
    y: float
    visible: bool = True
    extra: JsonObject = EMPTY


@dataclass(frozen=True, slots=True)
class MapPlayer:
    """A name and a colour, or just a number in the later dialect."""

    name: str
    color: RGB | None = None
    written_color: str | None = None
    extra: JsonObject = EMPTY


@dataclass(frozen=True, slots=True)
class Piece:
    kind: PieceKind
    player: int
    """An index into the players of the map."""
    at: int
    """The id of a node."""
    extra: JsonObject = EMPTY


@dataclass(frozen=True)
class GraphMap:
    """A map without the moves played on it."""

    nodes: tuple[Node, ...]
    links: tuple[tuple[int, int], ...]
    """Pairs of ids, each once, in the order of the file."""
    players: tuple[MapPlayer, ...]
    """In turn order."""
    pieces: tuple[Piece, ...]
    has_numbers: bool = False
    """Whether players are numbers (the later dialect)."""
    has_straight_knights: bool = False
    """An extension: a knight's two steps may not bend by more than 45 degrees."""
    has_draws: bool = True
    """An extension: repetition, and fifty rounds without progress, end the game as a draw."""
    extra: JsonObject = EMPTY

    @cached_property
    def by_id(self) -> dict[int, int]:
        """The index of every node."""
        return {node.id: index for index, node in enumerate(self.nodes)}
