"""`atlantis replay`: print a game turn by turn, in words or as JSON."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core import narration
from atlantis_core.opening import GameFile
from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import format_moves, name_pairs
from atlantis_core.positions.position import Position
from atlantis_core.review.lines import GameTree, Line
from atlantis_core.review.places import Place
from atlantis_core.review.variations import Path, format_path
from atlantis_core.rules.scoring import outcome, standing
from atlantis_core.support.safe_text import showable_lines
from atlantis_core.transcript.declared_ending import declared_sentence
from .addresses import Address, check_no_variation, parse_range
from .command_lines import turn_number
from .errors import UsageError
from .game_files import OpenedGame, RecordAt, check_turn, open_input, replay_file
from .output import emit_json, emit_wrapped

DESCRIPTION = """\
Print a game turn by turn: moves, eliminated stones, explosions by wave, growth,
and the fields each player holds. --json prints one object per line: 'turn' (0 is
the start), 'player' (from 0), 'moves', 'waves' (lists of exploded fields),
'grown', 'state' ({field: [0 open | 1 growing | 2 dead, player, stones]}, without
open empty fields), 'secured', 'leading', 'over' and, after the end, 'ranking'
(player numbers, winner first).

For files of other games, prints every step; each JSON object has 'step', 'move'
(notation or null), 'position' (notation or null), 'to_move', 'moves' (number of
legal moves) and 'result' (text or null)."""
EXAMPLES = """\
  atlantis replay game.json                     the whole game
  atlantis replay game.json --from 40 --to 42   three turns
  atlantis replay game.json#41                  one turn
  atlantis replay game.json#12.1/12..           a variation
  atlantis replay game.json --json | tail -n 1  the end, for a program
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE[#PLACE]", help="a game or a range of turns; '-' is standard input"
    )
    parser.add_argument(
        "--from", dest="first", metavar="N", type=turn_number, help="first turn to print"
    )
    parser.add_argument(
        "--to", dest="last", metavar="N", type=turn_number, help="last turn to print"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")


def run(options: Namespace) -> int:
    address = parse_range(options.file)
    first, last = _choose_turns(address, options)
    file = open_input(address.path)
    if isinstance(file, GameFile):
        from .other_games import replay_record

        check_no_variation(address)
        return replay_record(RecordAt(address.path, file, last), first, as_json=options.json)
    opened = replay_file(address.path, file)
    line = opened.line(address)
    first = check_turn(max(first, line.first_turn) if address.line else first, line)
    last = check_turn(last, line)
    for turn in range(first, last + 1):
        if options.json:
            emit_json(_describe(opened.tree, line, turn), is_compact=True)
        elif turn:
            _emit_turn(opened, line, turn)
        else:
            _emit_start(opened)
    if not options.json and last == line.turn_number:
        _emit_end(opened, line)
    return opened.status


def _choose_turns(address: Address, options: Namespace) -> tuple[int, int | None]:
    """The first and the last turn to print; None is the last one of the game."""
    if address.is_range or (address.turn is None and not address.line):
        first = address.turn or options.first or 0
        last = options.last if address.end is None else address.end
        if last is not None and last < first:
            raise UsageError(f"turn {last} is before turn {first}")
        if not address.is_range:
            return first, last
    if options.first is None and options.last is None:
        return address.turn or 0, address.end if address.is_range else address.turn
    raise UsageError(f"'#{address.place}' already selects turns: omit '--from' and '--to'")


def _emit_start(opened: OpenedGame) -> None:
    emit_wrapped(narration.describe_start(opened.game.start, opened.cast))
    _emit_notes(opened, opened.tree.main, 0)


def _emit_turn(opened: OpenedGame, line: Line, turn: int) -> None:
    report = line.report(turn)
    emit_wrapped(narration.turn_heading(turn, report, opened.cast), hanging="    ")
    for sentence in narration.describe_turn(report, opened.cast):
        emit_wrapped(sentence, "  ", "    ")
    _emit_notes(opened, line, turn)


def _emit_notes(opened: OpenedGame, line: Line, turn: int) -> None:
    """Print the comment of a turn, and the variations that start there."""
    tree = opened.tree
    for text in showable_lines(tree.comment(Place(line.path, turn)) or ""):
        emit_wrapped(text, "  | ", "  | ")
    for path, variation in tree.alternatives(Place(line.path, turn)):
        played = format_moves(variation.turns[0]) if variation.turns else "nothing"
        emit_wrapped(f"variation {format_path(path)}: {played}", "  ", "    ")


def _emit_end(opened: OpenedGame, line: Line) -> None:
    """Print the final state, unless the last turn has just said it."""
    if line.problem:
        emit_wrapped(f"The {'variation' if line.path else 'game'} stops here: {line.problem}")
        return
    position = line.position_after(line.turn_number)
    ending = outcome(position)
    if not position.players:
        return
    if ending is None:
        emit_wrapped(narration.describe_standing(standing(position), opened.cast))
        declared = (
            declared_sentence(opened.transcript, opened.cast.names) if not line.path else None
        )
        emit_wrapped(declared or narration.describe_to_move(position, opened.cast))
    elif not line.turn_number:
        for sentence in narration.describe_outcome(ending, opened.cast):
            emit_wrapped(sentence)


def _describe(tree: GameTree, line: Line, turn: int) -> dict[str, object]:
    position = line.position_after(turn)
    held, ending = standing(position), outcome(position)
    report = line.report(turn) if turn else None
    described: dict[str, object] = {
        "turn": turn,
        **_events(report),
        "state": _state(position),
        "secured": held.secured,
        "leading": held.leading,
        "over": ending is not None,
    }
    if ending is not None:
        described["ranking"] = ending.ranking
    comment = tree.comment(Place(line.path, turn))
    if comment is not None:
        described["comment"] = comment
    variations = [
        _describe_variation(tree, path) for path, _ in tree.alternatives(Place(line.path, turn))
    ]
    if variations:
        described["variations"] = variations
    return described


def _describe_variation(tree: GameTree, path: Path) -> dict[str, object]:
    """A variation, with the variations of its own turns."""
    line = tree.line(path)
    turns = range(line.first_turn, line.turn_number + 1)
    described: dict[str, object] = {
        "line": format_path(path),
        "turns": [_describe(tree, line, turn) for turn in turns],
    }
    if line.problem:
        described["problem"] = line.problem
    return described


def _events(report: TurnReport | None) -> dict[str, object]:
    if report is None:
        return {"player": None, "moves": [], "waves": [], "grown": []}
    return {
        "player": report.player,
        "moves": name_pairs(event.move for event in report.moves),
        "waves": [
            [str(field) for field in sorted(blast.field for blast in wave.explosions)]
            for wave in report.waves
        ],
        "grown": [str(field) for field in report.grown],
    }


def _state(position: Position) -> dict[str, tuple[int, int | None, int]]:
    return {
        str(field): (int(contents.state), contents.player, contents.stones)
        for field, contents in position.occupied()
    }
