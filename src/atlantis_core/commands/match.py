"""`atlantis match`: run a match between bots and agents, and print who is stronger."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from atlantis_core.arena.match_collection import MatchCollection, collection_beside
from atlantis_core.arena.matches import Match, names_of
from atlantis_core.arena.referee import PlayedGame
from atlantis_core.arena.results import MatchFormat, Result
from atlantis_core.arena.tables import (
    decide,
    describe_decision,
    endings_line,
    evidence_line,
    match_rows,
)
from atlantis_core.bots.agent_player import TimeLimits
from atlantis_core.contests.contestants import fault_lines
from atlantis_core.contests.game_runs import Runner, Series
from atlantis_core.contests.progress import MatchScore
from atlantis_core.contests.results_file import open_results
from atlantis_core.contests.sequential import SequentialTest
from atlantis_core.contests.stop_signals import stopped_by_signals
from atlantis_core.positions.position import Position
from atlantis_core.seats import Seat, SeatKind
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable, showable_ends
from . import match_options
from .command_lines import add_number
from .errors import UsageError
from .output import emit, emit_lines, emit_table

DESCRIPTION = """\
Run a match between bots and agents. A player is the name of a bot, or 'agent:' and
a command that speaks the agent protocol (docs/agents.md). Seats rotate from game to
game. Each opening of a few random turns is played from every seat, and confidence
intervals treat those games as one sample. The same seed gives the same games for
any number of jobs. --out saves one line per game to that file and the transcripts
to a folder next to it, or with --collection to one file; run the same command again
to resume."""
EXAMPLES = """\
  atlantis match master random --board hexagon:2 --games 100 --seed 1
  atlantis match greedy searcher master --board hexagon:3 --games 30 --jobs 2
  atlantis match searcher greedy --games 1000 --until 'elo0=0 elo1=20'
  atlantis match master 'agent:python3 mine.py' --board triangle:4 --out mine.jsonl
  atlantis match master searcher --games 1000 --out bots.jsonl --collection
"""


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("players", metavar="PLAYER", nargs="+", type=match_options.seat, help="players, 2 to 6")
    add(
        "--board",
        metavar="BOARD",
        default="hexagon:2",
        help="SHAPE:SIDE, or a file with players (default: hexagon:2)",
    )
    add_number(parser, "--games", match_options.games, "number of games", 100)
    add_playing_options(parser)
    match_options.add_results_file(parser)
    add(
        "--collection",
        action="store_true",
        help="save the transcripts in one collection, NAME-games.jsonl, instead of a folder",
    )


def add_playing_options(parser: ArgumentParser) -> None:
    """Add the options that `make_match` and `run_match` read."""
    add = parser.add_argument
    add_number(parser, "--seed", match_options.seed, "random seed", 1)
    text = "positions a bot searches per turn (default: depends on the bot)"
    add_number(parser, "--effort", match_options.effort, text)
    add_number(parser, "--jobs", match_options.jobs, "games to play at the same time", 1)
    add(
        "--on",
        metavar="ADDRESS",
        help="play on a Dask cluster, for example tcp://scheduler:8786",
    )
    add(
        "--agents-on-workers",
        action="store_true",
        help="run the commands of agents on the workers of the cluster",
    )
    add(
        "--openings",
        metavar="N",
        type=match_options.openings,
        default=4,
        help="random turns at the start, the same from every seat (default: 4)",
    )
    add(
        "--until",
        metavar="TEST",
        type=match_options.sequential_test,
        help="stop when a sequential test decides, for example 'elo0=0 elo1=20'",
    )
    text = "adjudicate games after this many turns (default: 100 per player)"
    add_number(parser, "--turn-limit", match_options.turns, text)
    text, usual = "time limit of an agent per turn, in seconds", TimeLimits().turn
    add_number(parser, "--turn-seconds", match_options.seconds, text, usual, "S")


def make_match(
    options: Namespace, contestants: tuple[Seat, ...], board: str, start: Position
) -> Match:
    """Make a match from the options of `add_playing_options`."""
    return Match(
        contestants=contestants,
        board=board,
        start=start,
        seed=options.seed,
        effort=options.effort,
        turn_limit=options.turn_limit,
        limits=TimeLimits(turn=options.turn_seconds),
        openings=options.openings,
    )


def run(options: Namespace) -> int:
    players = tuple(options.players)
    if not 2 <= len(players) <= 6:
        raise UsageError(f"{counted(len(players), 'player')} (expected 2 to 6)")
    start = match_options.open_start(options.board, len(players))
    match = make_match(options, players, options.board, start)
    if options.collection and options.out is None:
        raise UsageError("--collection needs --out")
    results = run_match(match, options, options.out, is_collection=options.collection)
    show_match(match, results)
    if options.until is not None:
        emit(describe_decision(options.until, match, results))
    return 0


def run_match(
    match: Match, options: Namespace, out: Path | None, *, is_collection: bool = False
) -> Sequence[Result]:
    """Play the remaining games, with a progress line; returns all results in order.

    `is_collection` saves the transcripts in one file instead of a folder.
    """
    test: SequentialTest | None = options.until
    if test is not None and len(match.contestants) != 2:
        raise UsageError("--until needs exactly two players")

    standing = MatchScore[Result](lambda result: result.winner, range(len(match.contestants)))
    runner = _runner(match, options)
    with stopped_by_signals(), ExitStack() as stack:
        collection = None
        if is_collection and out is not None:
            collection = stack.enter_context(closing(MatchCollection(collection_beside(out))))
        known, keep = open_results(out, MatchFormat(match, collection), stack)
        enough = None if test is None else partial(_decided_after, test)
        series = Series(match, options.games, keep, standing, enough, runner)
        return series.play(options.jobs, known, sys.stderr)


def _runner(match: Match, options: Namespace) -> Runner[PlayedGame] | None:
    """The cluster that `--on` names; None for processes on this machine."""
    if options.on is None:
        return None
    if (
        any(seat.kind is SeatKind.AGENT for seat in match.contestants)
        and not options.agents_on_workers
    ):
        raise UsageError(
            "agents do not run on a cluster by default (use --agents-on-workers if every worker "
            "has them installed)"
        )
    from atlantis_core.arena.results import software
    from atlantis_core.contests.cluster import runner_on

    return runner_on(options.on, software)


def _decided_after(test: SequentialTest, results: Sequence[Result]) -> int | None:
    decided = decide(test, results)
    return None if decided is None else decided[1]


def show_match(match: Match, results: Sequence[Result]) -> None:
    """Print the table of results."""
    names = [showable_ends(name, 40) for name in names_of(match.contestants)]
    header, *rows = match_rows(results, names)
    emit(f"{showable(match.board)}, {counted(len(results), 'game')}: {endings_line(results)}")
    emit_table(header, rows)
    emit(evidence_line(results, len(names)))
    emit_lines(fault_lines(results, names))
