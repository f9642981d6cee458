"""Plays our search against a simple one: `python -m tools.kalah_anchor [GAMES [FIRST [EFFORT]]]`.

The opponent is an alpha-beta search of depth 10 that counts only the stores, without a
transposition table, and orders moves only by distance from the store. Every start of two random
moves is played from both sides. Prints a line per game with the score so far, and per move the
boards made by our search and the nodes visited by the other.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from random import Random

from atlantis_core.contests.statistics import wilson
from atlantis_core.games.kalah.board import Board, Side, new_board
from atlantis_core.games.kalah.search import Searcher
from atlantis_core.games.kalah.sowing import Holes, sower

EFFORT = 60_000
DEPTH = 10
_ENDLESS = 1000


@dataclass
class CompactAnchor:
    """The simple search of tests/games/kalah/oracle.py on compact boards: a test checks that it
    chooses the same moves and visits the same number of nodes.
    """

    depth: int = DEPTH
    nodes: int = 0

    def choose(self, board: Board) -> int:
        self._sow = sower(board.size, board.seeds)
        best, chosen = -_ENDLESS, 0
        for holes, gain, turn, hole in self._sow(board.packed):
            value = self._after(holes, gain, turn, self.depth - 1, best, _ENDLESS)
            if value > best:
                best, chosen = value, hole + 1
        return chosen

    def _after(self, holes: Holes, gain: int, turn: int, depth: int, alpha: int, beta: int) -> int:
        """The value of a move: the seeds gained now and later."""
        if turn > 0:
            return gain + self._value(holes, depth, alpha - gain, beta - gain)
        if turn < 0:
            return gain - self._value(holes, depth, gain - beta, gain - alpha)
        self.nodes += 1
        return gain

    def _value(self, board: Holes, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if depth == 0:
            return 0
        best = -_ENDLESS
        for holes, gain, turn, _ in self._sow(board):
            value = self._after(holes, gain, turn, depth - 1, alpha, beta)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


@dataclass(frozen=True)
class Game:
    """The result of one game."""

    number: int
    lead: int
    """Seeds of our search minus seeds of the other."""
    moves: int
    """Moves of our search."""
    boards: int
    """Boards made by our search."""
    answers: int
    """Moves of the other search."""
    nodes: int
    """Nodes visited by the other search."""


def random_start(number: int, seed: int) -> Board:
    """The position after two random moves; two consecutive games share it."""
    dice = Random(f"{seed}:{number // 2}")
    board = new_board()
    for _ in range(2):
        board = board.play(dice.choice(list(board.sown)))
    return board


def play_game(number: int, effort: int = EFFORT, depth: int = DEPTH, seed: int = 1) -> Game:
    """Play one game; our search is South if the number is even."""
    board = random_start(number, seed)
    ours = Side.SOUTH if number % 2 == 0 else Side.NORTH
    searcher, anchor = Searcher(board.size, board.seeds), CompactAnchor(depth)
    moves = boards = answers = 0
    while board.mover is not None:
        if board.mover is ours:
            found = searcher.search(board.packed, effort)
            moves, boards = moves + 1, boards + found.judged
            board = board.play(found.hole + 1)
        else:
            answers += 1
            board = board.play(anchor.choose(board))
    lead = board.lead if ours is Side.SOUTH else -board.lead
    return Game(number, lead, moves, boards, answers, anchor.nodes)


def main(arguments: list[str]) -> None:
    games, first, effort = (*map(int, arguments), *(100, 0, EFFORT)[len(arguments) :])
    played: list[Game] = []
    for number in range(first, first + games):
        played.append(play_game(number, effort))
        sys.stdout.write(f"{_standing(played)}\n")
        sys.stdout.flush()


def _standing(played: list[Game]) -> str:
    wins = sum(game.lead > 0 for game in played)
    draws = sum(game.lead == 0 for game in played)
    share = wilson(wins, len(played))
    ours = sum(game.boards for game in played) / sum(game.moves for game in played)
    plain = sum(game.nodes for game in played) / sum(game.answers for game in played)
    return (
        f"game {played[-1].number}: {played[-1].lead:+d}; {wins} won, {draws} drawn of "
        f"{len(played)} (95 %: {100 * share.low:.0f} to {100 * share.high:.0f}); per move: "
        f"{ours:.0f} boards of our search, {plain:.0f} nodes of the other"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
