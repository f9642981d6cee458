"""`atlantis ladder`: all levels against each other, as the table of docs/bots.md."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from atlantis_core.arena.ladder import (
    Rung,
    describe_rung,
    format_ladder,
    pairing_match,
    pairings,
    rung_of,
)
from atlantis_core.bots.registry import BOTS
from atlantis_core.commands import playing
from atlantis_core.commands.errors import CommandError, UsageError
from atlantis_core.commands.inputs import unreadable
from atlantis_core.commands.match import run_match
from atlantis_core.commands.output import complain, emit
from atlantis_core.showing import showable
from atlantis_core.transcript.saving import ANY_FILE, save_bytes

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
    add("players", metavar="PLAYER", nargs="*", type=playing.seat, help="by default all bots")
    add("--board", metavar="BOARD", action="append", help="by default triangle:4 and hexagon:2")
    add("--games", metavar="N", type=playing.games, default=100, help="for each pair and board")
    add("--seed", metavar="N", type=playing.seed, default=1, help="of all random choices")
    add("--effort", metavar="N", type=playing.effort, help="positions that a bot judges in a turn")
    add("--jobs", metavar="N", type=playing.jobs, default=1, help="games played at once")
    add("--neighbours", action="store_true", help="only each level against the one below")
    add("--out", metavar="FOLDER", type=Path, help="keep the games there, and resume from it")
    add("--into", metavar="FILE", type=Path, help="put the table into this Markdown file")


def run(options: Namespace) -> int:
    if options.into is not None:
        _insert([], options.into)  # whether it can be done is to be known before the games
    names = tuple(map(str, options.players)) or tuple(BOTS)
    if len(names) < 2 or len(set(names)) < len(names):
        raise UsageError(f"no ladder of {', '.join(names)} (expected two or more, each once)")
    pairs = list(pairwise(names)) if options.neighbours else pairings(names)
    rungs: list[Rung] = []
    for board in options.board or DEFAULT_BOARDS:
        start = playing.open_start(board, 2)
        for pair in pairs:
            match = pairing_match(pair, board, start, options.seed, options.effort)
            out = _results_path(options.out, board, pair)
            results = run_match(match, options.games, options.jobs, out)
            rungs.append(rung_of(pair, board, results))
            complain(describe_rung(rungs[-1]))
    lines = format_ladder(rungs, names)
    if options.into is None:
        for line in lines:
            emit(line)
    else:
        save_bytes(_insert(lines, options.into), options.into, expected=ANY_FILE)
    return 0


def _insert(lines: Sequence[str], path: Path) -> bytes:
    """The file with other lines between the marks; raises CommandError if it has no marks."""
    try:
        old = path.read_bytes()
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


def _results_path(folder: Path | None, board: str, pair: tuple[str, str]) -> Path | None:
    if folder is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{_plain(board)}-{_plain(pair[1])}-{_plain(pair[0])}.jsonl"


def _plain(text: str) -> str:
    """Fit for a file name, whatever a command line or a path looks like."""
    return "".join(letter if letter.isalnum() else "-" for letter in text)[:60]
