"""Matches as files: the protocol lines that one player received.

A record has the lines that the first player receives, because these include every move and the
swap. Lines that begin with ``!`` are comments: before START they name the players and the size of
the board, after it they are comments on the preceding line. Recorded dialogues are read, too: a
time before every line, ``>`` for received and ``<`` for sent lines. The second player's lines are
also enough; a swap that they do not include is inferred from who moved next.

The reader tolerates carriage returns at the ends of lines, blank lines between messages, and a file
that ends before the match does. Everything else is an error, because a record states events twice,
as moves and as states, and both must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Move, Position, Reading
from atlantis_core.games.records import GameRecord, Layout, Step
from atlantis_core.support.diagnostics import Diagnostic, Severity
from atlantis_core.support.errors import NotationError
from . import messages
from .board import (
    HOLES,
    SEEDS,
    Board,
    Choice,
    IllegalChoiceError,
    Side,
    Swap,
    format_counts,
    format_state,
    new_board,
    state_of,
)
from .drawing import PLAYERS
from .position import KalahPosition, choice_of, kalah_position

MAX_HOLES = 99
MAX_SEEDS = 999
_RECORDED = re.compile(r" *[0-9]+\.[0-9]{3} ([<>!]) ?(.*)")
_REMARK = re.compile(r"!(?: (.*)|)")
_TAG = re.compile(r"(first|second|holes|seeds): (.*)")
_BREAKS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\x85\u2028\u2029]")


class _Line(NamedTuple):
    """A line and its kind: received ``>``, sent ``<``, or a remark ``!``."""

    number: int
    column: int
    kind: str
    text: str


@dataclass
class _DialogueReader:
    """Reads lines in order; stops at the first that does not fit."""

    board: Board | None = None
    start: Board | None = None
    listener: int | None = None
    """The player whose lines these are."""
    moves: list[Step] = field(default_factory=list)
    comment_lines: list[list[str]] = field(default_factory=lambda: [[]])
    """Comments on the start and on every move."""
    tags: dict[str, str] = field(default_factory=dict)
    is_ended: bool = False

    def take(self, line: _Line) -> str | None:
        """The problem of a line; None if it fits."""
        if line.kind == "!":
            return self._remark(line.text)
        if line.kind == "<":
            self._sent(line.text)
            return None
        try:
            message = messages.parse_message(line.text)
        except NotationError as error:
            return str(error)
        return self._received(message)

    def _remark(self, text: str) -> str | None:
        tag = _TAG.fullmatch(text) if self.listener is None else None
        if tag is not None:
            return self._tag(tag[1], tag[2])
        self.comment_lines[-1].append(text)
        return None

    @property
    def comments(self) -> list[str]:
        return ["\n".join(lines) for lines in self.comment_lines]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The moves with their comments."""
        return tuple(
            step._replace(comment=comment)
            for step, comment in zip(self.moves, self.comments[1:], strict=True)
        )

    def _tag(self, name: str, value: str) -> str | None:
        limits = {"holes": MAX_HOLES, "seeds": MAX_SEEDS}
        if name in limits and not (
            re.fullmatch("[0-9]{1,4}", value) and 1 <= int(value) <= limits[name]
        ):
            return f"not a number of {name}: {value[:40]!r} (expected 1 to {limits[name]})"
        if name in self.tags:
            return f"{name!r} appears twice"
        self.tags[name] = value
        return None

    def _sent(self, text: str) -> None:
        """Only a swap matters: the engine does not confirm it to the agent that made it."""
        if text == Swap.SWAP.value and self.listener == 1 and self.board and self.board.may_swap:
            self._play(Swap.SWAP)

    def _received(self, message: messages.EngineMessage) -> str | None:
        if self.is_ended:
            return f"'{message}' after END (expected the end of the file)"
        if isinstance(message, messages.Start):
            return self._begin(message)
        if self.listener is None:
            return f"'{str(message)[:40]}' before START (expected START first)"
        if isinstance(message, messages.End):
            self.is_ended = True
            return None
        return self._change(message)

    def _begin(self, message: messages.Start) -> str | None:
        if self.listener is not None:
            return "a second START (expected one match per file)"
        self.listener = message.side.value
        if "holes" in self.tags or "seeds" in self.tags:
            holes = int(self.tags.get("holes", HOLES))
            self.start = self.board = new_board(holes, int(self.tags.get("seeds", SEEDS)))
        return None

    def _change(self, change: messages.Change) -> str | None:
        if self.board is None:
            problem = self._find_start(change)
            if problem is not None:
                return problem
        board = self._board
        if board.may_swap and self.listener == 1 and change.choice is not Swap.SWAP:
            self._infer_swap(change)
        try:
            after = self._board.play(change.choice)
        except IllegalChoiceError as error:
            return f"'{messages.format_choice(change.choice)}' is illegal: {error}"
        if state_of(after) != change.state:
            written, expected = format_counts(change.state), format_state(after)
            return f"the state is {written!r} (expected {expected!r})"
        following = self._following(after)
        if change.following is not following:
            return f"{change.following.value!r} moves next (expected {following.value!r})"
        self._play(change.choice)
        return None

    @property
    def _board(self) -> Board:
        if self.board is None:
            raise AssertionError("set before the first change is read")
        return self.board

    def _find_start(self, change: messages.Change) -> str | None:
        """Find the size of the board, which only states show."""
        holes, seeds = len(change.state) // 2 - 1, sum(change.state)
        each, rest = divmod(seeds, 2 * holes)
        if rest or not 1 <= each <= MAX_SEEDS or holes > MAX_HOLES:
            return f"{seeds} seeds on {2 * holes} holes (expected equal holes at the start)"
        self.start = self.board = new_board(holes, each)
        return None

    def _infer_swap(self, change: messages.Change) -> None:
        swapped = self._board.play(Swap.SWAP)
        try:
            stayed, moved = self._board.play(change.choice), swapped.play(change.choice)
        except IllegalChoiceError:
            return
        if self._following(stayed) is not change.following is self._following(moved):
            self._play(Swap.SWAP)

    def _following(self, board: Board) -> messages.Next:
        return messages.Next.for_player(board.player, self.listener or 0)

    def _play(self, choice: Choice) -> None:
        move = KalahPosition(self._board).move_of(choice)
        self.moves.append(Step(move, messages.format_choice(choice)))
        self.comment_lines.append([])
        self.board = self._board.play(choice)


def read_dialogue(text: str, name: str) -> Reading:
    """The record in a file, up to the first line that does not fit, and that problem."""
    reader = _DialogueReader()
    problems = ((line, reader.take(line)) for line in _lines(text))
    found = next(((line, problem) for line, problem in problems if problem is not None), None)
    if found is None and reader.listener is None:
        found = _Line(1, 1, ">", ""), "no START (expected 'START;South' or 'START;North' first)"
    diagnostics: tuple[Diagnostic, ...] = ()
    if found is not None:
        (number, column, _, written), problem = found
        diagnostics = (Diagnostic(Severity.ERROR, name, number, column, len(written), problem),)
    if reader.listener is None:
        return Reading(None, diagnostics)
    record = GameRecord(
        title="",
        players=(reader.tags.get("first", PLAYERS[0]), reader.tags.get("second", PLAYERS[1])),
        start=KalahPosition(reader.start or new_board()),
        layout=DialogueLayout(len(reader.moves) if reader.is_ended else None),
        steps=reader.steps,
        source=text,
        start_comment=reader.comments[0],
    )
    return Reading(titled(record), diagnostics, is_import=not _is_plain(text))


def titled(record: GameRecord) -> GameRecord:
    """The record with a title, and with positions that know the names of the players."""
    board = kalah_position(record, 0).board
    each = board.seeds // (2 * board.size)
    size = f"{board.size} holes with {each} seeds each"
    names = "" if record.players == PLAYERS else f"{record.players[0]} vs {record.players[1]}, "
    start = KalahPosition(board, (record.players[0], record.players[1]))
    return replace(record, title=f"Kalah, {names}{size}", start=start)


def _is_plain(text: str) -> bool:
    """Whether a file has the written form: the first player's lines, without times."""
    return re.search(r"(?m)^START;South\r?$", text) is not None


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        recorded = _RECORDED.fullmatch(line)
        remark = _REMARK.fullmatch(line)
        if recorded is not None:
            yield _Line(number, recorded.start(2) + 1, recorded[1], recorded[2])
        elif remark is not None:
            yield _Line(number, 1, "!", remark[1] or "")
        elif line.strip():
            yield _Line(number, 1, ">", line)


@dataclass(frozen=True)
class DialogueLayout(Layout):
    """Writes the lines that the first player receives."""

    ended_after: int | None = None
    """The step after which a file has END, even if the match is not over."""

    def write(self, record: GameRecord) -> str:
        lines = [
            *_tag_lines(record),
            str(messages.Start(Side.SOUTH)),
            *_comments(record.start_comment),
        ]
        for number, step in enumerate(record.steps, start=1):
            board = kalah_position(record, number).board
            following = messages.Next.for_player(board.player, 0)
            lines.append(str(messages.Change(choice_of(step.move), state_of(board), following)))
            lines += _comments(step.comment)
        last = kalah_position(record, record.last_step).board
        if last.mover is None or self.ended_after == record.last_step:
            lines.append(str(messages.End()))
        return "\n".join(lines) + "\n"

    def label(self, position: Position, move: Move) -> str:
        del position
        return messages.format_choice(choice_of(move))

    def check_comment(self, comment: str) -> None:
        match = _BREAKS.search(comment)
        if match is not None:
            raise GameError(f"a comment cannot contain the character {match[0]!r}")


def _tag_lines(record: GameRecord) -> Iterator[str]:
    for name, player, default in zip(("first", "second"), record.players, PLAYERS, strict=True):
        if player != default:
            yield f"! {name}: {_BREAKS.sub(' ', ' '.join(player.split()))}"
    board = kalah_position(record, 0).board
    each = board.seeds // (2 * board.size)
    if (board.size, each) != (HOLES, SEEDS):
        yield f"! holes: {board.size}"
        yield f"! seeds: {each}"


def _comments(comment: str) -> list[str]:
    return [f"! {line}".rstrip() for line in comment.split("\n")] if comment else []
