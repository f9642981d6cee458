"""Edits of a game's text that leave everything else unchanged.

Each returns the new text of the whole file, which is then parsed again, so that a file and its game
can never differ.
"""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.games.errors import GameError
from .game_text import TurnText
from .layout import Address, format_turn, variation_address
from .tree import GameTree, HalfMove, Line, all_lines

Splice = tuple[int, int, str]
"""Start, end, and the replacement."""


def with_comment(game: GameTree, half_move: HalfMove, comment: str) -> str:
    """Set a comment; raises GameError for a comment that the notation cannot hold."""
    for character in "]|":
        if character in comment:
            raise GameError(f"a comment in this notation cannot contain {character!r}")
    turn, part = half_move.turn, half_move.comment
    if part is not None:
        return _spliced(game.text, [(part.start, part.end, comment)])
    at = half_move.index - turn.missing
    if turn.comments is not None:
        bars = "|" * (at - len(turn.comments) + 1)
        return _spliced(game.text, [(turn.end - 1, turn.end - 1, bars + comment)])
    end = _line_end(game.text, turn.records_end)
    bars = "|" * (len(turn.records) - 1 - at)
    text = f"{_newline(game.text)}[{'|' * at}{comment}{bars}]"
    return _spliced(game.text, [(end, end, text)])


def with_tag(game: GameTree, key: str, value: str) -> str:
    """Set a tag, which is added if missing; "" removes it."""
    if "]" in value:
        raise GameError("a tag in this notation cannot contain ']'")
    tag, newline = game.tag(key), _newline(game.text)
    if tag is None:
        rules = game.tag("rules")
        at = 0 if rules is None else rules.start
        return _spliced(game.text, [(at, at, f"[{key}:{value}]{newline}" if value else "")])
    if value:
        return _spliced(game.text, [(tag.value.start, tag.value.end, value)])
    end = tag.end
    end += len(newline) if game.text.startswith(newline, end) else 0
    return _spliced(game.text, [(tag.start, end, "")])


def with_move(game: GameTree, line: Line, record: str) -> str:
    """Add a half-move at the end of a line."""
    newline = _newline(game.text)
    if not line.moves:
        return _append(game.text, _end_of_tags(game), "1. " + record + " " + newline + "[]")
    last = line.moves[-1]
    turn = last.turn
    here = Address(turn.number, last.index)
    place = here.following(game.start.to_move, last.mover, last.after.to_move)
    if place.number == turn.number:
        changes = [(turn.records_end, turn.records_end, " " + record)]
        if turn.comments is not None:
            bars = "|" * (len(turn.records) + 1 - len(turn.comments))
            changes.append((turn.end - 1, turn.end - 1, bars))
        return _spliced(game.text, changes)
    end = max(turn.end for one in all_lines(line) for turn in _turns(one))
    block = format_turn(line.path, place.number, 0, [record], newline) + "[]"
    return _append(game.text, end, block)


def with_variation(game: GameTree, line: Line, at: int, record: str) -> str:
    """Add a line of one half-move as a variation of a half-move, after the other variations of its
    turn.
    """
    replaced = line.moves[at]
    turn, here = replaced.turn, Address(replaced.turn.number, replaced.index)
    name = variation_address(here, is_nested=bool(line.path))
    others = [other for one in line.moves if one.turn is turn for other in one.variations]
    used = [int(other.path[-1]) for other in others if other.path[-2] == name]
    path = (*line.path, name, str(max(used, default=0) + 1))
    nested = [part for other in others for one in all_lines(other) for part in _turns(one)]
    end = max(part.end for part in (turn, *nested))
    block = format_turn(path, 1, here.place, [record], _newline(game.text)) + "[]"
    return _append(game.text, end, block)


def without_moves(game: GameTree, line: Line, kept: int) -> str:
    """Remove the half-moves of a line after the first `kept`, and their variations."""
    removed = line.moves[kept:]
    changes = [
        _block(game.text, turn)
        for half_move in removed
        for variation in half_move.variations
        for one in all_lines(variation)
        for turn in _turns(one)
    ]
    last = line.moves[kept - 1] if kept else None
    for turn in _turns(Line(line.path, removed)):
        if last is not None and turn is last.turn:
            changes += _shortened(turn, last)
        else:
            changes.append(_block(game.text, turn))
    return _spliced(game.text, changes)


def _shortened(turn: TurnText, last: HalfMove) -> Iterator[Splice]:
    yield last.record.end, turn.records_end, ""
    comment = last.comment
    if comment is not None:
        yield comment.end, turn.end - 1, ""


def _turns(line: Line) -> list[TurnText]:
    """The turns of a line, each once."""
    return list({half_move.turn.start: half_move.turn for half_move in line.moves}.values())


def _block(text: str, turn: TurnText) -> Splice:
    end = turn.end
    while end < len(text) and text[end].isspace():
        end += 1
    return turn.start, end, ""


def _end_of_tags(game: GameTree) -> int:
    return max((tag.end for tag in game.tags), default=0)


def _append(text: str, at: int, block: str) -> str:
    """Insert a block between empty lines."""
    newline = _newline(text)
    rest = text[at:] if text[at:].strip() else 2 * newline
    return text[:at] + 2 * newline + block + rest


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _line_end(text: str, at: int) -> int:
    """The end of the blanks after an offset."""
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def _spliced(text: str, changes: list[Splice]) -> str:
    parts, at = [], 0
    for start, end, replacement in sorted(changes):
        parts += [text[at:start], replacement]
        at = end
    return "".join((*parts, text[at:]))
