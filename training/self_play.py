"""Games of the tree search against itself, from random openings, and the lessons from them.

Seed and number determine a game, independent of the number of processes. Each turn yields lessons:
the inputs of the net for every player after the turn, and the chances found by the search. The
result of the game is added at its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import NamedTuple

from atlantis_core.arena.openings import random_opening
from atlantis_core.arena.referee import REPETITIONS
from atlantis_core.bots.evaluation import Budget
from atlantis_core.bots.tree import Branch, Tree
from atlantis_core.engine import surface
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.scoring import adjudicate
from atlantis_core.rules.settling import Trial
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.cancelling import never

BOARDS = (
    (Shape.HEXAGON, 2, 2), (Shape.HEXAGON, 2, 2), (Shape.HEXAGON, 2, 2),
    (Shape.TRIANGLE, 4, 2), (Shape.TRIANGLE, 4, 2), (Shape.TRIANGLE, 4, 2),
    (Shape.HEXAGON, 3, 2), (Shape.HEXAGON, 3, 2),
    (Shape.RHOMBUS, 3, 2), (Shape.TRIANGLE, 3, 2), (Shape.TRIANGLE, 5, 2),
    (Shape.HEXAGON, 2, 3), (Shape.TRIANGLE, 4, 3),
    (Shape.HEXAGON, 3, 3), (Shape.HEXAGON, 3, 3), (Shape.HEXAGON, 3, 3),
    (Shape.RHOMBUS, 4, 4), (Shape.HEXAGON, 2, 4), (Shape.HEXAGON, 3, 4),
    (Shape.HEXAGON, 2, 5), (Shape.HEXAGON, 3, 5),
    (Shape.HEXAGON, 2, 6), (Shape.HEXAGON, 3, 6), (Shape.HEXAGON, 3, 6),
)  # fmt: skip
"""Shape, side and players; repeated entries are played more often."""
LONGEST = 60
"""Rounds after which a game is adjudicated."""
EXPLORATION = 0.1
"""How often another of the good turns is played instead of the best, for variety."""
ALTERNATIVES = 3
"""The number of searched but unplayed turns that yield lessons."""


class Lesson(NamedTuple):
    """The inputs of the net for every player, and the target."""

    inputs: tuple[tuple[float, ...], ...]
    searched: tuple[float, ...]
    """The chances of all players found by the search."""
    winner: int | None
    """The winner of the game; None for a turn that was not played."""


def lessons_of_games(
    net: bytes, seed: int, numbers: range, effort: int, jobs: int
) -> Iterator[list[Lesson]]:
    """The lessons of each game, in order of their numbers."""
    play = partial(play_game, net, seed, effort)
    if jobs <= 1:
        yield from map(play, numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, numbers, chunksize=2)


def play_game(net: bytes, seed: int, effort: int, number: int) -> list[Lesson]:
    """Play one game and return its lessons."""
    dice = Random(f"{seed}:{number}")
    shape, side, players = dice.choice(BOARDS)
    start = traditional_start(shape, side, players)
    game = Game(start, random_opening(start, dice.randrange(1, 4 * players), dice))
    found: list[Lesson] = []
    seen = Counter([game.position])
    while not game.is_over and seen[game.position] < REPETITIONS:
        if game.turn_number >= LONGEST * players:
            break
        found += _play_turn(game, net, effort, dice)
        seen[game.position] += 1
    outcome = game.outcome or adjudicate(game.position)
    return [
        lesson if lesson.winner is None else lesson._replace(winner=outcome.winner)
        for lesson in found
    ]


def _play_turn(game: Game, net: bytes, effort: int, dice: Random) -> list[Lesson]:
    """Play one turn and return its lessons; none for a forced pass."""
    if game.is_forced:
        game.play()
        return []
    tree = Tree(game.position, net, Budget(effort, never), dice)
    tree.grow()
    chosen = _choose(tree, dice)
    found = _lessons(tree, chosen, game.position)
    game.play(chosen.turn)
    return found


def _choose(tree: Tree, dice: Random) -> Branch:
    ranked = tree.ranked()
    good = [branch for branch in ranked[:5] if branch.visits]
    if good and dice.random() < EXPLORATION:
        return dice.choice(good)
    return ranked[0]


def _lessons(tree: Tree, chosen: Branch, position: Position) -> list[Lesson]:
    others = [branch for branch in tree.ranked() if branch is not chosen]
    searched = [branch for branch in others if branch.visits >= 2]
    found = [_lesson(chosen, position, played=True)] if chosen.visits else []
    return found + [_lesson(other, position, played=False) for other in searched[:ALTERNATIVES]]


def _lesson(branch: Branch, position: Position, *, played: bool) -> Lesson:
    trial = Trial(position)
    steps = [trial.step(move) for move in branch.turn]
    inputs = surface.inputs(*position.plain, steps)
    searched = branch.chances()
    if branch.is_won:
        searched = tuple(float(player == position.to_move) for player in range(position.players))
    return Lesson(inputs, searched, 0 if played else None)
