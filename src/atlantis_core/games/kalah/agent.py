"""The built-in agent: reads the engine's messages and answers when it is to move.

Tracks the board, its side, and the number of choices made, because a message does not say whether a
swap is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from atlantis_core.support.errors import NotationError
from .board import Board, Side, Swap, board_of_state, new_board
from .chooser import EFFORT, Chooser
from .messages import AgentAnswer, Change, End, Next, Start, parse_message


class KalahAgent:
    """One side's view of one match."""

    def __init__(self, side: Side, effort: int = EFFORT, start: Board | None = None) -> None:
        self._side = side
        self._effort = effort
        self._board = new_board() if start is None else start
        self._chooser: Chooser | None = None

    def begin(self) -> AgentAnswer | None:
        """The answer to START, if any."""
        return self._answer() if self._side is Side.SOUTH else None

    def handle(self, change: Change) -> AgentAnswer | None:
        """The answer to a change; None if the agent is not to move."""
        if change.choice is Swap.SWAP:
            self._side = self._side.other
        choices = self._board.choices + 1
        mover = {
            Next.YOU: self._side,
            Next.OPPONENT: self._side.other,
            Next.END: None,
        }[change.following]
        self._board = board_of_state(change.state, mover, choices)
        return self._answer() if change.following is Next.YOU else None

    def _answer(self) -> AgentAnswer:
        board = self._board
        if not board.sown:
            raise NotationError("YOU", "turn", "seeds on the side that is asked to move")
        if self._chooser is None:
            self._chooser = Chooser(board.size, board.seeds)
        answer = AgentAnswer(self._chooser.choose(board, self._effort).choice)
        if answer.choice is Swap.SWAP:
            # The engine does not confirm a swap to the agent that made it.
            self._side = self._side.other
            self._board = board.play(Swap.SWAP)
        return answer


def run_agent(
    lines: Iterable[str], answers: TextIO, effort: int = EFFORT, start: Board | None = None
) -> None:
    """Play one match, until END or the end of the lines.

    `start` is for boards of another size, which START does not include. Raises NotationError for
    a line that is not a protocol message.
    """
    agent: KalahAgent | None = None
    for line in lines:
        message = parse_message(line.removesuffix("\n"))
        if isinstance(message, End):
            return
        if isinstance(message, Start):
            agent = KalahAgent(message.side, effort, start)
            answer = agent.begin()
        elif agent is None:
            raise NotationError(line.rstrip("\n"), "message", "START first")
        else:
            answer = agent.handle(message)
        if answer is not None:
            answers.write(f"{answer}\n")
            answers.flush()
