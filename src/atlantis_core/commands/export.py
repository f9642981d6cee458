"""`atlantis export`: write a game or a position as image, animation, recording or web page."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from atlantis_core.exports.cells import Size
from atlantis_core.exports.errors import ExportError
from atlantis_core.exports.formats import FORMATS, format_for, make, shows_range, suffix_of, write
from atlantis_core.exports.scenes import Story
from atlantis_core.files.collections import part_name, split_name
from atlantis_core.opening import GameFile, Opened
from atlantis_core.rules.overlays import Overlay
from atlantis_core.support.safe_text import showable
from .addresses import Address, check_no_variation, parse_range
from .errors import UsageError
from .folders import games_in, only_game
from .game_files import (
    OpenedGame,
    RecordAt,
    check_turn,
    for_each,
    open_found,
    replay_file,
)
from .inputs import STANDARD_STREAM, FoundGame, games_of
from .output import emit, emit_bytes, report_about

DESCRIPTION = f"""\
Export a game. The file suffix sets the format: {", ".join(FORMATS)}.
Images (.txt, .svg, .png) show one turn, by default the last. Animations (.gif),
terminal recordings (.cast, for asciinema) and web pages (.html, work without
JavaScript and in print) show a range of turns step by step, by default the whole
game. '#A..B' is a range; '#..' is the whole game and also animates .svg. PNG and
GIF need 'pip install atlantis-tui[pictures]'. For a folder, a collection or several
files, -o names a folder, in which each game gets a file, and --to sets the format."""
EXAMPLES = """\
  atlantis export game.json -o game.html          a web page to send to a friend
  atlantis export game.json#41 -o board.svg       the board after turn 41
  atlantis export game.json#40..42 -o chain.svg   three turns as an animation
  atlantis export game.json#12.1/12.. -o line.gif a variation as an animation
  atlantis export match.kalah -o match.gif        a match of another game
  atlantis export games.jsonl -o pages --to html  every game of a collection
  atlantis export game.json -o game.cast && asciinema play game.cast
  atlantis export game.json --size 120x40 -o game.cast
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE[#A..B]",
        nargs="+",
        help="game, collection or folder, also a range of turns; '-' is standard input",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="NAME",
        required=True,
        help="file to write, or a folder for several games; '-' is standard output",
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
    parser.add_argument(
        "--size",
        type=_parse_size,
        metavar="COLSxROWS",
        help="the terminal of a .cast recording (default: 80x24, or larger if the board needs it)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def _parse_size(text: str) -> Size:
    found = re.fullmatch(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})", text)
    if found is None:
        raise ArgumentTypeError(f"'{showable(text, 40)}' is not a size (expected e.g. 80x24)")
    return Size(int(found[1]), int(found[2]))


def run(options: Namespace) -> int:
    addresses = list(map(parse_range, options.files))
    only = _games(addresses[0])
    if len(addresses) > 1 or not isinstance(only, FoundGame):
        return _export_all(addresses, only, options)
    name = _format_name(options)
    _check_format(name)
    return _export(open_found(only), addresses[0], (name, options.output), options)


def _games(address: Address) -> FoundGame | Iterable[FoundGame]:
    """The game that an address names, or those of a folder, a collection or standard input."""
    if address.path == STANDARD_STREAM:
        found = list(games_of(STANDARD_STREAM))
        return found[0] if len(found) == 1 else found
    return only_game(address.path) or games_in("export", [address.path])


def _check_format(name: str) -> None:
    try:
        format_for(name)
    except ExportError as error:
        raise UsageError(str(error)) from error


def _export_all(
    addresses: Sequence[Address], first: FoundGame | Iterable[FoundGame], options: Namespace
) -> int:
    """Export every game to a file of its own, in the folder that `-o` names."""
    folder = Path(options.output)
    if options.to is None or options.output == STANDARD_STREAM:
        raise UsageError("several games need a folder and a format: -o FOLDER --to html")
    suffix = options.to.removeprefix(".")
    _check_format(f"game.{suffix}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"'{showable(options.output)}' is not a folder") from error
    taken = Counter[str]()

    def export(found: FoundGame, address: Address) -> int:
        file = open_found(found)
        if isinstance(file, GameFile) and found.path != address.path:
            return 0  # a folder may contain other games as well
        stem = _stem(found.path)
        taken[stem] += 1
        number = f"-{taken[stem]}" if taken[stem] > 1 else ""
        name = str(folder / f"{stem}{number}.{suffix}")
        return _export(file, address._replace(path=found.path), (name, name), options)

    status = 0
    for number, address in enumerate(addresses):
        found = first if number == 0 else _games(address)
        games = [found] if isinstance(found, FoundGame) else found
        status = max(status, for_each("export", games, partial(export, address=address)))
    return status


def _stem(path: str) -> str:
    """The name of a game's file without its suffix, and with its line in a collection."""
    name, line = split_name(path)
    first = "stdin" if name == STANDARD_STREAM else Path(name).name.partition(".")[0]
    return f"{first}-{line}" if part_name(name, line) == path else first


def _export(file: Opened, address: Address, names: tuple[str, str], options: Namespace) -> int:
    """Export an opened file; `names` are one with the suffix of the format, and the target."""
    name, target = names
    if options.size is not None and suffix_of(name) != ".cast":
        raise UsageError("'--size' applies only to terminal recordings (.cast)")
    is_range = address.is_range or (shows_range(name) and address.turn is None)
    try:
        if isinstance(file, GameFile):
            at = RecordAt(address.path, file)
            content, status = _make_other(at, address, name, options, is_range=is_range)
        else:
            opened = replay_file(address.path, file)
            status = opened.status
            story = _story(opened, address, is_range=is_range or shows_range(name))
            story = replace(story, overlay=Overlay(options.overlay))
            content = make(story, name, is_range=is_range, size=options.size)
        _deliver(content, target, options)
    except ExportError as error:
        raise UsageError(str(error)) from error
    return status


def _make_other(
    at: RecordAt, address: Address, name: str, options: Namespace, *, is_range: bool
) -> tuple[bytes, int]:
    """An export of a file of another game, through the protocol of games, and the status."""
    from atlantis_core.record_exports import StepRange, export_record
    from .other_games import choose_step, open_record

    check_no_variation(address)
    if Overlay(options.overlay) is not Overlay.NONE:
        raise UsageError("'--overlay' works only with Atlantis games")
    record, status = open_record(at)
    is_part = address.is_range or address.turn is not None
    last = choose_step(record, address.end if is_range and address.is_range else address.turn)
    first = choose_step(record, (address.turn or 0) if is_part else 0) if is_range else last
    if last < first:
        raise UsageError(f"step {last} is before step {first}")
    shown = StepRange(record, first, last)
    return export_record(shown, name, is_range=is_range, size=options.size), status


def _deliver(content: bytes, target: str, options: Namespace) -> None:
    if target == STANDARD_STREAM:
        emit_bytes(content)
        return
    write(content, target, replace=options.force, report=report_about(target))
    emit(showable(target))


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
