"""The rules: how pieces move on a map, whose turn it is, and when the game is over.

A `MapBoard` holds the pieces: one byte per node, and for every pawn that has moved its previous
node, which defines its direction. Moves are pairs of node indices. Fast enough to search.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .graph import Graph, Rays
from .model import KINDS, GraphMap, PieceKind

Hop = tuple[int, int]
"""A move: from one node to another."""
NO_PLAYER = -1
_PAWN, _KNIGHT, _BISHOP, _ROOK, _QUEEN, _KING = range(6)


def code_of(player: int, kind: PieceKind) -> int:
    """The byte of a piece; 0 is an empty node."""
    return 1 + 6 * player + KINDS.index(kind)


@dataclass(frozen=True, slots=True)
class MapBoard:
    """The pieces and the player to move; hashable, without the graph."""

    codes: bytes
    came_from: frozenset[tuple[int, int]]
    """Node and previous node of every pawn that has moved."""
    to_move: int
    """A player; `NO_PLAYER` if no player can move or the game is won."""


def start_board(graph: Graph) -> MapBoard:
    """The pieces of a map before the first move."""
    graph_map = graph.map
    codes = bytearray(len(graph_map.nodes))
    for piece in graph_map.pieces:
        codes[graph_map.by_id[piece.at]] = code_of(piece.player, piece.kind)
    board = MapBoard(bytes(codes), frozenset(), NO_PLAYER)
    return MapBoard(board.codes, board.came_from, _next_player(graph, board, NO_PLAYER))


def is_progress(board: MapBoard, hop: Hop) -> bool:
    """Whether a move captures or moves a pawn, so that no earlier position can come back."""
    start, end = hop
    return bool(board.codes[end]) or (board.codes[start] - 1) % 6 == _PAWN


def players_with_king(board: MapBoard, players: int) -> list[int]:
    return [player for player in range(players) if 6 * player + _KING + 1 in board.codes]


def winner(board: MapBoard, players: int) -> int | None:
    """The only player with a king; None if there are several or none."""
    kings = players_with_king(board, players)
    return kings[0] if len(kings) == 1 else None


def targets(graph: Graph, board: MapBoard, node: int) -> Iterator[int]:
    """The moves of the piece on a node, regardless of the player to move; may repeat a node."""
    code = board.codes[node]
    player, kind = divmod(code - 1, 6)
    own = range(6 * player + 1, 6 * player + 7)
    if kind == _PAWN:
        yield from _pawn_targets(graph, board, node, own)
    elif kind in (_KNIGHT, _KING):
        ends = graph.knight(node) if kind == _KNIGHT else graph.king(node)
        yield from (end for end in ends if board.codes[end] not in own)
    else:
        if kind != _BISHOP:
            yield from _slide(board.codes, graph.rook(node), own)
        if kind != _ROOK:
            yield from _slide(board.codes, graph.bishop(node), own)


def _pawn_targets(graph: Graph, board: MapBoard, node: int, own: range) -> Iterator[int]:
    before = next((before for pawn, before in board.came_from if pawn == node), None)
    if before is None:
        ends = graph.pawn_starts(node)
    else:
        ahead = graph.pawn_step(before, node)
        ends = () if ahead is None else (ahead,)
    yield from (end for end in ends if board.codes[end] not in own)


def _slide(codes: bytes, rays: Rays, own: range) -> Iterator[int]:
    for ray in rays:
        for node in ray:
            code = codes[node]
            if not code:
                yield node
            else:
                if code not in own:
                    yield node
                break


def hops(graph: Graph, board: MapBoard) -> list[Hop]:
    """All legal moves of the player to move, sorted by ids."""
    if board.to_move == NO_PLAYER:
        return []
    own = range(6 * board.to_move + 1, 6 * board.to_move + 7)
    nodes = graph.map.nodes
    found = [
        (node, end)
        for node, code in enumerate(board.codes)
        if code in own
        for end in dict.fromkeys(targets(graph, board, node))
    ]
    return sorted(found, key=lambda hop: (nodes[hop[0]].id, nodes[hop[1]].id))


def play(graph: Graph, board: MapBoard, hop: Hop) -> MapBoard:
    """The board after a legal move."""
    start, end = hop
    codes = bytearray(board.codes)
    code = codes[end] = codes[start]
    codes[start] = 0
    came_from = board.came_from
    if came_from or (code - 1) % 6 == _PAWN:
        came_from = frozenset(pair for pair in came_from if pair[0] not in hop)
        if (code - 1) % 6 == _PAWN:
            came_from |= {(end, start)}
    after = MapBoard(bytes(codes), came_from, NO_PLAYER)
    return MapBoard(after.codes, after.came_from, _next_player(graph, after, board.to_move))


def _next_player(graph: Graph, board: MapBoard, before: int) -> int:
    """The next player who has a king and a legal move; others pass."""
    players = len(graph.map.players)
    kings = players_with_king(board, players)
    if len(kings) < 2:
        return NO_PLAYER
    order = [(before + 1 + step) % players for step in range(players)]
    return next((p for p in order if p in kings and _can_move(graph, board, p)), NO_PLAYER)


def _can_move(graph: Graph, board: MapBoard, player: int) -> bool:
    own = range(6 * player + 1, 6 * player + 7)
    return any(
        code in own and next(targets(graph, board, node), None) is not None
        for node, code in enumerate(board.codes)
    )


def has_king(graph_map: GraphMap) -> bool:
    return any(piece.kind is PieceKind.KING for piece in graph_map.pieces)
