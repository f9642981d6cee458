"""Exports a range of turns as one animated SVG file that runs in every browser without scripts.

Writes only changes: each field has one element per distinct content, visible for its time span
(SMIL, which also works in ``<img>``). Viewers without animation support show the first scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from atlantis_core.diagram.drawing import find_volatile
from atlantis_core.diagram.svg import Paint, draw_arrow, draw_contents, draw_ground, draw_ring
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Contents
from .pictures import (
    PictureFrame,
    begin,
    draw_row,
    draw_signs,
    draw_swatch,
    draw_symbols,
    draw_text,
    frame_for,
    legend_rows,
    overlay_meaning,
    wrap,
)
from .scenes import Scene, Story

CAPTION_LINES = 4


class TimeSpan(NamedTuple):
    """The time span in which an element is visible, in seconds."""

    begin: float
    end: float


def draw_animation(story: Story) -> str:
    """A whole SVG document that shows all scenes in a loop."""
    scenes = list(story.scenes())
    ends = [0.0]
    for scene in scenes:
        ends.append(ends[-1] + scene.seconds)
    spans = [TimeSpan(*pair) for pair in pairwise(ends)]
    board = scenes[0].position.board
    meaning = wrap(overlay_meaning(story.overlay), frame_for(story).letters)
    frame = frame_for(story, 1 + len(meaning) + CAPTION_LINES)
    timeline = _Timeline(frame, ends[-1])
    lines = [
        *begin(frame.view, story.title),
        *draw_text(frame, "title", [story.title], 0),
        *draw_text(frame, "caption", meaning, 1 + CAPTION_LINES),
        *draw_ground(board),
        *timeline.fields(scenes, spans, story.paint),
        *timeline.signs(story, scenes, spans),
        *timeline.marks(scenes, spans),
        *timeline.captions(scenes, spans),
        *timeline.legend(story, scenes, spans),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


class _Timeline:
    """Shows and hides elements over time."""

    def __init__(self, frame: PictureFrame, seconds: float) -> None:
        self._frame = frame
        self._seconds = seconds

    def _shown(self, element: str, span: TimeSpan) -> str:
        """An element that is visible only in a time span."""
        if span == (0.0, self._seconds):
            return element
        first, last = span.begin / self._seconds, span.end / self._seconds
        times = [0.0, *([first] if first else []), *([last] if last < 1 else [])]
        values = [first == 0, *([True] if first else []), *([False] if last < 1 else [])]
        words = ";".join("visible" if value else "hidden" for value in values)
        when = ";".join(f"{time:.5f}" for time in times)
        return (
            f'<g visibility="{"visible" if first == 0 else "hidden"}">{element}'
            f'<animate attributeName="visibility" values="{words}" keyTimes="{when}" '
            f'dur="{self._seconds:.2f}s" calcMode="discrete" repeatCount="indefinite"/></g>'
        )

    def fields(
        self, scenes: Sequence[Scene], spans: Sequence[TimeSpan], paint: Paint
    ) -> Iterator[str]:
        """The contents of every field, from change to change."""
        looks = _looks(scenes, paint)
        for field in scenes[0].position.board:
            yield from self._changes([look.get(field, "") for look in looks], spans)

    def signs(
        self, story: Story, scenes: Sequence[Scene], spans: Sequence[TimeSpan]
    ) -> Iterator[str]:
        """The signs of the overlay, from change to change."""
        looks = [draw_signs(story, scene) for scene in scenes]
        for field in scenes[0].position.board:
            yield from self._changes([look.get(field, "") for look in looks], spans)

    def _changes(self, looks: Sequence[str], spans: Sequence[TimeSpan]) -> Iterator[str]:
        begun = 0
        for number in range(1, len(looks) + 1):
            if number == len(looks) or looks[number] != looks[begun]:
                if looks[begun]:
                    yield self._shown(
                        looks[begun], TimeSpan(spans[begun].begin, spans[number - 1].end)
                    )
                begun = number

    def marks(self, scenes: Sequence[Scene], spans: Sequence[TimeSpan]) -> Iterator[str]:
        for scene, span in zip(scenes, spans, strict=True):
            drawn = [*map(draw_ring, scene.exploded), *map(draw_arrow, scene.arrows)]
            if drawn:
                yield self._shown("".join(drawn), span)

    def captions(self, scenes: Sequence[Scene], spans: Sequence[TimeSpan]) -> Iterator[str]:
        for scene, span in zip(scenes, spans, strict=True):
            caption = wrap([scene.heading, *scene.sentences], self._frame.letters)
            if len(caption) > CAPTION_LINES:
                caption = [*caption[: CAPTION_LINES - 1], f"{caption[CAPTION_LINES - 1]} ..."]
            yield self._shown("".join(draw_text(self._frame, "caption", caption, 1)), span)

    def legend(
        self, story: Story, scenes: Sequence[Scene], spans: Sequence[TimeSpan]
    ) -> Iterator[str]:
        frame = self._frame
        rows = [legend_rows(story, scene) if story.paint.colors else [] for scene in scenes]
        for number, color in enumerate(story.paint.colors):
            yield draw_swatch(frame, number, color)
            looks = [draw_row(frame, number, row[number]) for row in rows]
            yield from self._changes(looks, spans)
        yield from draw_symbols(frame, len(story.paint.colors))


def _looks(scenes: Sequence[Scene], paint: Paint) -> list[dict[Field, str]]:
    """Elements of occupied fields for every scene, each drawn once."""
    known: dict[tuple[Field, Contents, bool], str] = {}
    looks = []
    for scene in scenes:
        volatile = find_volatile(scene.position)
        look = {}
        for field, held in scene.position.occupied():
            key = field, held, field in volatile
            if key not in known:
                known[key] = draw_contents(field, held, paint, is_volatile=key[2])
            look[field] = known[key]
        looks.append(look)
    return looks
