"""Clocks of other games: main time, overtime periods, an increment, as tafl records write them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

PATTERN = re.compile(
    r"\s*(?P<main>[0-9]{1,9})"
    r"(?: (?P<length>[0-9]{1,9})/(?P<periods>[0-9]{1,9}))?(?: (?P<increment>[0-9]{1,9})i)?"
    r"(?:[ ]|(?=\n)|\Z)",
    re.ASCII,
)
"""`3600 30/3 3i`: an hour, three periods of 30 seconds, three seconds more per move."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that a player has left, in seconds."""

    main: int
    length: int = 0
    """Seconds of an overtime period; they begin when the main time is used up."""
    periods: int = 0
    increment: int = 0
    """Seconds added after every move."""

    @property
    def is_out(self) -> bool:
        """Whether no time is left."""
        return not self.main and not self.periods

    def running(self, seconds: float) -> Clock:
        """The clock so many seconds into a move: in overtime, `main` is what is left of a period.

        A move within a period costs nothing of it; each period that is exceeded is lost.
        """
        if seconds < self.main:
            return replace(self, main=self.main - int(seconds))
        over = int(seconds) - self.main
        lost = over // self.length if self.length else self.periods
        if lost >= self.periods:
            return replace(self, main=0, periods=0)
        return replace(self, main=self.length - over % self.length, periods=self.periods - lost - 1)

    def after(self, seconds: float) -> Clock:
        """The clock after a move that took so many seconds."""
        now = self.running(seconds)
        if now.is_out:
            return now
        if seconds < self.main:
            return replace(now, main=now.main + self.increment)
        return replace(now, main=self.increment, periods=now.periods + 1)

    def __str__(self) -> str:
        overtime = f" {self.length}/{self.periods}" if self.periods else ""
        return f"{self.main}{overtime}{f' {self.increment}i' if self.increment else ''}"


def clock_of(match: re.Match[str]) -> Clock:
    """The clock that `PATTERN` found."""
    names = ("main", "length", "periods", "increment")
    return Clock(*(int(match[name] or 0) for name in names))
