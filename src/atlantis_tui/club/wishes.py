"""A game that a member wishes to start: board, players, time, and what becomes of the absent.

Written as ``hexagon:3 ben open bot:greedy 3days absent:bot:greedy``; the lobby has a form for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from atlantis_core.rules.shapes import Shape, parse_shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind, parse_seat
from atlantis_core.support.colors import NEW_GAME_PALETTE, default_colors
from atlantis_core.support.errors import NotationError
from atlantis_core.transcript.clocks import (
    BEGAN_TAG,
    TimeControl,
    control_of,
    format_began,
    parse_control,
)
from atlantis_core.transcript.model import Transcript
from atlantis_tui.game.document import GameDocument
from .absence import ABSENT_TAG
from .members import OPEN, ClubError

MOST_SIDE = 6
MOST_PLAYERS = 6
MOST_EFFORT = 400
"""Effort of the bots on offer, unless the host allows another; 0 for no bots."""
WORDS = f"BOARD, then a member, '{OPEN}' or 'bot:NAME' for each other seat, then a time if you like"
EXAMPLE = "hexagon:3 ben 3days"
_ABSENT = "absent:"


@dataclass(frozen=True, slots=True)
class Wish:
    """A game to start. The member who starts it has the first seat."""

    shape: Shape = Shape.HEXAGON
    side: int = 2
    others: tuple[str | Seat | None, ...] = (None,)
    """A member's name, the seat of a bot, or None for an open seat."""
    control: TimeControl | None = None
    absent: Seat | None = None
    """The bot that replaces absent players; None if they lose."""

    @property
    def board(self) -> str:
        return f"{self.shape.value}:{self.side}"

    def begin(self, member: str) -> GameDocument:
        """The game, not saved yet. Raises SetupError if the board has no room for the players."""
        players = (member, *self.others)
        seats = [player if isinstance(player, Seat) else PERSON for player in players]
        names = [
            player.name.capitalize() if isinstance(player, Seat) else player for player in players
        ]
        start = traditional_start(self.shape, self.side, len(players))
        colors = default_colors([None] * len(players), NEW_GAME_PALETTE)
        document = GameDocument.new(
            start, names=names, colors=colors, seats=seats, control=self.control
        )
        transcript = document.transcript
        if self.absent is not None and self.control is not None:
            transcript = transcript.with_tag(ABSENT_TAG, str(self.absent))
        document.edit(transcript if None in names else started_clock(transcript))
        return document


def started_clock(transcript: Transcript) -> Transcript:
    """Start the clock of the player to move; not before the first turn of a total time."""
    control = control_of(transcript)
    if control is None or not (control.is_per_turn or transcript.turns):
        return transcript
    return transcript.with_tag(BEGAN_TAG, format_began(datetime.now(UTC)))


def bots_within(effort: int) -> tuple[str, ...]:
    """The levels of bots that need at most this effort, weakest first."""
    from atlantis_core.bots.registry import BOTS, LEVELS

    return tuple(name for name in LEVELS if BOTS[name].default_effort <= effort)


def parse_wish(text: str, members: Sequence[str], most_effort: int = MOST_EFFORT) -> Wish:
    """Parse a wish. Raises NotationError, and ClubError for what the club does not offer."""
    board, *words = text.split()[: MOST_PLAYERS + 4] or [""]
    shape, side = parse_shape(board)
    if side > MOST_SIDE:
        raise ClubError(f"boards of a club have at most side {MOST_SIDE}")
    others: list[str | Seat | None] = []
    control = absent = None
    for word in words:
        if word.casefold().startswith(_ABSENT):
            absent = _parse_bot(word[len(_ABSENT) :], most_effort)
        elif word[:1].isdigit():
            control = parse_control(word)
        else:
            others.append(_parse_player(word, members, most_effort))
    if len(others) >= MOST_PLAYERS:
        raise ClubError(f"a game has at most {MOST_PLAYERS} players")
    if absent is not None and control is None:
        raise ClubError("'absent:' needs a time, such as '3days'")
    return Wish(shape, side, tuple(others) or (None,), control, absent)


def _parse_player(word: str, members: Sequence[str], most_effort: int) -> str | Seat | None:
    if word.casefold() == OPEN:
        return None
    if word.casefold().split(":")[0] == SeatKind.BOT.value:
        return _parse_bot(word, most_effort)
    for name in members:
        if name.casefold() == word.casefold():
            return name
    raise ClubError(f"no such member (expected a member's name, '{OPEN}' or 'bot:NAME')")


def _parse_bot(word: str, most_effort: int) -> Seat:
    names = bots_within(most_effort)
    if not names:
        raise ClubError("this club has no bots")
    text = word.casefold()
    seat = parse_seat(f"bot:{names[0]}" if text == SeatKind.BOT.value else text)
    if seat.name not in names:
        raise NotationError(word, "bot", f"one of {', '.join(f'bot:{name}' for name in names)}")
    return seat
