"""`atlantis turn`: play a turn and save it, for games by mail, in git and from scripts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.narration import describe_turn, turn_heading
from atlantis_core.positions.grid import parse_moves
from atlantis_core.rules.game import Turn
from atlantis_core.support.errors import IllegalMoveError, NotationError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.declared_ending import declared_ending
from atlantis_core.transcript.seat_names import parse_seats
from .command_lines import add_number, whole_number
from .errors import CommandError, UsageError
from .game_files import OpenedGame, open_game
from .inputs import STANDARD_STREAM
from .output import emit, emit_wrapped

DESCRIPTION = """\
Play a turn: check it, save it to the file, and print what happened and who moves
next. Players with nothing left to decide pass automatically. Nothing is saved if a
move is illegal, another player is to move, or the file changed in the meantime."""
EXAMPLES = """\
  atlantis turn game.json 'b2-b4 c5-c6'
  atlantis turn game.json pass
  atlantis turn game.json b2-b4 --turn 12 --as Ann
"""


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help="a game")
    add("moves", metavar="MOVES", nargs="+", help="such as b2-b4 c5-c6; 'pass' for none")
    coming_turn = whole_number("not a turn", 1)
    add_number(parser, "--turn", coming_turn, "fail unless this is the next turn")
    add(
        "--as", dest="seat", metavar="WHO", help="fail unless this player (name or seat) is to move"
    )


def run(options: Namespace) -> int:
    if options.file == STANDARD_STREAM:
        raise UsageError("'atlantis turn' saves to the game file (expected a path, not '-')")
    turn = _parse_turn(options.moves)
    opened = open_game(options.file)
    _check_running(opened)
    opened.game.play_forced()
    _check_whose_turn(opened, options.turn, options.seat)
    first = opened.game.turn_number + 1
    _play(opened, turn)
    _save(opened)
    _print(opened, first)
    return 0


def _parse_turn(words: list[str]) -> Turn:
    written = " ".join(words)
    try:
        turn = parse_moves(written)
    except NotationError as error:
        raise UsageError(str(error)) from error
    if not turn and "pass" not in written:  # an empty variable of a script must not pass
        raise UsageError("no moves given (expected for example 'b2-b4', or 'pass')")
    return turn


def _check_running(opened: OpenedGame) -> None:
    if not opened.transcript.players:
        raise CommandError(
            "this board has no players yet (run 'atlantis new --board' to set up a game)"
        )
    ending = "over" if opened.game.is_over else declared_ending(opened.transcript)
    if ending is not None:
        raise CommandError(f"the game is {ending}")


def _check_whose_turn(opened: OpenedGame, number: int | None, seat: str | None) -> None:
    coming, to_move = opened.game.turn_number + 1, opened.game.position.to_move
    who = opened.cast[to_move]
    if number not in (None, coming):
        raise CommandError(f"the next turn is {coming} ({who}), not {number}")
    if seat is None:
        return
    try:
        seats = parse_seats(seat, opened.cast.names)
    except NotationError as error:
        raise UsageError(str(error)) from error
    if to_move not in seats:
        raise CommandError(f"{who} is to move (turn {coming}), not {showable(seat, 40)}")


def _play(opened: OpenedGame, turn: Turn) -> None:
    try:
        opened.game.play(turn)
    except IllegalMoveError as error:
        raise CommandError(str(error)) from error
    opened.game.play_forced()


def _save(opened: OpenedGame) -> None:
    try:
        opened.save(opened.transcript.with_turns(opened.game.turns))
    except SaveConflictError as error:
        raise CommandError(f"{error}; check the file and try again") from error


def _print(opened: OpenedGame, first: int) -> None:
    game = opened.game
    for number in range(first, game.turn_number + 1):
        report = game.report(number)
        emit(turn_heading(number, report, opened.cast))
        for sentence in describe_turn(report, opened.cast):
            emit_wrapped(sentence, "  ", "    ")
    if not game.is_over:
        emit(opened.state_after(game.turn_number))
