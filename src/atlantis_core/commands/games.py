"""`atlantis games`: list the games in folders, and whose turn it is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict, dataclass
from enum import Enum

from atlantis_core.files.collections import split_name
from atlantis_core.narration import Cast
from atlantis_core.opening import GameFile, open_bytes
from atlantis_core.rules.game import Game
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.declared_ending import declared_ending, seats_out
from atlantis_core.transcript.errors import TranscriptError
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.replaying import replay
from atlantis_core.transcript.seat_names import parse_seats
from .errors import UnreadableError
from .folders import games_in
from .inputs import FoundGame
from .output import emit_json, emit_table

DESCRIPTION = """\
List the games in a folder, recursively: players, number of turns, player to move.
With --as, lists only that player's games, those waiting for a turn first. Skips
boards without players; lists unreadable files last. The app saves new games in
~/.local/share/atlantis/games."""
EXAMPLES = """\
  atlantis games --as Ann                    the current folder
  atlantis games ~/games
  atlantis games ~/games --json
"""
_HEADER = ("game", "turn", "to move", "players")
_FORMAT_WORD = b"atlantis"
_HEAD = 4096


class State(Enum):
    """State of a game for the player of `--as`, in the order of the list."""

    YOURS = "yours"
    RUNNING = "running"
    OVER = "over"
    BROKEN = "broken"


_ORDER = tuple(State)


@dataclass(frozen=True, slots=True)
class Listed:
    """One row of the list."""

    file: str
    turn: int | None
    """Number of the next turn, or of the last one if the game is over."""
    to_move: str | None
    players: tuple[str, ...]
    state: State
    note: str | None
    """The ending of the game, or the first error."""


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "folders",
        metavar="FOLDER",
        nargs="*",
        default=["."],
        help="folder or collection; '-' is standard input (default: the current folder)",
    )
    add("--as", dest="seat", metavar="WHO", help="name or seat of a player, such as 2")
    add("--json", action="store_true", help="print one JSON object per line")


def run(options: Namespace) -> int:
    listed = [
        game
        for found in games_in("games", options.folders)
        if (game := _look(found, options.seat)) is not None
    ]
    listed.sort(key=lambda game: (_ORDER.index(game.state), split_name(game.file)))
    if options.json:
        for game in listed:
            emit_json({**asdict(game), "state": game.state.value})
    elif listed:
        emit_table(_HEADER, [_row(game) for game in listed])
    return 1 if any(game.state is State.BROKEN for game in listed) else 0


def _look(found: FoundGame, seat: str | None) -> Listed | None:
    """Return None if the file is not a game, or not one of the player of `--as`."""
    path = found.path
    try:
        content = found.read().data
    except UnreadableError as error:
        return _broken(path, error)
    file = open_bytes(content, path)
    if isinstance(file, GameFile):
        return None
    try:
        transcript = file.transcript
        if not transcript.players:
            return None
        game = replay(transcript)
    except AtlantisError as error:
        # Folders contain other JSON files as well: a broken game names the format. Collections
        # contain only games.
        if found.collection is None and _FORMAT_WORD not in content[:_HEAD].lower():
            return None
        found.report_broken()
        return _broken(path, error)
    return _describe(path, transcript, game, seat)


def _broken(path: str, error: AtlantisError) -> Listed:
    if isinstance(error, TranscriptError):
        first = error.diagnostics[0]
        return Listed(path, None, None, (), State.BROKEN, f"line {first.line}: {first.message}")
    return Listed(path, None, None, (), State.BROKEN, str(error))


def _describe(path: str, transcript: Transcript, game: Game, seat: str | None) -> Listed | None:
    from .game_files import cast_of

    cast = cast_of(transcript)
    own = _own_seats(seat, cast)
    if own is None:
        return None
    ending = "over" if game.is_over else declared_ending(transcript, cast.names)
    if ending is not None:
        return Listed(path, game.turn_number, None, cast.names, State.OVER, ending)
    game.play_forced(seats_out(transcript))
    if game.is_over:
        return Listed(path, game.turn_number, None, cast.names, State.OVER, "over")
    to_move = game.position.to_move
    state = State.YOURS if to_move in own else State.RUNNING
    return Listed(path, game.turn_number + 1, cast[to_move], cast.names, state, None)


def _own_seats(seat: str | None, cast: Cast) -> frozenset[int] | None:
    """The seats of the player of `--as`; None if that player is not in the game."""
    if seat is None:
        return frozenset()
    try:
        return parse_seats(seat, cast.names)
    except NotationError:
        return None


def _row(game: Listed) -> tuple[str | int, ...]:
    if game.turn is None:  # the error goes into the last column, which is wide enough
        return (showable(game.file), "", "", game.note or "")
    mark = " *" if game.state is State.YOURS else ""
    to_move = (game.to_move or game.note or "") + mark
    return (showable(game.file), game.turn, to_move, ", ".join(game.players))
