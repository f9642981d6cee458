"""Chess on graph maps as a game of the registry: reading, playing, hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from atlantis_core.games.defaults import GameDefaults, default_player_colors
from atlantis_core.games.errors import GameError
from atlantis_core.games.levels import EFFORTS
from atlantis_core.games.protocol import Game, Reading, Record, Thought, Variant
from atlantis_core.games.records import GameRecord, Layout, Step
from atlantis_core.games.search import search
from atlantis_core.json_text.comments import JsonComments
from atlantis_core.json_text.places import Problems, Span, Tree, locate_problems
from atlantis_core.json_text.relaxed_json import read_relaxed_json
from atlantis_core.json_text.strict_json import read_strict_json
from atlantis_core.support.cancelling import IsCancelled, never
from .generator import SHAPES, new_map
from .graph import Graph
from .json_comments import NO_COMMENTS, MapComments, read_map_comments, with_map_comments
from .model import GraphMap
from .position import MapNode, MapPosition
from .reader import MAIN_KEYS, MapDocument, read_map
from .rules import MapBoard, has_king, start_board
from .writer import write_map

EFFORT = 30_000
"""Positions judged in about a second."""
_GENTLE, _STRONG = 2, 16
"""Efforts of levels per visible node: the depth that they reach depends on the size of the map."""
_MOST_GENTLE, _MOST_STRONG = 400, 3_000
NO_KING = "the map has no king: it can be viewed, not played"


@dataclass(frozen=True)
class MapWriting(Layout):
    """The file format of a game: its map with the moves."""

    map: GraphMap
    comments: MapComments = NO_COMMENTS

    def write(self, record: GameRecord) -> str:
        comments = {step: record.comment(step) for step in range(record.last_step + 1)}
        given = {step: comment for step, comment in comments.items() if comment}
        moves = [step.label for step in record.steps]
        return with_map_comments(write_map(self.map, moves, given), self.comments, moves)

    def check_comment(self, comment: str) -> None:
        """JSON holds any text."""


def map_record(graph_map: GraphMap) -> GameRecord:
    """The record of a map without moves."""
    graph = Graph(graph_map)
    start = MapPosition(graph, start_board(graph))
    colors = default_player_colors(len(graph_map.players))
    return GameRecord(
        _title(graph_map),
        tuple(player.name for player in graph_map.players),
        start,
        MapWriting(graph_map),
        colors=tuple(
            default if player.color is None else player.color
            for player, default in zip(graph_map.players, colors, strict=True)
        ),
        details=_details(graph_map),
    )


class MapGame(GameDefaults):
    rules = """
        Pieces are on nodes and move along links. There is no check: kings can be captured,
        and the player with the last king wins.

        A rook slides along links, as straight as they go. A bishop slides diagonally: from
        a node to one that shares two neighbouring nodes with it. A queen does both. A king
        makes one step of a queen, a knight goes two steps ahead and one aside.

        The first step of a pawn goes in any direction, all others in the same one. It
        captures straight ahead and is never promoted.

        A position that occurs for the third time is a draw, and so are fifty rounds without
        a capture or a pawn move.
    """

    def recognises(self, text: str) -> bool:
        data = _read_json(text, Problems()).data
        if not isinstance(data, dict) or len(data.keys() & MAIN_KEYS) < 2:
            return False
        return "nodes" in data or {"links", "pieces"} <= data.keys()

    def read(self, text: str, name: str) -> Reading:
        problems = Problems()
        data, tree, comments = _read_json(text, problems)
        document = None if problems.has_errors else read_map(data, problems)
        record = None if document is None else _play(document, text, problems)
        if record is not None and document is not None and tree is not None and comments:
            found = JsonComments(text, tree, comments)
            kept = read_map_comments(found, document.map, document.moves)
            record = replace(record, layout=MapWriting(document.map, kept))
        if tree is None and tuple(problems):
            tree = read_relaxed_json(text, Problems()).tree
        return Reading(record, locate_problems(problems, name, text, tree))

    def variants(self) -> Sequence[Variant]:
        return SHAPES

    def new(self, variant: str, names: Sequence[str] = ()) -> GameRecord:
        return map_record(new_map(variant, max(2, len(names))))

    def level_efforts(self, record: Record) -> tuple[int, ...]:
        position = record.position(0)
        if not isinstance(position, MapPosition):
            return EFFORTS
        nodes = sum(position.graph.visible)
        return 10, min(_GENTLE * nodes, _MOST_GENTLE), min(_STRONG * nodes, _MOST_STRONG)

    def think(
        self, record: Record, effort: int | None = None, is_cancelled: IsCancelled = never
    ) -> Thought:
        position = record.position(record.last_step)
        if not isinstance(position, MapPosition) or position.to_move is None:
            raise GameError(position.result or NO_KING)
        node = MapNode(position.graph, position.board, frozenset(_boards(record)))
        found = search(node, EFFORT if effort is None else effort, is_cancelled)
        line = " ".join(position.named(hop).text for hop in found.line)
        words = f"{found.worth / 100:+.1f} pawns, looking {found.depth} moves ahead: {line}"
        return Thought(position.named(found.move), found.worth, words, found.judged)


def _boards(record: Record) -> Iterator[MapBoard]:
    positions = (record.position(step) for step in range(record.last_step + 1))
    return (position.board for position in positions if isinstance(position, MapPosition))


class _Json(NamedTuple):
    data: object
    tree: Tree | None = None
    """The positions of the values; None if the strict reader was enough."""
    comments: tuple[Span, ...] = ()


def _read_json(text: str, problems: Problems) -> _Json:
    strict = read_strict_json(text)
    if strict is not None:
        return _Json(strict[0])
    relaxed = read_relaxed_json(text, problems)
    return _Json(relaxed.data, relaxed.tree, relaxed.comments)


def _play(document: MapDocument, text: str, problems: Problems) -> GameRecord:
    """The game as far as its moves are legal."""
    record = map_record(document.map)
    if not has_king(document.map) and document.moves:
        problems.error(("moves",), NO_KING)
        document = document._replace(moves=())
    steps: list[Step] = []
    position = record.start
    for number, written in enumerate(document.moves):
        try:
            move = position.parse_move(written)
        except GameError as error:
            problems.error(("moves", number), f"illegal move: {error}")
            break
        steps.append(Step(move, written, document.comments.get(number + 1, "")))
        position = position.play(move)
    comment = document.comments.get(0, "")
    return replace(record, steps=tuple(steps), source=text, start_comment=comment)


def _title(graph_map: GraphMap) -> str:
    visible = sum(node.visible for node in graph_map.nodes)
    names = ", ".join(player.name for player in graph_map.players)
    return f"chess on a map of {visible} nodes: {names or 'no players'}"


def _details(graph_map: GraphMap) -> tuple[tuple[str, str], ...]:
    links = set(graph_map.links)
    both = sum(link[::-1] in links for link in links) // 2
    visible = sum(node.visible for node in graph_map.nodes)
    return (
        ("visible nodes", str(visible)),
        ("invisible nodes", str(len(graph_map.nodes) - visible)),
        ("links both ways", str(both)),
        ("one-way links", str(len(links) - 2 * both)),
        ("pieces", str(len(graph_map.pieces))),
        ("playable", "yes" if has_king(graph_map) else f"no: {NO_KING}"),
    )


GAME: Game = MapGame()
