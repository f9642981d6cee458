"""Measure the named levels of other games: each plays against the next lower one.

`python -m tools.game_levels kalah:7x7 --games 100` plays pairs of games from the same random
opening with exchanged sides, and prints the points of the higher level of each pair of levels.
The same arguments always give the same games.
"""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import pairwise
from random import Random

from atlantis_core.games.levels import LEVEL_NAMES, effort_named
from atlantis_core.games.protocol import Game, Record
from atlantis_core.games.registry import entry_named

_OPENING = 4
_LONGEST = 300
"""Steps after which a game counts as a draw."""


def opening(game: Game, variant: str, seed: int) -> Record:
    """A game after a few random moves, in which both sides can still win."""
    dice = Random(f"{variant}:{seed}")
    record = game.new(variant)
    for _ in range(_OPENING):
        moves = [move for move in record.position(record.last_step).legal_moves() if move.places]
        longer = record.played(dice.choice(moves))
        if longer.position(longer.last_step).result is not None:
            break
        record = longer
    return record


def points_of_first(game: Game, record: Record, efforts: tuple[int | None, int | None]) -> float:
    """1, 0.5 or 0 for player 0, who searches with the first effort."""
    position = record.position(record.last_step)
    while position.result is None and record.last_step < _LONGEST:
        effort = efforts[position.to_move or 0]
        record = record.played(game.think(record, effort).move)
        position = record.position(record.last_step)
    return 0.5 if position.winner is None else float(position.winner == 0)


def measure(words: str, games: int, low: str, high: str) -> float:
    """The points of the higher level in this many games."""
    name, _, variant = words.partition(":")
    game = entry_named(name).load()
    efforts = effort_named(game, high), effort_named(game, low)
    points = 0.0
    for seed in range((games + 1) // 2):
        begun = opening(game, variant, seed)
        points += points_of_first(game, begun, efforts)
        points += 1 - points_of_first(game, begun, efforts[::-1])
    return points


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", help="for example kalah:7x7")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--of", nargs="+", choices=LEVEL_NAMES[1:], default=LEVEL_NAMES[1:])
    options = parser.parse_args()
    for low, high in pairwise(LEVEL_NAMES):
        if high not in options.of:
            continue
        points = measure(options.game, options.games, low, high)
        print(f"{options.game}: {high} {points:g} of {options.games} against {low}", flush=True)


if __name__ == "__main__":
    main()
