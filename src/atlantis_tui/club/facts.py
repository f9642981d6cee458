"""Facts about each game for the lobby, read once per change of its file.

The facts are kept in memory and, by hosts, in the derived data of the folder, so that a lobby
that opens does not replay every game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from atlantis_core.narration import make_cast
from atlantis_core.rules.game import Game
from atlantis_core.seats import SEATS_KEY, Seat, SeatKind, read_seats
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import is_safe_to_show
from atlantis_core.transcript import Transcript, load, replay
from atlantis_core.transcript.clocks import BEGAN_TAG, control_of, seconds_since, time_left
from atlantis_core.transcript.declared_ending import (
    declared_ending,
    draw_offers,
    places_of,
    seats_out,
)
from .absence import is_rated, replaced_seats
from .derived import Derived
from .members import MEMBERS_FILE

SUFFIX = ".json"
CHAT_SUFFIX = ".chat"
MOST_LISTED = 2000
"""Files that changed longer ago are not listed."""
MAX_BYTES = 2_000_000
"""Larger files are not listed."""
_VERSION = 4
"""Raise it when `GameFacts` changes, so that stored facts of older versions are not used."""


class GameFacts(NamedTuple):
    """Facts about a game for the lobby."""

    names: tuple[str | None, ...]
    """The names of the persons' seats as the file has them; '' for seats without a person."""
    shown: tuple[str, ...]
    """The players as they are displayed."""
    turns: int
    to_move: int
    result: str
    """The ending of the game; '' while it is running."""
    places: tuple[int, ...] | None
    """The place of each player, from 1; None while it is running, and if it is not rated."""
    rated: tuple[str | None, ...] = ()
    """The names for the ratings: those of persons, also if a bot has replaced them."""
    control: str = ""
    """The time control, as it is displayed."""
    deadline: float | None = None
    """When the time of the player to move runs out, in seconds since 1970."""
    bot: str = ""
    """The bot that is to move; '' if it is a person."""
    is_automatic: bool = False
    """Whether the player to move has resigned or lost on time, so that the host passes."""
    offers: tuple[int, ...] = ()
    """The seats that have offered a draw, which can still be accepted."""


class StampedFile(NamedTuple):
    """A file of the folder, and what changes with its contents."""

    path: Path
    size: int
    modified: int

    @property
    def stamp(self) -> str:
        return f"{_VERSION} {self.size} {self.modified}"


class FactsMemory:
    """The facts of games by path and stamp. Of unreadable games it remembers only that."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[str, GameFacts | None]] = {}

    def of(
        self, folder: Path, files: Sequence[StampedFile], *, is_host: bool = False
    ) -> list[tuple[StampedFile, GameFacts]]:
        """The facts of the readable games. A host writes new ones to the derived data."""
        fresh = [file for file in files if self._known.get(file.path, ("",))[0] != file.stamp]
        derived = Derived(folder)
        if fresh:
            self._recall(derived, fresh)
        read = {}
        for file in fresh:
            if self._known.get(file.path, ("",))[0] != file.stamp:
                facts = read_facts(file.path)
                self._known[file.path] = file.stamp, facts
                read[file.path.name] = file.stamp, _dumps(facts)
        if is_host and read:
            derived.store_facts(read)
        if len(self._known) > 2 * MOST_LISTED:
            present = {file.path for file in files}
            self._known = {path: pair for path, pair in self._known.items() if path in present}
            if is_host:
                derived.forget_others(path.name for path in present)
        pairs = ((file, self._known[file.path][1]) for file in files)
        return [(file, facts) for file, facts in pairs if facts is not None]

    def _recall(self, derived: Derived, fresh: Sequence[StampedFile]) -> None:
        """Take over what a host has stored."""
        stored = derived.facts(fresh[0].path.name if len(fresh) == 1 else None)
        for file in fresh:
            stamp, text = stored.get(file.path.name, ("", ""))
            if stamp == file.stamp:
                with suppress(ValueError, TypeError, AttributeError, LookupError, RecursionError):
                    self._known[file.path] = stamp, _loads(text)


def _dumps(facts: GameFacts | None) -> str:
    return json.dumps(None if facts is None else facts._asdict())


def _loads(text: str) -> GameFacts | None:
    content = json.loads(text)
    if content is None:
        return None
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in content.items()
    }
    found = GameFacts(**fields)
    if not _is_sound(fields):
        raise ValueError(text)
    return found


def _is_sound(fields: Mapping[str, Any]) -> bool:
    """Whether stored facts have the types that their readers rely on."""
    names, shown, rated = fields["names"], fields["shown"], fields["rated"]
    places, deadline, players = fields["places"], fields["deadline"], len(names)
    return (
        players == len(shown) == len(rated)
        and all(isinstance(name, str | None) for name in (*names, *rated))
        and all(isinstance(text, str) for text in (*shown, fields["result"], fields["control"]))
        and isinstance(fields["bot"], str)
        and isinstance(fields["turns"], int)
        and fields["to_move"] in range(players)
        and set(fields["offers"]) <= set(range(players))
        and (places is None or [type(place) for place in places] == [int] * players)
        and all(map(is_safe_to_show, (*shown, fields["result"], fields["control"])))
        and (deadline is None or isfinite(deadline))
    )


def game_files(folder: Path) -> list[StampedFile]:
    """The game files of a folder; those that changed last if there are too many.

    Raises OSError if the folder is not readable.
    """
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            # No links: a member must not reach a file outside of the folder.
            is_game = entry.name.endswith(SUFFIX) and not entry.name.startswith(".")
            if is_game and _is_text(entry.name) and entry.is_file(follow_symlinks=False):
                status = entry.stat(follow_symlinks=False)
                if status.st_size <= MAX_BYTES:
                    found.append(StampedFile(Path(entry.path), status.st_size, status.st_mtime_ns))
    return sorted(sorted(found, key=lambda each: each.modified)[-MOST_LISTED:])


def _is_text(name: str) -> bool:
    """Whether a file name is valid UTF-8; others can neither be stored nor sent to the apps."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def folder_stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of change of every game, chat and the members file, by file name.

    Raises OSError if the folder is not readable.
    """
    found = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            is_ours = entry.name.endswith((SUFFIX, CHAT_SUFFIX)) or entry.name == MEMBERS_FILE
            if is_ours and not entry.name.startswith("."):
                with suppress(FileNotFoundError):
                    status = entry.stat(follow_symlinks=False)
                    found[entry.name] = status.st_size, status.st_mtime_ns
    return found


def read_facts(path: Path) -> GameFacts | None:
    """Read and replay a game; None if the file is no readable game with players."""
    try:
        transcript = load(path)
        game = replay(transcript)
    except (OSError, AtlantisError):
        return None
    players = transcript.players
    if not players:
        return None
    seats = read_seats(transcript.annotations.extra.get(SEATS_KEY), len(players))
    persons = [seat.kind is SeatKind.PERSON for seat in seats]
    names = tuple(
        (player.name or None) if is_person else ""
        for player, is_person in zip(players, persons, strict=True)
    )
    shown = make_cast([player.name for player in players], transcript.colors).names
    ending, result = game.outcome, declared_ending(transcript, shown) or ""
    if ending is not None:
        result = f"{shown[ending.winner]} won ({'-'.join(map(str, ending.scores))})"
    to_move = game.position.to_move
    left = replaced_seats(transcript)
    return GameFacts(
        names,
        tuple(_shown(*each) for each in zip(shown, seats, strict=True)),
        game.turn_number,
        to_move,
        result,
        _places(transcript, game, left),
        rated=tuple(
            player.name if is_person or number in left else ""
            for number, (player, is_person) in enumerate(zip(players, persons, strict=True))
        ),
        control=str(control_of(transcript) or ""),
        deadline=None if result else _deadline(transcript, game, persons),
        bot=seats[to_move].name if seats[to_move].kind is SeatKind.BOT and not result else "",
        is_automatic=not result and to_move in seats_out(transcript),
        offers=() if result else tuple(sorted(draw_offers(transcript, game.turn_number))),
    )


def _shown(name: str, seat: Seat) -> str:
    if seat.kind is not SeatKind.BOT or name.casefold() == seat.name.casefold():
        return name
    return f"{name} (bot {seat.name})"


def _places(transcript: Transcript, game: Game, left: frozenset[int]) -> tuple[int, ...] | None:
    """The places, of which the last belong to those whom a bot has replaced.

    None if the game does not count for the ratings, such as one in which no stone has moved.
    """
    is_played = any(game.turns) and is_rated(transcript)
    places = places_of(transcript, game) if is_played else None
    if places is None or not left:
        return places
    order = sorted(range(len(places)), key=lambda seat: (seat in left, places[seat]))
    return tuple(
        len(places) if seat in left else order.index(seat) + 1 for seat in range(len(places))
    )


def _deadline(transcript: Transcript, game: Game, persons: Sequence[bool]) -> float | None:
    """When the time of the player to move runs out; None without a clock that runs."""
    control, mover = control_of(transcript), game.position.to_move
    began = transcript.annotations.tags.get(BEGAN_TAG)
    is_running = persons[mover] and bool(transcript.players[mover].name) and began is not None
    if control is None or control.is_only_shown or not is_running:
        return None
    clocks = transcript.annotations.clocks[: game.turn_number]
    left = time_left(control, clocks, mover, game.start.players, game.start.to_move)
    now = datetime.now(UTC)
    return now.timestamp() - seconds_since(began, now) + left
