"""A tafl file as a record of the registry, along one of its lines.

Edits make a new text and parse it again. A record consists of its text and the path to its line,
and is pickled as such.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from atlantis_core.games import clocks
from atlantis_core.games.clocks import Clock
from atlantis_core.games.defaults import RecordDefaults
from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Move, Puzzle, Record, Way
from .edits import with_comment, with_move, with_tag, with_variation, without_moves
from .layout import canonical_game
from .move_text import RESIGNATION, format_move
from .play import Position
from .positions import SIDES, TaflPosition, engine_move, protocol_move
from .tree import GameTree, HalfMove, Line, read_game

_START_COMMENTS = ("start-comment", "starting-comment")
_OPEN_RESULT = "?"
_PUZZLE_MODES = ("loose", "strict")
_HALF_MOVE = re.compile(r"([0-9]{1,6})([a-z])", re.ASCII)
"""`9a` is the first half-move of turn 9; turn 0 is the start of the game."""


class Bare(NamedTuple):
    """A file with only a rules record or a position: as read, and in canonical form."""

    text: str
    canonical: str


@dataclass(frozen=True)
class TaflRecord(RecordDefaults):
    """`is_whole`: the file had no errors, so that edits cannot lose anything."""

    game: GameTree = field(repr=False)
    way: Way = ()
    is_whole: bool = True
    bare: Bare | None = None

    players: Sequence[str] = SIDES

    def __reduce__(self) -> tuple[object, ...]:
        return _reread, (self.game.text, self.way, self.is_whole, self.bare)

    @cached_property
    def _line(self) -> tuple[Line, int, tuple[HalfMove, ...]]:
        """The line at the end of the path, the step after which it begins, and all steps."""
        line, begins = self.game.main, 0
        steps = line.moves
        for step, number in self.way:
            line, begins = steps[step - 1].variations[number], step - 1
            steps = (*steps[:begins], *line.moves)
        return line, begins, steps

    @property
    def half_moves(self) -> tuple[HalfMove, ...]:
        return self._line[2]

    @property
    def title(self) -> str:
        variant = self._value("variant") or self.game.rules.title
        sides = [(side, self._value(side)) for side in SIDES]
        shown = [f"{side} ({name})" if name else side for side, name in sides]
        names = [" vs ".join(shown)] if any(name for _, name in sides) else []
        date = self._value("date")
        return ", ".join([variant, *names, *([date] if date else [])])

    @property
    def details(self) -> Sequence[tuple[str, str]]:  # type: ignore[override] # a property here
        return [
            (tag.key, tag.value.text) for tag in self.game.tags if tag.key not in _START_COMMENTS
        ]

    @property
    def last_step(self) -> int:
        return len(self.half_moves)

    @property
    def puzzle(self) -> Puzzle | None:  # type: ignore[override] # as above
        return _find_puzzle(self.game)

    def position(self, step: int) -> TaflPosition:
        if not step:
            return TaflPosition(self.game.start)
        half_move = self.half_moves[step - 1]
        clock = _split_clock(self._written_comment(step)).clock
        notes = (f"clock of the {half_move.mover.value}: {_in_words(clock)}",) if clock else ()
        return TaflPosition(half_move.after, notes)

    def move(self, step: int) -> Move | None:
        move = self.half_moves[step - 1].move
        return Move(RESIGNATION) if move is None else protocol_move(move, self.game.rules.size)

    def label(self, step: int) -> str:
        return self.half_moves[step - 1].record.text

    def comment(self, step: int) -> str:
        written = self._written_comment(step)
        return _split_clock(written).comment if step else written

    def variations(self, step: int) -> Sequence[Record]:
        way = tuple(branch for branch in self.way if branch[0] <= step)
        return [
            TaflRecord(self.game, (*way, (step, number)), self.is_whole)
            for number, line in enumerate(self.half_moves[step - 1].variations)
            if line.moves
        ]

    def along(self, way: Way) -> TaflRecord:
        return replace(self, way=way)

    def text(self) -> str:
        return self.game.text if self.bare is None else self.bare.text

    def canonical(self) -> str:
        return canonical_game(self.game) if self.bare is None else self.bare.canonical

    def played(self, move: Move) -> TaflRecord:
        self._check_whole()
        record = _written(last_position(self), move)
        longer = _reread(with_move(self.game, self._line[0], record), self.way)
        outcome = last_position(longer).outcome
        if outcome is None or self.way or self._value("result") != _OPEN_RESULT:
            return longer
        return _reread(with_tag(longer.game, "result", outcome.written), self.way)

    def varied(self, step: int, move: Move) -> TaflRecord:
        self._check_whole()
        line, begins, _ = self._line
        if step <= begins + 1 and self.way:
            return self.along(self.way[:-1]).varied(step, move)
        others = line.moves[step - begins - 1].variations
        record = _written(self.position(step - 1).position, move)
        text = with_variation(self.game, line, step - begins - 1, record)
        reading = read_game(text)
        if reading.game is None or reading.problems.has_errors:
            raise GameError("variations cannot be nested deeper")
        return TaflRecord(reading.game, (*self.way, (step, len(others))))

    def cut(self, step: int) -> TaflRecord:
        self._check_whole()
        line, begins, _ = self._line
        if step <= begins and self.way:
            return TaflRecord(self.game, self.way[:-1]).cut(step)
        outcome = last_position(self).outcome
        shorter = _reread(without_moves(self.game, line, step - begins), self.way)
        is_recorded = outcome is not None and self._value("result") == outcome.written
        if self.way or not is_recorded or step == self.last_step:
            return shorter
        return _reread(with_tag(shorter.game, "result", _OPEN_RESULT), self.way)

    def commented(self, step: int, comment: str) -> TaflRecord:
        self._check_whole()
        if not step:
            tag = self.game.tag(*_START_COMMENTS)
            key = _START_COMMENTS[0] if tag is None else tag.key
            return _reread(with_tag(self.game, key, comment), self.way)
        written = _split_clock(self._written_comment(step)).prefix + comment
        return _reread(with_comment(self.game, self.half_moves[step - 1], written), self.way)

    def clock(self, side: int, step: int) -> Clock | None:
        """The last clock that the side's half-moves have, or that of the tag `time-control`.

        The increment is always that of the tag, because written clocks often leave it out.
        """
        control = clocks.PATTERN.match(self._value("time-control"))
        full = None if control is None else clocks.clock_of(control)
        for number in range(step, 0, -1):
            if self.half_moves[number - 1].mover.value == SIDES[side]:
                clock = _split_clock(self._written_comment(number)).clock
                if clock is not None:
                    return clock if full is None else replace(clock, increment=full.increment)
        return full

    def clocked(self, step: int, clock: Clock) -> TaflRecord:
        self._check_whole()
        comment = _split_clock(self._written_comment(step)).comment
        written = f"{clock} {comment}"
        return _reread(with_comment(self.game, self.half_moves[step - 1], written), self.way)

    def _check_whole(self) -> None:
        if not self.is_whole:
            raise GameError("cannot edit a file with errors: fix it first")

    def _written_comment(self, step: int) -> str:
        if not step:
            tag = self.game.tag(*_START_COMMENTS)
            return "" if tag is None else tag.value.text
        part = self.half_moves[step - 1].comment
        return "" if part is None else part.text

    def _value(self, key: str) -> str:
        tag = self.game.tag(key)
        return "" if tag is None else tag.value.text.strip()


def last_position(record: TaflRecord) -> Position:
    return record.half_moves[-1].after if record.half_moves else record.game.start


def _written(before: Position, move: Move) -> str:
    if move.text == RESIGNATION:
        return RESIGNATION
    return format_move(before, engine_move(move, before.size))


def _reread(text: str, way: Way, *state: Any) -> TaflRecord:
    game = read_game(text).game
    if game is None:
        raise GameError("this edit would make the file unreadable")
    return TaflRecord(game, way, *state)


class _Clocked(NamedTuple):
    """A comment and the clock in front of it."""

    prefix: str
    clock: Clock | None
    comment: str


def _split_clock(comment: str) -> _Clocked:
    """Split `3600 30/3 3i A good move.`

    As in the original program, a number and a blank are a clock; `1. The attackers` is a comment.
    """
    match = clocks.PATTERN.match(comment)
    if match is None:
        return _Clocked("", None, comment)
    return _Clocked(match[0], clocks.clock_of(match), comment[match.end() :])


def _in_words(clock: Clock) -> str:
    words = f"{clock.main} seconds"
    if clock.periods:
        words += f", {clock.periods} overtime periods of {clock.length}"
    if clock.increment:
        words += f", {clock.increment} more per move"
    return words


def _find_puzzle(game: GameTree) -> Puzzle | None:
    """The puzzle of the tags; None without one, or if no moves follow its start.

    It begins after the half-move `puzzle-start`, and is shown from `puzzle-prestart` on.
    """
    mode = game.tag("puzzle-mode")
    if mode is None or mode.value.text.strip() not in _PUZZLE_MODES:
        return None
    start = _step(game, "puzzle-start")
    start = 0 if start is None else start
    shown_from = _step(game, "puzzle-prestart")
    if start >= len(game.main.moves):
        return None
    return Puzzle(start, start if shown_from is None else min(shown_from, start))


def _step(game: GameTree, key: str) -> int | None:
    """The step after the half-move named by a tag, in the main line."""
    tag = game.tag(key)
    match = None if tag is None else _HALF_MOVE.fullmatch(tag.value.text.strip())
    if match is None:
        return None
    number, index = int(match[1]), ord(match[2]) - ord("a")
    if number == 0:
        return 0
    for step, half_move in enumerate(game.main.moves, start=1):
        if (half_move.turn.number, half_move.index) == (number, index):
            return step
    return None
