"""`atlantis agent`: run a built-in bot as an agent."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from atlantis_core.bots.agent_loop import run_agent
from atlantis_core.bots.registry import BOTS, bot_named
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
