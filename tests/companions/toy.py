"""A whole guest in few lines: take one, two or three counters; who takes the last one wins.

A file is ``counters 9: 3 1 2``. It proves that a fifth guest needs nothing but its own package.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from atlantis_core.cancelling import IsCancelled, never
from atlantis_core.companions.defaults import GuestDefaults, PositionDefaults
from atlantis_core.companions.pictures import Canvas, Picture, Role, Spot
from atlantis_core.companions.protocols import (
    Drawn,
    Guest,
    Move,
    Reading,
    Record,
    Thought,
    Variant,
)
from atlantis_core.companions.records import GameRecord, Layout
from atlantis_core.companions.search import WON, search
from atlantis_core.diagnostics import Diagnostic, Severity

SIDES = ("left", "right")


@dataclass(frozen=True)
class Heap(PositionDefaults):
    left: int
    to_move: int = 0

    @property
    def result(self) -> str | None:
        return None if self.left else f"{SIDES[1 - self.to_move]} wins"

    def legal_moves(self) -> Sequence[Move]:
        return [Move(str(n), (f"c{self.left - n + 1}",)) for n in (1, 2, 3) if n <= self.left]

    def play(self, move: Move) -> Heap:
        return Heap(self.left - int(move.text), 1 - self.to_move)

    def frames(self, move: Move) -> Sequence[Drawn]:
        return [Heap(self.left - n, self.to_move) for n in range(1, int(move.text))]

    def picture(self, size: int) -> Picture:
        del size
        sheet = Canvas()
        for n in range(self.left):
            sheet.write(1 + 3 * n, 0, "o", Role.PIECE, self.to_move)
        return sheet.picture({f"c{n + 1}": Spot(1 + 3 * n, 0) for n in range(self.left)})

    # The same object serves as a node of the search.
    moves = legal_moves
    after = play

    def key(self) -> Heap:
        return self

    def verdict(self, player: int) -> int | None:
        return None if self.left else -WON if player == self.to_move else WON

    def worth(self, player: int) -> int:
        del player
        return 0


@dataclass(frozen=True)
class Writing(Layout):
    def write(self, record: GameRecord) -> str:
        assert isinstance(record.start, Heap)
        return " ".join([f"counters {record.start.left}:", *(s.label for s in record.steps)]) + "\n"


class Counters(GuestDefaults):
    def recognises(self, text: str) -> bool:
        return text.startswith("counters")

    def read(self, text: str, name: str) -> Reading:
        match = re.fullmatch(r"counters (\d{1,2}):((?: +[123])*)\s*", text)
        if match is None:
            message = "not a heap (expected for example 'counters 9: 1 2')"
            return Reading(None, (Diagnostic(Severity.ERROR, name, 1, 1, 8, message),))
        record = self.new(match[1])
        for count in match[2].split():
            record = record.played(record.position(record.last_step).parse_move(count))
        return Reading(GameRecord(record.title, SIDES, record.start, Writing(), record.steps, text))

    def variants(self) -> Sequence[Variant]:
        return [Variant("9", "nine counters"), Variant("21", "a long game")]

    def new(self, variant: str, names: Sequence[str] = ()) -> GameRecord:
        del names
        return GameRecord(f"a heap of {variant or 9}", SIDES, Heap(int(variant or 9)), Writing())

    def think(
        self, record: Record, effort: int | None = None, is_cancelled: IsCancelled = never
    ) -> Thought:
        heap = record.position(record.last_step)
        assert isinstance(heap, Heap)
        found = search(heap, effort or 1000, is_cancelled)
        return Thought(found.move, found.worth, "leave a multiple of four", found.judged)


GUEST: Guest = Counters()
