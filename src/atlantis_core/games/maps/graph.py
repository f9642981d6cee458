"""Movement on an empty map: directions, neighbours, second neighbours, slides.

Depends on nodes and links alone, so it is computed once per node, on first use. Nodes are indices.
A slide never visits a node twice and never turns by more than 45 degrees from its first direction:
otherwise it could go on for ever, or along the edge of a map without invisible nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from math import atan2, cos, pi

from .model import GraphMap

_STRAIGHT = cos(pi / 4) - 1e-9
Rays = tuple[tuple[int, ...], ...]
EndsOf = Callable[[int], Sequence[int]]


class Graph:
    """The geometry of one map; pickled as the map."""

    def __init__(self, graph_map: GraphMap) -> None:
        self.map = graph_map
        self.places = [(node.x, node.y) for node in graph_map.nodes]
        self.visible = [node.visible for node in graph_map.nodes]
        self.seconds = cache(self._seconds)
        self.rook = cache(self._rook)
        self.bishop = cache(self._bishop)
        self.king = cache(self._king)
        self.knight = cache(self._knight)
        self.pawn_step = cache(self._pawn_step)
        self.distances = cache(self._distances)

    def __reduce__(self) -> tuple[type[Graph], tuple[GraphMap]]:
        return Graph, (self.map,)

    @cached_property
    def neighbours(self) -> list[tuple[int, ...]]:
        """The ends of the outgoing links of each node, by angle."""
        found: list[list[int]] = [[] for _ in self.places]
        index = self.map.by_id
        for start, end in self.map.links:
            found[index[start]].append(index[end])
        return [self._by_angle(node, ends) for node, ends in enumerate(found)]

    def _seconds(self, node: int) -> tuple[int, ...]:
        """The nodes at a diagonal: common neighbours of two adjacent neighbours, by angle."""
        ends = self.neighbours[node]
        pairs = zip(ends, (*ends[1:], *ends[:1]), strict=True)
        shared = {
            far
            for one, other in pairs
            for far in set(self.neighbours[one]).intersection(self.neighbours[other])
        }
        return self._by_angle(node, shared - {node})

    def _rook(self, node: int) -> Rays:
        """One ray per neighbour: the visible nodes in order."""
        ends = self.neighbours[node]
        angles = [self._angle(node, end) for end in ends]
        # Of two neighbours in exactly the same direction, the rule takes the first.
        firsts = [self._towards(ends, node, angle, only_straight=True) for angle in angles]
        return self._rays(node, zip(firsts, angles, strict=True), self.neighbours.__getitem__)

    def _bishop(self, node: int) -> Rays:
        """Like `rook`, from second neighbour to second neighbour."""
        ways = [(end, self._angle(node, end)) for end in self.seconds(node)]
        return self._rays(node, ways, self.seconds)

    def _king(self, node: int) -> tuple[int, ...]:
        return self._seen(dict.fromkeys((*self.neighbours[node], *self.seconds(node))))

    def _knight(self, node: int) -> tuple[int, ...]:
        near = {*self.neighbours[node], *self.seconds(node)}
        ends: dict[int, None] = {}
        for first in self.neighbours[node]:
            ends.update(dict.fromkeys(self._knight_ends(node, first, near)))
        return self._seen(end for end in ends if end != node)

    def pawn_starts(self, node: int) -> tuple[int, ...]:
        """The steps of a pawn that has not moved."""
        return self._seen(self.neighbours[node])

    def _pawn_step(self, before: int, node: int) -> int | None:
        """The next step of a pawn that came from the node before; None if it is blocked."""
        angle = self._angle(before, node)
        ahead = self._towards(self.neighbours[node], node, angle, only_straight=True)
        return ahead if ahead is not None and self.visible[ahead] else None

    def _distances(self, node: int) -> list[int]:
        """The number of links from this node to each other one; -1 if unreachable."""
        steps = [-1] * len(self.places)
        steps[node] = 0
        ring = [node]
        while ring:
            before, ring = ring, []
            for there in before:
                for near in self.neighbours[there]:
                    if steps[near] < 0:
                        steps[near] = steps[there] + 1
                        ring.append(near)
        return steps

    def _angle(self, start: int, end: int) -> float:
        (x, y), (to_x, to_y) = self.places[start], self.places[end]
        return atan2(to_y - y, to_x - x)

    def _by_angle(self, node: int, ends: Iterable[int]) -> tuple[int, ...]:
        # Ids break ties, so that the order of the file has no meaning.
        nodes = self.map.nodes
        return tuple(sorted(ends, key=lambda end: (self._angle(node, end), nodes[end].id)))

    def _towards(
        self, ends: Sequence[int], node: int, angle: float, *, only_straight: bool
    ) -> int | None:
        """The end whose direction is nearest to an angle; the first on ties."""
        best, straightest = None, _STRAIGHT if only_straight else -2.0
        for end in ends:
            agreement = cos(self._angle(node, end) - angle)
            if agreement > straightest:
                best, straightest = end, agreement
        return best

    def _rays(self, node: int, ways: Iterable[tuple[int | None, float]], ends_of: EndsOf) -> Rays:
        rays = (self._ray(node, first, angle, ends_of) for first, angle in ways)
        return tuple(dict.fromkeys(ray for ray in rays if ray))

    def _ray(self, node: int, first: int | None, angle: float, ends_of: EndsOf) -> tuple[int, ...]:
        here, passed = first, dict[int, None]()
        while here is not None and self.visible[here] and here != node and here not in passed:
            passed[here] = None
            here = self._towards(ends_of(here), here, angle, only_straight=True)
        return tuple(passed)

    def _knight_ends(self, node: int, first: int, near: set[int]) -> Iterable[int]:
        """The nodes beside the second step towards a neighbour; jumps over pieces."""
        only_straight = self.map.has_straight_knights
        angle = self._angle(node, first)
        step = self._towards(self.neighbours[node], node, angle, only_straight=only_straight)
        if step is not None:
            step = self._towards(self.neighbours[step], step, angle, only_straight=only_straight)
        if step is None:
            return ()
        ahead = self._towards(self.neighbours[step], step, angle, only_straight=only_straight)
        return (end for end in self.neighbours[step] if end != ahead and end not in near)

    def _seen(self, nodes: Iterable[int]) -> tuple[int, ...]:
        return tuple(node for node in nodes if self.visible[node])
