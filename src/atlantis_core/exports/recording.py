"""Exports a range of turns as a terminal recording in asciicast v2 format, for asciinema.

Redraws scenes line by line without clearing, so that nothing flickers; the end of every turn is the
screen that `atlantis show` prints. The file holds no time of day: the same game gives the same
recording.
"""

from __future__ import annotations

import json

from atlantis_core.diagram import MODERATE, Style, layout
from atlantis_core.support.escape_codes import Depth
from .scenes import Story
from .text import WIDTH, scene_lines

_CLEAR = "\x1b[2J\x1b[H\x1b[?25l"
_HOME = "\x1b[H"
_END_OF_LINE = "\x1b[K\r\n"
_END_OF_SCREEN = "\x1b[J"
_WIDEST = 132
"""Wider boards are drawn in a smaller style."""


def record(story: Story) -> str:
    """The whole file: a header, then a line per scene."""
    style = _style_for(story)
    width = max(WIDTH, layout(story.line.position_after(0).board, style).width)
    screens = [scene_lines(story, scene, style, Depth.XTERM, width) for scene in story.scenes()]
    height = max(map(len, screens)) + 1
    header = {"version": 2, "width": width, "height": height, "title": story.title}
    lines = [json.dumps(header)]
    now = 0.0
    for number, (scene, screen) in enumerate(zip(story.scenes(), screens, strict=True)):
        start = _CLEAR if not number else _HOME
        drawn = start + "".join(line + _END_OF_LINE for line in screen) + _END_OF_SCREEN
        lines.append(json.dumps([round(now, 3), "o", drawn]))
        now += scene.seconds
    # Players stop at the last event: without this one the last scene would not be shown.
    lines.append(json.dumps([round(now, 3), "o", "\x1b[?25h"]))
    return "\n".join(lines) + "\n"


def _style_for(story: Story) -> Style:
    board = story.line.position_after(0).board
    fitting = (style for style in MODERATE if layout(board, style).width <= _WIDEST)
    return next(fitting, Style.MINI)
