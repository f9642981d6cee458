"""`atlantis new`: create a game on a standard board or on the board of a file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from atlantis_core.files.saving import ANY_FILE, NO_FILE
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import MAX_PLAYERS, Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.notation import is_notation
from atlantis_core.rules.shapes import Shape, parse_shape, traditional_start
from atlantis_core.rules.starting_places import start_on_board
from atlantis_core.seats import PERSON, SEATS_KEY, Seat, SeatKind
from atlantis_core.support.colors import NEW_GAME_PALETTE, SVG_COLORS, default_colors, find_color
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript import Annotations, FrozenMap, Player, SaveConflictError, Transcript
from atlantis_core.transcript.clocks import parse_control, with_control
from atlantis_core.transcript.library import transcript_of
from .command_lines import add_number, reading, utf8_text, whole_number
from .errors import CommandError, UsageError
from .game_files import open_transcript, read_notation
from .inputs import name_of, read_content
from .transcript_output import add_output_option, write_transcript

DESCRIPTION = """\
Create a new game on a standard board or the board of a file. Players that the
file does not define start with one stone on each field of a segment, as far apart
as possible. Without -o, writes to standard output. --seat says who plays each
seat."""
EXAMPLES = """\
  atlantis new --board hexagon:3 --players 3 -o game.json
  atlantis new --board triangle:6 --name Ann --name Bob --color red --color navy
  atlantis new --board my-board.json --players 2 -o game.json
  atlantis new --board hexagon:3 --players 3 --dummy 3 | atlantis show -
  atlantis new --board hexagon:2 --seat person --seat bot:greedy -o game.json
  atlantis new --board hexagon:3 --time 10+5 -o game.json
  atlantis new --board pos1:hexagon2::2A -o game.json
  atlantis new --from-diagram drawing.txt --letters CS -o game.json
"""
DEFAULT_PLAYERS = 2
SEAT_LETTERS = "ABCDEF"
DUMMY = Seat(SeatKind.DUMMY)


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    shapes = ", ".join(f"{shape.value}:SIDE" for shape in Shape)
    start = parser.add_mutually_exclusive_group(required=True)
    start.add_argument(
        "--board", metavar="BOARD", help=f"{shapes}, a file, or a position in notation (pos1:...)"
    )
    start.add_argument("--from-diagram", metavar="FILE", help="read a board that 'show' drew")
    letters = "the players' letters in the diagram, in turn order (default: %(default)s)"
    add("--letters", metavar="LETTERS", default=SEAT_LETTERS, help=letters)
    players = whole_number("not a number of players", 2, MAX_PLAYERS)
    add_number(
        parser, "--players", players, "number of players, 2 to 6 (default: 2, or those of the file)"
    )
    add(
        "--name",
        metavar="NAME",
        type=utf8_text,
        action="append",
        default=[],
        help="name of the next player (repeatable)",
    )
    add(
        "--color",
        metavar="COLOR",
        action="append",
        default=[],
        help="SVG colour of the next player (repeatable)",
    )
    add(
        "--seat",
        metavar="WHO",
        action="append",
        default=[],
        help="who plays the next seat: person, dummy, bot, bot:NAME or agent:COMMAND",
    )
    add(
        "--dummy",
        metavar="SEAT",
        action="append",
        default=[],
        type=whole_number("not a seat", 1, MAX_PLAYERS),
        help="make this player (from 1) a dummy: a stack of six that never moves",
    )
    add(
        "--time",
        metavar="CONTROL",
        type=reading(parse_control),
        help="time per player: minutes+seconds per turn (10+5) or '3 days'; add ', only shown'",
    )
    add_output_option(parser)
    add("--force", action="store_true", help="overwrite an existing file")


def run(options: Namespace) -> int:
    seats = _choose_seats(options)
    transcript = _set_up(options, {number for number, seat in seats.items() if seat == DUMMY})
    players = len(transcript.players)
    for option in ("name", "color", "seat"):
        given = getattr(options, option)
        if len(given) > players:
            raise UsageError(f"'--{option}' is given {len(given)} times for {players} players")
    complete = _complete(transcript, options.name, _check_colors(options.color))
    if any(seat != PERSON for seat in seats.values()):
        words = tuple(str(seats.get(number, PERSON)) for number in range(players))
        complete = complete.with_annotations(Annotations(extra=FrozenMap({SEATS_KEY: words})))
    complete = with_control(complete, options.time)
    try:
        expected = ANY_FILE if options.force else NO_FILE
        write_transcript(complete, options.output, expected=expected)
    except SaveConflictError as error:
        raise CommandError(f"{error} ('--force' overwrites it)") from error
    return 0


def _choose_seats(options: Namespace) -> dict[int, Seat]:
    """The seats that the options name, by player from 0."""
    seats: dict[int, Seat] = {}
    if options.seat:
        from atlantis_core.bots.registry import choose_seat

        try:
            seats = dict(enumerate(map(choose_seat, options.seat)))
        except NotationError as error:
            raise UsageError(str(error)) from error
    return seats | dict.fromkeys((seat - 1 for seat in options.dummy), DUMMY)


def _set_up(options: Namespace, dummies: AbstractSet[int]) -> Transcript:
    if options.from_diagram is not None:
        return _reuse(_start_at(_read_diagram(options)), options)
    if is_notation(options.board):
        return _reuse(_start_at(read_notation(options.board)), options)
    name = options.board.partition(":")[0]
    if name in {shape.value for shape in Shape}:
        shape, side = parse_shape(options.board)
        players = _count_players(options, dummies)
        start = traditional_start(shape, side, players, dummies)
        stacks = [start.stacks(player) for player in range(players)]
        return Transcript(start.board.segments, _make_players(stacks))
    found = open_transcript(options.board)
    if found.players:
        return _reuse(found, options)
    players = _count_players(options, dummies)
    return Transcript(
        found.segments, _make_players(start_on_board(found.segments, players, dummies))
    )


def _read_diagram(options: Namespace) -> Position:
    from atlantis_core.diagram import crop_diagram, parse_diagram

    text = read_content(options.from_diagram).data.decode("utf-8", "replace")
    try:
        return parse_diagram(crop_diagram(text), letters=options.letters, players=options.players)
    except AtlantisError as error:
        name = name_of(options.from_diagram)
        raise CommandError(f"'{showable(name)}': {showable(str(error))}") from error


def _start_at(position: Position) -> Transcript:
    """The start of a game at a position; a transcript begins with its first player."""
    if position.to_move:
        mover = SEAT_LETTERS[position.to_move]
        raise UsageError(f"player {mover} is to move (expected A: a game begins with player A)")
    return transcript_of(Game(position))


def _reuse(found: Transcript, options: Namespace) -> Transcript:
    """The start of a file that defines its players."""
    if options.players not in (None, len(found.players)):
        raise UsageError(
            f"'--players {options.players}', but the board has {len(found.players)} players"
        )
    if options.dummy:
        raise UsageError("'--dummy' needs a board without players")
    return Transcript(found.segments, found.players, extra=found.extra)


def _count_players(options: Namespace, dummies: AbstractSet[int]) -> int:
    players: int = options.players or max(DEFAULT_PLAYERS, len(options.seat))
    if any(seat >= players for seat in dummies):
        raise UsageError(f"'--dummy {max(dummies) + 1}' in a game of {players} players")
    return players


def _make_players(stacks: Sequence[Mapping[Field, int]]) -> tuple[Player, ...]:
    return tuple(Player(FrozenMap(own)) for own in stacks)


def _check_colors(given: Sequence[str]) -> Sequence[str]:
    for color in given:
        if find_color(color) is None:
            raise UsageError(f"not a colour: '{showable(color, 40)}'{_suggest_color(color)}")
    return given


def _suggest_color(color: str) -> str:
    import difflib

    close = difflib.get_close_matches(color[:40].lower(), SVG_COLORS, n=1)
    meant = f"did you mean '{close[0]}'?" if close else "expected an SVG name such as 'steelblue'"
    return f" ({meant})"


def _complete(transcript: Transcript, names: Sequence[str], colors: Sequence[str]) -> Transcript:
    """Set the names of the players, and a colour for each."""
    chosen = [player.color for player in transcript.players]
    chosen[: len(colors)] = colors
    for number, color in enumerate(default_colors(chosen, NEW_GAME_PALETTE)):
        name = names[number] if number < len(names) else None
        transcript = transcript.with_player(number, name=name, color=color)
    return transcript
