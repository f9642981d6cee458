"""The games of a club: one transcript per game in one folder, and nothing else.

A person's seat belongs to the member whose name it has; a person's seat without a name is open.
All changes go through files that are replaced as a whole, so that several processes and machines
can serve the same folder.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.seats import PERSON, SEATS_KEY, SeatKind, read_seats
from atlantis_core.support.phrases import listed
from atlantis_core.support.safe_text import encodable
from atlantis_core.transcript import Transcript, load, save
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.new_games import file_stem, rematch_of
from atlantis_tui.game.ownership import Ownership
from .absence import ABSENT_TAG, replaced_seats
from .derived import Derived
from .facts import FactsMemory, GameFacts, game_files
from .members import MEMBERS_FILE, OPEN, ClubError
from .ratings import PlayedGame, Rating, rate
from .wishes import MOST_EFFORT, Wish, parse_wish, started_clock

MOST_GAMES = 20
"""Games that one member may have running before starting another."""
MOST_A_DAY = 100
"""Games of one member that may have changed within a day before starting another. Limits members
who resign every game at once."""
_DAY = 86_400
MOST_COMMENT = 500
"""Characters of a member's comment on a turn."""
MOST_COMMENTS = 200_000
"""Characters of all comments on a game: the lobby does not list files of over two megabytes."""
_ATTEMPTS = 5
_HIGHEST = 10**6
"""No rating comes near it."""
_REMATCH = "rematch"
"""Part of the file names of rematches."""
_MEMORY = FactsMemory()


@dataclass(frozen=True, slots=True)
class ClubTerms:
    """Terms on which a host lets members use a club."""

    most_effort: int = MOST_EFFORT
    """Effort of the bots that members may start games with; 0 for no bots."""
    has_chat: bool = True


class Standing(Enum):
    """Kinds of games for one member, in the order of the lobby."""

    ON_TURN = "Your turn"
    OWN = "Your games"
    OPEN = "Open seats"
    RUNNING = "Running games"
    FINISHED = "Finished games"


class ClubGame(NamedTuple):
    """A game as one member sees it."""

    path: Path
    standing: Standing
    facts: GameFacts
    seats: frozenset[int]
    """The member's own seats."""

    @property
    def key(self) -> str:
        return self.path.name

    @property
    def players(self) -> str:
        facts = self.facts
        pairs = zip(facts.names, facts.shown, strict=True)
        return " - ".join(OPEN if name is None else shown for name, shown in pairs)

    @property
    def state(self) -> str:
        facts = self.facts
        if facts.result:
            return facts.result
        parts = [f"turn {facts.turns + 1}"]
        if self.standing is not Standing.ON_TURN:
            is_open = facts.names[facts.to_move] is None
            parts.append(f"{'open seat' if is_open else facts.shown[facts.to_move]} to move")
        if facts.offers:
            offering = listed([facts.shown[seat] for seat in facts.offers])
            parts.append(f"{offering} {'offers' if len(facts.offers) == 1 else 'offer'} a draw")
        return ", ".join(parts)


def list_games(folder: Path, member: str | None, *, is_host: bool = False) -> tuple[ClubGame, ...]:
    """The games of a folder for a member, or a spectator (None): the most urgent first.

    Leaves out files that are not readable games. Raises OSError if the folder is not readable. A
    host stores what it has read for the lobbies.
    """
    files = game_files(folder)
    found = [
        _as_seen_by(member, file.path, facts)
        for file, facts in _MEMORY.of(folder, files, is_host=is_host)
    ]
    order = list(Standing)
    return tuple(sorted(found, key=lambda game: (order.index(game.standing), game.path.name)))


def rate_members(
    folder: Path, games: Sequence[ClubGame], members: Sequence[str], *, is_host: bool = False
) -> dict[str, Rating]:
    """The ratings of members, from their finished games among each other, in order of file names.

    A member without such a game has none. A host stores them for the lobbies.
    """
    by_folded = {name.casefold(): name for name in members}
    played = []
    for game in sorted(games, key=lambda game: game.key):
        seated = [by_folded.get((name or "").casefold()) for name in game.facts.rated]
        if game.facts.places is not None and None not in seated:
            played.append(PlayedGame(tuple(filter(None, seated)), game.facts.places))
    digest = sha256(repr(played).encode()).hexdigest()
    return dict(_rate_once(folder, digest, tuple(played), is_host))


@lru_cache(maxsize=2)
def _rate_once(
    folder: Path, digest: str, played: tuple[PlayedGame, ...], is_host: bool
) -> dict[str, Rating]:
    derived = Derived(folder)
    stored = derived.ratings(digest)
    if stored is not None:
        try:
            found = {
                name: Rating(float(mean), float(deviation), int(games))
                for name, (mean, deviation, games) in json.loads(stored).items()
            }
            if all(abs(rating.shown) < _HIGHEST for rating in found.values()):  # raises if infinite
                return found
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            pass
    ratings = rate(played)
    if is_host:
        derived.store_ratings(digest, json.dumps(ratings))
    return ratings


def signature(folder: Path) -> int:
    """Changes whenever a game or the members do. Reads no files."""
    members = (folder / MEMBERS_FILE).stat().st_mtime_ns
    return hash((members, *game_files(folder)))


def _as_seen_by(member: str | None, path: Path, facts: GameFacts) -> ClubGame:
    own = seats_of(member, facts.names)
    if facts.result:
        standing = Standing.FINISHED
    elif own:
        standing = Standing.ON_TURN if facts.to_move in own else Standing.OWN
    else:
        standing = Standing.OPEN if None in facts.names else Standing.RUNNING
    return ClubGame(path, standing, facts, own)


def seats_of(member: str | None, names: Sequence[str | None]) -> frozenset[int]:
    """The seats that have the member's name; case does not matter."""
    if member is None:
        return frozenset()
    wanted = member.casefold()
    return frozenset(seat for seat, name in enumerate(names) if (name or "").casefold() == wanted)


def open_game(path: Path, member: str | None) -> GameDocument:
    """Open a game with the member's seats. Raises what loading raises."""
    document = GameDocument.load(path)
    names = [
        player.name if seat.kind is SeatKind.PERSON else None
        for player, seat in zip(document.transcript.players, document.seats, strict=True)
    ]
    document.ownership = Ownership(seats_of(member, names), is_host=False)
    document.is_refereed = True
    return document


def may_comment(document: GameDocument, member: str | None) -> bool:
    """Whether a member can comment on the turns of a game: once it is over."""
    return member is not None and document.is_closed


def own_comment(transcript: Transcript, turn: int, member: str) -> str:
    """A member's comment on a turn, or ''."""
    lines = (transcript.annotations.comments.get(turn) or "").split("\n")
    mark = f"{member}: "
    return next((line[len(mark) :] for line in lines if line.startswith(mark)), "")


def write_comment(path: Path, member: str, turn: int, text: str) -> None:
    """Replace what a member has written about a turn of a finished game; '' removes it.

    A comment is a line of the turn's comment that begins with the member's name. Raises ClubError,
    and what loading and saving raise.
    """
    words = encodable(" ".join(text.split()))
    if len(words) > MOST_COMMENT:
        raise ClubError(f"a comment has at most {MOST_COMMENT} characters")
    for _ in range(_ATTEMPTS):
        document = GameDocument.load(path)
        if not may_comment(document, member):
            raise ClubError("comments can be written when the game is over")
        if not 0 <= turn <= document.game.turn_number:
            raise ClubError("the game has no such turn")
        before = document.transcript.annotations.comments.get(turn) or ""
        kept = [line for line in before.split("\n") if not line.startswith(f"{member}: ")]
        added = [f"{member}: {words}"] if words else []
        written = sum(map(len, document.transcript.annotations.comments.values()))
        if added and written + len(added[0]) > MOST_COMMENTS:
            raise ClubError("this game has no room for more comments")
        lines = [*(kept if before else []), *added]
        document.edit(document.transcript.with_comment(turn, "\n".join(lines) or None))
        try:
            document.save()
        except SaveConflictError:
            continue
        return
    raise ClubError("the game is busy; try again")


def take_seat(path: Path, member: str) -> None:
    """Write the member's name into the first open seat. Raises ClubError if there is none."""
    transcript = load(path)
    seats = read_seats(transcript.annotations.extra.get(SEATS_KEY), len(transcript.players))
    players = list(transcript.players)
    places = [
        number
        for number, (player, seat) in enumerate(zip(players, seats, strict=True))
        if seat.kind is SeatKind.PERSON and not player.name
    ]
    if not places:
        raise ClubError("another member has taken the last open seat")
    if seats_of(member, [player.name for player in players]):
        raise ClubError("you have a seat in this game already")
    players[places[0]] = players[places[0]]._replace(name=member)
    source = transcript.source
    if source is None or source.fingerprint is None:
        raise ClubError("this game cannot be changed")
    changed = transcript._replace(players=tuple(players))
    is_first = not changed.turns and len(places) == 1
    if is_first or (changed.turns and len(changed.turns) % len(players) == places[0]):
        changed = started_clock(changed)  # which does not run for an open seat
    try:
        save(changed, path, expected=source.fingerprint)
    except SaveConflictError:
        raise ClubError("the game has changed meanwhile; try again") from None


def start_game(
    folder: Path,
    wish: str | Wish,
    member: str,
    members: Sequence[str],
    most_effort: int = MOST_EFFORT,
) -> Path:
    """Start a game such as ``hexagon:3 ben open``; the member has the first seat.

    Raises AtlantisError for a wish that cannot be fulfilled, and OSError.
    """
    _check_number(list_games(folder, member))
    wished = parse_wish(wish, members, most_effort) if isinstance(wish, str) else wish
    return wished.begin(member).save_as_new(folder, file_stem(wished.board))


def start_rematch(folder: Path, game: ClubGame, member: str) -> Path:
    """Start a finished game again with another player first; finds one that has been started.

    Raises ClubError if the member did not play it, and what loading and saving raise.
    """
    if not game.facts.result:
        raise ClubError("the game is not over")
    if not game.seats:
        raise ClubError("only its players start a rematch")
    over = GameDocument.load(game.path)
    left = replaced_seats(over.transcript)
    over.take_seats([PERSON if n in left else seat for n, seat in enumerate(over.seats)])
    again = rematch_of(over)
    absent = over.transcript.annotations.tags.get(ABSENT_TAG)
    again.edit(started_clock(again.transcript.with_tag(ABSENT_TAG, absent)))
    pairs = zip(again.transcript.players, again.seats, strict=True)
    names = tuple(p.name if seat.kind is SeatKind.PERSON else "" for p, seat in pairs)
    listed = list_games(folder, member)
    for other in listed:
        facts = other.facts
        is_fresh = facts.turns == 0 and not facts.result and _REMATCH in other.path.stem
        if (
            is_fresh
            and facts.control == game.facts.control
            and other.seats
            and tuple(facts.rated) == names
        ):
            return other.path
    _check_number(listed)
    return again.save_as_new(folder, file_stem(_REMATCH))


def _check_number(games: Sequence[ClubGame]) -> None:
    """Raise ClubError if the member has too many games to start another."""
    own = [game for game in games if game.seats]
    running = sum(not game.facts.result for game in own)
    if running >= MOST_GAMES:
        raise ClubError(f"you have {running} running games; finish one of them first")
    recent = sum(time.time() - game.path.stat().st_mtime < _DAY for game in own)
    if recent >= MOST_A_DAY:
        raise ClubError(f"{recent} of your games have changed today; start the next one tomorrow")
