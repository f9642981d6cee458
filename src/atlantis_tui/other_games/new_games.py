"""New games of a guest: which one a word names, who plays it, and where it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from atlantis_core.games import registry
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.shapes import Shape
from atlantis_tui.game.new_games import free_stem
from atlantis_tui.settings.folders import games_folder
from atlantis_tui.settings.recent import remember
from .document import RecordDocument
from .seat_store import keep_seats


def is_other_game(words: str) -> bool:
    """Whether ``--new`` names another game: ``tafl:copenhagen``, ``map:hexagon:5``."""
    name = words.partition(":")[0]
    is_shape = name in {shape.value for shape in Shape}
    return not is_shape and any(entry.name == name for entry in registry.all_entries())


def begin_other_game(words: str, seats: Sequence[Seat], path: Path | None = None) -> RecordDocument:
    """A new game of a guest, kept from its first move, in a named file from the beginning.

    Raises GameError.
    """
    name, _, variant = words.partition(":")
    entry = registry.entry_named(name)
    names = [_called(seat) for seat in seats]
    document = RecordDocument(entry, entry.load().new(variant, names))

    def keep(kept: Path) -> None:
        remember(kept)
        keep_seats(kept, seats)

    if path is None:
        stem = free_stem(words.replace("/", "-")[:60])
        document.begin_file = lambda: keep(document.save_as_new(games_folder(), stem))
    else:
        document.save_as(path)
        keep(path)
    return document


def _called(seat: Seat) -> str:
    """The name of whoever has a seat: a program's is its command line, a bot's has its effort."""
    if seat == PERSON:
        return ""
    return seat.name if seat.kind is SeatKind.AGENT else str(seat)
