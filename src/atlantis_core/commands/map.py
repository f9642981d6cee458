"""`atlantis map`: create maps for chess on graphs, and list where pieces can move."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.games.errors import GameError
from atlantis_core.support.safe_text import showable
from .errors import UsageError
from .other_games import choose_step, open_other_game, open_record, write_new, wrong_game
from .output import emit
from .transcript_output import add_output_option

DESCRIPTION = """\
Create and inspect maps for chess on graphs. 'new' creates a map with pieces for two
to six players: square:N, hexagon:N, torus:N, planar:N or planar:N:SEED. 'targets'
lists where each piece could move, ignoring whose turn it is; it also works on maps
without a king."""
EXAMPLES = """\
  atlantis map new hexagon:5 -o hexagon.json
  atlantis map new planar:80:7 --players 3 | atlantis show -
  atlantis map targets hexagon.json
"""


def add_arguments(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    new = actions.add_parser("new", help="create a map with pieces", allow_abbrev=False)
    new.add_argument("shape", metavar="SHAPE", help="for example square:8 or hexagon:5")
    new.add_argument(
        "--players", metavar="N", type=int, default=2, help="number of players, 2 to 6 (default: 2)"
    )
    add_output_option(new)
    targets = actions.add_parser("targets", help="list where pieces can move", allow_abbrev=False)
    targets.add_argument("file", metavar="FILE[#STEP]", help="a map; '-' is standard input")


def run(options: Namespace) -> int:
    return _new(options) if options.action == "new" else _list_targets(options.file)


def _new(options: Namespace) -> int:
    from atlantis_core.games.maps.generator import new_map
    from atlantis_core.games.maps.writer import write_map

    try:
        made = new_map(options.shape, options.players)
    except GameError as error:
        raise UsageError(str(error)) from error
    write_new(write_map(made), options.output)
    return 0


def _list_targets(text: str) -> int:
    from atlantis_core.games.maps.position import MapPosition

    at = open_other_game(text, "a map")
    record, status = open_record(at)
    position = record.position(choose_step(record, at.step))
    if not isinstance(position, MapPosition):
        raise wrong_game(at, "a map")
    for piece in sorted(position.pieces(), key=lambda piece: piece.at):
        player = showable(record.players[piece.player])
        ends = ",".join(map(str, position.targets(piece.at)))
        emit(f"{piece.kind.value} {player} {piece.at} -> {ends}".rstrip())
    return status
