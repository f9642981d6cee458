"""A turn as a row of pictures: each move, each wave, growth. For animation and for stepping.

Pure: gives positions, marks and captions; when to show the next one is up to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atlantis_core.events import TurnReport
from atlantis_core.narration import Cast, describe_growth, describe_moves, describe_wave
from atlantis_core.position import Position
from atlantis_tui.board.marks import Marking
from atlantis_tui.board.turn_marks import (
    mark_changes,
    mark_explosions,
    mark_growth,
    mark_impacts,
    mark_move,
)


class Frame(NamedTuple):
    """One picture and how long it stays, in beats."""

    position: Position
    marks: Marking
    caption: str
    beats: float = 1.0


def turn_frames(report: TurnReport, cast: Cast) -> Iterator[Frame]:
    """The pictures of a turn, in order; an uneventful turn has one that says so."""
    captions = describe_moves(report, cast)
    for event, caption in zip(report.moves, captions, strict=False):
        yield Frame(event.after, mark_move(event), caption)
    if not report.moves:
        yield Frame(report.start, mark_changes(report.start, report.start), captions[0])
    before = report.moves[-1].after if report.moves else report.start
    for number, wave in enumerate(report.waves, 1):
        caption = describe_wave(wave, cast, number if len(report.waves) > 1 else None)
        yield Frame(before, mark_explosions(wave), caption, 0.6)
        yield Frame(wave.after, mark_impacts(wave), caption)
        before = wave.after
    if report.grown:
        yield Frame(report.end, mark_growth(report), describe_growth(report.grown))


def summary_frame(report: TurnReport, cast: Cast) -> Frame:
    """A whole turn in one picture: for thin lines."""
    caption = " ".join(frame.caption for frame in turn_frames(report, cast))
    return Frame(report.end, mark_changes(report.start, report.end), caption, 2.0)
