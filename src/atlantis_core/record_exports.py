"""Exports records of other games, through their protocol alone, in the formats of `exports`.

A range of steps shows one position per step, without the frames between them. Images are the
game's own drawings.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import NamedTuple

from atlantis_core.exports.cells import DoesNotFitError, Size, format_recording, parse_line
from atlantis_core.exports.errors import ExportError
from atlantis_core.exports.formats import FormatKind, format_for, suffix_of
from atlantis_core.exports.palette import MAX_FRAME_PIXELS, MAX_GIF_PIXELS, join_frames
from atlantis_core.exports.raster import MAX_PIXELS, ZOOM, renderer
from atlantis_core.exports.recording import DEFAULT_SIZE
from atlantis_core.games.protocol import Record
from atlantis_core.games.rendering import render_ansi
from atlantis_core.support.colors import RGB
from atlantis_core.support.columns import display_width
from atlantis_core.support.escape_codes import Depth
from atlantis_core.support.safe_text import showable, showable_lines

SECONDS = 1.2
"""Duration of a step in an animation."""
FIRST_AND_LAST = 2.0
_LEAST_WORDS = 3
"""The rows below the board in a recording: a blank one, the heading and the state."""
MOST_STEPS = 1_000
"""Steps of an export; each is a whole image."""
MOST_CHARACTERS = 100_000_000
"""Characters of all images of an export together."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_ANIMATE = (
    '<animate attributeName="visibility" values="{};visible;hidden" keyTimes="0;{:.5f};{:.5f}" '
    'dur="{:.2f}s" calcMode="discrete" repeatCount="indefinite"/>'
)
_NAVIGATION = (
    '<nav><button value="-1">previous</button> <button value="1">next</button> '
    "arrow keys, Home, End</nav>"
)
_VIEW = re.compile(r'viewBox="[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+)"')
_STYLE = """
body { font-family: sans-serif; max-width: 50em; margin: 1em auto; padding: 0 1em; }
svg { width: 100%; max-height: 75vh; }
figure { margin: 0 0 2em; }
blockquote { border-left: 3px solid #999; margin: 0.5em 0; padding-left: 1em; }
.stepping figure[hidden] { display: none; }
nav { display: none; }
.stepping nav { display: block; }
"""
_SCRIPT = """
"use strict";
(() => {
  const steps = [...document.querySelectorAll("figure")];
  let at = 0;
  const go = (to) => {
    at = Math.max(0, Math.min(steps.length - 1, to));
    steps.forEach((step, number) => { step.hidden = number !== at; });
  };
  const keys = { ArrowLeft: -1, ArrowRight: 1, Home: -steps.length, End: steps.length };
  document.body.classList.add("stepping");
  document.addEventListener("keydown", (event) => {
    if (event.key in keys) { event.preventDefault(); go(at + keys[event.key]); }
  });
  for (const button of document.querySelectorAll("button"))
    button.addEventListener("click", () => go(at + Number(button.value)));
  go(0);
})();
"""


class StepRange(NamedTuple):
    """The steps from `first` to `last` of a record; step 0 is the start."""

    record: Record
    first: int
    last: int

    def steps(self) -> range:
        """Raises ExportError if there are too many."""
        steps = range(self.first, self.last + 1)
        if len(steps) > MOST_STEPS:
            raise ExportError(
                f"{len(steps)} steps are too many for an export (expected at most {MOST_STEPS}; "
                "choose fewer, such as '#10..20')"
            )
        return steps

    def seconds(self) -> list[float]:
        """The duration of every step."""
        ends = (self.first, self.last)
        return [FIRST_AND_LAST if step in ends else SECONDS for step in self.steps()]

    def images(self) -> list[str]:
        """An SVG document per step. Raises ExportError if they are too large."""
        drawn: list[str] = []
        size = 0
        for step in self.steps():
            drawn.append(self.image(step))
            size += len(drawn[-1])
            if size > MOST_CHARACTERS:
                raise ExportError("the board is too large for so many steps (choose fewer)")
        return drawn

    def image(self, step: int) -> str:
        return self.record.position(step).svg(self.record.colors)

    def heading(self, step: int) -> str:
        """The step with its player, safe to show."""
        record = self.record
        if not step:
            return "Start"
        mover = record.position(step - 1).to_move
        player = "" if mover is None else f"{record.players[mover]}: "
        return showable(f"{step}. {player}{record.label(step)}", 200)

    def state(self, step: int) -> str:
        """The result or the player to move, safe to show; empty in notations without moves."""
        position = self.record.position(step)
        if position.result is not None:
            return showable(position.result)
        mover = position.to_move
        return "" if mover is None else showable(f"{self.record.players[mover]} to move")

    def words(self, step: int) -> list[str]:
        """Heading, state, notes and comment of a step, safe to show."""
        notes = map(showable, self.record.position(step).notes())
        comment = showable_lines(self.record.comment(step))
        return [line for line in (self.heading(step), self.state(step), *notes, *comment) if line]


def export_record(
    shown: StepRange, name: str, *, is_range: bool, size: Size | None = None
) -> bytes:
    """The content of an export; raises ExportError. An image shows the last step."""
    if is_range and format_for(name).kind is FormatKind.TURN:
        raise ExportError(f"'{showable(name, 60)}' can show only one step (expected e.g. '#12')")
    match suffix_of(name):
        case ".txt":
            return _text(shown).encode()
        case ".svg":
            return (_animate(shown) if is_range else shown.image(shown.last)).encode()
        case ".png":
            return _png(shown)
        case ".gif":
            return _gif(shown)
        case ".cast":
            return _recording(shown, size).encode()
        case _:
            return _page(shown).encode()


def _text(shown: StepRange) -> str:
    return "\n".join("\n".join(_screen(shown, step, Depth.NONE)) + "\n" for step in shown.steps())


def _screen(shown: StepRange, step: int, depth: Depth, picture: int | None = None) -> Iterator[str]:
    """A picture of a step, the largest by default, and what happened."""
    position = shown.record.position(step)
    drawn = position.picture(position.sizes - 1 if picture is None else picture)
    yield from render_ansi(drawn, shown.record.colors, depth)
    yield ""
    yield from shown.words(step)


def _recording(shown: StepRange, size: Size | None) -> str:
    """Asciicast v2, in the largest picture that fits."""
    wanted = size or DEFAULT_SIZE
    pictures = reversed(range(shown.record.position(shown.first).sizes))
    picture = next((each for each in pictures if _needed(shown, each).fits(wanted)), 0)
    needed = _needed(shown, picture)
    if not needed.fits(wanted):
        if size is not None:
            raise DoesNotFitError(size, needed)
        wanted = Size(*map(max, needed, wanted))
    screens = (
        (list(map(parse_line, _screen(shown, step, Depth.XTERM, picture))), seconds)
        for step, seconds in zip(shown.steps(), shown.seconds(), strict=True)
    )
    return format_recording(screens, wanted, showable(shown.record.title, 80))


def _needed(shown: StepRange, picture: int) -> Size:
    """The terminal that all boards and the first lines of their words need."""
    width = height = 0
    for step in shown.steps():
        position = shown.record.position(step)
        lines = list(render_ansi(position.picture(picture), shown.record.colors, Depth.NONE))
        width = max(width, *map(display_width, lines))
        height = max(height, len(lines) + _LEAST_WORDS)
    return Size(width, height)


def _png(shown: StepRange) -> bytes:
    image = shown.image(shown.last)
    with renderer() as render:
        return render(image, _zoom([image], ZOOM, MAX_PIXELS))


def _gif(shown: StepRange) -> bytes:
    images = shown.images()
    most = min(MAX_FRAME_PIXELS, MAX_GIF_PIXELS // len(images))
    with renderer() as render:
        zoom = _zoom(images, 1.0, most)
        drawn = [render(image, zoom) for image in images]
        return join_frames(drawn, shown.seconds(), map(RGB._make, shown.record.colors))


def _zoom(images: list[str], wanted: float, most_pixels: int) -> float:
    areas = [width * height for width, height in map(_size, images)]
    return min(wanted, math.sqrt(most_pixels / max(areas)))


def _size(image: str) -> tuple[float, float]:
    found = _VIEW.search(image)
    if found is None:
        raise ExportError("the game draws an image without a 'viewBox', whose size is unknown")
    return float(found[1]), float(found[2])


def _animate(shown: StepRange) -> str:
    """All steps in a loop, as nested images that are visible in their time spans."""
    images = shown.images()
    ends = [0.0]
    for seconds in shown.seconds():
        ends.append(ends[-1] + seconds)
    width, height = (max(lengths) for lengths in zip(*map(_size, images), strict=True))
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">']
    for image, (begin, end) in zip(images, pairwise(ends), strict=True):
        first, last = begin / ends[-1], end / ends[-1]
        hidden = "hidden" if first else "visible"
        lines += [
            f'<g visibility="{hidden}">',
            image.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1),
            _ANIMATE.format(hidden, first, last, ends[-1]),
            "</g>",
        ]
    return "\n".join([*lines, "</svg>", ""])


def _page(shown: StepRange) -> str:
    """A page that shows one step at a time; all of them without JavaScript and in print."""
    title = escape(showable(shown.record.title, 200))
    figures = [
        f"<figure>{image}<figcaption>{''.join(_paragraphs(shown, step))}</figcaption></figure>"
        for step, image in zip(shown.steps(), shown.images(), strict=True)
    ]
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{_STYLE}</style></head>",
            f"<body><h1>{title}</h1>",
            _NAVIGATION,
            *figures,
            f"<script>{_SCRIPT}</script></body></html>",
            "",
        ]
    )


def _paragraphs(shown: StepRange, step: int) -> Iterator[str]:
    heading, *others = shown.words(step)
    yield f"<h2>{escape(heading)}</h2>"
    yield from (f"<p>{escape(line)}</p>" for line in others)
