"""Autoplay: takes a step at intervals until a key is pressed or the game ends."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.timer import Timer
from textual.widget import Widget

SPEEDS = (3.0, 1.5, 0.8, 0.4, 0.15)
"""Seconds between steps, slow to fast."""
_FASTER = frozenset({"plus", "equals_sign"})
_SLOWER = frozenset({"minus"})


class Autoplay:
    """A timer that calls `step`, with keys for its speed."""

    def __init__(
        self, clock: Widget, step: Callable[[], bool], changed: Callable[[str], None]
    ) -> None:
        """`step` returns whether there are more; `changed` gets a message about the new state."""
        self._clock, self._step, self._changed = clock, step, changed
        self._timer: Timer | None = None
        self.speed = 2

    @property
    def pace(self) -> str:
        """The current speed, for the key line."""
        return f"speed {self.speed + 1} of {len(SPEEDS)}"

    @property
    def is_playing(self) -> bool:
        return self._timer is not None

    def play(self) -> None:
        self._stop()
        self._timer = self._clock.set_interval(SPEEDS[self.speed], self._go_on)

    def pause(self, said: str = "") -> None:
        self._stop()
        self._changed(said)

    def take_key(self, event: events.Key) -> bool:
        """While playing, every key except those for the speed pauses and does nothing else."""
        if not self.is_playing:
            return False
        by = 1 if event.key in _FASTER else -1 if event.key in _SLOWER else 0
        if not by:
            self.pause("paused")
            return True
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        self.play()
        self._changed(self.pace)
        return True

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def _go_on(self) -> None:
        if not self._step():
            self.pause()
