"""`atlantis ladder`: run a tournament of bots, and print the table of docs/bots.md."""

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
from atlantis_core.positions.position import Position
from atlantis_core.support.safe_text import showable, showable_ends
from . import match_options
from .command_lines import add_number
from .errors import CommandError, UsageError
from .inputs import unreadable
from .match import add_playing_options, make_match, run_match
from .output import complain, emit_lines

DESCRIPTION = """\
Run a tournament of all bots, or of the given bots and agents (agent:COMMAND,
weakest first), and print a Markdown table. --neighbours plays only adjacent levels.
--out saves the games to a folder; run the same command again to resume. --into
replaces the text between the lines '<!-- ladder -->' and '<!-- end of ladder -->'
of a Markdown file."""
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
    add(
        "players",
        metavar="PLAYER",
        nargs="*",
        type=match_options.seat,
        help="bots and agents (default: all bots)",
    )
    add(
        "--board",
        metavar="BOARD",
        action="append",
        help="repeatable (default: triangle:4 and hexagon:2)",
    )
    add_number(parser, "--games", match_options.games, "games per pair and board", 100)
    add_playing_options(parser)
    text = "players of the lower level against one of the higher"
    add_number(parser, "--opponents", match_options.opponents, text, 1)
    add("--neighbours", action="store_true", help="play only adjacent levels")
    add(
        "--out",
        metavar="FOLDER",
        type=match_options.results_folder,
        help="folder for the games; an existing one is resumed",
    )
    add("--into", metavar="FILE", type=Path, help="insert the table into this Markdown file")


def run(options: Namespace) -> int:
    if options.into is not None:
        _insert([], options.into)  # fails before the games if it cannot be done
    names = tuple(map(format_contestant, options.players)) or (RandomBot.name, *LEVELS)
    if len(names) < 2 or len(set(names)) < len(names):
        shown = showable(", ".join(names))
        raise UsageError(f"a tournament needs two or more different players, not {shown}")
    pairs = list(pairwise(names)) if options.neighbours else pairings(names)
    # Open all boards first: an error in the last one must not appear after days of games.
    starts = [
        (board, match_options.open_start(board, 1 + options.opponents))
        for board in options.board or DEFAULT_BOARDS
    ]
    rungs = [
        _play_pairing(options, pair, board, start) for board, start in starts for pair in pairs
    ]
    lines = format_ladder(rungs, names)
    if options.into is None:
        emit_lines(lines)
    else:
        save_bytes(_insert(lines, options.into), options.into, expected=ANY_FILE)
    return 0


def _play_pairing(options: Namespace, pair: tuple[str, str], board: str, start: Position) -> Rung:
    """Play one pairing on one board, and print the result on standard error."""
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
    """The file with new lines between the markers; raises CommandError if it has none."""
    try:
        old = read_plain(path, sys.maxsize).data
    except OSError as error:
        raise unreadable(str(path), error) from error
    before, begin, rest = old.partition(f"{BEGIN}\n".encode())
    _, end, after = rest.partition(END.encode())
    if not begin or not end:
        raise CommandError(
            f"'{showable(str(path))}' has no place for the table "
            f"(expected a line '{BEGIN}', then '{END}')"
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
    """Make a text fit for a file name; a hash distinguishes texts that differ only in symbols."""
    letters = (letter if letter.isascii() and letter.isalnum() else "-" for letter in text)
    return f"{''.join(letters)[:NAME_ROOM]}-{sha256(os.fsencode(text)).hexdigest()[:8]}"
