"""`atlantis replay`: a game turn by turn, in words or as one JSON object a line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.commands.addresses import Address, parse_address
from atlantis_core.commands.command_lines import turn_number
from atlantis_core.commands.errors import UsageError
from atlantis_core.commands.game_files import GuestFileError, OpenedGame, open_playable
from atlantis_core.commands.output import emit, emit_wrapped
from atlantis_core.events import TurnReport
from atlantis_core.narration import (
    describe_board,
    describe_outcome,
    describe_standing,
    describe_turn,
    turn_heading,
)
from atlantis_core.phrases import listed
from atlantis_core.position import Position
from atlantis_core.safe_text import showable_lines
from atlantis_core.scoring import outcome, standing

DESCRIPTION = """\
Tell a game turn by turn: who moved, which stones fell, what exploded in which
wave, what grew, who holds how many fields. With --json one object a line for
programs: 'turn' (0 is the start), 'player' (from 0), 'moves', 'waves' (lists of
exploded fields), 'grown', 'state' ({field: [0 open | 1 growing | 2 dead, player,
stones]} without open empty fields), 'secured', 'leading', 'over' and, once the
game is over, 'ranking' (players from first to last).

Files of other games are told step by step; with --json each has 'step', 'move' as
it is written or null, 'position' in the notation's own text or null, 'to_move',
'moves' (how many are legal) and 'result' in words or null."""
EXAMPLES = """\
  atlantis replay game.json                     the whole story
  atlantis replay game.json --from 40 --to 42   three turns of it
  atlantis replay game.json#41                  one turn
  atlantis replay game.json --json | tail -n 1  how it ended, for a program
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE[#TURN]", help="a game, or one turn; '-' is standard input"
    )
    parser.add_argument(
        "--from", dest="first", metavar="N", type=turn_number, help="the first turn to tell"
    )
    parser.add_argument("--to", dest="last", metavar="N", type=turn_number, help="the last one")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(options: Namespace) -> int:
    address = parse_address(options.file)
    first, last = _choose_turns(address, options)
    try:
        opened = open_playable(address.path)
    except GuestFileError as found:
        from atlantis_core.commands.guests import replay_guest

        return replay_guest(found, first, last, as_json=options.json)
    first = opened.check_turn(first)
    last = opened.last_turn if last is None else opened.check_turn(last)
    for turn in range(first, last + 1):
        if options.json:
            _emit_json(opened, turn)
        elif turn:
            _emit_turn(opened, turn)
        else:
            _emit_start(opened)
    if not options.json and last == opened.last_turn and not opened.status:
        _emit_end(opened)
    return opened.status


def _choose_turns(address: Address, options: Namespace) -> tuple[int, int | None]:
    """The first and the last turn to tell; None is the end."""
    if address.turn is None:
        first = options.first or 0
        if options.last is not None and options.last < first:
            raise UsageError(f"'--to {options.last}' lies before '--from {first}'")
        return first, options.last
    if options.first is None and options.last is None:
        return address.turn, address.turn
    raise UsageError(f"'#{address.turn}' is one turn: '--from' and '--to' ask for others")


def _emit_start(opened: OpenedGame) -> None:
    cast = opened.cast
    players = listed([cast.full_name(player) for player in range(len(cast.names))])
    emit_wrapped(f"Start: {describe_board(opened.game.start)}; {players or 'no players'}.")
    _emit_comment(opened, 0)


def _emit_turn(opened: OpenedGame, turn: int) -> None:
    report = opened.game.report(turn)
    emit_wrapped(turn_heading(turn, report, opened.cast), hanging="    ")
    for sentence in describe_turn(report, opened.cast):
        emit_wrapped(sentence, "  ", "    ")
    _emit_comment(opened, turn)


def _emit_comment(opened: OpenedGame, turn: int) -> None:
    for line in showable_lines(opened.transcript.annotations.comments.get(turn, "")):
        emit_wrapped(line, "  | ", "  | ")


def _emit_end(opened: OpenedGame) -> None:
    """What holds after the last turn, unless that turn has just said it."""
    position = opened.game.position
    ending = outcome(position)
    if not position.players:
        return
    if ending is None:
        emit_wrapped(describe_standing(standing(position), opened.cast))
        emit_wrapped(opened.state_after(opened.last_turn))
    elif not opened.last_turn:
        for sentence in describe_outcome(ending, opened.cast):
            emit_wrapped(sentence)


def _emit_json(opened: OpenedGame, turn: int) -> None:
    import json

    emit(json.dumps(_describe(opened, turn), separators=(",", ":")))


def _describe(opened: OpenedGame, turn: int) -> dict[str, object]:
    position = opened.game.position_after(turn)
    held, ending = standing(position), outcome(position)
    report = opened.game.report(turn) if turn else None
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
    return described


def _events(report: TurnReport | None) -> dict[str, object]:
    if report is None:
        return {"player": None, "moves": [], "waves": [], "grown": []}
    moves = [event.move for event in report.moves]
    return {
        "player": report.player,
        "moves": [[str(move.source), str(move.destination)] for move in moves],
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
