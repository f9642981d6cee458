"""Recorded games of the reference implementation, ply by ply, and the rules of chess."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from atlantis_core.games.maps.game import GAME, map_record
from atlantis_core.games.maps.generator import new_map
from atlantis_core.games.maps.graph import Graph
from atlantis_core.games.maps.model import GraphMap, Piece, PieceKind
from atlantis_core.games.maps.position import MapPosition
from atlantis_core.games.maps.reader import read_map
from atlantis_core.games.maps.rules import start_board
from atlantis_core.json_text.places import Problems
from tests.games.shared_data import shared


def load(path: Path) -> GraphMap:
    problems = Problems()
    document = read_map(json.loads(path.read_bytes()), problems)
    assert document is not None, list(problems)
    return document.map


def position_of(graph_map: GraphMap) -> MapPosition:
    position = map_record(graph_map).start
    assert isinstance(position, MapPosition)
    return position


@pytest.mark.parametrize(
    ("name", "record", "plies"),
    [
        ("2hexa.json", "golden-2hexa.txt", 803),
        ("2hexa.seed-dialect.json", "golden-2hexa.txt", 803),
        ("chess8x8-pad1.json", "golden-chess8x8-pad1.txt", 4813),
    ],
)
def test_recorded_games_of_the_reference(name: str, record: str, plies: int) -> None:
    graph_map = load(shared(f"maps/{name}"))
    start = position = position_of(graph_map)
    # The record numbers players like 2hexa, or in the order of the list.
    numbers = ["1", "0"] if "2hexa" in name else ["0", "1"]
    played = 0
    for line in shared(f"maps/{record}").read_text().splitlines():
        words = line.split()
        if words[0] == "game":
            position = start
        elif words[0] == "winner":
            won = graph_map.players[numbers.index(words[1])].name
            assert position.result == f"{won} wins with the last king"
        elif "->" in words:
            expected = [int(end) for end in words[4].split(",")] if len(words) > 4 else []
            assert start.targets(int(words[2])) == expected, line
        else:
            assert position.to_move == numbers.index(words[0]), line
            moves = {move.text: move for move in position.legal_moves()}
            assert len(moves) == int(words[4]), line
            position = position.play(moves[f"{words[1]}-{words[2]}"])
            played += 1
    assert played == plies


def test_map_without_a_king_can_be_viewed_but_not_played() -> None:
    position = position_of(load(shared("maps/hexamap.json")))
    assert (position.to_move, position.result, position.legal_moves()) == (None, None, [])
    assert position.targets(100012) == [100013, 100020]


CHESS = {
    PieceKind.ROOK: ([(0, 1), (1, 0), (0, -1), (-1, 0)], 8),
    PieceKind.BISHOP: ([(1, 1), (1, -1), (-1, 1), (-1, -1)], 8),
    PieceKind.QUEEN: ([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y], 8),
    PieceKind.KING: ([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y], 1),
    PieceKind.KNIGHT: (
        [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)],
        1,
    ),
}


def chess_reach(kind: PieceKind, x: int, y: int) -> set[tuple[int, int]]:
    ways, far = CHESS[kind]
    squares = {(x + n * dx, y + n * dy) for dx, dy in ways for n in range(1, far + 1)}
    return {(a, b) for a, b in squares if 0 <= a < 8 and 0 <= b < 8}


@pytest.mark.parametrize("name", ["chess8x8-pad1.json", "chess8x8-pad0.json", "square:8"])
@pytest.mark.parametrize("kind", list(CHESS))
def test_pieces_on_a_chess_board_move_as_in_chess(name: str, kind: PieceKind) -> None:
    made = new_map(name) if ":" in name else load(shared(f"maps/{name}"))
    # Without a ring of invisible nodes a knight bends at the edge, unless the map forbids it.
    straight = name == "chess8x8-pad0.json"
    seen = [node for node in made.nodes if node.visible]
    squares = {(round(node.x / 10), round(node.y / 10)): node.id for node in seen}
    assert len(squares) == 64
    for (x, y), node in squares.items():
        alone = GraphMap(
            made.nodes,
            made.links,
            made.players,
            (Piece(kind, 0, node),),
            has_straight_knights=straight,
        )
        graph = Graph(alone)
        reached = MapPosition(graph, start_board(graph)).targets(node)
        assert set(reached) == {squares[square] for square in chess_reach(kind, x, y)}


def test_pawn_keeps_the_direction_of_its_last_step() -> None:
    made = new_map("square:8")
    visible = [node for node in made.nodes if node.visible]
    squares = {(round(node.x / 10), round(node.y / 10)): node.id for node in visible}
    pieces = (
        Piece(PieceKind.KING, 0, squares[0, 0]),
        Piece(PieceKind.KING, 1, squares[7, 7]),
        Piece(PieceKind.PAWN, 0, squares[3, 3]),
        Piece(PieceKind.PAWN, 1, squares[3, 5]),
    )
    graph = Graph(GraphMap(made.nodes, made.links, made.players, pieces))
    position = MapPosition(graph, start_board(graph))

    def reached(x: int, y: int) -> set[tuple[int, int]]:
        ends = position.targets(squares[x, y])
        return {square for square, node in squares.items() if node in ends}

    assert reached(3, 3) == {(2, 3), (4, 3), (3, 2), (3, 4)}
    for start, end in (((3, 3), (3, 4)), ((3, 5), (4, 5)), ((0, 0), (0, 1))):
        moves = {move.text: move for move in position.legal_moves()}
        position = position.play(moves[f"{squares[start]}-{squares[end]}"])
    assert (reached(3, 4), reached(4, 5)) == ({(3, 5)}, {(5, 5)})


@pytest.mark.parametrize(("degrees", "goes_on"), [(0, True), (40, True), (45, True), (46, False)])
def test_slide_turns_by_at_most_45_degrees(degrees: int, goes_on: bool) -> None:
    """A path of three nodes with a bend; the kings have two nodes of their own each."""
    bend = math.radians(degrees)
    spots = [(0, 0), (10, 0), (10 + 10 * math.cos(bend), 10 * math.sin(bend))]
    spots += [(x, y) for y in (90, 190) for x in (0, 10)]
    data = {
        "nodes": [{"id": n, "x": x, "y": y, "visible": True} for n, (x, y) in enumerate(spots)],
        "links": [[0, 1], [1, 0], [1, 2], [2, 1], [3, 4], [4, 3], [5, 6], [6, 5]],
        "players": [{"name": "white", "color": "white"}, {"name": "black", "color": "black"}],
    }
    kings = [
        {"type": "king", "player": "white", "at": 3},
        {"type": "king", "player": "black", "at": 5},
    ]
    onwards = [2] if goes_on else []
    for kind, moved, reached in (("pawn", "0-1", onwards), ("rook", "3-4", [1, *onwards])):
        pieces = [*kings, {"type": kind, "player": "white", "at": 0}]
        record = GAME.read(json.dumps({**data, "pieces": pieces}), "bend").record
        assert record is not None
        position = record.position(0).play(record.position(0).parse_move(moved))
        assert isinstance(position, MapPosition)
        assert position.targets(1 if kind == "pawn" else 0) == reached


def test_distances_count_links_of_the_shortest_path() -> None:
    graph = Graph(new_map("square:4"))
    places = graph.places
    for start, (x, y) in enumerate(places):
        steps = [round(abs(x - to_x) + abs(y - to_y)) // 10 for to_x, to_y in places]
        assert graph.distances(start) == steps
    alone = Graph(GraphMap(graph.map.nodes, (), graph.map.players, ()))
    assert alone.distances(1) == [-1, 0] + [-1] * (len(places) - 2)
