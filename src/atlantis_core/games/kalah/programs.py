"""Agents in processes of their own: two of them in a match, or one against a player here.

Starts, feeds and ends programs. The referee decides what an agent receives in a match. An agent
that joins in the middle receives the past moves as if its opponent had made all of them, because it
would answer a message that says YOU.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from threading import Lock
from time import monotonic, sleep

from atlantis_core.contests.contestants import NoStartError
from atlantis_core.contests.stop_signals import signals_deferred
from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Move, Record
from atlantis_core.processes.command_line import parse_command
from atlantis_core.processes.line_process import LineProcess
from atlantis_core.processes.protocol_violations import Fault, ProtocolViolation
from atlantis_core.support.cancelling import Cancelled, IsCancelled
from atlantis_core.support.errors import NotationError
from .board import Board, IllegalChoiceError, Side, Swap, state_of
from .messages import Change, End, Next, Start, parse_answer
from .position import choice_of, kalah_position
from .referee import MATCH_SECONDS, Match, Verdict

HEAD_START = 0.5
"""Seconds for agents to start before the first message, as in the original."""
EXIT_SECONDS = 1.0
"""Seconds for an agent to exit after END, and again after SIGTERM."""
_POLL_SECONDS = 0.1


def play_match(
    commands: Sequence[str],
    start: Board,
    seconds: float = MATCH_SECONDS,
    head_start: float = HEAD_START,
) -> Verdict:
    """One match between two programs, the first of which begins as South; always ends them.

    Raises NoStartError if one of them cannot start, and NotationError for an empty command line.
    """
    words = [parse_command(command) for command in commands]
    with ExitStack() as stack:
        agents = [_start(each, stack) for each in words]
        sleep(head_start)
        return Match(agents, start, seconds).play()


def _start(command: tuple[str, ...], stack: ExitStack) -> LineProcess:
    with signals_deferred():
        try:
            process = LineProcess(command)
        except ProtocolViolation as violation:
            raise NoStartError(violation.explanation) from None
        stack.callback(_end, process)
    return process


def _end(process: LineProcess) -> None:
    with signals_deferred():
        process.close(EXIT_SECONDS)


class KalahProgram:
    """A program at one side of a match here; implements `protocol.Program`."""

    def __init__(self, command: str, side: int) -> None:
        """Does not start it yet; raises GameError if the command line is empty."""
        try:
            self._command = parse_command(command)
        except NotationError as error:
            raise GameError(str(error)) from None
        self.name = command
        self._player = side
        self._process: LineProcess | None = None
        self._sent_steps = 0
        self._last: Board | None = None
        self._left = MATCH_SECONDS
        self._is_closed = False
        self._using = Lock()

    def choose(self, record: Record, is_cancelled: IsCancelled) -> Move:
        with self._using:
            try:
                return self._choose(record, is_cancelled)
            except ProtocolViolation as violation:
                self._end_process()
                raise GameError(violation.explanation) from None
            except BaseException:
                self._end_process()
                raise

    def close(self) -> None:
        self._is_closed = True
        with self._using:
            self._end_process()

    def _choose(self, record: Record, is_cancelled: IsCancelled) -> Move:
        position = kalah_position(record, record.last_step)
        process = self._update(record)
        line = self._read_line(process, lambda: self._is_closed or is_cancelled())
        try:
            choice = parse_answer(line).choice
            position.board.check_choice(choice)
        except NotationError as error:
            raise ProtocolViolation(Fault.GARBAGE, str(error)) from None
        except IllegalChoiceError as error:
            raise ProtocolViolation(
                Fault.ILLEGAL_TURN, f"answered {line[:40]!r}: {error}"
            ) from None
        if choice is Swap.SWAP:  # a swap is not confirmed to the agent that made it
            self._sent_steps += 1
            self._last = position.board.play(choice)
        return position.move_of(choice)

    def _read_line(self, process: LineProcess, is_cancelled: IsCancelled) -> str:
        """The next line; polls for cancellation."""
        while True:
            began = monotonic()
            try:
                return process.read_line(min(_POLL_SECONDS, self._left))
            except ProtocolViolation as violation:
                if violation.fault is not Fault.SILENCE or self._left <= _POLL_SECONDS:
                    raise
            finally:
                self._left -= monotonic() - began
            if is_cancelled():
                raise Cancelled

    def _update(self, record: Record) -> LineProcess:
        """Send the missing moves to the process; start a new one if it knows another match."""
        boards = [kalah_position(record, step).board for step in range(record.last_step + 1)]
        is_known = self._sent_steps < len(boards) and self._last == boards[self._sent_steps]
        if self._process is None or not is_known:
            self._end_process()
            self._process = self._join(record, boards)
        else:
            for step in range(self._sent_steps + 1, len(boards)):
                self._send_change(record, boards, step)
        self._sent_steps, self._last = record.last_step, boards[-1]
        return self._process

    def _join(self, record: Record, boards: Sequence[Board]) -> LineProcess:
        """Start the program and send it the past moves.

        It gets its current side and no swap, unless the swap was the last choice: then it gets
        everything as it happened.
        """
        process = LineProcess(self._command)
        self._process = process
        moves = [choice_of(_move(record, step)) for step in range(1, len(boards))]
        is_swap_new = moves[-1:] == [Swap.SWAP]
        has_north = self._player ^ (boards[-1].is_swapped and not is_swap_new)
        process.send(str(Start(Side.NORTH if has_north else Side.SOUTH)))
        if moves and not has_north:
            # It answers START with a move, which is too late to count.
            self._read_line(process, lambda: self._is_closed)
        for step, choice in enumerate(moves, start=1):
            if step == len(moves):
                self._send_change(record, boards, step)
            elif choice is not Swap.SWAP:
                self._send_change(record, boards, step, Next.OPPONENT)
        return process

    def _send_change(
        self, record: Record, boards: Sequence[Board], step: int, following: Next | None = None
    ) -> None:
        board = boards[step]
        if following is None:
            following = Next.for_player(board.player, self._player)
        change = Change(choice_of(_move(record, step)), state_of(board), following)
        if self._process is not None:
            self._process.send(str(change))

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send(str(End()))
            process.close(EXIT_SECONDS)


def _move(record: Record, step: int) -> Move:
    move = record.move(step)
    if move is None:
        raise AssertionError("every step of a match is a move")
    return move
