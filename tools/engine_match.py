"""Plays the native search of a game against the one in Python, in about equal time per move.

`python -m tools.engine_match kalah` or `tafl:brandub` plays pairs of games from the same random
opening with exchanged sides, and prints wins, draws and losses of the native search with the
processor time of both. `--efforts` are boards per move of the native search and of the other.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from random import Random
from time import process_time
from typing import cast

from atlantis_core.engine import native
from atlantis_core.games.kalah.position import KalahPosition
from atlantis_core.games.kalah.search import Searcher
from atlantis_core.games.protocol import Move, Position
from atlantis_core.games.registry import entry_named
from atlantis_core.games.search import search
from atlantis_core.games.tafl.native_search import native_best_move
from atlantis_core.games.tafl.opponent import TaflNode
from atlantis_core.games.tafl.positions import TaflPosition, protocol_move

Player = Callable[[Position], Move]
EFFORTS = {"kalah": (400_000, 20_000), "tafl": (32_000, 800)}
OPENING = 4
LONGEST = 200
"""Steps after which a game counts as a draw."""


def tafl_players(efforts: tuple[int, int]) -> tuple[Player, Player]:
    def quick(position: Position) -> Move:
        at = cast("TaflPosition", position).position
        return protocol_move(native_best_move(at, efforts[0]).move, at.size)

    def slow(position: Position) -> Move:
        at = cast("TaflPosition", position).position
        return protocol_move(search(TaflNode(at), efforts[1]).move, at.size)

    return quick, slow


def kalah_players(efforts: tuple[int, int]) -> tuple[Player, Player]:
    def quick(position: Position) -> Move:
        board = cast("KalahPosition", position).board
        found = Searcher(board.size, board.seeds).search(board.packed, efforts[0])
        return cast("KalahPosition", position).move_of(found.hole + 1)

    def slow(position: Position) -> Move:
        board = cast("KalahPosition", position).board
        searcher = Searcher(board.size, board.seeds, in_python=True)
        found = searcher.search(board.packed, efforts[1])
        return cast("KalahPosition", position).move_of(found.hole + 1)

    return quick, slow


def opening(words: str, seed: int) -> Position:
    """A position some random moves into a game that goes on."""
    name, _, variant = words.partition(":")
    dice = Random(f"{words}:{seed}")
    while True:
        position = entry_named(name).load().new(variant).position(0)
        for _ in range(OPENING):
            moves = [move for move in position.legal_moves() if move.places]
            if moves:
                position = position.play(dice.choice(moves))
        if position.result is None:
            return position


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", help="kalah, or a variant such as tafl:brandub")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--efforts", type=int, nargs=2)
    options = parser.parse_args()
    name = options.game.partition(":")[0]
    if native is None:
        raise SystemExit("there is no native engine")
    efforts = tuple(options.efforts or EFFORTS[name])
    players = (kalah_players if name == "kalah" else tafl_players)((efforts[0], efforts[1]))
    counts, spent = {"won": 0, "drawn": 0, "lost": 0}, [0.0, 0.0]
    for number in range(options.games):
        ours, position, steps = number % 2, opening(options.game, number // 2), 0
        while position.result is None and steps < LONGEST:
            player = int(position.to_move != ours)
            begun = process_time()
            position = position.play(players[player](position))
            spent[player] += process_time() - begun
            steps += 1
        winner = position.winner
        counts["drawn" if winner is None else "won" if winner == ours else "lost"] += 1
        played = ", ".join(f"{count} {word}" for word, count in counts.items())
        times = f"{spent[0]:.1f} s against {spent[1]:.1f} s"
        sys.stdout.write(f"{options.game}: {played}, {times}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
