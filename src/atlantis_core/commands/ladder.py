"""`atlantis ladder`: all levels against each other, as the table of docs/bots.md."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from atlantis_core.arena.ladder import (
    NAME_ROOM,
    Rung,
    contestants_of,
    describe_rung,
    format_ladder,
    pairings,
    rung_of,
)
from atlantis_core.arena.matches import names_of
from atlantis_core.arena.results import Result
from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.bots.registry import BOTS, LEVELS
from atlantis_core.bots.seats import format_contestant
from atlantis_core.contests.contestants import fault_lines
from atlantis_core.files.plain_files import read_plain
from atlantis_core.files.saving import ANY_FILE, save_bytes
from atlantis_core.position import Position
from atlantis_core.safe_text import showable, showable_ends
from . import match_options
from .command_lines import add_number
from .errors import CommandError, UsageError
from .inputs import unreadable
from .match import add_playing_options, make_match, run_match
from .output import complain, emit_lines

DESCRIPTION = """\
Let all bots play each other and write the table of docs/bots.md (Markdown); or
the named players, bots and programs (agent:COMMAND), the lowest level first.
With --neighbours only each level against the one below. With --out the games
are kept in that folder, and the same command goes on where it was interrupted.
With --into the table replaces what stands in a Markdown file between the lines
'<!-- ladder -->' and '<!-- end of ladder -->'."""
EXAMPLES = """\
  atlantis ladder --games 100 --jobs 2 --out ladder
  atlantis ladder --board hexagon:3 --neighbours --games 20
  atlantis ladder gentle 'agent:python3 mine.py' greedy --games 20
  atlantis ladder --out ladder --into docs/bots.md
"""
BEGIN, END = "<!-- ladder -->", "<!-- end of ladder -->"
DEFAULT_BOARDS = ("triangle:4", "hexagon:2")


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("players", metavar="PLAYER", nargs="*", type=match_options.seat, help="by default all bots")
    add("--board", metavar="BOARD", action="append", help="by default triangle:4 and hexagon:2")
    add_number(parser, "--games", match_options.games, "for each pair and board", 100)
    add_playing_options(parser)
    told = "how many of the lower level play against one of the higher"
    add_number(parser, "--opponents", match_options.opponents, told, 1)
    add("--neighbours", action="store_true", help="only each level against the one below")
    add(
        "--out",
        metavar="FOLDER",
        type=match_options.results_folder,
        help="keep the games there, and resume from it; by default only the table is shown",
    )
    add("--into", metavar="FILE", type=Path, help="put the table into this Markdown file")


def run(options: Namespace) -> int:
    if options.into is not None:
        _insert([], options.into)  # whether it can be done is to be known before the games
    names = tuple(map(format_contestant, options.players)) or (RandomBot.name, *LEVELS)
    if len(names) < 2 or len(set(names)) < len(names):
        shown = showable(", ".join(names))
        raise UsageError(f"no ladder of {shown} (expected two or more, each once)")
    pairs = list(pairwise(names)) if options.neighbours else pairings(names)
    # All boards are opened first: a mistake in the last one must not show after days of games.
    starts = [
        (board, match_options.open_start(board, 1 + options.opponents))
        for board in options.board or DEFAULT_BOARDS
    ]
    rungs = [_climb(options, pair, board, start) for board, start in starts for pair in pairs]
    lines = format_ladder(rungs, names)
    if options.into is None:
        emit_lines(lines)
    else:
        save_bytes(_insert(lines, options.into), options.into, expected=ANY_FILE)
    return 0


def _climb(options: Namespace, pair: tuple[str, str], board: str, start: Position) -> Rung:
    """Play one pairing on one board, and tell what came out."""
    match = make_match(options, contestants_of(pair, options.opponents), board, start)
    out = _results_path(options.out, board, pair, options.opponents)
    results = run_match(match, options, out)
    rung = rung_of(pair, board, results)
    complain(describe_rung(rung))
    _complain_of_faults(results, names_of(match.contestants))
    return rung


def _complain_of_faults(results: Sequence[Result], names: Sequence[str]) -> None:
    for line in fault_lines(results, [showable_ends(name, NAME_ROOM) for name in names]):
        complain(f"  {line}")


def _insert(lines: Sequence[str], path: Path) -> bytes:
    """The file with other lines between the marks; raises CommandError if it has no marks."""
    try:
        old = read_plain(path, sys.maxsize).data
    except OSError as error:
        raise unreadable(str(path), error) from error
    before, begin, rest = old.partition(f"{BEGIN}\n".encode())
    _, end, after = rest.partition(END.encode())
    if not begin or not end:
        raise CommandError(
            f"no place for the table in '{showable(str(path))}' "
            f"(expected a line '{BEGIN}' and after it '{END}')"
        )
    table = "\n".join(["", *lines, "", ""])
    return before + begin + table.encode() + end + after


def _results_path(
    folder: Path | None, board: str, pair: tuple[str, str], opponents: int
) -> Path | None:
    if folder is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    place = board.replace(":", "-") if match_options.is_traditional(board) else _plain(board)
    lower, higher = (name if name in BOTS else _plain(name) for name in pair)
    several = f"-{opponents}" if opponents > 1 else ""
    return folder / f"{place}-{higher}-{lower}{several}.jsonl"


def _plain(text: str) -> str:
    """Fit for a file name; the digits at the end tell apart what looks the same without signs."""
    letters = (letter if letter.isascii() and letter.isalnum() else "-" for letter in text)
    return f"{''.join(letters)[:NAME_ROOM]}-{sha256(os.fsencode(text)).hexdigest()[:8]}"
