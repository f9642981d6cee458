"""Generates maps with pieces: squares, hexagons, tori and irregular ones.

The same words always give the same map. Squares and hexagons have a ring of invisible nodes, so
that their edges behave as in the game's own maps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from random import Random

from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Variant
from .css_colors import parse_color
from .model import GraphMap, MapPlayer, Node, Piece, PieceKind

SHAPES = (
    Variant("square:8", "a chess board; square:N for another size"),
    Variant("hexagon:5", "sides of five nodes; hexagon:N for another size"),
    Variant("torus:8", "a square with joined edges; torus:N for another size"),
    Variant("planar:80", "an irregular map; planar:N or planar:N:SEED for others"),
)
_BACK_ROW = (
    PieceKind.ROOK, PieceKind.KNIGHT, PieceKind.BISHOP, PieceKind.QUEEN,
    PieceKind.KING, PieceKind.BISHOP, PieceKind.KNIGHT, PieceKind.ROOK,
)  # fmt: skip
_OFFICERS = (
    PieceKind.KING, PieceKind.QUEEN, PieceKind.BISHOP, PieceKind.BISHOP,
    PieceKind.KNIGHT, PieceKind.KNIGHT, PieceKind.ROOK, PieceKind.ROOK,
)  # fmt: skip
"""From the middle of a player's side outwards."""
_PLAYERS = (
    ("white", "white"),
    ("black", "black"),
    ("red", "crimson"),
    ("blue", "steelblue"),
    ("orange", "orange"),
    ("violet", "darkviolet"),
)
MAX_PLAYERS = len(_PLAYERS)
_STEP = 10
Spot = tuple[float, float]
Build = Callable[[int, int], tuple[Sequence[Spot], set[tuple[int, int]], int]]
"""From a size and a seed: the nodes' places, the links between their numbers, and how many nodes
are visible."""


def new_map(words: str, players: int = 2) -> GraphMap:
    """The map of words such as ``hexagon:5``; raises GameError."""
    name, *numbers = (words or SHAPES[0].name).lower().split(":")
    build, least, most = _shape(name, words)
    if not 1 <= len(numbers) <= (2 if name == "planar" else 1):
        raise _unknown(words)
    size, seed = (_number(number, words) for number in (*numbers, "0")[:2])
    if not least <= size <= most:
        expected = f"{name}:{least} to {name}:{most}"
        raise GameError(f"unsupported size {size} (expected {expected})")
    if not 2 <= players <= MAX_PLAYERS:
        raise GameError(f"unsupported number of players: {players} (expected 2 to {MAX_PLAYERS})")
    spots, links, visible = build(size, seed)
    nodes = tuple(
        Node(number, float(round(x, 3)), float(round(y, 3)), visible=number < visible)
        for number, (x, y) in enumerate(spots)
    )
    sides = tuple(MapPlayer(side, parse_color(color), color) for side, color in _PLAYERS[:players])
    is_chess = name == "square" and size == 8 and players == 2
    pieces = _chess_pieces() if is_chess else _spread(nodes[:visible], players)
    return GraphMap(nodes, tuple(sorted(links)), sides, tuple(pieces))


def _shape(name: str, words: str) -> tuple[Build, int, int]:
    shapes: dict[str, tuple[Build, int, int]] = {
        "square": (_square, 4, 40),
        "hexagon": (_hexagon, 3, 25),
        "torus": (_torus, 5, 40),
        "planar": (_planar, 20, 1500),
    }
    if name not in shapes:
        raise _unknown(words)
    return shapes[name]


def _number(text: str, words: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise _unknown(words)
    return int(text)


def _unknown(words: str) -> GameError:
    known = ", ".join(repr(shape.name) for shape in SHAPES)
    return GameError(f"not a map: {words[:40]!r} (expected for example {known})")


def _square(size: int, _seed: int) -> tuple[Sequence[Spot], set[tuple[int, int]], int]:
    inside = [(x, y) for y in range(size) for x in range(size)]
    around = [
        (x, y)
        for y in range(-1, size + 1)
        for x in range(-1, size + 1)
        if not (0 <= x < size and 0 <= y < size)
    ]
    return _lattice(inside, around, ((0, 1), (1, 0)), lambda x, y: (_STEP * x, _STEP * y))


def _hexagon(size: int, _seed: int) -> tuple[Sequence[Spot], set[tuple[int, int]], int]:
    def is_within(x: int, y: int, radius: int) -> bool:
        return max(abs(x), abs(y), abs(x + y)) <= radius

    every = [(x, y) for y in range(-size, size + 1) for x in range(-size, size + 1)]
    inside = [spot for spot in every if is_within(*spot, size - 1)]
    around = [spot for spot in every if is_within(*spot, size) and spot not in inside]
    height = _STEP * math.sqrt(3) / 2
    steps = ((0, 1), (1, 0), (1, -1))
    return _lattice(inside, around, steps, lambda x, y: (_STEP * (x + y / 2), height * y))


def _lattice(
    inside: Sequence[tuple[int, int]],
    around: Sequence[tuple[int, int]],
    steps: Iterable[tuple[int, int]],
    place: Callable[[int, int], Spot],
) -> tuple[Sequence[Spot], set[tuple[int, int]], int]:
    numbers = {spot: number for number, spot in enumerate((*inside, *around))}
    links: set[tuple[int, int]] = set()
    for (x, y), number in numbers.items():
        for across, down in steps:
            other = numbers.get((x + across, y + down))
            if other is not None:
                links |= {(number, other), (other, number)}
    return [place(*spot) for spot in numbers], links, len(inside)


def _torus(size: int, _seed: int) -> tuple[Sequence[Spot], set[tuple[int, int]], int]:
    """Rows and columns wrap around: a link over the edge leads to the other end."""
    spots = [(_STEP * x, _STEP * y) for y in range(size) for x in range(size)]
    links: set[tuple[int, int]] = set()
    for y in range(size):
        for x in range(size):
            number = y * size + x
            for other in (y * size + (x + 1) % size, (y + 1) % size * size + x):
                links |= {(number, other), (other, number)}
    return spots, links, len(spots)


def _planar(size: int, seed: int) -> tuple[Sequence[Spot], set[tuple[int, int]], int]:
    """Random nodes, each linked to its nearest ones unless links would cross."""
    dice = Random(f"planar:{size}:{seed}")
    side = math.ceil(math.sqrt(size * 1.6))
    cells = sorted(dice.sample([(x, y) for y in range(side) for x in range(side)], size))
    spots = [
        (_STEP * (x + dice.uniform(-0.3, 0.3)), _STEP * (y + dice.uniform(-0.3, 0.3)))
        for x, y in cells
    ]
    kept: list[tuple[int, int]] = []
    by_cell: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for _, one, other in _near_pairs(spots):
        cell = _cell_of(spots, one, other)
        rivals = [
            link
            for x in range(-4, 5)
            for y in range(-4, 5)
            for link in by_cell.get((cell[0] + x, cell[1] + y), ())
        ]
        if not any(_cross(spots, (one, other), link) for link in rivals):
            kept.append((one, other))
            by_cell.setdefault(cell, []).append((one, other))
    links = {way for one, other in kept for way in ((one, other), (other, one))}
    return spots, links, len(spots)


def _cell_of(spots: Sequence[Spot], one: int, other: int) -> tuple[int, int]:
    middle = [(spots[one][axis] + spots[other][axis]) / 2 for axis in (0, 1)]
    return int(middle[0] // _STEP), int(middle[1] // _STEP)


def _near_pairs(spots: Sequence[Spot]) -> list[tuple[float, int, int]]:
    """Pairs that could be linked, nearest first."""
    farthest = 3.2 * _STEP
    pairs = [
        (math.dist(spots[one], spots[other]), one, other)
        for one in range(len(spots))
        for other in range(one)
        if abs(spots[one][0] - spots[other][0]) < farthest
    ]
    return sorted(pair for pair in pairs if pair[0] < farthest)


def _cross(spots: Sequence[Spot], one: tuple[int, int], other: tuple[int, int]) -> bool:
    if set(one) & set(other):
        return False
    (a, b), (c, d) = ((spots[s], spots[e]) for s, e in (one, other))

    def side(p: Spot, q: Spot, r: Spot) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def _chess_pieces() -> Iterable[Piece]:
    for player, back, front in ((0, 7, 6), (1, 0, 1)):
        for column, kind in enumerate(_BACK_ROW):
            yield Piece(kind, player, 8 * back + column)
            yield Piece(PieceKind.PAWN, player, 8 * front + column)


def _spread(nodes: Sequence[Node], players: int) -> Iterable[Piece]:
    """Each player's officers and pawns at one side of the map, as far apart as possible; those of
    the first player at the bottom.
    """
    middle_x = sum(node.x for node in nodes) / len(nodes)
    middle_y = sum(node.y for node in nodes) / len(nodes)
    room = max(3, min(16, len(nodes) // (2 * players)))
    free = {node.id: node for node in nodes}
    for player in range(players):
        angle = 2 * math.pi * player / players + math.pi / 2

        def rank(node: Node, angle: float = angle) -> tuple[float, float]:
            x, y = node.x - middle_x, node.y - middle_y
            out = x * math.cos(angle) + y * math.sin(angle)
            aside = abs(y * math.cos(angle) - x * math.sin(angle))
            return -round(out, 3), round(aside, 3)

        officers = room - room // 2
        kinds = (*_OFFICERS[:officers], *[PieceKind.PAWN] * (room // 2))
        chosen = sorted(free.values(), key=lambda node: (*rank(node), node.id))[:room]
        for node, kind in zip(chosen, kinds, strict=True):
            del free[node.id]
            yield Piece(kind, player, node.id)
