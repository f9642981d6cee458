"""Progress line of a match, rewritten in place; silent without a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import Generic, TextIO, TypeVar

from atlantis_core.support.columns import display_width, pad
from atlantis_core.support.phrases import counted

R = TypeVar("R")
Clock = Callable[[], float]


class MatchScore(Generic[R]):
    """Counts the games that each contestant has won: ``12 - 7``."""

    def __init__(self, winner_of: Callable[[R], int | None], winners: Iterable[int | None]) -> None:
        """`winners` are the contestants in the order of the text; None counts drawn games."""
        self._winner_of = winner_of
        self._wins = dict.fromkeys(winners, 0)

    def add(self, result: R) -> None:
        self._wins[self._winner_of(result)] += 1

    def __str__(self) -> str:
        return " - ".join(map(str, self._wins.values()))


class Progress:
    """Shows games done, games in total, and the estimated time left."""

    def __init__(
        self,
        stream: TextIO | None,
        total: int,
        done: int = 0,
        clock: Clock = monotonic,
        noun: str = "game",
    ) -> None:
        """Write to the stream if it is a terminal. `done` games were played earlier."""
        self._noun = noun
        self._stream = stream if stream is not None and stream.isatty() else None
        self._total = total
        self._before = done
        self._done = done
        self._clock = clock
        self._began = clock()
        self._width = 0

    def step(self, standing: str = "") -> None:
        """Count one more game as done."""
        self._done += 1
        self._show(f"{self.line()}  {standing}".rstrip())

    def line(self) -> str:
        """The line without the standing."""
        played = self._done - self._before
        so_far = f"{self._done}/{counted(self._total, self._noun)}"
        if not played or self._done >= self._total:
            return so_far
        left = (self._clock() - self._began) / played * (self._total - self._done)
        return f"{so_far}, {format_duration(left)} left"

    def end(self) -> None:
        """Clear the line."""
        if self._width:
            self._write("\r" + " " * self._width + "\r")

    def _show(self, text: str) -> None:
        if self._stream is not None:
            self._write("\r" + pad(text, self._width))
            self._width = display_width(text)

    def _write(self, text: str) -> None:
        if self._stream is not None:
            with suppress(OSError):  # the terminal was closed: keep playing
                self._stream.write(text)
                self._stream.flush()


def format_duration(seconds: float) -> str:
    """Format as ``40 s``, ``3 min`` or ``2 h 5 min``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
