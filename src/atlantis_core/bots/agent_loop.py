"""Runs a built-in bot as an agent: `atlantis agent NAME` reads and writes protocol lines.

Also a reference implementation: it stores only the board and its seat, because every CHANGE holds
the whole state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from atlantis_core.positions.position import Position
from .interface import Bot, Question
from .messages import END, Next, format_turn, parse_change, parse_start
from .player import turn_seed_at


def run_agent(
    bot: Bot, lines: Iterable[str], answers: TextIO, seed: int = 0, effort: int | None = None
) -> None:
    """Answer every CHANGE that says YOU, until END or the end of the lines.

    Raises NotationError for a line that is not a protocol message.
    """
    source = iter(lines)
    first = next(source, END).rstrip("\n")
    if first == END:
        return
    start = parse_start(first)
    played = len(start.turns) - 1  # the first CHANGE reports no new turn
    for line in source:
        message = line.rstrip("\n")
        if message == END:
            return
        change = parse_change(message)
        played += 1
        if change.following is not Next.YOU:
            continue
        position = Position.setup(start.board, change.state, start.seat)
        question = Question(position, turn_seed_at(seed, played), effort)
        answers.write(format_turn(bot.choose(question).turn) + "\n")
        answers.flush()
