"""A complete game: take one, two or three counters; the player who takes the last one wins.

Shows that a game needs only its rules and its picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atlantis_core.games.pictures import Canvas, Picture, Role, Spot
from atlantis_core.games.plain_games import PlainGame, PlainPosition
from atlantis_core.games.protocol import Drawn, Game, Move, Variant
from atlantis_core.games.search import Found


@dataclass(frozen=True)
class Heap(PlainPosition):
    left: int
    to_move: int = 0
    sides = ("left", "right")

    @property
    def winner(self) -> int | None:
        return None if self.left else 1 - self.to_move

    def legal_moves(self) -> Sequence[Move]:
        return [Move(str(n), (f"c{self.left - n + 1}",)) for n in (1, 2, 3) if n <= self.left]

    def play(self, move: Move) -> Heap:
        return Heap(self.left - int(move.text), 1 - self.to_move)

    def frames(self, move: Move) -> Sequence[Drawn]:
        return [Heap(self.left - n, self.to_move) for n in range(1, int(move.text))]

    def picture(self, size: int) -> Picture:
        sheet = Canvas()
        spots = {f"c{n + 1}": Spot(1 + 3 * n, size) for n in range(self.left)}
        for spot in spots.values():
            sheet.write(spot.column, spot.line, "o", Role.PIECE, self.to_move)
        return sheet.picture(spots)


class Counters(PlainGame):
    word, boards = "counters", "[1-9][0-9]?"
    called, example = "a heap", "counters 9: 1 2"
    starts = (Variant("9", "nine counters"), Variant("21", "a long game"))

    def start(self, variant: str) -> Heap:
        return Heap(int(variant))

    def title(self, variant: str) -> str:
        return f"a heap of {variant}"

    def reason(self, found: Found[Move]) -> str:
        return "leave a multiple of four" if found.worth > 0 else "nothing helps"


GAME: Game = Counters()
