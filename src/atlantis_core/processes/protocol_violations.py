"""Violations by which an external player forfeits a game: a result of the game, not a bug."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from atlantis_core.support.errors import AtlantisError


class Fault(Enum):
    """Kinds of violations by which a player forfeits."""

    ILLEGAL_TURN = "illegal turn"
    GARBAGE = "garbage"
    ENDLESS_LINE = "endless line"
    SILENCE = "silence"
    EXIT = "exit"
    NO_START = "no start"


class ProtocolViolation(AtlantisError):  # noqa: N818 - a result of the game, not a bug
    """A player forfeits: the kind of fault, and an explanation."""

    def __init__(self, fault: Fault, explanation: str) -> None:
        super().__init__(fault, explanation)
        self.fault = fault
        self.explanation = explanation

    def __str__(self) -> str:
        return self.explanation


@dataclass(frozen=True, slots=True)
class Offence:
    """A violation in a game, with the seat that committed it."""

    seat: int
    fault: Fault
    explanation: str

    def __str__(self) -> str:
        return f"{self.fault.value}: {self.explanation}"
