"""Our search against the plain one: `python -m tools.kalah_anchor [GAMES [FIRST [EFFORT]]]`.

The measure is a plain alpha-beta of depth 10 that counts only the stores, without a table and
without ordering beyond trying the holes near the store first. Every start of two random moves is
played from both sides. Prints a line for each game and how it stands; what is counted is boards
made by ours and positions met by the plain one, both for a move.
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
    """The plain search of tests/games/kalah/oracle.py on compact boards: a test holds it to
    the same moves and the same number of nodes.
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
        """What a move is worth: the seeds gained now and later."""
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
    """What came out of one game."""

    number: int
    lead: int
    """Ours over the plain one's, in seeds."""
    moves: int
    """Of ours."""
    boards: int
    """That ours made."""
    answers: int
    """Of the plain one."""
    nodes: int
    """That the plain one met."""


def random_start(number: int, seed: int) -> Board:
    """Two random moves; two games in a row have the same."""
    dice = Random(f"{seed}:{number // 2}")
    board = new_board()
    for _ in range(2):
        board = board.play(dice.choice(list(board.sown)))
    return board


def play_game(number: int, effort: int = EFFORT, depth: int = DEPTH, seed: int = 1) -> Game:
    """Ours is South in games of even number."""
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
        f"{len(played)} (95 %: {100 * share.low:.0f} to {100 * share.high:.0f}); a move: "
        f"{ours:.0f} boards of ours, {plain:.0f} nodes of the plain search"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
