"""Plays an agent's seat: the protocol of docs/agents.md over a child process.

Decides when to send which message and what counts as a protocol violation. A violation or a
cancellation ends the process; the next game starts a new one.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from time import monotonic

from atlantis_core.positions.position import Position
from atlantis_core.processes.command_line import parse_command
from atlantis_core.processes.line_process import LineProcess
from atlantis_core.processes.protocol_violations import Fault, ProtocolViolation
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.turns import check_turn
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.errors import IllegalMoveError, NotationError
from .messages import (
    END,
    VERSION_2_REQUEST,
    Next,
    Terms,
    format_change,
    format_full_change,
    format_start,
    parse_turn,
)
from .player import Player


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """Time limits of an agent, in seconds."""

    turn: float = 10.0
    """From the CHANGE that says YOU to the newline of the answer."""
    start: float = 5.0
    """Extra time for the first answer, for starting up."""
    goodbye: float = 1.0
    """To exit after END, and again after SIGTERM."""
    turns: int | None = None
    """Not a time: the game is adjudicated after this many turns of all players."""


class AgentPlayer(Player):
    """An external program in a seat; starts one process per game."""

    def __init__(
        self, command_line: str, limits: TimeLimits | None = None, seed: int | None = None
    ) -> None:
        """Does not start the program. Raises NotationError if the command is empty or broken."""
        self._command = parse_command(command_line)
        self._limits = TimeLimits() if limits is None else limits
        self._process: LineProcess | None = None
        self._guard = Lock()
        self._seed = seed
        self._seat = 0
        self._has_answered = False
        self._uses_version_2 = False
        self._violation: ProtocolViolation | None = None
        self.name = command_line

    def begin(self, game: Game, seat: int) -> None:
        self._end_process()
        self._seat = seat
        self._has_answered = self._uses_version_2 = False
        self._violation = None
        try:
            process = LineProcess(self._command)
        except ProtocolViolation as violation:
            self._violation = violation
            return
        with self._guard:
            self._process = process
        process.send(format_start(game, seat, self._terms()))
        self.watch(game)

    def choose(self, game: Game) -> Turn:
        if self._process is None and self._violation is None:
            self.begin(game, game.position.to_move)
        try:
            turn = self._read_turn()
            _check_legal(game, turn)
        except (ProtocolViolation, Cancelled):
            self._end_process()
            raise
        self._has_answered = True
        return turn

    def watch(self, game: Game) -> None:
        process = self._process
        if process is None or self._violation is not None:
            return
        following = _following(game, self._seat)
        if following is Next.YOU:
            try:
                process.check_quiet()
            except ProtocolViolation as violation:
                self._violation = violation  # raised by `choose`: until then the agent only watches
        turn = game.turns[-1] if game.turns else None
        change = format_full_change if self._uses_version_2 else _format_version_1
        process.send(change(turn, game.position, following))

    def _terms(self) -> Terms:
        limits = self._limits
        return Terms(self._seed, limits.turn, limits.turn + limits.start, limits.turns)

    def finish(self) -> None:
        if self._process is not None:
            self._process.send(END)
        self._end_process()

    def cancel(self) -> None:
        with self._guard:
            if self._process is not None:
                self._process.cancel()

    def close(self) -> None:
        self._end_process()

    def _read_turn(self) -> Turn:
        if self._violation is not None or self._process is None:
            raise self._violation or ProtocolViolation(Fault.NO_START, "the program is not running")
        seconds = self._limits.turn + (0 if self._has_answered else self._limits.start)
        deadline = monotonic() + seconds
        line = self._process.read_line(seconds)
        if not self._has_answered and line.removesuffix("\r") == VERSION_2_REQUEST:
            self._uses_version_2 = True
            line = self._process.read_line(max(0.0, deadline - monotonic()))
        try:
            return parse_turn(line)
        except NotationError as error:
            raise ProtocolViolation(Fault.GARBAGE, str(error)) from None

    def _end_process(self) -> None:
        with self._guard:
            process, self._process = self._process, None
        if process is not None:
            process.close(self._limits.goodbye)


def _format_version_1(turn: Turn | None, position: Position, following: Next) -> str:
    return format_change(turn or (), position, following)


def _following(game: Game, seat: int) -> Next:
    """The `Next` field for an agent. YOU only if it has to answer: forced passes are not (R2.2)."""
    if game.is_over:
        return Next.END
    is_asked = game.position.to_move == seat and not game.is_forced
    return Next.YOU if is_asked else Next.OPPONENT


def _check_legal(game: Game, turn: Turn) -> None:
    try:
        check_turn(game.position, turn)
    except IllegalMoveError as error:
        raise ProtocolViolation(Fault.ILLEGAL_TURN, str(error)) from None
