"""Our agent: reads the engine's messages and answers those that ask.

Keeps the board as the engine told it, its own side, and how many choices have been made, because
a message does not say whether a swap may answer it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from atlantis_core.errors import NotationError
from .board import Board, Side, Swap, board_of_state, new_board
from .chooser import EFFORT, Chooser
from .messages import AgentAnswer, Change, End, Next, Start, parse_message


class KalahAgent:
    """One match, seen by one side."""

    def __init__(self, side: Side, effort: int = EFFORT, start: Board | None = None) -> None:
        self._side = side
        self._effort = effort
        self._board = new_board() if start is None else start
        self._chooser: Chooser | None = None

    def begin(self) -> AgentAnswer | None:
        """What it says to START."""
        return self._answer() if self._side is Side.SOUTH else None

    def hear(self, change: Change) -> AgentAnswer | None:
        """What it says to a change: nothing unless it is asked."""
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
            # Nobody tells who swaps of it.
            self._side = self._side.other
            self._board = board.play(Swap.SWAP)
        return answer


def run_agent(
    lines: Iterable[str], answers: TextIO, effort: int = EFFORT, start: Board | None = None
) -> None:
    """Play one match, until END or the end of the lines.

    `start` is for matches on boards of another size, of which START says nothing. Raises
    NotationError for a line that is no message of the protocol.
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
            answer = agent.hear(message)
        if answer is not None:
            answers.write(f"{answer}\n")
            answers.flush()
