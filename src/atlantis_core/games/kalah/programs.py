"""Agents in processes of their own: two of them in a match, or one against whoever plays here.

Owns how a program is started, told and ended. The referee knows what it is to be told in a match;
an agent that joins a match in the middle is told the past as if its opponent had played it all,
because a message that says YOU would be answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from threading import Lock
from time import monotonic, sleep

from atlantis_core.cancelling import Cancelled, IsCancelled
from atlantis_core.contests.contestants import NoStartError
from atlantis_core.contests.stop_signals import signals_deferred
from atlantis_core.errors import NotationError
from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Move, Record
from atlantis_core.processes.command_line import parse_command
from atlantis_core.processes.line_process import LineProcess
from atlantis_core.processes.protocol_violations import Fault, ProtocolViolation
from .board import Board, IllegalChoiceError, Side, Swap, state_of
from .messages import Change, End, Next, Start, parse_answer
from .position import choice_of, kalah_position
from .referee import MATCH_SECONDS, Match, Verdict

HEAD_START = 0.5
"""Seconds that agents have to start up before the first message, which the original gives."""
GOODBYE = 1.0
"""Seconds that an agent has to exit by itself, and once more after SIGTERM."""
_LOOK = 0.1


def play_match(
    commands: Sequence[str],
    start: Board,
    seconds: float = MATCH_SECONDS,
    head_start: float = HEAD_START,
) -> Verdict:
    """One match between two programs, the first of whom begins as South; ends them in any case.

    Raises NoStartError if one of them cannot be started at all, and NotationError for an empty
    command line.
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
        process.close(GOODBYE)


class KalahProgram:
    """A program at one side of a match that goes on here; see `protocols.Program`."""

    def __init__(self, command: str, side: int) -> None:
        """Does not start it yet; raises GameError if there is nothing to start."""
        try:
            self._command = parse_command(command)
        except NotationError as error:
            raise GameError(str(error)) from None
        self.name = command
        self._player = side
        self._process: LineProcess | None = None
        self._told = 0
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
        process = self._tell(record)
        line = self._listen(process, lambda: self._is_closed or is_cancelled())
        try:
            choice = parse_answer(line).choice
            position.board.check_choice(choice)
        except NotationError as error:
            raise ProtocolViolation(Fault.GARBAGE, str(error)) from None
        except IllegalChoiceError as error:
            raise ProtocolViolation(Fault.ILLEGAL_TURN, f"said {line[:40]!r}: {error}") from None
        if choice is Swap.SWAP:  # whoever swaps is told nothing
            self._told += 1
            self._last = position.board.play(choice)
        return position.move_of(choice)

    def _listen(self, process: LineProcess, is_cancelled: IsCancelled) -> str:
        """The next line; looks up often, because somebody may not want to wait any longer."""
        while True:
            began = monotonic()
            try:
                return process.read_line(min(_LOOK, self._left))
            except ProtocolViolation as violation:
                if violation.fault is not Fault.SILENCE or self._left <= _LOOK:
                    raise
            finally:
                self._left -= monotonic() - began
            if is_cancelled():
                raise Cancelled

    def _tell(self, record: Record) -> LineProcess:
        """Bring the program up to date: the process that has heard the same match so far, or a
        new one.
        """
        boards = [kalah_position(record, step).board for step in range(record.last_step + 1)]
        is_known = self._told < len(boards) and self._last == boards[self._told]
        if self._process is None or not is_known:
            self._end_process()
            self._process = self._join(record, boards)
        else:
            for step in range(self._told + 1, len(boards)):
                self._send_change(record, boards, step)
        self._told, self._last = record.last_step, boards[-1]
        return self._process

    def _join(self, record: Record, boards: Sequence[Board]) -> LineProcess:
        """Start the program and tell it what it missed.

        It is told of the side that it has now and of no swap, unless the swap was the last thing
        that happened: then it hears everything as it was.
        """
        process = LineProcess(self._command)
        self._process = process
        moves = [choice_of(_move(record, step)) for step in range(1, len(boards))]
        is_swap_new = moves[-1:] == [Swap.SWAP]
        has_north = self._player ^ (boards[-1].is_swapped and not is_swap_new)
        process.send(str(Start(Side.NORTH if has_north else Side.SOUTH)))
        if moves and not has_north:
            # It takes START for a question; its answer comes too late to count.
            self._listen(process, lambda: self._is_closed)
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
            following = Next.told(board.player, self._player)
        change = Change(choice_of(_move(record, step)), state_of(board), following)
        if self._process is not None:
            self._process.send(str(change))

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send(str(End()))
            process.close(GOODBYE)


def _move(record: Record, step: int) -> Move:
    move = record.move(step)
    if move is None:
        raise AssertionError("every step of a match is a move")
    return move
