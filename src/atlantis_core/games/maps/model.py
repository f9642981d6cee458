"""A map as values: nodes, links, players, pieces, and what else the file says of them.

Valid by construction of the reader: ids are unique, links and pieces name nodes that exist, no two
pieces share a node. Knows neither how pieces move nor how a file is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from atlantis_core.colors import RGB
from atlantis_core.json_text.frozen import EMPTY, JsonObject

MAX_NODES = 5_000
MAX_LINKS = 50_000
MAX_DEGREE = 64
"""Links that leave one node. Slides over larger maps would keep people waiting."""
MAX_PLAYERS = 32
MAX_MOVES = 20_000
MAX_COORDINATE = 1e12


class PieceKind(Enum):
    """The pieces that every server knows, weakest first."""

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
    """A place in the plane; invisible ones only lend their neighbours a direction."""

    id: int
    x: float
    y: float
    visible: bool = True
    extra: JsonObject = EMPTY


@dataclass(frozen=True, slots=True)
class MapPlayer:
    """A name and a colour, or in the later dialect just a number."""

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
    """Everything of a map but the moves that were played on it."""

    nodes: tuple[Node, ...]
    links: tuple[tuple[int, int], ...]
    """From one id to another, each once, in the order of the file."""
    players: tuple[MapPlayer, ...]
    """In the order in which they move."""
    pieces: tuple[Piece, ...]
    has_numbers: bool = False
    """Whether players are numbers: the later dialect."""
    has_straight_knights: bool = False
    """Our own option: a knight's two steps may not bend by more than 45 degrees."""
    extra: JsonObject = EMPTY

    @cached_property
    def by_id(self) -> dict[int, int]:
        """The index of every node."""
        return {node.id: index for index, node in enumerate(self.nodes)}
