"""Players who are absent beyond their clock: they lose the game, or a bot plays on.

The tag `absent players` of a game names the bot, as in `bot:greedy`; without it such players lose.
The tag `replaced` lists the seats, from 1, whose players a bot has replaced: for the ratings they
have lost. The tag `rated` is `no` if an absent player had not moved yet: a member can name any
other in a new game, who must not lose rating points by it.
"""

from __future__ import annotations

from pathlib import Path

from atlantis_core.seats import Seat, SeatKind, bot_seat, parse_seat
from atlantis_core.support.errors import NotationError
from atlantis_core.transcript.declared_ending import EndingKind
from atlantis_core.transcript.model import Transcript
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.ownership import Ownership
from .members import ClubError

ABSENT_TAG, REPLACED_TAG, RATED_TAG = "absent players", "replaced", "rated"
NOT_RATED = "no"
SERVED = Ownership(frozenset(), is_host=True)
"""Ownership of a club's host: it plays for bots, but not for people."""


def absent_bot(transcript: Transcript) -> Seat | None:
    """The bot that replaces absent players of a game; None if they lose."""
    try:
        seat = parse_seat(str(transcript.annotations.tags.get(ABSENT_TAG, "")))
    except NotationError:
        return None
    return seat if seat.kind is SeatKind.BOT and _is_bot(seat.name) else None


def replaced_seats(transcript: Transcript) -> frozenset[int]:
    """The seats, from 0, whose players a bot has replaced."""
    words = str(transcript.annotations.tags.get(REPLACED_TAG, "")).split(", ")
    numbers = {str(seat + 1): seat for seat in range(len(transcript.players))}
    return frozenset(numbers[word] for word in words if word in numbers)


def end_absence(path: Path, turns: int, player: int) -> str:
    """Let a player whose time has run out lose, or be replaced, as the game was set up.

    Returns what happened, and '' if the game has gone on meanwhile. Raises OSError and
    AtlantisError.
    """
    document = open_served(path)
    game = document.game
    if document.is_closed or (game.turn_number, game.position.to_move) != (turns, player):
        return ""
    bot = absent_bot(document.transcript)
    if bot is not None and _persons_left(document) > 1:
        return replace_player(document, player, bot.name)
    return lose(document, player)


def open_served(path: Path) -> GameDocument:
    """Open a game for the host of the club. Raises what loading raises."""
    document = GameDocument.load(path)
    document.ownership = SERVED
    return document


def lose(document: GameDocument, player: int) -> str:
    """Take an absent player out of a game. Returns what happened."""
    _check_person(document, player)
    document.edit(_rated_if_moved(document.transcript, player))
    document.give_up(player, EndingKind.TIME)
    return f"{document.cast[player]} ran out of time"


def replace_player(document: GameDocument, player: int, bot: str) -> str:
    """Let a bot play for a player from now on. Returns what happened."""
    _check_person(document, player)
    if not _is_bot(bot):
        raise ClubError(f"no such bot: '{bot}'")
    seats = list(document.seats)
    seats[player] = bot_seat(bot)
    document.take_seats(seats)
    left = sorted({*replaced_seats(document.transcript), player})
    listed = ", ".join(str(seat + 1) for seat in left)
    tagged = document.transcript.with_tag(REPLACED_TAG, listed)
    document.edit(_rated_if_moved(tagged, player))
    document.save()
    return f"the bot {bot} plays for {document.cast[player]}"


def is_rated(transcript: Transcript) -> bool:
    """Whether a game counts for the ratings once it is over."""
    return transcript.annotations.tags.get(RATED_TAG) != NOT_RATED


def _rated_if_moved(transcript: Transcript, player: int) -> Transcript:
    """Take a game out of the ratings if the player has not moved any stones yet."""
    own = transcript.turns[player :: len(transcript.players)]
    return transcript if any(own) else transcript.with_tag(RATED_TAG, NOT_RATED)


def _check_person(document: GameDocument, player: int) -> None:
    if document.is_closed:
        raise ClubError("the game is over")
    if document.seats[player].kind is not SeatKind.PERSON or player in document.seats_out:
        raise ClubError(f"{document.cast[player]} does not play in this game any more")


def _persons_left(document: GameDocument) -> int:
    return sum(
        seat.kind is SeatKind.PERSON and number not in document.seats_out
        for number, seat in enumerate(document.seats)
    )


def _is_bot(name: str) -> bool:
    from atlantis_core.bots.registry import BOTS

    return name in BOTS
