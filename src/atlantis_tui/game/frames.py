"""A turn as a row of pictures: each move, each wave, growth. For animation and for stepping.

Pure: gives positions, marks and captions; when to show the next one is up to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atlantis_core.events import TurnReport, Wave
from atlantis_core.narration import Cast, describe_turn_steps
from atlantis_core.position import Position
from atlantis_tui.board.marks import Marking
from atlantis_tui.board.turn_marks import mark_changes, mark_explosions, mark_step


class Frame(NamedTuple):
    """One picture and how long it stays, in beats."""

    position: Position
    marks: Marking
    caption: str
    beats: float = 1.0


def turn_frames(report: TurnReport, cast: Cast) -> Iterator[Frame]:
    """The pictures of a turn, in order; an uneventful turn has one that says so."""
    before = report.start
    for event, caption in describe_turn_steps(report, cast):
        if isinstance(event, Wave):
            yield Frame(before, mark_explosions(event), caption, 0.6)
        if event is None:
            yield Frame(before, mark_changes(before, before), caption)
        else:
            yield Frame(event.after, mark_step(event), caption)
            before = event.after


def summary_frame(report: TurnReport, cast: Cast) -> Frame:
    """A whole turn in one picture: for thin lines."""
    caption = " ".join(frame.caption for frame in turn_frames(report, cast))
    return Frame(report.end, mark_changes(report.start, report.end), caption, 2.0)
