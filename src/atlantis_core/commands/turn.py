"""`atlantis turn`: play a turn and save it, for games by mail, in git and from scripts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.narration import describe_turn, turn_heading
from atlantis_core.positions.grid import parse_moves
from atlantis_core.rules.game import Turn
from atlantis_core.seats import SEATS_KEY, contestants_of, read_seats
from atlantis_core.support.errors import IllegalMoveError, NotationError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.declared_ending import (
    declared_ending,
    declared_sentence,
    give_up,
    offer_draw,
    seats_out,
)
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.seat_names import parse_seats
from .command_lines import add_number, whole_number
from .errors import CommandError, UsageError
from .game_files import OpenedGame, open_game
from .inputs import STANDARD_STREAM
from .output import emit, emit_wrapped

DESCRIPTION = """\
Play a turn: check it, save it to the file, and print what happened and who moves
next. Players with nothing left to decide pass automatically. Nothing is saved if a
move is illegal, another player is to move, or the file changed in the meantime.
'resign' gives the game up, 'draw' offers a draw or accepts one: for the player of
--as, otherwise for the player to move. Both work while others are to move."""
EXAMPLES = """\
  atlantis turn game.json 'b2-b4 c5-c6'
  atlantis turn game.json pass
  atlantis turn game.json b2-b4 --turn 12 --as Ann
  atlantis turn game.json resign --as Ann
"""


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help="a game")
    add("moves", metavar="MOVES", nargs="+", help="such as b2-b4 c5-c6, or pass, resign, draw")
    coming_turn = whole_number("not a turn", 1)
    add_number(parser, "--turn", coming_turn, "fail unless this is the next turn")
    add(
        "--as", dest="seat", metavar="WHO", help="fail unless this player (name or seat) is to move"
    )


_RESIGN, _DRAW = "resign", "draw"


def run(options: Namespace) -> int:
    if options.file == STANDARD_STREAM:
        raise UsageError("'atlantis turn' saves to the game file (expected a path, not '-')")
    word = " ".join(options.moves).strip()
    is_declaring = word in (_RESIGN, _DRAW)
    turn = () if is_declaring else _parse_turn(options.moves)
    opened = open_game(options.file)
    _check_running(opened)
    if is_declaring:
        return _declare(opened, word, _declaring_seat(opened, options.seat))
    opened.game.play_forced(seats_out(opened.transcript))
    _check_whose_turn(opened, options.turn, options.seat)
    first = opened.game.turn_number + 1
    _play(opened, turn)
    _save(opened, opened.transcript.with_turns(opened.game.turns))
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
    declared = declared_ending(opened.transcript, opened.cast.names)
    ending = "over" if opened.game.is_over else declared
    if ending is not None:
        raise CommandError(f"the game is over{'' if opened.game.is_over else f': {ending}'}")


def _declaring_seat(opened: OpenedGame, seat: str | None) -> int:
    """The seat of --as, which must be one, or else of the player to move."""
    if seat is None:
        return opened.game.position.to_move
    try:
        (found,) = parse_seats(seat, opened.cast.names)
    except (NotationError, ValueError) as error:
        raise UsageError(f"not a player: '{showable(seat, 40)}' (expected one player)") from error
    if found in seats_out(opened.transcript):
        raise CommandError(f"{opened.cast[found]} is no longer in the game")
    return found


def _declare(opened: OpenedGame, word: str, seat: int) -> int:
    """Resign or offer a draw; prints how the game ended, or what has to happen next."""
    transcript, who = opened.transcript, opened.cast[seat]
    seats = read_seats(transcript.annotations.extra.get(SEATS_KEY), len(opened.cast.names))
    contestants = contestants_of(seats)
    if word == _RESIGN:
        declared = give_up(transcript, seat, contestants)
        said = f"{who} resigned and passes from now on."
    elif any(seat.thinks for seat in seats):
        raise CommandError("bots and agents do not agree on draws")
    else:
        declared = offer_draw(transcript, seat, opened.game.turn_number, contestants)
        said = f"{who} offers a draw; the others accept it with 'draw'."
    _save(opened, declared)
    emit(declared_sentence(declared, opened.cast.names) or said)
    return 0


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
    opened.game.play_forced(seats_out(opened.transcript))


def _save(opened: OpenedGame, transcript: Transcript) -> None:
    try:
        opened.save(transcript)
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
