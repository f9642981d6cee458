"""Preserves JSON comments between the values of a map (``//`` and ``/* */``).

The canonical layout sorts nodes, links and pieces; a comment moves with its value. A comment on an
undone move goes to the end of the file with a note where it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from atlantis_core.json_text.comments import JsonComment, JsonComments, write_comments
from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.json_text.places import Path
from .model import GraphMap


class MapComments(NamedTuple):
    """The JSON comments of a file, the sorted positions of its lists, and its moves."""

    comments: JsonComments = JsonComments()
    places: Mapping[str, Mapping[int, int]] = FrozenMap()
    moves: tuple[str, ...] = ()

    def placed(self) -> Iterator[JsonComment]:
        """The comments with their paths in the canonical layout."""
        for comment in self.comments.placed:
            yield comment._replace(path=_canonical(comment.path, self.places))


NO_COMMENTS = MapComments()


def read_map_comments(
    comments: JsonComments, graph_map: GraphMap, moves: Sequence[str]
) -> MapComments:
    """The JSON comments of a text that was read as this map."""
    places = {
        "nodes": _places([node.id for node in graph_map.nodes]),
        "links": _places(graph_map.links),
        "pieces": _places([piece.at for piece in graph_map.pieces]),
    }
    return MapComments(comments, places, tuple(moves))


def with_map_comments(text: str, found: MapComments, moves: Sequence[str]) -> str:
    """The canonical text of a map with its JSON comments."""
    pairs = enumerate(zip(found.moves, moves, strict=False))
    same = next((number for number, (old, new) in pairs if old != new), len(moves))

    def moved(path: Path) -> Path | None:
        match path:
            case ("moves", int() as number, *_) if number >= same:
                return None
            case _:
                return path

    return write_comments(text, found.placed(), moved) if found.comments else text


def _places(sorted_by: Sequence[Any]) -> dict[int, int]:
    """The new index of each item of a list after sorting."""
    order = sorted(range(len(sorted_by)), key=lambda number: sorted_by[number])
    return {number: place for place, number in enumerate(order)}


def _canonical(path: Path | None, places: Mapping[str, Mapping[int, int]]) -> Path | None:
    match path:
        case (str() as key, int() as number, *rest) if key in places:
            # A duplicate link is written once: its comment goes to the list.
            place = places[key].get(number)
            return (key,) if place is None else (key, place, *rest)
        case _:
            return path
