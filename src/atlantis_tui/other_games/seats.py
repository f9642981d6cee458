"""Seats of other games: person, the game's own bot, or an agent.

Seats of games started here are stored by path, because the notations have no seats. Agents are not
stored: a program runs only if the user has just entered it. Errors of the file are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from atlantis_core.games.errors import GameError
from atlantis_core.games.levels import DEFAULT_LEVEL, LEVEL_NAMES, HasLevels, effort_named
from atlantis_core.games.protocol import Record
from atlantis_core.seats import PERSON, Seat, SeatKind, agent_seat
from atlantis_core.support.errors import AtlantisError
from atlantis_tui.settings.folders import keep_json, read_json, state_folder

BOT = Seat(SeatKind.BOT, DEFAULT_LEVEL)
MOST_STORED = 50
"""Number of games whose seats are stored."""


def parse_record_seat(text: str) -> Seat:
    """Parse `person`, `bot`, `bot:LEVEL`, `bot:EFFORT` or `agent:COMMAND`."""
    word, _, rest = text.partition(":")
    if text == SeatKind.PERSON.value:
        return PERSON
    if text == SeatKind.BOT.value:
        return BOT
    if word == SeatKind.BOT.value and (rest in LEVEL_NAMES or _is_effort(rest)):
        return Seat(SeatKind.BOT, rest)
    if word == SeatKind.AGENT.value:
        return agent_seat(rest)
    levels = ", ".join(LEVEL_NAMES)
    expected = f"'person', 'bot', 'bot:LEVEL' with {levels}, 'bot:EFFORT' or 'agent:COMMAND'"
    raise GameError(f"not a seat: {text[:40]!r} (expected {expected})")


def _is_effort(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0


def effort_of(seat: Seat, game: HasLevels, record: Record) -> int | None:
    """The effort of a bot in a game; None for its default."""
    if seat.kind is not SeatKind.BOT:
        return None
    return effort_named(game, seat.name, record) if seat.name in LEVEL_NAMES else int(seat.name)


def fill_seats(seats: Sequence[Seat], players: int) -> tuple[Seat, ...]:
    """A seat for every player; persons by default."""
    return (*seats[:players], *[PERSON] * max(players - len(seats), 0))


def store_path() -> Path:
    return state_folder() / "companion-seats.json"


def keep_seats(path: Path, seats: Sequence[Seat]) -> None:
    """Store the seats of a game. An agent's seat becomes a person's, so no program is stored."""
    kept = [PERSON if seat.kind is SeatKind.AGENT else seat for seat in seats]
    stored = _load()
    stored.pop(str(path.absolute()), None)
    newest = {str(path.absolute()): [str(seat) for seat in kept], **stored}
    keep_json(store_path(), dict(list(newest.items())[:MOST_STORED]))


def recall_seats(path: Path) -> tuple[Seat, ...] | None:
    """The seats of a game; None if it was not started here."""
    words = _load().get(str(path.absolute()))
    if not isinstance(words, list):
        return None
    try:
        return tuple(_stored_seat(str(word)) for word in words)
    except AtlantisError:
        return None


def _stored_seat(word: str) -> Seat:
    """Older versions stored the master as "bot"."""
    return parse_record_seat("bot:master" if word == SeatKind.BOT.value else word)


def _load() -> dict[str, object]:
    stored = read_json(store_path())
    return stored if isinstance(stored, dict) else {}
