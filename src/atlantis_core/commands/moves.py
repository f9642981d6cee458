"""`atlantis moves`: the legal moves of the player to move."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.narration import describe_moves, describe_to_move
from atlantis_core.positions.grid import Move, name_pairs
from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import is_over
from atlantis_core.rules.turns import legal_moves
from atlantis_core.support.phrases import counted
from .command_lines import add_place
from .game_files import OpenedGame, RecordAt, open_at
from .output import complain, emit, emit_json, emit_wrapped, is_terminal

DESCRIPTION = """\
List the legal moves of the player to move: one per line in a pipe, one stack per
line on a terminal. A turn can have several moves, but only one from each segment.

For files of other games, lists the moves as you would type them; --json prints a
list."""
EXAMPLES = """\
  atlantis moves game.json            legal moves now
  atlantis moves game.json#12         legal moves after turn 12
  atlantis moves game.json | wc -l    their number
  atlantis moves game.json --json
"""


def add_arguments(parser: ArgumentParser) -> None:
    add_place(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one object: 'turn', 'player' (from 0), 'moves'"
    )


def run(options: Namespace) -> int:
    at = open_at(options)
    if isinstance(at, RecordAt):
        from .other_games import list_record_moves

        return list_record_moves(at, as_json=options.json)
    opened, line, turn = at
    position = line.position_after(turn)
    found = () if is_over(position) else legal_moves(position)
    if options.json:
        _emit_json(turn, position, found)
    elif is_terminal():
        _emit_stacks(opened, position, found)
    else:
        for move in found:
            emit(str(move))
    if not found and not options.json:
        complain(_why_none(opened, position))
    return opened.status


def _emit_json(turn: int, position: Position, found: tuple[Move, ...]) -> None:
    player = position.to_move if position.players else None
    emit_json({"turn": turn, "player": player, "moves": name_pairs(found)})


def _emit_stacks(opened: OpenedGame, position: Position, found: tuple[Move, ...]) -> None:
    if not found:
        return
    many = counted(len(found), "legal move")
    emit(f"{describe_to_move(position, opened.cast)} {many}, by stack:")
    for line in describe_moves(position, found):
        emit_wrapped(line, "  ", "      ")


def _why_none(opened: OpenedGame, position: Position) -> str:
    if not position.players:
        return "this board has no players yet"
    if is_over(position):
        return "the game is over"
    return f"{opened.cast[position.to_move]} has no legal move"
