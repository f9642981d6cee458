"""Strength of the tafl bot: games against random and greedy play, as either side.

`python -m benchmarks.tafl_strength [--games N] [--effort N] [VARIANT ...]` prints a table of won,
drawn and lost games. Not among the claims of `python -m benchmarks`, because it takes long. The
same arguments always give the same games.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from atlantis_core.games.tafl.opponent import DEFAULT_EFFORT, TaflNode, best_move
from atlantis_core.games.tafl.pieces import Side
from atlantis_core.games.tafl.play import (
    Position,
    consequences,
    legal_moves,
    play_legal,
    start_position,
)
from atlantis_core.games.tafl.tables import Move
from atlantis_core.games.tafl.variants import find_variant

Player: TypeAlias = Callable[[Position, Random], Move]

VARIANTS = ("brandub", "tablut", "copenhagen")
MOST_PLIES = 400
"""Longer games count as draws."""


def play_randomly(position: Position, dice: Random) -> Move:
    return dice.choice(legal_moves(position))


def play_greedily(position: Position, dice: Random) -> Move:
    """Win with this move if possible, else avoid losing by it if possible, and capture as much as
    possible; the king counts most.
    """
    moves = legal_moves(position)
    dice.shuffle(moves)

    def gain(move: Move) -> int:
        outcome = play_legal(position, move).outcome
        if outcome is not None and outcome.winner is not None:
            return 1_000 if outcome.winner is position.to_move else -1_000
        return len(consequences(position, move).captured)

    return max(moves, key=gain)


def play_by_looks(position: Position, dice: Random) -> Move:
    """The move with the best static evaluation, without a search."""
    player = TaflNode(position).to_move
    moves = legal_moves(position)
    dice.shuffle(moves)

    def worth(move: Move) -> int:
        after = TaflNode(position).after(move)
        verdict = after.verdict(player)
        return after.worth(player) if verdict is None else verdict

    return max(moves, key=worth)


RIVALS: dict[str, Player] = {
    "random": play_randomly,
    "greedy": play_greedily,
    "looks": play_by_looks,
}


def play_game(variant: str, ours: Side, rival: Player, seed: int, effort: int) -> str:
    """``won``, ``drawn`` or ``lost`` for the bot under test."""
    found = find_variant(variant)
    if found is None:
        raise SystemExit(f"unknown variant: {variant!r}")
    dice = Random(f"{variant} {ours.value} {seed}")
    position = start_position(found.rules)
    for _ in range(MOST_PLIES):
        if position.outcome is not None:
            break
        is_ours = position.to_move is ours
        move = best_move(position, effort).move if is_ours else rival(position, dice)
        position = play_legal(position, move)
    if position.outcome is None or position.outcome.winner is None:
        return "drawn"
    return "won" if position.outcome.winner is ours else "lost"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", default=VARIANTS)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--effort", type=int, default=DEFAULT_EFFORT)
    parser.add_argument("--rival", choices=RIVALS, action="append")
    options = parser.parse_args(arguments)
    print(f"effort {options.effort}, {options.games} games each")
    for name in options.rival or ("random", "greedy"):
        for variant in options.variants:
            for ours in Side:
                counts = Counter(
                    play_game(variant, ours, RIVALS[name], seed, options.effort)
                    for seed in range(options.games)
                )
                results = ", ".join(f"{counts[word]} {word}" for word in ("won", "drawn", "lost"))
                print(f"  {variant:<12} as {ours.value:<9} against {name:<6} {results}", flush=True)


if __name__ == "__main__":
    main()
