"""Makes the packaged collection of opening games: 3000 games of the strongest bot against itself.

Run `python tools/make_opening_games.py PART`; it takes about half an hour of processor time with
the native engine, and gives the same file on every machine. PART keeps the finished games: after
an interruption, the same command continues there.

The games start from the standard starts. In the first rounds the bot chooses at random among the
turns that it rates almost equal, so that the games differ where good players' games would; after
that it plays the turn that it rates best. The packaged file was made with the bots of version
0.2.0: bots that have changed since play other games.
"""

from __future__ import annotations

import gzip
import math
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

from atlantis_core.arena.referee import REPETITIONS, Ending, turns_allowed
from atlantis_core.bots.interface import Candidate, Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.contests.contestants import distinct_names
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.scoring import adjudicate
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript.json_writer import write_line
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.replaying import transcribe

SEED = 1
BOT = "grandmaster"
EFFORT = 2000
"""A quarter of the bot's usual effort, so that the script ends within half an hour."""
EVENT = "opening games"
TARGET = Path(__file__).parents[1] / "src/atlantis_core/game_library/opening_games.jsonl.gz"
MOST_BYTES = 1_500_000
SPREAD = 0.02
"""A turn is chosen exp(-1) times as often if its chance of winning is lower by this."""
WORST = 0.06
"""Turns whose chance is lower by more than this are not chosen."""


class Group(NamedTuple):
    """Games from one start."""

    shape: Shape
    side: int
    players: int
    games: int
    rounds: int
    """Rounds in which the bot chooses among its best turns."""


GROUPS = (
    Group(Shape.HEXAGON, 2, 2, 1000, 3),
    Group(Shape.HEXAGON, 2, 3, 400, 2),
    Group(Shape.TRIANGLE, 4, 2, 400, 3),
    Group(Shape.TRIANGLE, 4, 3, 150, 2),
    Group(Shape.RHOMBUS, 3, 2, 400, 3),
    Group(Shape.HEXAGON, 3, 2, 450, 3),
    Group(Shape.HEXAGON, 3, 3, 200, 2),
)


class Player:
    """The bot, with the answers to the positions of openings."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self._bot = bot_named(BOT)
        self._known: dict[Position, tuple[Candidate, ...]] = {}

    def play(self, number: int) -> Game:
        """Play the game with this number until it is over or adjudicated."""
        group = self._group
        dice = Random(f"{SEED}:{group.shape.value}:{group.side}:{group.players}:{number}")
        game = Game(traditional_start(group.shape, group.side, group.players))
        most = turns_allowed(game.start, None, ())
        while not game.is_over and game.turn_number < most and not _repeats(game):
            if game.is_forced:
                game.play(())
            elif game.turn_number < group.rounds * group.players:
                game.play(self._choose(game.position, dice))
            else:
                question = Question(game.position, dice.getrandbits(32), EFFORT)
                game.play(self._bot.choose(question).turn)
        return game

    def _choose(self, position: Position, dice: Random) -> Turn:
        """One of the turns that the bot rates almost equal."""
        if position not in self._known:
            answer = self._bot.choose(Question(position, SEED, EFFORT))
            rated = tuple(one for one in answer.candidates if one.chances)
            self._known[position] = rated or answer.candidates[:1]
        found = self._known[position]
        chances = [_chance(one, position) for one in found]
        best = max(chances)
        weights = [math.exp((c - best) / SPREAD) * (c >= best - WORST) for c in chances]
        return dice.choices(found, weights)[0].turn


def _chance(one: Candidate, position: Position) -> float:
    return one.chances[position.to_move] if one.chances else 0.0


def _repeats(game: Game) -> bool:
    return sum(one == game.position for one in game.positions) >= REPETITIONS


def record(group: Group, number: int, game: Game) -> Transcript:
    """The game with its players, result and origin."""
    made = transcribe(game)
    names = distinct_names([BOT] * group.players)
    players = (p._replace(name=name) for p, name in zip(made.players, names, strict=True))
    made = made._replace(players=tuple(players))
    found = game.outcome or adjudicate(game.position)
    ending = Ending.REPETITION if _repeats(game) else Ending.TURN_LIMIT
    tags: dict[str, str | int] = {
        "event": EVENT,
        "board": f"{group.shape.value}:{group.side}",
        "game": number + 1,
        "seed": SEED,
        "effort": EFFORT,
        "result": "-".join(map(str, found.scores)),
        "winner": names[found.winner],
        "ending": (Ending.FINISHED if game.is_over else ending).value,
    }
    for name, value in tags.items():
        made = made.with_tag(name, value)
    return made


def play_all(part: Path) -> None:
    """Play the games that are not yet in the file."""
    done = len(part.read_bytes().splitlines()) if part.exists() else 0
    wanted = [(group, number) for group in GROUPS for number in range(group.games)]
    players = {group: Player(group) for group in GROUPS}
    with part.open("a", encoding="utf-8") as file:
        for group, number in wanted[done:]:
            file.write(write_line(record(group, number, players[group].play(number))))
            file.flush()


def main() -> None:
    part = Path(sys.argv[1])
    play_all(part)
    packed = gzip.compress(part.read_bytes(), 9, mtime=0)
    if len(packed) > MOST_BYTES:
        raise SystemExit(f"{len(packed)} bytes (expected at most {MOST_BYTES})")
    TARGET.write_bytes(packed)
    print(f"{len(packed)} bytes: {TARGET}")


if __name__ == "__main__":
    main()
