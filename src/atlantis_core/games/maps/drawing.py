"""Draws a map with its pieces as a picture of characters: nodes, strokes for links, letters.

The first player has upper-case letters, the second lower-case ones; with more than two players the
player's number follows the letter. A link gets a stroke, and a node its number, if there is room.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from statistics import median

from atlantis_core.games.pictures import Canvas, Picture, Role, Spot
from atlantis_core.support.phrases import counted
from .graph import Graph
from .layouts import Cell, MapLayout, lay_out
from .model import KINDS, GraphMap

_FAR = 3
"""Links longer than the median by this factor go around the map and get no stroke."""


class MapDrawing:
    """The strokes of one map in all sizes, without pieces; computed once."""

    def __init__(self, graph_map: GraphMap) -> None:
        self._map = graph_map
        self.width = 1 if len(graph_map.players) <= 2 else 1 + len(str(len(graph_map.players)))
        self.layouts = lay_out(graph_map, self.width)
        self._links = frozenset(
            (min(link), max(link))
            for link in (
                (graph_map.by_id[start], graph_map.by_id[end]) for start, end in graph_map.links
            )
        )
        self._strokes = [self._draw_strokes(layout) for layout in self.layouts]
        self._numbers = [
            self._place_numbers(layout, strokes)
            for layout, (strokes, _) in zip(self.layouts, self._strokes, strict=True)
        ]

    def draw(self, size: int, codes: bytes) -> Picture:
        layout, (strokes, left_out) = self.layouts[size], self._strokes[size]
        canvas = Canvas()
        for cell, stroke in strokes.items():
            canvas.write(*cell, stroke, Role.STROKE)
        for index, cell in self._numbers[size].items():
            canvas.write(*cell, str(self._map.nodes[index].id), Role.LABEL)
        spots = {}
        for index, cell in layout.cells.items():
            spots[str(self._map.nodes[index].id)] = Spot(*cell, self.width)
            code = codes[index]
            if code:
                player = (code - 1) // 6
                canvas.write(*cell, self.piece_text(code), Role.PIECE, player)
            else:
                canvas.write(*cell, ".", Role.PLACE)
        return canvas.picture(spots, _caption(layout, left_out))

    def piece_text(self, code: int) -> str:
        player, kind = divmod(code - 1, 6)
        letter = KINDS[kind].letter
        if len(self._map.players) > 2:
            return f"{letter}{player + 1}"
        return letter.lower() if player else letter

    def _draw_strokes(self, layout: MapLayout) -> tuple[dict[Cell, str], int]:
        """The strokes by cell, and the number of links without one."""
        cells = layout.cells
        nodes = set(cells.values())
        shown = sorted(link for link in self._links if link[0] in cells and link[1] in cells)
        typical = median(_length(cells[one], cells[other]) for one, other in shown) if shown else 0
        strokes: dict[Cell, str] = {}
        left_out = 0
        for one, other in shown:
            drawn = dict(self._stroke(cells[one], cells[other]))
            is_far = _length(cells[one], cells[other]) > _FAR * typical
            if not drawn or is_far or nodes.intersection(drawn):
                left_out += 1
                continue
            for cell, stroke in drawn.items():
                crossed = strokes.get(cell, stroke) != stroke
                strokes[cell] = "X" if crossed else stroke
        return strokes, left_out

    def _place_numbers(self, layout: MapLayout, strokes: dict[Cell, str]) -> dict[int, Cell]:
        """The cells where the numbers of nodes begin: all below or all to the right of the nodes.

        On a lattice, either all nodes have a number or none.
        """
        ways = (self._numbers_at(layout, strokes, way) for way in ((1, 1), (self.width + 1, 0)))
        found = max(ways, key=len)
        return {} if layout.is_lattice and len(found) < len(layout.cells) else found

    def _numbers_at(
        self, layout: MapLayout, strokes: dict[Cell, str], way: Cell
    ) -> dict[int, Cell]:
        """The numbers that fit at a distance from their nodes, over horizontal strokes at most.

        The cells beside nodes stay free for marks.
        """
        around = range(-1, self.width + 1)
        taken = {(x + at, y) for x, y in layout.cells.values() for at in around}
        taken.update(cell for cell, stroke in strokes.items() if stroke != "-" or way[1])
        found: dict[int, Cell] = {}
        for index, (x, y) in layout.cells.items():
            begin = x + way[0], y + way[1]
            digits = len(str(self._map.nodes[index].id))
            cells = {(begin[0] + at, begin[1]) for at in range(digits)}
            if cells.isdisjoint(taken):
                found[index] = begin
                taken |= cells | {(begin[0] - 1, begin[1]), (begin[0] + digits, begin[1])}
        return found

    @staticmethod
    def _stroke(one: Cell, other: Cell) -> Iterator[tuple[Cell, str]]:
        (x, y), (to_x, to_y) = sorted((one, other), key=lambda cell: (cell[1], cell[0]))
        if y == to_y:
            yield from (((at, y), "-") for at in range(x + 1, to_x))
            return
        character = "|" if x == to_x else "\\" if to_x > x else "/"
        for line in range(y + 1, to_y):
            yield (x + round((to_x - x) * (line - y) / (to_y - y)), line), character


def _length(one: Cell, other: Cell) -> float:
    return float(abs(one[0] - other[0]) + 2 * abs(one[1] - other[1]))


def _caption(layout: MapLayout, left_out: int) -> str:
    parts = ["rotated by 90 degrees"] if layout.is_turned else []
    if left_out:
        parts.append(f"{counted(left_out, 'link')} not drawn")
    if layout.moved:
        parts.append(f"{layout.moved} nodes moved to avoid overlaps")
    return ", ".join(parts)


@lru_cache(maxsize=8)
def drawing_of(graph: Graph) -> MapDrawing:
    """The drawing of a map, cached."""
    return MapDrawing(graph.map)
