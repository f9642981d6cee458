"""Puzzles in tafl files: the step from which the user has to find the moves.

The tags `puzzle-start` and `puzzle-prestart` name half-moves: `9a` is the first one of turn 9,
after which the puzzle begins; turn 0 is the start of the game.
"""

from __future__ import annotations

import re

from atlantis_core.games.protocol import Puzzle
from .tree import GameTree

MODES = ("loose", "strict")
_ADDRESS = re.compile(r"([0-9]{1,6})([a-z])", re.ASCII)


def find_puzzle(game: GameTree) -> Puzzle | None:
    """The puzzle of the tags; None without one, or if no moves follow its start."""
    mode = game.tag("puzzle-mode")
    if mode is None or mode.value.text.strip() not in MODES:
        return None
    start = _step(game, "puzzle-start")
    start = 0 if start is None else start
    shown_from = _step(game, "puzzle-prestart")
    if start >= len(game.main.moves):
        return None
    return Puzzle(start, start if shown_from is None else min(shown_from, start))


def _step(game: GameTree, key: str) -> int | None:
    """The step after the half-move named by a tag, in the main line."""
    tag = game.tag(key)
    match = None if tag is None else _ADDRESS.fullmatch(tag.value.text.strip())
    if match is None:
        return None
    number, index = int(match[1]), ord(match[2]) - ord("a")
    if number == 0:
        return 0
    for step, half_move in enumerate(game.main.moves, start=1):
        if (half_move.turn.number, half_move.index) == (number, index):
            return step
    return None
