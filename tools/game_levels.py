"""Measure the named levels of other games: each plays against the next lower one.

`python -m tools.game_levels kalah:7x7 --games 100` plays pairs of games from the same random
opening with exchanged sides, and prints the points of the higher level of each pair of levels.
On small boards many random openings are decided, and pairs from them always end 1 to 1: `--balanced
100` takes only openings in which a search sees at most this advantage, in the units of the game's
bot. The same arguments always give the same games.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import count, islice, pairwise
from random import Random

from atlantis_core.games.levels import LEVEL_NAMES, careless_move, effort_named
from atlantis_core.games.protocol import Game, Record
from atlantis_core.games.registry import entry_named

_OPENING = 4
_JUDGING = 3_000
"""Effort of the search that judges whether an opening is balanced."""
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


def openings(game: Game, variant: str, first_seed: int, balanced: int | None) -> Iterator[Record]:
    """Openings of this and the following seeds, without those that are not balanced."""
    for seed in count(first_seed):
        begun = opening(game, variant, seed)
        if balanced is None or abs(game.think(begun, _JUDGING).worth) <= balanced:
            yield begun


def points_of_first(game: Game, record: Record, levels: tuple[str, str]) -> float:
    """1, 0.5 or 0 for player 0, who has the first level."""
    position = record.position(record.last_step)
    while position.result is None and record.last_step < _LONGEST:
        level = levels[position.to_move or 0]
        effort = effort_named(game, level, record)
        move = careless_move(level, record) or game.think(record, effort).move
        record = record.played(move)
        position = record.position(record.last_step)
    return 0.5 if position.winner is None else float(position.winner == 0)


def measure(game: Game, begins: Sequence[Record], low: str, high: str) -> float:
    """The points of the higher level in two games from each opening."""
    points = 0.0
    for begun in begins:
        points += points_of_first(game, begun, (high, low))
        points += 1 - points_of_first(game, begun, (low, high))
    return points


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", help="for example kalah:7x7")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--of", nargs="+", choices=LEVEL_NAMES[1:], default=LEVEL_NAMES[1:])
    parser.add_argument("--seed", type=int, default=0, help="seed of the first opening")
    parser.add_argument("--balanced", type=int, help="largest advantage that an opening may give")
    options = parser.parse_args()
    name, _, variant = options.game.partition(":")
    game = entry_named(name).load()
    found = openings(game, variant, options.seed, options.balanced)
    begins = list(islice(found, (options.games + 1) // 2))
    for low, high in pairwise(LEVEL_NAMES):
        if high not in options.of:
            continue
        points = measure(game, begins, low, high)
        print(f"{options.game}: {high} {points:g} of {2 * len(begins)} against {low}", flush=True)


if __name__ == "__main__":
    main()
