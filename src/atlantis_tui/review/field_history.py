"""The story of a field: what happened there up to what is shown, and which of it is chosen.

Knows no screen.
"""

from __future__ import annotations

from itertools import filterfalse, islice

from atlantis_core.grid import Field
from atlantis_core.narration import Cast
from atlantis_core.review.history import FieldEvent, field_events
from atlantis_core.review.reasons import describe_contents
from atlantis_core.review.replay_cursor import ReplayCursor

MOST_EVENTS = 300
"""Of the story of a field; the dialogue tells all of it."""


class FieldStory:
    """Why a field holds what it holds; without a field no story is told."""

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
        """The chosen event."""
        return self.events[self.chosen]

    def tell(self, field: Field, chosen: int = 0) -> None:
        """Tell the story of a field up to the turn, or the step of it, that is walked to."""
        replay = self._replay
        self.field = field
        happened = filterfalse(self._is_to_come, field_events(replay.line, field, replay.turn))
        self.events = list(islice(happened, MOST_EVENTS))
        self.choose(chosen)

    def _is_to_come(self, event: FieldEvent) -> bool:
        """Whether it happens in the turn that is shown, but after the step that is shown."""
        step = self._replay.step
        return step is not None and event.turn == self._replay.turn and event.step > step

    def follow(self) -> None:
        """Tell it up to where the walk is now."""
        if self.field is not None:
            self.tell(self.field, self.chosen)

    def choose(self, number: int) -> None:
        self.chosen = min(max(number, 0), max(len(self.events) - 1, 0))

    def close(self) -> bool:
        """Tell it no more; says whether it was told."""
        was_open, self.field = self.is_open, None
        return was_open

    def heading(self, cast: Cast) -> str:
        if self.field is None:
            return ""
        held = self._replay.position[self.field]
        return f"Why {self.field}: {describe_contents(held, cast)}"
