"""Records every bot's answers along a few games, so that a test notices any change.

`python -m tests.bots.chosen_turns` rewrites the record after an intended change.
"""

from __future__ import annotations

import json
from pathlib import Path

from atlantis_core.bots.interface import Answer, Bot, Question
from atlantis_core.bots.registry import BOTS
from atlantis_core.positions.grid import format_moves
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start

PATH = Path(__file__).with_suffix(".json")
GAMES = ((Shape.TRIANGLE, 3, 2, 5, 250), (Shape.TRIANGLE, 4, 3, 6, 60))
"""Shape, side, players, number of turns, and effort: once ample, once too small."""


def chosen_turns(bot: Bot) -> list[str]:
    """A bot's answers, with efforts and values."""
    found = []
    for shape, side, players, turns, effort in GAMES:
        game = Game(traditional_start(shape, side, players))
        while not game.is_over and game.turn_number < turns:
            answer = bot.choose(Question(game.position, game.turn_number, effort))
            found.append(_written(answer))
            game.play(answer.turn)
    return found


def _written(answer: Answer) -> str:
    verdicts = [
        f"{format_moves(candidate.turn)} {candidate.value:.6f}" for candidate in answer.candidates
    ]
    return "; ".join([f"{format_moves(answer.turn)} of {answer.judged}", *verdicts])


def main() -> None:
    answers = {name: chosen_turns(bot) for name, bot in BOTS.items()}
    PATH.write_text(json.dumps(answers, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
