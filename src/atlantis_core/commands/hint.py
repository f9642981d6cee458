"""`atlantis hint`: print the turns that a bot suggests, with reasons."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.bots.calibration import openness
from atlantis_core.bots.hints import SHOWN, HintRequest, chances_now
from atlantis_core.bots.interface import Answer
from atlantis_core.bots.ratings import rated_chances, ratings_of
from atlantis_core.bots.threads import available_threads, searching_with
from atlantis_core.positions.grid import format_moves
from atlantis_core.positions.position import Position
from atlantis_core.review.verdicts import is_certain
from atlantis_core.rules.game import Game
from atlantis_core.seats import SEATS_KEY, read_seats
from atlantis_core.support.phrases import percents
from . import match_options
from .command_lines import add_number, add_place
from .errors import CommandError
from .game_files import OpenedGame, RecordAt, open_at
from .output import emit, emit_json, emit_wrapped

DESCRIPTION = """\
Suggest turns for a position, by default the last one: the best few turns with
reasons, and each player's winning chance as estimated from games between bots
(docs/bots.md). If bots with known ratings play all seats, also the chances that
follow from the ratings.

For files of other games, asks their own bot, with --effort only; --json has 'step',
'to_move', 'move', 'worth', 'words' and 'judged'."""
EXAMPLES = """\
  atlantis hint game.json
  atlantis hint game.json#12 --bot greedy
  atlantis hint game.json --json
"""


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add_place(parser)
    match_options.add_bot_options(parser, "bot to ask")
    add_number(parser, "--seed", match_options.seed, "random seed", 0)
    add_number(parser, "--turns", match_options.turns, "number of turns to show", SHOWN)
    text = "threads of the search; the answer is the same (default: the processors, at most 4)"
    add_number(parser, "--threads", match_options.threads, text)
    add("--json", action="store_true", help="print one JSON object")


def run(options: Namespace) -> int:
    at = open_at(options)
    if isinstance(at, RecordAt):
        from .other_games import hint_record

        return hint_record(at, options.effort, as_json=options.json)
    opened, line, number = at
    position = line.position_after(number)
    if not position.players:
        raise CommandError("this board has no players")
    if Game(position).is_over:
        raise CommandError("the game is over")
    request = HintRequest(
        position, options.bot, options.seed, options.effort, options.turns, opened.cast.names
    )
    with searching_with(options.threads or available_threads()):
        answer = request()
    if options.json:
        _emit_json(opened, number, position, options.bot, answer)
    else:
        _emit_text(opened, number, position, options.bot, answer)
    return opened.status


def _emit_text(
    opened: OpenedGame, number: int, position: Position, bot: str, answer: Answer
) -> None:
    emit(f"after turn {number}, {opened.cast[position.to_move]} to move; {bot} would play:")
    for place, candidate in enumerate(answer.candidates or (), 1):
        chance = percents(candidate.chances)[position.to_move]
        sure = "proved" if candidate.is_proved else f"chance {chance} %"
        emit(f"{place}. {format_moves(candidate.turn)}  ({sure})")
        for reason in candidate.reasons:
            emit_wrapped(reason, "   - ", "     ")
    if not answer.candidates:
        emit(f"1. {format_moves(answer.turn)}")
    now = zip(opened.cast.names, percents(chances_now(position, answer)), strict=True)
    emit("chances now: " + ", ".join(f"{name} {chance} %" for name, chance in now))
    ratings, rated = _rated(opened, position, answer)
    if rated:
        shown = zip(opened.cast.names, ratings, percents(rated), strict=True)
        by_player = (f"{name} ({rating:.0f}) {chance} %" for name, rating, chance in shown)
        emit("with ratings: " + ", ".join(by_player))


def _rated(
    opened: OpenedGame, position: Position, answer: Answer
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The ratings of the players and their chances with these; empty if one is unknown."""
    seats = read_seats(opened.transcript.annotations.extra.get(SEATS_KEY), position.players)
    ratings, chances = ratings_of(seats, {}), chances_now(position, answer)
    if not ratings or is_certain(chances):
        return ratings, ()
    return ratings, rated_chances(chances, ratings, openness(position))


def _emit_json(
    opened: OpenedGame, number: int, position: Position, bot: str, answer: Answer
) -> None:
    document = {
        "file": opened.name,
        "turn": number,
        "player": position.to_move + 1,
        "bot": bot,
        "judged": answer.judged,
        "chances": [round(chance, 4) for chance in chances_now(position, answer)],
        "rated_chances": [round(chance, 4) for chance in _rated(opened, position, answer)[1]],
        "best": _moves(answer.turn),
        "turns": [
            {
                "moves": _moves(candidate.turn),
                "value": round(candidate.value, 4),
                "chances": [round(c, 4) for c in candidate.chances],
                "reasons": list(candidate.reasons),
                "line": [_moves(turn) for turn in candidate.line],
            }
            for candidate in answer.candidates
        ],
    }
    emit_json(document)


def _moves(turn: tuple[object, ...]) -> list[str]:
    return [str(move) for move in turn]
