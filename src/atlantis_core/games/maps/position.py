"""A position on a map with the interfaces of the registry and of the search."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from atlantis_core.games.defaults import PositionDefaults, find_move
from atlantis_core.games.errors import GameError
from atlantis_core.games.pictures import Picture, Place
from atlantis_core.games.protocol import Move
from atlantis_core.games.search import WON
from atlantis_core.support.colors import RGB
from .drawing import drawing_of
from .graph import Graph
from .map_svg import draw_map_svg
from .model import KINDS, Piece, PieceKind
from .rules import (
    NO_PLAYER,
    Hop,
    MapBoard,
    hops,
    is_progress,
    play,
    players_with_king,
    targets,
    winner,
)
from .writer import write_pieces

_KING = KINDS.index(PieceKind.KING)
REPETITIONS, QUIET_ROUNDS = 3, 50
_WORTHS = (100, 300, 320, 500, 900, 10_000)
"""Values of the kinds of pieces, weakest first."""


@dataclass(frozen=True)
class MapPosition(PositionDefaults):
    """The pieces on the map, and the player to move."""

    graph: Graph = field(compare=False, repr=False)
    board: MapBoard
    past: tuple[MapBoard, ...] = field(default=(), compare=False, repr=False)
    """Earlier boards that could come back: those since the last capture or pawn move."""

    @property
    def text(self) -> str:  # type: ignore[override]  # a property here
        """The pieces in the notation of a map, without the directions of pawns."""
        return write_pieces(self.pieces(), self.graph.map)

    @property
    def to_move(self) -> int | None:
        is_over = self.board.to_move == NO_PLAYER or self._draw is not None
        return None if is_over else self.board.to_move

    @cached_property
    def _draw(self) -> str | None:
        """The rule by which this position is a draw."""
        if not self.graph.map.has_draws:
            return None
        if self.past.count(self.board) >= REPETITIONS - 1:
            return "draw: the position occurred three times"
        players = players_with_king(self.board, len(self.graph.map.players))
        if len(self.past) >= QUIET_ROUNDS * len(players) > 0:
            return "draw: fifty rounds without a capture or a pawn move"
        return None

    @property
    def result(self) -> str | None:
        if self.board.to_move != NO_PLAYER:
            return self._draw
        players = self.graph.map.players
        won = winner(self.board, len(players))
        if won is not None:
            return f"{players[won].name} wins with the last king"
        return "draw: no player can move" if players_with_king(self.board, len(players)) else None

    @property
    def winner(self) -> int | None:
        return winner(self.board, len(self.graph.map.players))

    @property
    def sizes(self) -> int:  # type: ignore[override]  # as above
        return len(drawing_of(self.graph).layouts)

    def picture(self, size: int) -> Picture:
        return drawing_of(self.graph).draw(size, self.board.codes)

    def svg(self, colors: Sequence[RGB]) -> str:
        return draw_map_svg(self.graph, self.board.codes, colors)

    def pieces(self) -> list[Piece]:
        nodes = self.graph.map.nodes
        return [
            Piece(KINDS[(code - 1) % 6], (code - 1) // 6, nodes[index].id)
            for index, code in enumerate(self.board.codes)
            if code
        ]

    def legal_moves(self) -> Sequence[Move]:
        return self._moves

    @cached_property
    def _moves(self) -> list[Move]:
        return [] if self._draw else [self.named(hop) for hop in hops(self.graph, self.board)]

    def parse_move(self, text: str) -> Move:
        """Two ids, separated by anything except digits: ``12-15``, ``12 15``."""
        if not self.graph.map.pieces or (self.to_move is None and self.result is None):
            raise GameError("the map has no king: it can be viewed, not played")
        if self._draw is not None:
            raise GameError(f"the game is over: {self._draw} (play on with '\"draws\": false')")
        plain = "".join(one if one.isascii() and one.isdigit() else " " for one in text).split()
        return find_move(self, "-".join(plain) if len(plain) == 2 else text)

    def play(self, move: Move) -> MapPosition:
        start, end = (self.graph.map.by_id[int(place)] for place in move.places)
        keeps_past = self.graph.map.has_draws and not is_progress(self.board, (start, end))
        past = (*self.past, self.board) if keeps_past else ()
        return MapPosition(self.graph, play(self.graph, self.board, (start, end)), past)

    def words(self) -> Sequence[str]:
        """The nodes of each player's pieces, strongest first."""
        lines = []
        for number, player in enumerate(self.graph.map.players):
            own = sorted(
                (piece for piece in self.pieces() if piece.player == number),
                key=lambda piece: -KINDS.index(piece.kind),
            )
            pieces = "; ".join(f"{piece.kind.value} {piece.at}" for piece in own)
            lines.append(f"{player.name}: {pieces or 'nothing'}")
        return lines

    def links(self, place: Place) -> Sequence[Place]:
        """The visible nodes at the ends of the links of a node, in the order of their angles."""
        graph, nodes = self.graph, self.graph.map.nodes
        ends = graph.neighbours[graph.map.by_id[int(place)]]
        return [str(nodes[end].id) for end in ends if graph.visible[end]]

    def notes(self) -> Sequence[str]:
        """The pieces that each player has left."""
        kinds = [kind.letter for kind in reversed(KINDS)]
        lines = []
        for number, player in enumerate(self.graph.map.players):
            own = [p.kind.letter for p in self.pieces() if p.player == number]
            counts = [f"{kind}{own.count(kind)}" for kind in kinds if kind in own]
            lines.append(f"{player.name}: {' '.join(counts) or 'nothing'}")
        return lines

    def named(self, hop: Hop) -> Move:
        places = tuple(str(self.graph.map.nodes[index].id) for index in hop)
        return Move("-".join(places), places)

    def targets(self, node: int) -> list[int]:
        """The ids that the piece on a node can move to, regardless of the player to move."""
        index = self.graph.map.by_id[node]
        if not self.board.codes[index]:
            return []
        nodes = self.graph.map.nodes
        return sorted({nodes[end].id for end in targets(self.graph, self.board, index)})


@dataclass(frozen=True, slots=True)
class MapNode:
    """A board for the search: material decides, and captures come first."""

    graph: Graph
    board: MapBoard
    past: frozenset[MapBoard] = frozenset()
    """Earlier boards of the game: a repetition counts as a draw."""

    @property
    def to_move(self) -> int:
        return self.board.to_move

    def key(self) -> Hashable:
        return self.board

    def moves(self) -> Sequence[Hop]:
        codes = self.board.codes
        found = hops(self.graph, self.board)
        found.sort(key=lambda hop: -_gain(codes[hop[0]], codes[hop[1]]))
        return found

    def after(self, hop: Hop) -> MapNode:
        return MapNode(self.graph, play(self.graph, self.board, hop), self.past)

    def verdict(self, player: int) -> int | None:
        if self.board.to_move != NO_PLAYER:
            return 0 if self.board in self.past else None
        won = winner(self.board, len(self.graph.map.players))
        return 0 if won is None else WON if won == player else -WON

    def worth(self, player: int) -> int:
        """Own material minus the strongest opponent's, plus a little for being near a king."""
        worths = [0] * len(self.graph.map.players)
        codes = self.board.codes
        pieces = [(index, *divmod(code - 1, 6)) for index, code in enumerate(codes) if code]
        kings = [
            (self.graph.distances(index), owner) for index, owner, kind in pieces if kind == _KING
        ]
        for index, owner, kind in pieces:
            worths[owner] += _WORTHS[kind]
            if kind != _KING:
                worths[owner] -= min(
                    (steps[index] for steps, king in kings if king != owner), default=0
                )
        return worths[player] - max(worths[:player] + worths[player + 1 :])


def _gain(mover: int, taken: int) -> int:
    return 16 * _WORTHS[(taken - 1) % 6] - _WORTHS[(mover - 1) % 6] if taken else 0
