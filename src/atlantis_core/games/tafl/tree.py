"""Reads a game: its tags, its rules, and a tree of half-moves with positions.

Reports all problems on the way. A line with an error ends before the half-move that cannot be read
or played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from atlantis_core.json_text.places import Problems, Span
from .game_text import GameText, Tag, TextPart, TurnText, cut_game
from .info_symbols import info_symbol, is_true
from .move_text import RESIGNATION, MoveRecord, parse_move, resolve_move
from .pieces import Side
from .play import IllegalTaflMoveError, Position, play_legal, resign, start_position
from .position_text import parse_position
from .problems import TaflTextError
from .rules_text import parse_rules
from .ruleset import Rules
from .tables import Move


@dataclass(frozen=True, slots=True)
class HalfMove:
    """One half-move of a line, and its variations."""

    turn: TurnText
    index: int
    """The index among the turn's half-moves, including dots."""
    record: TextPart
    mover: Side
    move: Move | None
    """None for a resignation."""
    after: Position
    variations: tuple[Line, ...] = ()

    @property
    def comment(self) -> TextPart | None:
        """Its part of the comments; None if missing."""
        at = self.index - self.turn.missing
        parts = self.turn.comments or ()
        return parts[at] if at < len(parts) else None


class Line(NamedTuple):
    """Consecutive half-moves; `path` is empty for the main line."""

    path: tuple[str, ...]
    moves: tuple[HalfMove, ...]


@dataclass(frozen=True, slots=True)
class GameTree:
    text: str
    tags: tuple[Tag, ...]
    rules: Rules
    start: Position
    main: Line

    def tag(self, *keys: str) -> Tag | None:
        """The first tag with one of these keys."""
        return next((tag for key in keys for tag in self.tags if tag.key == key), None)


class GameReading(NamedTuple):
    game: GameTree | None
    problems: Problems


def read_game(text: str) -> GameReading:
    problems = Problems()
    cut = cut_game(text, problems)
    rules = _read_rules(cut, problems, len(text))
    start = None if rules is None else _read_start(cut, rules, problems)
    if rules is None or start is None:
        return GameReading(None, problems)
    _check_tags(cut, problems)
    lines = _gather(cut.turns, problems)
    main = _Replay(lines, problems).play((), start)
    _check_result(cut, main, problems)
    return GameReading(GameTree(text, cut.tags, rules, start, main), problems)


def all_lines(line: Line) -> Iterator[Line]:
    """A line and all its variations, in the order of the file."""
    yield line
    for half_move in line.moves:
        for variation in half_move.variations:
            yield from all_lines(variation)


def _read_rules(cut: GameText, problems: Problems, length: int) -> Rules | None:
    tag = next((tag for tag in cut.tags if tag.key == "rules"), None)
    if tag is None:
        if not problems.has_errors:
            place = Span(0, min(1, length))
            problems.error(place, "the rules are missing", "expected a tag '[rules:...]'")
        return None
    try:
        return parse_rules(tag.value.text, problems, tag.value.start)
    except TaflTextError as error:
        error.report(problems, tag.value.start)
        return None


def _read_start(cut: GameText, rules: Rules, problems: Problems) -> Position | None:
    tag = next((tag for tag in cut.tags if tag.key == "position"), None)
    if tag is None:
        return start_position(rules)
    text = tag.value.text.strip()
    try:
        return start_position(rules, parse_position(text, rules.size)[1])
    except TaflTextError as error:
        before = len(tag.value.text) - len(tag.value.text.lstrip())
        error.report(problems, tag.value.start + before)
        return None


def _check_tags(cut: GameText, problems: Problems) -> None:
    seen: set[str] = set()
    for tag in cut.tags:
        if tag.key in seen:
            message = f"the tag '{tag.key}' appears twice; the first one counts"
            problems.warn(Span(tag.start, tag.start + 1 + len(tag.key)), message)
        seen.add(tag.key)


def _check_result(cut: GameText, main: Line, problems: Problems) -> None:
    tag = next((tag for tag in cut.tags if tag.key == "result"), None)
    if tag is None:
        return
    value = tag.value
    if value.text not in ("1", "0", "-1", "?"):
        message = f"not a result: '{value.text[:40]}'"
        problems.warn(value.span, message, "expected 1, 0, -1 or ?")
        return
    outcome = main.moves[-1].after.outcome if main.moves else None
    if outcome is not None and value.text not in ("?", outcome.written):
        message = f"the result is '{value.text}', but on the board {outcome}"
        problems.warn(value.span, message)


@dataclass(slots=True)
class _Gathered:
    """The turns of one line, and the paths of its variations."""

    turns: list[TurnText] = field(default_factory=list)
    addresses: set[tuple[int, int]] = field(default_factory=set)
    """Number and index of each half-move."""
    variations: dict[tuple[int, int], list[tuple[str, ...]]] = field(default_factory=dict)
    """Variations by the half-move that they replace."""

    def add(self, turn: TurnText) -> None:
        self.turns.append(turn)
        last = turn.missing + len(turn.records)
        self.addresses.update((turn.number, index) for index in range(turn.missing, last))


def _gather(turns: tuple[TurnText, ...], problems: Problems) -> dict[tuple[str, ...], _Gathered]:
    lines: dict[tuple[str, ...], _Gathered] = {(): _Gathered()}
    for turn in turns:
        known = lines.get(turn.path)
        if known is not None:
            _check_number(known, turn, problems)
            known.add(turn)
            continue
        parent = lines.get(turn.path[:-2])
        # Nested labels name the half-move before the replaced one; the dots are always correct.
        replaces = (int(turn.path[-2][:-1]), turn.missing)
        if parent is None or replaces not in parent.addresses:
            name = ".".join(turn.path)
            problems.error(
                Span(turn.start, turn.start + len(name)),
                f"the variation '{name}' replaces no existing half-move",
                "expected the number of an earlier turn, and dots for half-moves that it keeps",
            )
            continue
        lines[turn.path] = _Gathered()
        lines[turn.path].add(turn)
        parent.variations.setdefault(replaces, []).append(turn.path)
    return lines


def _check_number(line: _Gathered, turn: TurnText, problems: Problems) -> None:
    expected = line.turns[-1].number + 1 if line.turns else 1
    in_order = line.turns[0].number + len(line.turns) if line.turns else 1
    if turn.number not in (expected, in_order):
        message = f"turn {turn.number} instead of turn {expected}"
        problems.warn(Span(turn.start, turn.start + len(str(turn.number))), message)


class _Replay:
    """Plays all lines on the board."""

    def __init__(self, lines: dict[tuple[str, ...], _Gathered], problems: Problems) -> None:
        self._lines = lines
        self._problems = problems

    def play(self, path: tuple[str, ...], position: Position) -> Line:
        moves: list[HalfMove] = []
        gathered = self._lines[path]
        for turn in gathered.turns:
            for index, record in enumerate(turn.records, start=turn.missing):
                played = self._play(position, record)
                if played is None:
                    return Line(path, tuple(moves))
                move, after = played
                # Removed, because a file may have two turns with this number.
                variations = tuple(
                    self.play(variation, position)
                    for variation in gathered.variations.pop((turn.number, index), ())
                )
                moves.append(
                    HalfMove(turn, index, record, position.to_move, move, after, variations)
                )
                position = after
        return Line(path, tuple(moves))

    def _play(self, position: Position, piece: TextPart) -> tuple[Move | None, Position] | None:
        """The move and the position after it; None if it cannot be played."""
        if piece.text == RESIGNATION and position.outcome is None:
            return None, resign(position)
        try:
            record = parse_move(piece.text, position.size)
            move, notes = resolve_move(position, record)
        except TaflTextError as error:
            error.report(self._problems, piece.start)
            return None
        except IllegalTaflMoveError as error:
            self._problems.error(piece.span, str(error))
            return None
        after = play_legal(position, move)
        for message in (*notes, *_info_notes(record, position, after)):
            self._problems.warn(piece.span, message)
        return move, after


def _info_notes(record: MoveRecord, before: Position, after: Position) -> list[str]:
    if not record.info or is_true(record.info, before.to_move, after):
        return []
    found = info_symbol(before.to_move, after)
    return [f"the symbol is '{record.info}', but the board gives '{found}'"]
