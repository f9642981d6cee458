"""What every bot answers along a few games: a change that changes it is seen, and meant or not.

`python -m tests.bots.chosen_turns` writes the answers again, for a change that is meant.
"""

from __future__ import annotations

import json
from pathlib import Path

from atlantis_core.bots.interface import Answer, Bot, Question
from atlantis_core.bots.registry import BOTS
from atlantis_core.game import Game
from atlantis_core.grid import format_moves
from atlantis_core.shapes import Shape, traditional_start

PATH = Path(__file__).with_suffix(".json")
GAMES = ((Shape.TRIANGLE, 3, 2, 5, 250), (Shape.TRIANGLE, 4, 3, 6, 60))
"""Shape, side, players, how many turns, and the effort: enough for a bot, and too little."""


def chosen_turns(bot: Bot) -> list[str]:
    """Its answers, with the efforts and the verdicts."""
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
