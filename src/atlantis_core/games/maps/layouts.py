"""Places the nodes of a map in a picture of characters, in several sizes.

Most maps are lattices: their coordinates are replaced by ranks, rotated if they are higher than
wide, and spaced by a pitch. Other maps are scaled to growing sizes until no two nodes share a cell.
Invisible nodes have no cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .model import GraphMap, Node

Cell = tuple[int, int]
"""Column and line."""
_SQUARE_PITCHES = ((2, 1), (4, 2), (6, 3))
_WIDE_SQUARE_PITCHES = ((3, 1), (4, 2), (6, 3))
_STAGGERED_PITCHES = ((2, 1), (2, 2), (3, 2), (4, 3))
_SHEETS = ((72, 21), (100, 32), (140, 46), (200, 66), (280, 92), (400, 130), (560, 180))
_SAME = 1 / 500
"""Coordinates that differ by less than this share of the span count as equal."""
_SPARSE = 6
"""A lattice has at most this many times more crossings than nodes."""


@dataclass(frozen=True)
class MapLayout:
    """One size of a picture: the cell of every visible node."""

    cells: dict[int, Cell]
    """The first cell of each node, by its index."""
    is_turned: bool = False
    is_lattice: bool = False
    moved: int = 0
    """The number of nodes moved to avoid overlaps."""


def lay_out(graph_map: GraphMap, width: int) -> tuple[MapLayout, ...]:
    """All sizes, smallest first, for nodes of this width."""
    seen = [(index, node) for index, node in enumerate(graph_map.nodes) if node.visible]
    if not seen:
        return (MapLayout({}),)
    ranks = _find_lattice([node for _, node in seen])
    if ranks is None:
        return _scale(seen, width)
    columns, lines = (1 + max(rank[axis] for rank in ranks) for axis in (0, 1))
    is_turned = lines > columns
    if is_turned:
        ranks = [(y, columns - 1 - x) for x, y in ranks]
    square = _SQUARE_PITCHES if width == 1 else _WIDE_SQUARE_PITCHES
    pitches = _STAGGERED_PITCHES if _is_staggered(ranks) else square
    return tuple(
        MapLayout(
            {
                index: (1 + across * x, down * y)
                for (index, _), (x, y) in zip(seen, ranks, strict=True)
            },
            is_turned,
            is_lattice=True,
        )
        for across, down in pitches
    )


def _find_lattice(nodes: Sequence[Node]) -> list[Cell] | None:
    """Ranks in place of coordinates, if these have few enough different values."""
    columns = _rank([node.x for node in nodes])
    lines = _rank([node.y for node in nodes])
    crossings = (1 + max(columns)) * (1 + max(lines))
    ranks = list(zip(columns, lines, strict=True))
    is_lattice = crossings <= _SPARSE * len(nodes) and len(set(ranks)) == len(nodes)
    return ranks if is_lattice else None


def _rank(values: Sequence[float]) -> list[int]:
    ordered = sorted(values)
    least = (ordered[-1] - ordered[0]) * _SAME
    ranks: dict[float, int] = {}
    rank, before = 0, ordered[0]
    for value in ordered:
        if value - before > least:
            rank += 1
        ranks[value] = rank
        before = value
    return [ranks[value] for value in values]


def _is_staggered(ranks: Sequence[Cell]) -> bool:
    """Whether nodes are arranged like the black squares of a chess board."""
    return len(ranks) > 1 and len({(x + y) % 2 for x, y in ranks}) == 1


def _scale(seen: Sequence[tuple[int, Node]], width: int) -> tuple[MapLayout, ...]:
    sizes = [_fit(seen, sheet, width) for sheet in _SHEETS]
    clear = [size for size in sizes if not size.moved]
    return tuple(clear[:4]) or (min(sizes, key=lambda size: size.moved),)


def _fit(seen: Sequence[tuple[int, Node]], sheet: Cell, width: int) -> MapLayout:
    left, top = min(node.x for _, node in seen), min(node.y for _, node in seen)
    across = max(node.x for _, node in seen) - left
    down = max(node.y for _, node in seen) - top
    cells: dict[int, Cell] = {}
    taken: set[Cell] = set()
    moved = 0
    for index, node in seen:
        column = 1 + round((sheet[0] - 1) * (node.x - left) / across) if across else 1
        line = round((sheet[1] - 1) * (node.y - top) / down) if down else 0
        wanted = column
        while any((column + at, line) in taken for at in range(-1, width + 1)):
            column += 1
        moved += column != wanted
        cells[index] = column, line
        taken.update((column + at, line) for at in range(width))
    return MapLayout(cells, moved=moved)
