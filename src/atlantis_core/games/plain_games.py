"""Base classes for a simple game: two or more players, files of one line.

A file is ``counters 9: 3 1 2``: a word, the variant, the moves. A game defines positions that can
be played and drawn, and how its files begin; reading, writing and the bot are provided here. Games
with comments, tags or a better bot use the parts separately.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from atlantis_core.support.cancelling import IsCancelled, never
from atlantis_core.support.diagnostics import Diagnostic, Lines, Severity
from atlantis_core.support.phrases import counted
from .defaults import GameDefaults, PositionDefaults
from .errors import GameError
from .pictures import Picture
from .protocol import Move, Reading, Record, Thought, Variant
from .records import GameRecord, Layout
from .search import WON, Found, search

EFFORT = 2_000
"""Positions judged by the default bot, which only recognises wins and losses."""


class PlainPosition(PositionDefaults, ABC):
    """A position that the search uses directly; hashable by value."""

    sides: ClassVar[tuple[str, ...]]
    to_move: int

    @property
    @abstractmethod
    def winner(self) -> int | None:
        """The winner; None while the game goes on, and if no player can move."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]: ...

    @abstractmethod
    def play(self, move: Move) -> Self: ...

    @abstractmethod
    def picture(self, size: int) -> Picture: ...

    @property
    def result(self) -> str | None:
        if self.winner is not None:
            return f"{self.sides[self.winner]} wins"
        return None if self.legal_moves() else "a draw"

    # `SearchNode` methods.

    def key(self) -> Hashable:
        return self

    def moves(self) -> Sequence[Move]:
        return self.legal_moves()

    def after(self, move: Move) -> Self:
        return self.play(move)

    def verdict(self, player: int) -> int | None:
        if self.winner is None:
            return None if self.legal_moves() else 0
        return WON if player == self.winner else -WON

    def worth(self, player: int) -> int:
        """The value for a player; override it for a better bot."""
        del player
        return 0


@dataclass(frozen=True)
class _OneLine(Layout):
    word: str
    variant: str

    def write(self, record: GameRecord) -> str:
        return " ".join([f"{self.word} {self.variant}:", *(s.label for s in record.steps)]) + "\n"


class PlainGame(GameDefaults, ABC):
    """A game that defines the beginning of its files and its starting positions."""

    word: ClassVar[str]
    """The first word of every file."""
    called: ClassVar[str]
    """Name of a file of this game in messages: ``a heap``."""
    example: ClassVar[str]
    """An example of a file, for error messages."""
    boards: ClassVar[str]
    """A regular expression for the variant, between the word and the colon; limits the size."""
    starts: ClassVar[Sequence[Variant]]

    @abstractmethod
    def start(self, variant: str) -> PlainPosition:
        """The starting position; `variant` matches `boards`."""

    def title(self, variant: str) -> str:
        return f"{self.word} {variant}"

    def reason(self, found: Found[Move]) -> str:
        """Why the bot chose the move."""
        if abs(found.worth) < WON // 2:
            return f"no forced win within {counted(found.depth, 'step')}"
        verb = "wins" if found.worth > 0 else "loses"
        return f"{verb} within {counted(WON - abs(found.worth), 'step')}"

    def recognises(self, text: str) -> bool:
        return text.startswith(self.word)

    def variants(self) -> Sequence[Variant]:
        return self.starts

    def new(self, variant: str, names: Sequence[str] = ()) -> GameRecord:
        del names
        board = variant or self.starts[0].name
        if not re.fullmatch(self.boards, board):
            known = ", ".join(start.name for start in self.starts)
            raise GameError(f"unknown board: {variant[:40]!r} (expected for example {known})")
        start = self.start(board)
        return GameRecord(self.title(board), start.sides, start, _OneLine(self.word, board))

    def read(self, text: str, name: str) -> Reading:
        match = re.fullmatch(rf"{self.word} +({self.boards}):((?:\s+\S+)*)\s*", text)
        if match is None:
            message = f"not {self.called} (expected for example {self.example!r})"
            return Reading(None, (Diagnostic(Severity.ERROR, name, 1, 1, len(self.word), message),))
        record = self.new(match[1])
        for typed in re.finditer(r"\S+", match[2]):
            try:
                record = record.played(record.position(record.last_step).parse_move(typed[0]))
            except GameError as error:
                place = Lines(text).locate(match.start(2) + typed.start())
                wrong = Diagnostic(Severity.ERROR, name, *place, len(typed[0]), str(error))
                return Reading(record, (wrong,))
        return Reading(record.as_read(text))

    def think(
        self, record: Record, effort: int | None = None, is_cancelled: IsCancelled = never
    ) -> Thought:
        position = record.position(record.last_step)
        if not isinstance(position, PlainPosition) or position.result is not None:
            raise GameError("the game is over")
        found = search(position, EFFORT if effort is None else effort, is_cancelled)
        return Thought(found.move, found.worth, self.reason(found), found.judged)
