"""Summaries of game files for lists: a position and a few lines of text.

Errors in a file become lines of its summary.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from atlantis_core.files.collections import containing_file
from atlantis_core.narration import Cast, describe_board, make_cast
from atlantis_core.opening import GameFile, open_file
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.seats import SEATS_KEY, SeatKind, read_seats
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript import Transcript, TranscriptError, replay
from atlantis_core.transcript.declared_ending import declared_ending
from atlantis_tui.other_games.seats import recall_seats

MAX_BYTES = 2_000_000
"""Larger files have no summary."""
NO_CAST = Cast((), "")


@dataclass(frozen=True, slots=True)
class Summary:
    """Preview of a file."""

    position: Position | None = None
    colors: tuple[str, ...] = ()
    cast: Cast = NO_CAST
    lines: tuple[str, ...] = ()
    is_running: bool = False
    """Whether the game can be continued."""


def summarise(path: Path) -> Summary:
    """The summary of a file, cached until the file changes."""
    file = Path(containing_file(path))
    try:
        found = file.stat()
    except OSError as error:
        return _only(error.strerror or "cannot read this file")
    if found.st_size > MAX_BYTES and file == path:
        return _only("large file: no preview")
    return _summarise(path, found.st_mtime_ns)


@lru_cache(maxsize=64)
def _summarise(path: Path, _modified: int) -> Summary:
    try:
        file = open_file(path)
        if isinstance(file, GameFile):
            return _of_other_game(path, file)
        transcript = file.transcript
        game = replay(transcript)
    except TranscriptError as error:
        count = sum(diagnostic.is_error for diagnostic in error.diagnostics)
        return _only(f"cannot read this file: {counted(count, 'error')}", str(error.diagnostics[0]))
    except (OSError, AtlantisError) as error:
        return _only(f"cannot read this file: {error}")
    return _of_game(transcript, game)


def _of_game(transcript: Transcript, game: Game) -> Summary:
    colors = transcript.colors
    names = [player.name for player in transcript.players]
    cast = make_cast(names, colors)
    declared = declared_ending(transcript, cast.names)
    is_running = bool(game.start.players) and not game.is_over and declared is None
    lines = (
        describe_board(game.position),
        *_players(transcript, cast),
        describe_state(game, cast, declared),
    )
    return Summary(game.position, colors, cast, lines, is_running)


def _of_other_game(path: Path, file: GameFile) -> Summary:
    record = file.record
    if record is None:
        count = sum(diagnostic.is_error for diagnostic in file.diagnostics)
        return _only(file.entry.title, f"cannot read this file: {counted(count, 'error')}")
    position = record.position(record.last_step)
    side = position.to_move
    can_go_on = side is not None and position.result is None
    # Downloaded records can be continued, too, but were not played here.
    is_running = can_go_on and recall_seats(path) is not None
    state = position.result or (f"{record.players[side]} to move" if side is not None else "")
    lines = tuple(
        showable(line)
        for line in (file.entry.title, record.title, state, counted(record.last_step, "step"))
        if line
    )
    return Summary(lines=lines, is_running=is_running)


def _players(transcript: Transcript, cast: Cast) -> tuple[str, ...]:
    seats = read_seats(transcript.annotations.extra.get(SEATS_KEY), len(cast.names))
    return tuple(
        cast.full_name(player) + ("" if seat.kind is SeatKind.PERSON else f", {seat.label}")
        for player, seat in enumerate(seats)
    )


def describe_state(game: Game, cast: Cast, declared: str | None = None) -> str:
    """The state of a game in a few words."""
    if not game.start.players:
        return "a starting board"
    ending = game.outcome
    if ending is not None:
        score = "-".join(map(str, ending.scores))
        return f"over after turn {game.turn_number}: {cast[ending.winner]} won ({score})"
    if declared is not None:
        return f"after turn {game.turn_number} {declared}"
    if not game.turn_number:
        return "not started"
    return f"turn {game.turn_number + 1}, {cast[game.position.to_move]} to move"


def _only(*lines: str) -> Summary:
    return Summary(lines=lines)
