"""Writes maps and games on them as strict JSON in one canonical layout.

One line per node in the order of ids, per node's links, per player and per piece, so that adding a
move changes two lines. Each file keeps its dialect. Writing and reading round-trips.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.support.safe_text import is_safe_to_show
from .model import GraphMap, MapPlayer, Node, Piece

_MOVES_A_LINE = 8


def write_map(
    graph_map: GraphMap, moves: Sequence[str] = (), comments: Mapping[int, str] | None = None
) -> str:
    """The whole file, with a final line feed."""
    nodes = sorted(graph_map.nodes, key=lambda node: node.id)
    pieces = sorted(graph_map.pieces, key=lambda piece: piece.at)
    members = [
        ("nodes", _block(map(_node, nodes))),
        ("links", _block(_links(graph_map))),
        ("players", _block(_player(player, graph_map) for player in graph_map.players)),
        ("pieces", _block(_piece(piece, graph_map) for piece in pieces)),
    ]
    if graph_map.has_straight_knights:
        members.append(("straight_knights", "true"))
    if not graph_map.has_draws:
        members.append(("draws", "false"))
    if moves:
        members.append(("moves", _block(_rows([_json(move) for move in moves], _MOVES_A_LINE))))
    if comments:
        written = {str(step): comments[step] for step in sorted(comments)}
        members.append(("comments", _json(written)))
    members += [(key, _json(value)) for key, value in graph_map.extra.items()]
    inside = ",\n".join(f"  {_json(key)}: {value}" for key, value in members)
    return f"{{\n{inside}\n}}\n"


def write_pieces(pieces: Iterable[Piece], graph_map: GraphMap) -> str:
    """The pieces and their nodes, on one line."""
    ordered = sorted(pieces, key=lambda piece: piece.at)
    return "[" + ", ".join(_piece(piece, graph_map) for piece in ordered) + "]"


def _node(node: Node) -> str:
    members = {"id": node.id, "x": node.x, "y": node.y, "visible": node.visible}
    return _json({**members, **node.extra})


def _links(graph_map: GraphMap) -> Iterator[str]:
    for _, links in groupby(sorted(graph_map.links), key=lambda link: link[0]):
        yield ", ".join(f"[{start}, {end}]" for start, end in links)


def _player(player: MapPlayer, graph_map: GraphMap) -> str:
    if graph_map.has_numbers:
        return player.name
    color = {} if player.written_color is None else {"color": player.written_color}
    return _json({"name": player.name, **color, **player.extra})


def _piece(piece: Piece, graph_map: GraphMap) -> str:
    name = graph_map.players[piece.player].name
    player = int(name) if graph_map.has_numbers else name
    return _json({"type": piece.kind.value, "player": player, "at": piece.at, **piece.extra})


def _block(rows: Iterable[str]) -> str:
    listed = list(rows)
    return "[\n" + ",\n".join(f"    {row}" for row in listed) + "\n  ]" if listed else "[]"


def _rows(items: Sequence[str], most: int) -> Iterator[str]:
    for start in range(0, len(items), most):
        yield ", ".join(items[start : start + most])


def _json(value: object) -> str:
    """A value on one line; escapes invisible characters."""
    written = json.dumps(_plain(value), ensure_ascii=False)
    return written if is_safe_to_show(written) else json.dumps(_plain(value))


def _plain(value: object) -> object:
    """A value for the standard writer; integral floats become integers."""
    if isinstance(value, (dict, FrozenMap)):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else float(value)
    return value
