"""Recorded verdicts of both engines, bit-identical on every Python.

`python -m tests.engine.verdicts` records them again after an intended change.
"""

from __future__ import annotations

import json
from pathlib import Path

from atlantis_core.bots.hints import chances
from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start

PATH = Path(__file__).with_name("verdicts.json")
GAMES = ((Shape.HEXAGON, 2, 2), (Shape.TRIANGLE, 4, 3), (Shape.HEXAGON, 3, 6))


def verdicts() -> list[str]:
    """Values of a bot's candidates and winning chances, in three short games."""
    found = []
    for shape, side, players in GAMES:
        game = Game(traditional_start(shape, side, players))
        while not game.is_over and game.turn_number < 9:
            answer = bot_named("searcher").choose(Question(game.position, seed=7, effort=60))
            found += [candidate.value.hex() for candidate in answer.candidates]
            found += [chance.hex() for chance in chances(game.position)]
            game.play(answer.turn)
    return found


def main() -> None:
    PATH.write_text(json.dumps(verdicts(), indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
