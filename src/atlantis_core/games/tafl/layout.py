"""Writes games: labels of turns, and the canonical layout of a whole file.

The layout is that of the original program: tags, an empty line, and for each turn its half-moves
followed by a blank, its comments in brackets, an empty line; variations follow the turn that they
belong to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from .game_text import Tag
from .move_text import RESIGNATION, format_move, parse_move
from .pieces import Side
from .play import Position
from .rules_text import format_rules
from .tree import GameTree, HalfMove, Line

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DOTS = "....."


class Address(NamedTuple):
    """A half-move of a line: the number of its turn, and its index in the turn, from 0."""

    number: int
    place: int

    def following(self, first: Side, mover: Side, to_move: Side) -> Address:
        """The next address. A turn ends when the first side is to move again after the other."""
        if to_move is first and mover is not first:
            return Address(self.number + 1, 0)
        return Address(self.number, self.place + 1)


def canonical_game(game: GameTree) -> str:
    tags = "".join(f"[{tag.key}:{_tag_value(game, tag)}]\n" for tag in game.tags)
    first = game.start.to_move
    return tags + "\n" + "".join(_blocks(game.main, (), Address(1, 0), game.start, first))


def format_turn(
    path: Iterable[str], number: int, missing: int, records: Iterable[str], newline: str = "\n"
) -> str:
    """The half-moves of a turn as one line, with the trailing blank of the original program."""
    words = [label_of(tuple(path), number), *[_DOTS] * missing, *records]
    return " ".join(words) + " " + newline


def label_of(path: tuple[str, ...], number: int) -> str:
    return ".".join((*path, f"{number}a" if path else str(number))) + "."


def canonical_record(position: Position, half_move: HalfMove) -> str:
    """The canonical record of a half-move; keeps the author's info symbols."""
    if half_move.move is None:
        return RESIGNATION
    info = parse_move(half_move.record.text, position.size).info
    return format_move(position, half_move.move) + info


def _tag_value(game: GameTree, tag: Tag) -> str:
    if tag.key != "rules":
        return tag.value.text.replace("\r\n", "\n").replace("\r", "\n")
    is_picture = any(word.startswith("starti:") for word in tag.value.text.split())
    return format_rules(game.rules, top_first=is_picture)


class _Placed(NamedTuple):
    address: Address
    half_move: HalfMove
    before: Position


def _blocks(
    line: Line, path: tuple[str, ...], address: Address, position: Position, first: Side
) -> Iterator[str]:
    for number, group in groupby(
        _placed(line, address, position, first), lambda placed: placed.address.number
    ):
        turn = list(group)
        records = [canonical_record(before, half_move) for _, half_move, before in turn]
        yield format_turn(path, number, turn[0].address.place, records)
        yield f"[{'|'.join(_comments(turn))}]\n\n"
        used: dict[str, int] = {}
        for here, half_move, before in turn:
            for variation in half_move.variations:
                name = variation_address(here, is_nested=bool(path))
                used[name] = used.get(name, 0) + 1
                inner = (*path, name, str(used[name]))
                yield from _blocks(variation, inner, Address(1, here.place), before, first)


def variation_address(replaced: Address, *, is_nested: bool) -> str:
    """The beginning of a variation's label. Inside variations the original names the half-move
    before the replaced one; readers use the turn and the dots.
    """
    index = max(0, replaced.place - 1) if is_nested else replaced.place
    return f"{replaced.number}{_LETTERS[min(index, len(_LETTERS) - 1)]}"


def _placed(line: Line, address: Address, position: Position, first: Side) -> Iterator[_Placed]:
    for half_move in line.moves:
        yield _Placed(address, half_move, position)
        address = address.following(first, half_move.mover, half_move.after.to_move)
        position = half_move.after


def _comments(turn: list[_Placed]) -> list[str]:
    """One part per half-move, and further parts of the file."""
    parts = [placed.half_move.comment for placed in turn]
    last = turn[-1].half_move
    spare = (last.turn.comments or ())[last.index - last.turn.missing + 1 :]
    has_more = any(other.text for other in spare) and last.record == last.turn.records[-1]
    texts = ["" if part is None else part.text for part in parts]
    texts += [other.text for other in spare] if has_more else []
    return [text.replace("\r\n", "\n").replace("\r", "\n") for text in texts]
