"""Prints the tables of docs/solving.md: how far the solver goes, and small boards solved.

`python -m tools.solving_figures far` solves positions of games, as far as it gets in a second of
processor time each, and takes up to four minutes; `boards` solves small boards to the end, which
takes about a minute.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from time import process_time

from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.positions import encoding
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import parse_field, parse_segment, segment_fields
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import parse_shape, traditional_start
from atlantis_core.solving.solver import DEFAULT_STATES, ProvedResult, solve
from atlantis_core.support.cancelling import Cancelled

SECONDS = 1.0
GAMES = 12
MOST_PLIES = 120
A_ROW = 20
"""Most positions of a row."""
ROWS = (6, 9, 11, 14, 18, 24, 32, 49, 70)
"""The highest numbers of open fields of each row."""
BOARDS = ("hexagon:2", "triangle:4")
SMALL = (
    # Name, segments, stones of the first player, of the second.
    ("one segment", "B2", "a1:1", "c3:1"),
    ("one segment", "B2", "b2:1", "a1:1"),
    ("one segment", "B2", "a1:1", "b2:1"),
    ("one segment", "B2", "a1:2", "c3:2"),
    ("one segment", "B2", "a1:1 a2:1", "c2:1 c3:1"),
    ("one segment", "B2", "a1:1 a2:1 b1:1", "b3:1 c2:1 c3:1"),
    ("one segment", "B2", "a1:3", "c3:3"),
    ("six fields", "a2.b1.b2.b3.c2.c3", "a2:2", "c3:2"),
    ("six fields", "a2.b1.b2.b3.c2.c3", "a2:2", "c2:2"),
    ("two segments", "B3 D2", "b3:1", "d2:1"),
    ("two segments", "B3 D2", "b3:2", "d2:2"),
    ("two segments", "B3 D2", "b3:3", "d2:3"),
    ("triangle", "B3 D2 E5", "b3:1", "d2:1"),
    ("triangle", "B3 D2 E5", "b3:2", "d2:2"),
    ("bent", "B3 D2 G4", "b3:1", "d2:1"),
    ("bent", "B3 D2 G4", "b3:1", "g4:1"),
    ("bent", "B3 D2 G4", "b3:2", "d2:2"),
    ("bent", "B3 D2 G4", "b3:2", "g4:2"),
    ("row", "B5 D4 F3", "b5:1", "d4:1"),
    ("row", "B5 D4 F3", "b5:1", "f3:1"),
    ("row", "B5 D4 F3", "b5:2", "d4:2"),
    ("row", "B5 D4 F3", "b5:2", "f3:2"),
)
MOST_STATES = 2_000_000


def positions(board: str) -> Iterator[Position]:
    """Positions of games between greedy and random, in the order of play."""
    for seed in range(GAMES):
        game = Game(traditional_start(*parse_shape(board), 2))
        while not game.is_over and game.turn_number < MOST_PLIES:
            name = "random" if (game.turn_number + seed) % 2 and seed % 2 else "greedy"
            asked = Question(game.position, seed * 1000 + game.turn_number)
            game.play(() if game.is_forced else bot_named(name).choose(asked).turn)
        yield from game.positions[:-1]


def within(seconds: float) -> Callable[[], bool]:
    end = process_time() + seconds
    return lambda: process_time() > end


def is_solved(position: Position) -> bool:
    try:
        return solve(position, DEFAULT_STATES, within(SECONDS)).verdict is not None
    except Cancelled:
        return False


def far() -> Iterator[str]:
    """How many of the positions with so many open fields are solved in time."""
    solved: Counter[tuple[str, int]] = Counter()
    tried: Counter[tuple[str, int]] = Counter()
    for board in BOARDS:
        for position in dict.fromkeys(positions(board)):
            open_fields = sum(map(encoding.is_open, position.cells))
            cell = board, next(most for most in ROWS if open_fields <= most)
            if tried[cell] < A_ROW:
                tried[cell] += 1
                solved[cell] += is_solved(position)
    yield f"| open fields | {' | '.join(board.replace(':', ' ') for board in BOARDS)} |"
    yield "|---|" + "---|" * len(BOARDS)
    for low, high in zip((0, *ROWS), ROWS, strict=False):
        cells = [(board, high) for board in BOARDS]
        shown = [f"{solved[cell]} of {tried[cell]}" if tried[cell] else "" for cell in cells]
        if any(shown):
            yield f"| {f'{low + 1} to' if low else 'up to'} {high} | {' | '.join(shown)} |"


def small_position(segments: str, *stacks: str) -> Position:
    """A position such as ``B2``, ``a1:1``, ``c3:2 b1:1``."""
    board = Board(
        [parse_field(name) for name in word.split(".")]
        if "." in word
        else segment_fields(parse_segment(word))
        for word in segments.split()
    )
    pairs = [[word.split(":") for word in text.split()] for text in stacks]
    return Position.setup(board, [{parse_field(f): int(n) for f, n in own} for own in pairs])


def boards() -> Iterator[str]:
    """Who wins small boards."""
    yield "| board | first player | second player | result | states |"
    yield "|---|---|---|---|---|"
    for name, segments, first, second in SMALL:
        position = small_position(segments, first, second)
        proof = solve(position, MOST_STATES)
        result = "not solved"
        if proof.verdict is not None:
            kind, turns = proof.verdict
            winner = "first" if kind is ProvedResult.WIN else "second"
            result = f"{winner} player, in {turns} turns"
            result = "draw" if kind is ProvedResult.DRAW else result
        yield f"| {name} | {first} | {second} | {result} | {proof.states:,} |"


def main() -> None:
    tables = {"far": far, "boards": boards}
    for name in sys.argv[1:] or tables:
        for line in tables[name]():
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
