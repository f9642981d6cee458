"""History of one field up to the shown step, with a selected event."""

from __future__ import annotations

from itertools import filterfalse, islice

from atlantis_core.narration import Cast
from atlantis_core.positions.grid import Field
from atlantis_core.review.history import FieldEvent, field_events
from atlantis_core.review.reasons import describe_contents
from atlantis_core.review.replay_cursor import ReplayCursor

MOST_EVENTS = 300
"""Longest history in the panel; `why` in `atlantis read` prints all of it."""


class FieldHistory:
    """The events on a field; closed while `field` is None."""

    def __init__(self, replay: ReplayCursor) -> None:
        self._replay = replay
        self.field: Field | None = None
        self.events: list[FieldEvent] = []
        self.chosen = 0

    @property
    def is_open(self) -> bool:
        return self.field is not None

    @property
    def event(self) -> FieldEvent:
        """The selected event."""
        return self.events[self.chosen]

    def open(self, field: Field, chosen: int = 0) -> None:
        """Collect the events of a field up to the shown turn or step."""
        replay = self._replay
        self.field = field
        happened = filterfalse(self._is_to_come, field_events(replay.line, field, replay.turn))
        self.events = list(islice(happened, MOST_EVENTS))
        self.choose(chosen)

    def _is_to_come(self, event: FieldEvent) -> bool:
        """Whether the event is in the shown turn, but after the shown step."""
        step = self._replay.step
        return step is not None and event.turn == self._replay.turn and event.step > step

    def follow(self) -> None:
        """Update after the shown turn or step changed."""
        if self.field is not None:
            self.open(self.field, self.chosen)

    def choose(self, number: int) -> None:
        self.chosen = min(max(number, 0), max(len(self.events) - 1, 0))

    def close(self) -> bool:
        """Close the history. Returns whether it was open."""
        was_open, self.field = self.is_open, None
        return was_open

    def heading(self, cast: Cast) -> str:
        if self.field is None:
            return ""
        held = self._replay.position[self.field]
        return f"Why {self.field}: {describe_contents(held, cast)}"
