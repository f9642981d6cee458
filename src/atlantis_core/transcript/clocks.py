"""Time control: how long the players of a game may think, and how long they have thought.

The tag `time control` holds the control and `turn began` the time at which the present turn of a
shared game began. The annotation `clocks` holds the seconds of each turn. Bots, agents and
dummies play without a clock: their turns have no seconds.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from atlantis_core.support.errors import NotationError
from .model import Transcript

CONTROL_TAG, BEGAN_TAG = "time control", "turn began"
MAX_GAP = 30.0
"""Seconds between two ticks of a timer; after a longer gap the program was suspended."""
LONGEST = 1e9
"""Seconds, thirty years. A longer time in a file counts as this."""
_DAY = 86400.0
_EXPECTED = (
    "minutes and seconds per turn such as '10+5', or '3 days'; ', only shown' lets time run out"
)
_TOTAL = re.compile(r"(\d{1,4})(?:\+(\d{1,4}))?")
_DAYS = re.compile(r"(\d{1,3}) ?(?:d|days?)(?: per turn)?")
_ONLY_SHOWN = ", only shown"


class TimeControl(NamedTuple):
    """A total with an increment per turn, or a time for each turn."""

    seconds: float
    increment: float = 0.0
    is_per_turn: bool = False
    """Whether each turn has `seconds`; otherwise they are for the whole game."""
    is_only_shown: bool = False
    """Whether a player who runs out of time plays on; otherwise that player loses."""

    def __str__(self) -> str:
        """The text of the tag: ``10+5``, ``3 days per turn``, ``10+5, only shown``."""
        number = round(self.seconds / _DAY)
        days = f"{number} day{'' if number == 1 else 's'} per turn"
        total = f"{round(self.seconds / 60)}+{round(self.increment)}"
        return (days if self.is_per_turn else total) + (_ONLY_SHOWN * self.is_only_shown)


def parse_control(text: str) -> TimeControl:
    """Parse ``10+5`` (minutes, seconds per turn), ``10`` or ``3 days``, and ``, only shown``."""
    words = " ".join(text.casefold().split())
    is_only_shown = words.endswith(_ONLY_SHOWN)
    plain = words.removesuffix(_ONLY_SHOWN)
    if (days := _DAYS.fullmatch(plain)) and int(days[1]):
        return TimeControl(int(days[1]) * _DAY, 0.0, is_per_turn=True, is_only_shown=is_only_shown)
    if (total := _TOTAL.fullmatch(plain)) and int(total[1]):
        return TimeControl(int(total[1]) * 60.0, float(total[2] or 0), is_only_shown=is_only_shown)
    raise NotationError(text, "time control", _EXPECTED)


def control_of(transcript: Transcript) -> TimeControl | None:
    """The time control of a game; None if it has none, or one that cannot be read."""
    written = transcript.annotations.tags.get(CONTROL_TAG)
    try:
        return parse_control(written) if isinstance(written, str) else None
    except NotationError:
        return None


def with_control(transcript: Transcript, control: TimeControl | None) -> Transcript:
    return transcript.with_tag(CONTROL_TAG, None if control is None else str(control))


def with_turn_time(transcript: Transcript, turn: int, seconds: float | None) -> Transcript:
    """Store the seconds of a turn, from 1, and forget those of later turns."""
    notes = transcript.annotations
    before = [*notes.clocks[: turn - 1], *[None] * (turn - 1 - len(notes.clocks))]
    taken = None if seconds is None else round(max(seconds, 0.0), 1)
    return transcript.with_annotations(notes._replace(clocks=(*before, taken)))


def turn_seconds(transcript: Transcript, turn: int) -> float | None:
    """The seconds that a turn, from 1, took; None if unknown."""
    clocks = transcript.annotations.clocks
    taken = clocks[turn - 1] if 1 <= turn <= len(clocks) else None
    return None if taken is None else min(taken, LONGEST)


def time_left(
    control: TimeControl, clocks: Sequence[float | None], player: int, players: int, first: int = 0
) -> float:
    """The seconds that a player has left before the present turn, by the times of the turns.

    `first` is the player of the first turn. Turns of unknown length cost nothing.
    """
    if control.is_per_turn:
        return control.seconds
    own = [
        min(taken, LONGEST)
        for taken in clocks[(player - first) % players :: players]
        if taken is not None
    ]
    return control.seconds + control.increment * len(own) - sum(own)


def format_seconds(seconds: float) -> str:
    """A time on a clock: ``4:32``, ``1:04:32``, ``2d 3h``; ``-0:05`` once it has run out."""
    sign, whole = ("-" if seconds < 0 else ""), int(abs(seconds))
    days, hours, minutes = whole // 86400, whole // 3600 % 24, whole // 60 % 60
    if days:
        return f"{sign}{days}d {hours}h"
    if hours:
        return f"{sign}{hours}:{minutes:02}:{whole % 60:02}"
    return f"{sign}{minutes}:{whole % 60:02}"


def format_began(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def seconds_since(written: object, now: datetime) -> float:
    """The seconds since a time in a file; 0 if it is missing, unreadable or in the future."""
    try:
        began = datetime.fromisoformat(str(written))
        return max((now - began).total_seconds(), 0.0)
    except (ValueError, TypeError, OverflowError):
        return 0.0


class TurnTimer:
    """Measures one turn with a clock that changes of the system's time do not affect.

    `tick` has to be called every few seconds: the time of a longer gap does not count, because
    the program was suspended then. A timer that `counts_gaps` is for shared games, where the
    other players wait meanwhile.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._elapsed = 0.0
        self._last: float | None = None
        self._counts_gaps = False

    @property
    def is_running(self) -> bool:
        return self._last is not None

    def start(self, elapsed: float = 0.0, *, counts_gaps: bool = False) -> None:
        """Begin a turn that has already taken some seconds."""
        self._elapsed, self._counts_gaps = elapsed, counts_gaps
        self._last = self._now()

    def pause(self) -> None:
        self.tick()
        self._last = None

    def resume(self) -> None:
        if self._last is None:
            self._last = self._now()

    def tick(self) -> float:
        """Add the time since the last tick, and return the seconds of this turn."""
        if self._last is not None:
            now = self._now()
            gap = max(now - self._last, 0.0)
            self._elapsed += gap if gap <= MAX_GAP or self._counts_gaps else 0.0
            self._last = now
        return self._elapsed
