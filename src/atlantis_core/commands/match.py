"""`atlantis match`: programs play each other, and the figures say who is stronger."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

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
from atlantis_core.contests.results_file import open_results
from atlantis_core.contests.sequential import SequentialTest
from atlantis_core.contests.stop_signals import stopped_by_signals
from atlantis_core.phrases import counted
from atlantis_core.position import Position
from atlantis_core.safe_text import showable, showable_ends
from atlantis_core.seats import Seat, SeatKind
from . import match_options
from .command_lines import add_number
from .errors import UsageError
from .output import emit, emit_lines, emit_table

DESCRIPTION = """\
Let programs play a match. A player is a bot by its name, or 'agent:' and the
command line of a program that speaks the agent protocol (docs/agents.md). The
seats rotate from game to game. Every game begins with a few random turns, the
same from every seat, and intervals count such pairs of games. The same seed
gives the same games, whatever the number of jobs. With --out every game is kept:
a line in that file, a transcript in the folder beside it; the same command goes
on where it was interrupted."""
EXAMPLES = """\
  atlantis match master random --board hexagon:2 --games 100 --seed 1
  atlantis match greedy searcher master --board hexagon:3 --games 30 --jobs 2
  atlantis match searcher greedy --games 1000 --until 'elo0=0 elo1=20'
  atlantis match master 'agent:python3 mine.py' --board triangle:4 --out mine.jsonl
"""


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("players", metavar="PLAYER", nargs="+", type=match_options.seat, help="who plays, 2 to 6")
    add(
        "--board",
        metavar="BOARD",
        default="hexagon:2",
        help="SHAPE:SIDE, or a file with players; hexagon:2 by default",
    )
    add_number(parser, "--games", match_options.games, "how many", 100)
    add_playing_options(parser)
    match_options.add_results_file(parser)


def add_playing_options(parser: ArgumentParser) -> None:
    """Add what says how the games of a match are played; `make_match` reads it."""
    add = parser.add_argument
    add_number(parser, "--seed", match_options.seed, "of all random choices", 1)
    told = "positions that a bot judges in a turn; by default what is usual for each bot"
    add_number(parser, "--effort", match_options.effort, told)
    add_number(parser, "--jobs", match_options.jobs, "games played at once", 1)
    add(
        "--on",
        metavar="ADDRESS",
        help="play on a Dask cluster, for example tcp://scheduler:8786; by default on this machine",
    )
    add(
        "--agents-on-workers",
        action="store_true",
        help="let the workers of a cluster run the programs of 'agent:' players",
    )
    add(
        "--openings",
        metavar="N",
        type=match_options.openings,
        default=4,
        help="random turns at the beginning, the same from every seat; 4 by default, 0 for none",
    )
    add(
        "--until",
        metavar="TEST",
        type=match_options.sequential_test,
        help="stop as soon as a sequential test decides, for example 'elo0=0 elo1=20'",
    )
    told = "turns after which a game is adjudicated; by default 100 for each player"
    add_number(parser, "--turn-limit", match_options.turns, told)
    told, usual = "what an agent has for a turn", TimeLimits().turn
    add_number(parser, "--turn-seconds", match_options.seconds, told, usual, "S")


def make_match(
    options: Namespace, contestants: tuple[Seat, ...], board: str, start: Position
) -> Match:
    """A match with the options that `add_playing_options` has added."""
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
    results = run_match(match, options, options.out)
    show_match(match, results)
    if options.until is not None:
        emit(describe_decision(options.until, match, results))
    return 0


def run_match(match: Match, options: Namespace, out: Path | None) -> Sequence[Result]:
    """Play what is still to be played, with a line of progress; gives all results in order."""
    test: SequentialTest | None = options.until
    if test is not None and len(match.contestants) != 2:
        raise UsageError("--until compares two players (expected a match of two)")

    def tally(results: Sequence[Result]) -> str:
        return _tally(match, results)

    def enough(results: Sequence[Result]) -> int | None:
        decided = None if test is None else decide(test, results)
        return None if decided is None else decided[1]

    runner = _runner(match, options)
    with stopped_by_signals(), ExitStack() as stack:
        known, keep = open_results(out, MatchFormat(match), stack)
        series = Series(match, options.games, keep, tally, enough, runner)
        return series.play(options.jobs, known, sys.stderr)


def _runner(match: Match, options: Namespace) -> Runner[PlayedGame] | None:
    """Who plays the games: the cluster that was named, or processes of this machine."""
    if options.on is None:
        return None
    if (
        any(seat.kind is SeatKind.AGENT for seat in match.contestants)
        and not options.agents_on_workers
    ):
        raise UsageError(
            "programs are not run on a cluster (expected --agents-on-workers, if every worker "
            "has them and may run them)"
        )
    from atlantis_core.arena.software import software
    from atlantis_core.contests.cluster import runner_on

    return runner_on(options.on, software)


def _tally(match: Match, results: Sequence[Result]) -> str:
    wins = [0] * len(match.contestants)
    for result in results:
        wins[result.winner] += 1
    return " - ".join(map(str, wins))


def show_match(match: Match, results: Sequence[Result]) -> None:
    """The table at the end."""
    names = [showable_ends(name, 40) for name in names_of(match.contestants)]
    header, *rows = match_rows(results, names)
    emit(f"{showable(match.board)}, {counted(len(results), 'game')}: {endings_line(results)}")
    emit_table(header, rows)
    emit(evidence_line(results, len(names)))
    emit_lines(fault_lines(results, names))
