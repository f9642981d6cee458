"""How a program loses its right to play on: a result of the game, never an error of ours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from atlantis_core.errors import AtlantisError


class Fault(Enum):
    """The ways in which a player can lose its right to play on."""

    ILLEGAL_TURN = "illegal turn"
    GARBAGE = "garbage"
    ENDLESS_LINE = "endless line"
    SILENCE = "silence"
    EXIT = "exit"
    NO_START = "no start"


class ProtocolViolation(AtlantisError):  # noqa: N818 - a result of the game, not an error of ours
    """A player broke the rules of play: which fault, and what happened in words."""

    def __init__(self, fault: Fault, explanation: str) -> None:
        super().__init__(fault, explanation)
        self.fault = fault
        self.explanation = explanation

    def __str__(self) -> str:
        return self.explanation


@dataclass(frozen=True, slots=True)
class Offence:
    """Which seat misbehaved in a game, and how."""

    seat: int
    fault: Fault
    explanation: str

    def __str__(self) -> str:
        return f"{self.fault.value}: {self.explanation}"
