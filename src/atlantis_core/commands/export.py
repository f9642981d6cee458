"""`atlantis export`: write a game or a position as image, animation, recording or web page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace

from atlantis_core.exports.errors import ExportError
from atlantis_core.exports.formats import FORMATS, format_for, make, shows_range, write
from atlantis_core.exports.scenes import Story
from atlantis_core.rules.overlays import Overlay
from atlantis_core.support.safe_text import showable
from .addresses import Address, parse_range
from .errors import UsageError
from .game_files import OpenedGame, check_turn, open_playable
from .inputs import STANDARD_STREAM
from .output import emit, emit_bytes, report_about

DESCRIPTION = f"""\
Export a game. The file suffix sets the format: {", ".join(FORMATS)}.
Images (.txt, .svg, .png) show one turn, by default the last. Animations (.gif),
terminal recordings (.cast, for asciinema) and web pages (.html, work without
JavaScript and in print) show a range of turns step by step, by default the whole
game. '#A..B' is a range; '#..' is the whole game and also animates .svg. PNG and
GIF need 'pip install atlantis-tui[pictures]'."""
EXAMPLES = """\
  atlantis export game.json -o game.html          a web page to send to a friend
  atlantis export game.json#41 -o board.svg       the board after turn 41
  atlantis export game.json#40..42 -o chain.svg   three turns as an animation
  atlantis export game.json#12.1/12.. -o line.gif a variation as an animation
  atlantis export game.json -o game.cast && asciinema play game.cast
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE[#A..B]", help="a game or a range of turns; '-' is standard input"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="NAME",
        required=True,
        help="file to write; '-' is standard output",
    )
    parser.add_argument(
        "--to", metavar="SUFFIX", help="format, if the name has no suffix or is '-'"
    )
    parser.add_argument(
        "--overlay",
        choices=[overlay.value for overlay in Overlay],
        default=Overlay.NONE.value,
        help="write into the fields who holds them (territory), or when they sink (tide)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def run(options: Namespace) -> int:
    address = parse_range(options.file)
    name = _format_name(options)
    try:
        format_for(name)
    except ExportError as error:
        raise UsageError(str(error)) from error
    is_range = address.is_range or (shows_range(name) and address.turn is None)
    opened = open_playable(address.path)
    story = _story(opened, address, is_range=is_range or shows_range(name))
    story = replace(story, overlay=Overlay(options.overlay))
    try:
        content = make(story, name, is_range=is_range)
        if options.output != STANDARD_STREAM:
            _save(content, options)
    except ExportError as error:
        raise UsageError(str(error)) from error
    if options.output == STANDARD_STREAM:
        emit_bytes(content)
    else:
        emit(showable(options.output))
    return opened.status


def _save(content: bytes, options: Namespace) -> None:
    write(content, options.output, replace=options.force, report=report_about(options.output))


def _format_name(options: Namespace) -> str:
    if options.to is None:
        return str(options.output)
    return f"{options.output}.{options.to.removeprefix('.')}"


def _story(opened: OpenedGame, address: Address, *, is_range: bool) -> Story:
    line = opened.line(address)
    if not is_range or (address.turn is not None and not address.is_range):
        turn = check_turn(address.turn, line)
        return Story(opened.tree, opened.cast, turn, turn, address.line)
    last = check_turn(address.end, line)
    first = line.first_turn if address.line else 0
    first = check_turn(first if address.turn is None else address.turn, line)
    if last < first:
        raise UsageError(f"turn {last} is before turn {first}")
    return Story(opened.tree, opened.cast, first, last, address.line)
