"""Prints the table of docs/research.md: branching factors and lengths of games between bots.

`python -m tools.research_figures` prints all rows, which takes a minute.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import mean, median

from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import parse_shape, traditional_start
from atlantis_core.rules.turns import legal_moves

BOARDS = (("triangle:3", 2), ("hexagon:2", 2), ("hexagon:2", 3), ("hexagon:3", 2), ("hexagon:3", 6))
GAMES = 10
BOT = "greedy"
LONGEST = 300
"""Turns after which a game is stopped."""
HEADER = (
    "| board | players | fields | moves | turns, log10 | length, median | longest |\n"
    "|---|---|---|---|---|---|---|"
)


def games(board: str, players: int, count: int = GAMES) -> Iterator[Game]:
    """Games of the bot against itself; the seeds are the numbers of the games."""
    bot = bot_named(BOT)
    for seed in range(count):
        game = Game(traditional_start(*parse_shape(board), players=players))
        while not game.is_over and game.turn_number < LONGEST:
            asked = Question(game.position, seed * LONGEST + game.turn_number, effort=30)
            game.play(() if game.is_forced else bot.choose(asked).turn)
        yield game


def turns_log10(position: Position) -> float:
    """The number of sets of moves that make a turn, as a logarithm.

    Not more than one move starts in a segment; the order, which rarely matters, is not counted.
    """
    starts = Counter(position.board.segment_of(move.source) for move in legal_moves(position))
    return sum(math.log10(1 + number) for number in starts.values())


def row(board: str, players: int, count: int = GAMES) -> str:
    """A row of the table."""
    played = list(games(board, players, count))
    positions = [position for game in played for position in game.positions[:-1]]
    lengths = [game.turn_number for game in played]
    cells = (
        board,
        players,
        len(played[0].start.board),
        f"{mean(len(legal_moves(position)) for position in positions):.0f}",
        f"{mean(map(turns_log10, positions)):.1f}",
        f"{median(lengths):.0f}",
        max(lengths),
    )
    return f"| {' | '.join(map(str, cells))} |"


def main(boards: Sequence[tuple[str, int]] = BOARDS) -> int:
    print(HEADER)
    for board, players in boards:
        print(row(board, players))
    return 0


if __name__ == "__main__":
    sys.exit(main())
