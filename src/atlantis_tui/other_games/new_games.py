"""Start new games of other games, and choose their files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from atlantis_core.games import registry
from atlantis_core.rules.shapes import Shape
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.game.new_games import file_stem
from atlantis_tui.settings.folders import games_folder
from atlantis_tui.settings.kept_lists import remember
from .document import RecordDocument
from .seats import keep_seats


def is_other_game(words: str) -> bool:
    """Whether ``--new`` names another game: ``tafl:copenhagen``, ``map:hexagon:5``."""
    name = words.partition(":")[0]
    is_shape = name in {shape.value for shape in Shape}
    return not is_shape and any(entry.name == name for entry in registry.all_entries())


def begin_other_game(words: str, seats: Sequence[Seat], path: Path | None = None) -> RecordDocument:
    """Start a game such as ``tafl:copenhagen``; raises GameError.

    Saves to the path at once, or with the first move to a new file in the games folder.
    """
    name, _, variant = words.partition(":")
    entry = registry.entry_named(name)
    names = [_player_name(seat) for seat in seats]
    document = RecordDocument(entry, entry.load().new(variant, names))
    document.begun_as = words

    def remember_game(saved: Path) -> None:
        remember(saved)
        keep_seats(saved, seats)

    if path is None:
        stem = file_stem(words.replace("/", "-")[:60])
        document.create_file = lambda: remember_game(document.save_as_new(games_folder(), stem))
    else:
        document.save_as(path)
        remember_game(path)
    return document


def rematch_of(
    document: RecordDocument, seats: Sequence[Seat]
) -> tuple[RecordDocument, tuple[Seat, ...]]:
    """The game of a document again from its start, and who plays.

    The seats move on by one, unless a file was opened: its names belong to its sides.
    """
    if document.begun_as:
        moved = (*seats[1:], *seats[:1])
        return begin_other_game(document.begun_as, moved), moved
    again = RecordDocument(document.entry, document.record.cut(0))
    again.create_file = lambda: remember(
        again.save_as_new(games_folder(), file_stem(f"{document.entry.name} rematch"))
    )
    return again, tuple(seats)


def _player_name(seat: Seat) -> str:
    """Name of a player for the file: the command of an agent, a bot with its effort."""
    if seat == PERSON:
        return ""
    return seat.name if seat.kind is SeatKind.AGENT else str(seat)
