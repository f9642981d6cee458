"""Parses and formats the lines of the Manchester protocol, in both directions.

A message is one line of ASCII, with parts separated by ``;``, case-sensitive. Parsing is strict
except for holes, which are read like Java integers (``03``, ``+3``), as in the original engine.
Does not check whether a hole can be emptied: the board does.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from atlantis_core.support.errors import NotationError
from .board import Choice, Side, Swap, format_counts, parse_state

_JAVA_INT = re.compile(r"[+-]?[0-9]+")
_LARGEST = 2**31 - 1


class Next(Enum):
    """The player who moves after a change, from an agent's view."""

    YOU = "YOU"
    OPPONENT = "OPP"
    END = "END"

    @classmethod
    def for_player(cls, player: int | None, listener: int) -> Next:
        """The value sent to a listener if this player moves next; None at the end."""
        if player is None:
            return cls.END
        return cls.YOU if player == listener else cls.OPPONENT


class Start(NamedTuple):
    """Start of a match; the agent has this side."""

    side: Side

    def __str__(self) -> str:
        return f"START;{self.side}"


class Change(NamedTuple):
    """A choice was made: the state afterwards, and who moves next."""

    choice: Choice
    state: tuple[int, ...]
    """In the order of `board.state_of`."""
    following: Next

    def __str__(self) -> str:
        choice, state = format_choice(self.choice), format_counts(self.state)
        return f"CHANGE;{choice};{state};{self.following.value}"


class End(NamedTuple):
    """End of the match; no more messages follow."""

    def __str__(self) -> str:
        return "END"


EngineMessage = Start | Change | End


class AgentAnswer(NamedTuple):
    """An agent's choice."""

    choice: Choice

    def __str__(self) -> str:
        return "SWAP" if self.choice is Swap.SWAP else f"MOVE;{self.choice}"


def format_choice(choice: Choice) -> str:
    return choice.value if isinstance(choice, Swap) else str(choice)


def parse_answer(line: str) -> AgentAnswer:
    """Parse an agent's answer like the original engine; raises NotationError.

    Does not check whether the hole exists.
    """
    if line == Swap.SWAP.value:
        return AgentAnswer(Swap.SWAP)
    name, *arguments = line.split(";")
    if name != "MOVE" or len(arguments) != 1 or not _is_java_int(arguments[0]):
        raise NotationError(line, "message", "'MOVE;3' or 'SWAP'")
    hole = int(arguments[0])
    if hole < 1:
        raise NotationError(line, "message", "a hole from 1, such as 'MOVE;3'")
    return AgentAnswer(hole)


def _is_java_int(text: str) -> bool:
    return _JAVA_INT.fullmatch(text) is not None and len(text) < 100 and abs(int(text)) <= _LARGEST


def parse_message(line: str) -> EngineMessage:
    """Parse an engine's message; raises NotationError."""
    name, *arguments = line.split(";")
    if name == "START" and len(arguments) == 1:
        return Start(_parse_side(line, arguments[0]))
    if name == "CHANGE" and len(arguments) == 3:
        return _parse_change(line, *arguments)
    if line == "END":
        return End()
    raise NotationError(line, "message", "'START;South', 'CHANGE;3;<state>;YOU' or 'END'")


def _parse_side(line: str, text: str) -> Side:
    for side in Side:
        if text == str(side):
            return side
    raise NotationError(line, "message", "'START;North' or 'START;South'")


def _parse_change(line: str, choice: str, state: str, following: str) -> Change:
    counts = parse_state(state)
    known = {each.value: each for each in Next}
    if following not in known:
        raise NotationError(line, "message", "YOU, OPP or END at the end")
    if choice == Swap.SWAP.value:
        return Change(Swap.SWAP, counts, known[following])
    if re.fullmatch("[1-9][0-9]{0,5}", choice) is None or int(choice) > len(counts) // 2 - 1:
        raise NotationError(line, "message", "a hole or 'SWAP' after CHANGE")
    return Change(int(choice), counts, known[following])
