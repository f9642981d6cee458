"""Builds plain data and the tree of its spans for the old text format (R8)."""

from __future__ import annotations

from typing import NamedTuple

from atlantis_core.json_text.frozen import BROKEN
from atlantis_core.json_text.places import ListNode, ObjectNode, Problems, Span, Tree, span_of
from atlantis_core.positions.grid import format_field, parse_segment, segment_fields
from atlantis_core.support.colors import find_color
from atlantis_core.support.errors import NotationError
from .text_tokens import Token


class Name(NamedTuple):
    """The name of a field or segment, with its span."""

    text: str
    span: Span


class ListBuilder:
    """A list of plain data and the node with its spans."""

    def __init__(self, start: int) -> None:
        self.data: list[object] = []
        self.node = ListNode(start, start)

    def add(self, value: object, tree: Tree) -> None:
        self.data.append(value)
        self.node.children.append(tree)
        self.node.end = span_of(tree).end


class Rounds:
    """The turns read so far, and the current round."""

    def __init__(self, start: int) -> None:
        self.number = 0
        self.counted: int | None = None
        """The number of the current round by counting, if the written one differs."""
        self.is_doubtful = False
        """Whether a part of the current round could not be read, which has been reported."""
        self.span = Span(start, start)
        """The number of the current round."""
        self.size = 0
        self.turns = ListBuilder(start)
        self.comments: dict[str, str] = {}
        self.comments_node = ObjectNode(start, start)

    def add(self, moves: ListBuilder, comment: Token | None, *, is_read: bool = True) -> None:
        """Add a turn; one that could not be read has been reported."""
        self.size += 1
        self.turns.add(moves.data if is_read else BROKEN, moves.node)
        if comment is not None:
            key = str(len(self.turns.data))
            self.comments[key] = comment.text
            self.comments_node.keys[key] = comment.span
            self.comments_node.children[key] = comment.span

    def is_next(self, number: str) -> bool:
        """Whether a number may follow that of the current round, as written or as counted."""
        if self.counted is not None and number == str(self.counted + 1):
            self.number = self.counted
        return number == str(self.number + 1)

    def is_complete(self, players: int) -> bool:
        """Whether the current round, if any, has a turn of every player."""
        return not self.number or self.size >= players


def put_stack(
    stacks: dict[str, object], node: ObjectNode, name: Name, value: object, problems: Problems
) -> None:
    """Add a member; a duplicate key is a problem, as in JSON."""
    first = node.keys.setdefault(name.text, name.span)
    if first != name.span:
        message = f"'{name.text}' has two values"
        problems.error(name.span, message, "remove one of them", (first, "first used here"))
        return
    stacks[name.text] = value
    node.children[name.text] = name.span


def name_then_color(first: Token, second: Token) -> tuple[Token, Token]:
    """Sort two strings whose order differs between files (R8.2): the SVG name is the colour."""
    if find_color(first.text) is not None and find_color(second.text) is None:
        return second, first
    return first, second


def without(segments: object, tree: Tree, names: set[str]) -> ListBuilder:
    """The segments without some fields; removes the names that were found from the set."""
    kept = ListBuilder(span_of(tree).start)
    children = tree.children if isinstance(tree, ListNode) else []
    wanted = set(names)
    for segment, node in zip(segments if isinstance(segments, list) else [], children, strict=True):
        fields = _expand(segment)
        rest = [field for field in fields if field not in wanted]
        names.difference_update(fields)
        if len(rest) == len(fields):
            kept.add(segment, node)
        elif rest:
            span = span_of(node)
            kept.add(rest, ListNode(*span, [span] * len(rest)))
    return kept


def _expand(segment: object) -> list[str]:
    names = segment if isinstance(segment, list) else [segment]
    fields: list[str] = []
    for name in names:
        try:
            fields += map(format_field, segment_fields(parse_segment(str(name))))
        except NotationError:
            fields.append(str(name))
    return fields
