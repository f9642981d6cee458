"""`atlantis ladder`: all levels against each other, as the table of docs/bots.md."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from itertools import pairwise
from pathlib import Path

from atlantis_core.arena.ladder import (
    Rung,
    format_ladder,
    pairing_match,
    pairings,
    rung_of,
)
from atlantis_core.bots.registry import BOTS
from atlantis_core.commands import playing
from atlantis_core.commands.match import run_match
from atlantis_core.commands.output import complain, emit

DESCRIPTION = """\
Let all bots play each other and write the table of docs/bots.md (Markdown).
With --neighbours only each level against the one below. With --out the games
are kept in that folder, and the same command goes on where it was interrupted."""
EXAMPLES = """\
  atlantis ladder --games 100 --jobs 2 --out ladder
  atlantis ladder --board hexagon:3 --neighbours --games 20
"""
DEFAULT_BOARDS = ("triangle:4", "hexagon:2")


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--board", metavar="BOARD", action="append", help="by default triangle:4 and hexagon:2")
    add("--games", metavar="N", type=playing.games, default=100, help="for each pair and board")
    add("--seed", metavar="N", type=playing.seed, default=1, help="of all random choices")
    add("--effort", metavar="N", type=playing.effort, help="positions that a bot judges in a turn")
    add("--jobs", metavar="N", type=playing.jobs, default=1, help="games played at once")
    add("--neighbours", action="store_true", help="only each level against the one below")
    add("--out", metavar="FOLDER", type=Path, help="keep the games there, and resume from it")


def run(options: Namespace) -> int:
    names = tuple(BOTS)
    pairs = list(pairwise(names)) if options.neighbours else pairings(names)
    rungs: list[Rung] = []
    for board in options.board or DEFAULT_BOARDS:
        start = playing.open_start(board, 2)
        for pair in pairs:
            match = pairing_match(pair, board, start, options.seed, options.effort)
            out = _results_path(options.out, board, pair)
            results = run_match(match, options.games, options.jobs, out)
            rungs.append(rung_of(pair, board, results))
            complain(f"{board}: {pair[1]} over {pair[0]}: {rungs[-1].wins} of {rungs[-1].games}")
    for line in format_ladder(rungs, names):
        emit(line)
    return 0


def _results_path(folder: Path | None, board: str, pair: tuple[str, str]) -> Path | None:
    if folder is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    plain = "".join(letter if letter.isalnum() else "-" for letter in board)
    return folder / f"{plain}-{pair[1]}-{pair[0]}.jsonl"
