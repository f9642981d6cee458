"""Games of the tree search against itself, from random openings, and the lessons from them.

Seed and number determine a game, independent of the process or machine that plays it. Each turn
yields lessons: the inputs of the net for every player after the turn, and the chances found by the
search. The result of the game is added at its end.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import NamedTuple

from atlantis_core.arena import results
from atlantis_core.arena.openings import random_opening
from atlantis_core.arena.referee import REPETITIONS
from atlantis_core.bots.evaluation import Budget
from atlantis_core.bots.tree import Branch, ranked_branches
from atlantis_core.contests.cluster import runner_on
from atlantis_core.contests.game_runs import Runner, play_games
from atlantis_core.engine import surface
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.scoring import adjudicate
from atlantis_core.rules.settling import Trial
from atlantis_core.support.cancelling import never
from training.starts import island_start, random_start

LONGEST = 80
"""Rounds after which a game is adjudicated."""
EXPLORATION = 0.1
"""How often another of the good turns is played instead of the best, for variety."""
ALTERNATIVES = 3
"""The number of searched but unplayed turns that yield lessons."""


class Lesson(NamedTuple):
    """The inputs of the net for every player, and the target."""

    inputs: bytes
    """Doubles: the inputs of the first player, then those of the next. Tuples would take four times
    the memory, and there are hundreds of thousands of lessons."""
    searched: tuple[float, ...]
    """The chances of all players found by the search."""
    winner: int | None
    """The winner of the game; None for a turn that was not played."""


@dataclass(frozen=True)
class SelfPlay:
    """The numbered games of one net against itself, as a contest for processes or a cluster."""

    net: bytes
    seed: int
    effort: int
    """Evaluations per turn."""
    islands: bool = False
    """Whether all games are on boards in islands."""
    patience: float = 5.0

    def play(self, number: int) -> list[Lesson]:
        """Play one game and return its lessons."""
        return play_game(self.net, self.seed, self.effort, number, islands=self.islands)


def software() -> tuple[str, ...]:
    """As for a match; fails on a worker that cannot import the training."""
    return results.software()


def lessons_of_games(
    contest: SelfPlay, numbers: range, jobs: int, address: str | None = None
) -> Iterator[list[Lesson]]:
    """The lessons of each game, in order of their numbers; with an address, from a cluster."""
    run: Runner[list[Lesson]] = play_games if address is None else runner_on(address, software)
    early: dict[int, list[Lesson]] = {}
    following = numbers.start
    with closing(run(contest, numbers, jobs)) as played:
        for number, lessons in played:
            early[number] = lessons
            while following in early:
                yield early.pop(following)
                following += 1


def play_game(
    net: bytes, seed: int, effort: int, number: int, *, islands: bool = False
) -> list[Lesson]:
    """Play one game and return its lessons."""
    dice = Random(f"{seed}:{number}")
    start = island_start(dice) if islands else random_start(dice)
    players = start.players
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
    ranked = ranked_branches(game.position, net, Budget(effort, never), dice)
    chosen = _choose(ranked, dice)
    found = _lessons(ranked, chosen, game.position)
    game.play(chosen.turn)
    return found


def _choose(ranked: list[Branch], dice: Random) -> Branch:
    good = [branch for branch in ranked[:5] if branch.visits]
    if good and dice.random() < EXPLORATION:
        return dice.choice(good)
    return ranked[0]


def _lessons(ranked: list[Branch], chosen: Branch, position: Position) -> list[Lesson]:
    others = [branch for branch in ranked if branch is not chosen]
    searched = [branch for branch in others if branch.visits >= 2]
    found = [_lesson(chosen, position, played=True)] if chosen.visits else []
    return found + [_lesson(other, position, played=False) for other in searched[:ALTERNATIVES]]


def _lesson(branch: Branch, position: Position, *, played: bool) -> Lesson:
    trial = Trial(position)
    steps = [trial.step(move) for move in branch.turn]
    rows = surface.inputs(*position.plain, steps)
    searched = branch.chances()
    if branch.is_won:
        searched = tuple(float(player == position.to_move) for player in range(position.players))
    return Lesson(array("d", chain.from_iterable(rows)).tobytes(), searched, 0 if played else None)
