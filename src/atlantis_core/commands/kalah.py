"""`atlantis kalah`: run matches between agents of the Manchester protocol."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from atlantis_core.contests.contestants import fault_lines
from atlantis_core.contests.game_runs import Series
from atlantis_core.contests.progress import MatchScore
from atlantis_core.contests.results_file import open_results
from atlantis_core.contests.stop_signals import stopped_by_signals
from atlantis_core.processes.command_line import parse_command
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable, showable_ends
from . import match_options
from .command_lines import add_number, reading, whole_number
from .errors import UsageError
from .output import complain, emit, emit_lines, emit_table

if TYPE_CHECKING:
    from atlantis_core.games.kalah.matches import Pairing, Result

DESCRIPTION = """\
Run Kalah between agents, programs that speak the protocol of the Manchester
engine (docs/other-games.md). 'match' plays many matches between two agents, which
take turns to move first; --out saves every match, and the same command resumes an
interrupted run. 'referee' plays one match and prints what the original engine
prints: one line per agent, 1 for the winner, and the milliseconds per answer.
'agent' runs the built-in agent, for this referee or the original one. Agents are
commands, split as in a shell but run without one."""
EXAMPLES = """\
  atlantis kalah referee 'atlantis kalah agent' 'java -jar MyAgent.jar'
  atlantis kalah match 'java -jar A.jar' 'java -jar B.jar' --games 20 --jobs 2
  atlantis kalah match 'java -jar A.jar' 'atlantis kalah agent' --out results.jsonl
  atlantis kalah agent --effort 20000
"""


def add_arguments(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    match = actions.add_parser(
        "match", help="play many matches between two agents", allow_abbrev=False
    )
    _add_playing_options(match)
    add_number(match, "--games", match_options.games, "number of matches", 20)
    add_number(match, "--jobs", match_options.jobs, "matches to play at the same time", 1)
    match_options.add_results_file(match)
    referee = actions.add_parser(
        "referee", help="play one match like the original engine", allow_abbrev=False
    )
    _add_playing_options(referee)
    agent = actions.add_parser("agent", help="run the built-in agent", allow_abbrev=False)
    text = "positions to search per move (default: 300000)"
    add_number(agent, "--effort", match_options.effort, text)
    _add_size_options(agent)


def _add_playing_options(parser: ArgumentParser) -> None:
    for name, words in (
        ("first", "agent that starts as South"),
        ("second", "agent that starts as North"),
    ):
        parser.add_argument(name, metavar=name.upper(), type=reading(_command), help=words)
    text = "time limit of an agent for a whole match, in seconds"
    add_number(parser, "--seconds", match_options.seconds, text, 3600.0, "S")
    _add_size_options(parser)


def _add_size_options(parser: ArgumentParser) -> None:
    for name, most in (("holes", 99), ("seeds", 999)):
        size = whole_number(f"bad number of {name}", 1, most)
        parser.add_argument(
            f"--{name}", metavar="N", type=size, default=7, help=f"number of {name} (default: 7)"
        )


def _command(text: str) -> str:
    """Check the command of an agent."""
    parse_command(text)
    return text.strip()


def run(options: Namespace) -> int:
    actions = {"match": _match, "referee": _referee, "agent": _agent}
    return actions[options.action](options)


def _agent(options: Namespace) -> int:
    from atlantis_core.games.kalah.agent import run_agent
    from atlantis_core.games.kalah.board import new_board
    from atlantis_core.games.kalah.chooser import EFFORT

    if sys.stdin is None:
        raise UsageError("standard input is closed (expected START)")
    effort = EFFORT if options.effort is None else options.effort
    run_agent(sys.stdin, sys.stdout, effort, new_board(options.holes, options.seeds))
    return 0


def _referee(options: Namespace) -> int:
    from atlantis_core.games.kalah.board import new_board
    from atlantis_core.games.kalah.programs import play_match
    from atlantis_core.games.kalah.referee import MatchEnding, format_verdict

    start = new_board(options.holes, options.seeds)
    with stopped_by_signals():
        verdict = play_match((options.first, options.second), start, options.seconds)
    emit(format_verdict(verdict).rstrip("\n"))
    if verdict.ending is not MatchEnding.FINISHED:
        complain("MATCH WAS ABORTED")
    if verdict.offence is not None:
        command = (options.first, options.second)[verdict.offence.seat]
        text = showable(verdict.offence.explanation, 400)
        complain(f"{showable_ends(command, 40)}: {verdict.offence.fault.value}: {text}")
    return 0


def _match(options: Namespace) -> int:
    from atlantis_core.games.kalah.matches import Pairing

    players = (options.first, options.second)
    pairing = Pairing(players, options.holes, options.seeds, options.seconds)
    with stopped_by_signals(), ExitStack() as stack:
        known, keep = open_results(options.out, pairing, stack)
        standing: MatchScore[Result] = MatchScore(lambda result: result.winner, (0, None, 1))
        series = Series(pairing, options.games, keep, standing)
        results = series.play(options.jobs, known, sys.stderr)
    _show(pairing, results)
    return 0


def _show(pairing: Pairing, results: Sequence[Result]) -> None:
    """Print the table of results."""
    from atlantis_core.games.kalah.matches import endings_line, match_rows

    names = [showable_ends(name, 40) for name in pairing.names]
    size = f"{pairing.holes} holes, {pairing.seeds} seeds"
    emit(f"Kalah, {size}, {counted(len(results), 'game')}: {endings_line(results)}")
    header, *rows = match_rows(results, names)
    emit_table(header, rows)
    emit_lines(fault_lines(results, names))
