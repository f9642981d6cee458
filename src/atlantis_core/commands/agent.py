"""`atlantis agent`: run a built-in bot as an agent.

Also a reference implementation: it stores only the board and its seat, because every CHANGE holds
the whole state.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import TextIO

from atlantis_core.bots.interface import Bot, Question
from atlantis_core.bots.messages import END, Next, format_turn, parse_change, parse_start
from atlantis_core.bots.player import turn_seed_at
from atlantis_core.bots.registry import BOTS, bot_named
from atlantis_core.positions.position import Position
from atlantis_core.support.errors import NotationError
from .command_lines import add_number
from .match_options import bot, effort, seed

DESCRIPTION = """\
Run a built-in bot as an agent: it reads agent protocol messages from standard input
and answers on standard output, one line each (docs/agents.md). Any program that
does the same can play wherever a bot can."""
EXAMPLES = """\
  atlantis agent greedy
  atlantis match master 'agent:atlantis agent greedy' --board hexagon:2 --games 2
"""


def add_arguments(parser: ArgumentParser) -> None:
    names = ", ".join(BOTS)
    parser.add_argument("name", metavar="NAME", type=bot, help=f"the bot: {names}")
    add_number(parser, "--seed", seed, "random seed", 0)
    text = "positions to search per turn (default: depends on the bot)"
    add_number(parser, "--effort", effort, text)


def run(options: Namespace) -> int:
    if sys.stdin is None:
        raise NotationError("", "message", "START on standard input, but it is closed")
    run_agent(bot_named(options.name), sys.stdin, sys.stdout, options.seed, options.effort)
    return 0


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
