"""Reversi: rules, picture and judgement of positions.

A file is one line: ``reversi 8: d3 c5 pass``. Reading, writing and searching are those of
`plain_games`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from math import isqrt

from atlantis_core.games.pictures import Canvas, Picture, Role, Spot
from atlantis_core.games.plain_games import PlainGame, PlainPosition
from atlantis_core.games.protocol import Drawn, Game, Move, Variant
from atlantis_core.games.search import WON, Found

DISCS = "xo"
EMPTY = "."
PASS = Move("pass")
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


@cache
def rays(size: int, square: int) -> list[list[int]]:
    """Squares from a square to the edge of the board, nearest first, in each direction."""
    y, x = divmod(square, size)
    lines = []
    for dx, dy in DIRECTIONS:
        steps = [(x + dx * n, y + dy * n) for n in range(1, size)]
        inside = takewhile(lambda at: 0 <= at[0] < size and 0 <= at[1] < size, steps)
        lines.append([row * size + column for column, row in inside])
    return lines


@cache
def square_values(size: int) -> list[int]:
    """Corners are safe for ever; the squares beside them give them away."""
    near = {0: 0, size - 1: 0, 1: 1, size - 2: 1}
    values = {(0, 0): 40, (0, 1): -10, (1, 1): -15}
    places = (sorted((near.get(x, 2), near.get(y, 2))) for y in range(size) for x in range(size))
    return [values.get((first, second), 3 if first == 0 else 0) for first, second in places]


@dataclass(frozen=True)
class Reversi(PlainPosition):
    cells: str
    """Squares row by row from the top: ``x`` black, ``o`` white, ``.`` empty."""
    to_move: int = 0
    sides = ("black", "white")
    sizes = 2

    @property
    def size(self) -> int:
        return isqrt(len(self.cells))

    def name(self, square: int) -> str:
        y, x = divmod(square, self.size)
        return f"{'abcdefgh'[x]}{y + 1}"

    def flipped(self, square: int, player: int) -> list[int]:
        """Discs that a disc on this square would turn; none if it cannot be placed there."""
        own, other = DISCS[player], DISCS[1 - player]
        found: list[int] = []
        for ray in rays(self.size, square) if self.cells[square] == EMPTY else ():
            line = list(takewhile(lambda at: self.cells[at] == other, ray))
            if line and len(line) < len(ray) and self.cells[ray[len(line)]] == own:
                found += line
        return found

    @cached_property
    def playable(self) -> tuple[list[int], list[int]]:
        """Squares on which each player can place a disc."""
        squares = range(len(self.cells))
        black, white = ([at for at in squares if self.flipped(at, side)] for side in (0, 1))
        return black, white

    def legal_moves(self) -> Sequence[Move]:
        names = [self.name(square) for square in self.playable[self.to_move]]
        if names or not self.playable[1 - self.to_move]:
            return [Move(name, (name,)) for name in names]
        return [PASS]

    def put(self, move: Move, *, turn: bool) -> Reversi:
        """The position with the new disc, and with the discs turned if wanted."""
        if move == PASS:
            return Reversi(self.cells, 1 - self.to_move)
        square = "abcdefgh".index(move.text[0]) + self.size * (int(move.text[1]) - 1)
        changed = {square, *(self.flipped(square, self.to_move) if turn else ())}
        disc = DISCS[self.to_move]
        cells = (disc if at in changed else cell for at, cell in enumerate(self.cells))
        return Reversi("".join(cells), 1 - self.to_move)

    def play(self, move: Move) -> Reversi:
        return self.put(move, turn=True)

    def frames(self, move: Move) -> Sequence[Drawn]:
        return [] if move == PASS else [self.put(move, turn=False)]

    def count(self, player: int) -> int:
        return self.cells.count(DISCS[player])

    @property
    def winner(self) -> int | None:
        if any(self.playable) or self.count(0) == self.count(1):
            return None
        return int(self.count(1) > self.count(0))

    @property
    def result(self) -> str | None:
        winner = self.winner
        if winner is None:
            return super().result
        return f"{self.sides[winner]} wins {self.count(winner)} to {self.count(1 - winner)}"

    def worth(self, player: int) -> int:
        """Choice of moves and good squares count; the number of discs does not until the end."""
        signs = {DISCS[player]: 1, DISCS[1 - player]: -1, EMPTY: 0}
        squares = zip(self.cells, square_values(self.size), strict=True)
        choice = len(self.playable[player]) - len(self.playable[1 - player])
        return 4 * choice + sum(signs[cell] * value for cell, value in squares)

    def notes(self) -> Sequence[str]:
        return [f"{side} ({DISCS[n]}): {self.count(n)} discs" for n, side in enumerate(self.sides)]

    def picture(self, size: int) -> Picture:
        canvas, spots = Canvas(), {}
        for square, cell in enumerate(self.cells):
            y, x = divmod(square, self.size)
            spot = spots[self.name(square)] = Spot(3 + x * (2 + 2 * size), 1 + y * (1 + size))
            player = DISCS.find(cell)
            role = Role.PLACE if player < 0 else Role.PIECE
            canvas.write(*spot[:2], cell, role, None if player < 0 else player)
            canvas.write(spot.column, 0, "abcdefgh"[x], Role.LABEL)
            canvas.write(0, spot.line, str(y + 1), Role.LABEL)
        return canvas.picture(spots)


class ReversiGame(PlainGame):
    word, boards = "reversi", "[468]"
    called, example = "a game of Reversi", "reversi 8: d3 c5"
    starts = (Variant("8", "the usual board"), Variant("6", "a short game"))
    rules = (
        "Black (x) begins. Place a disc so that it and another one of yours enclose a straight "
        "line of the other colour, in any of eight directions: all of these turn to yours. Who "
        "cannot place a disc passes. When neither can, the player with more discs wins."
    )

    def start(self, variant: str) -> Reversi:
        size = int(variant)
        middle = size // 2 * (size + 1)
        discs = {middle: "o", middle - 1: "x", middle - size: "x", middle - size - 1: "o"}
        return Reversi("".join(discs.get(at, EMPTY) for at in range(size * size)))

    def title(self, variant: str) -> str:
        return f"Reversi, {variant} by {variant}"

    def reason(self, found: Found[Move]) -> str:
        if abs(found.worth) > WON // 2:
            return super().reason(found)
        return f"value {found.worth:+} after {' '.join(move.text for move in found.line)}"


GAME: Game = ReversiGame()
