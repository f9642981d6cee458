"""Exports a range of turns as a terminal recording in asciicast v2 format, for asciinema.

Chooses the largest drawing of the board that fits the terminal, with the text below or beside it.
The file holds no time of day: the same game gives the same recording.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atlantis_core.diagram import MODERATE, Layout, Look, Style, layout, measure
from atlantis_core.rules.overlays import Overlay
from atlantis_core.support.columns import clip, format_table, wrap
from atlantis_core.support.escape_codes import Depth
from .cells import BLANK, DoesNotFitError, Row, Size, format_recording, parse_line
from .scenes import HEADER, Scene, Story, figures
from .text import picture_lines, state_sentences

DEFAULT_SIZE = Size(80, 24)
_GAP = 2
"""Columns between the board and the text beside it."""
_LEAST_TEXT = Size(30, 4)
"""The least room for sentences: columns beside the board, rows below it."""


@dataclass(frozen=True)
class Arrangement:
    """A drawing of the board, and whether the text is beside it."""

    style: Style
    is_beside: bool
    size: Size


def record(story: Story, size: Size | None = None) -> str:
    """The whole file. Without a size, a terminal of 80 by 24, or larger if the board needs it.

    Raises ExportError if a board does not fit the size.
    """
    chosen = arrange(story, size)
    drawn = layout(story.line.position_after(0).board, chosen.style)
    screens = ((_draw(story, scene, chosen, drawn), scene.seconds) for scene in story.scenes())
    return format_recording(screens, chosen.size, story.title)


def arrange(story: Story, size: Size | None = None) -> Arrangement:
    """The largest drawing that fits."""
    wanted = size or DEFAULT_SIZE
    for style in MODERATE:
        for is_beside in (True, False):  # rows are scarcer than columns
            if _needed(story, style, is_beside=is_beside).fits(wanted):
                return Arrangement(style, is_beside, wanted)
    needed = _needed(story, Style.MINI, is_beside=True)
    if size is not None:
        raise DoesNotFitError(size, needed)
    return Arrangement(Style.MINI, is_beside=True, size=Size(*map(max, needed, wanted)))


def _needed(story: Story, style: Style, *, is_beside: bool) -> Size:
    """The smallest terminal for a drawing of the board and its text."""
    position = story.line.position_after(0)
    columns, rows = measure(position.board, style)
    table = format_table(HEADER, list(figures(position, story.cast))) if position.players else []
    width = max(_LEAST_TEXT.columns, *map(len, table), 0)
    height = _LEAST_TEXT.rows + len(table)
    if is_beside:
        return Size(columns + _GAP + width, max(rows, height))
    return Size(max(columns, width), rows + 1 + height)


def _draw(story: Story, scene: Scene, chosen: Arrangement, drawn: Layout) -> list[Row]:
    position = scene.position
    look = Look(story.cast.letters)
    board = [
        parse_line(line)
        for line in picture_lines(position, story, drawn, look, Depth.XTERM, story.overlay)
    ]
    if chosen.is_beside:
        width = chosen.size.columns - drawn.width - _GAP
        text = list(_text(story, scene, Size(width, chosen.size.rows)))
        padded = [row + [BLANK] * (drawn.width + _GAP - len(row)) for row in board]
        height = max(len(padded), len(text))
        padded += [[BLANK] * (drawn.width + _GAP)] * (height - len(padded))
        text += [""] * (height - len(text))
        return [row + parse_line(line) for row, line in zip(padded, text, strict=True)]
    room = Size(chosen.size.columns, chosen.size.rows - len(board) - 1)
    return [*board, [], *map(parse_line, _text(story, scene, room))]


def _text(story: Story, scene: Scene, room: Size) -> Iterator[str]:
    """Sentences and the figures of the players; sentences without room are cut."""
    if not scene.position.players:
        return
    table = format_table(HEADER, list(figures(scene.position, story.cast)))
    told = [f"{scene.heading}.", *scene.sentences] if scene.turn else []
    if scene.step is None:
        told = [*told[:1], *state_sentences(story, scene.turn)]
    if story.overlay is not Overlay.NONE:
        told.append(story.overlay.meaning)
    lines = [line for sentence in told for line in wrap(sentence, room.columns)]
    most = room.rows - len(table) - 1
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{clip(lines[most - 1], room.columns - 4)} ..."]
    yield from (*lines, "", *(clip(line, room.columns) for line in table))
