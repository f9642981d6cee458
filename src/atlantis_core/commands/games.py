"""`atlantis games`: which games there are, and in which of them it is whose turn."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict, dataclass
from enum import Enum

from atlantis_core.errors import AtlantisError, NotationError
from atlantis_core.game import Game
from atlantis_core.narration import Cast
from atlantis_core.opening import GameFile, open_bytes
from atlantis_core.safe_text import showable
from atlantis_core.transcript.declared_ending import declared_ending
from atlantis_core.transcript.errors import TranscriptError
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.replaying import replay
from atlantis_core.transcript.seat_names import parse_seats
from .errors import UnreadableError
from .folders import find_files
from .inputs import read_content
from .output import emit_json, emit_table

DESCRIPTION = """\
List the games of a folder and the folders below it: who plays, how many turns
there are, who is to move. With --as the games in which that name or seat is to
move come first; games without it are left out. Boards without players are no
games. Files that cannot be read are named last. The app keeps its games in
~/.local/share/atlantis/games unless they were given another place."""
EXAMPLES = """\
  atlantis games --as Ann                    this folder
  atlantis games ~/games
  atlantis games ~/games --json
"""
_HEADER = ("game", "turn", "to move", "players")
_FORMAT_WORD = b"atlantis"
_HEAD = 4096


class State(Enum):
    """How a game stands for the one who asks, in the order of the list."""

    YOURS = "yours"
    RUNNING = "running"
    OVER = "over"
    BROKEN = "broken"


_ORDER = tuple(State)


@dataclass(frozen=True, slots=True)
class Listed:
    """What the list says about one game."""

    file: str
    turn: int | None
    """The number of the turn to be played, or how many there were."""
    to_move: str | None
    players: tuple[str, ...]
    state: State
    note: str | None
    """How it ended, or what is wrong."""


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("folders", metavar="FOLDER", nargs="*", default=["."], help="by default this folder")
    add("--as", dest="seat", metavar="WHO", help="a name, or a seat such as 2")
    add("--json", action="store_true", help="one JSON object a line")


def run(options: Namespace) -> int:
    listed = [
        game
        for path in find_files("games", options.folders)
        if (game := _look(path, options.seat)) is not None
    ]
    listed.sort(key=lambda game: (_ORDER.index(game.state), game.file))
    if options.json:
        for game in listed:
            emit_json({**asdict(game), "state": game.state.value})
    elif listed:
        emit_table(_HEADER, [_row(game) for game in listed])
    return 1 if any(game.state is State.BROKEN for game in listed) else 0


def _look(path: str, seat: str | None) -> Listed | None:
    """None for what is no game, or none of the one who asks."""
    try:
        content = read_content(path).data
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
        # Other JSON lies in folders, too: only what speaks of our format is a broken game.
        return _broken(path, error) if _FORMAT_WORD in content[:_HEAD].lower() else None
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
    ending = "over" if game.is_over else declared_ending(transcript)
    if ending is not None:
        return Listed(path, game.turn_number, None, cast.names, State.OVER, ending)
    game.play_forced()
    if game.is_over:
        return Listed(path, game.turn_number, None, cast.names, State.OVER, "over")
    to_move = game.position.to_move
    state = State.YOURS if to_move in own else State.RUNNING
    return Listed(path, game.turn_number + 1, cast[to_move], cast.names, state, None)


def _own_seats(seat: str | None, cast: Cast) -> frozenset[int] | None:
    """Whose turn counts as one's own; None if the one who asks does not play here."""
    if seat is None:
        return frozenset()
    try:
        return parse_seats(seat, cast.names)
    except NotationError:
        return None


def _row(game: Listed) -> tuple[str | int, ...]:
    if game.turn is None:  # what is wrong stands in the last column, which has room for all of it
        return (showable(game.file), "", "", game.note or "")
    mark = " *" if game.state is State.YOURS else ""
    to_move = (game.to_move or game.note or "") + mark
    return (showable(game.file), game.turn, to_move, ", ".join(game.players))
