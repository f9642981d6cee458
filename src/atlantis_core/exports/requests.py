"""Parses and runs export requests typed in a review.

``board.svg``, ``board.txt compact``, ``chain.svg 10..12``, ``game.html``: a name, then turns or a
text style. Without turns an image shows the current board, other formats the current line.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

from atlantis_core.diagram import Style
from atlantis_core.narration import Cast
from atlantis_core.review.places import is_turn
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.rules.overlays import Overlay
from atlantis_core.support.safe_text import showable
from .errors import ExportError
from .formats import expand_home, format_for, make, shows_range, write
from .scenes import Story

_STYLES = {style.value: style for style in Style}
EXPECTED = "expected a file name, for example 'board.svg', 'chain.svg 10..12' or 'game.html'"


def export(
    replay: ReplayCursor,
    words: str,
    cast: Cast,
    *,
    replace: bool = False,
    overlay: Overlay = Overlay.NONE,
) -> Path:
    """Export what the words ask for, and return the path.

    Raises ExportError, and SaveConflictError if the file exists.
    """
    name, turns, style = _read(words)
    format_for(name)
    path = expand_home(name)
    if path.exists() and not replace:
        raise ExportError(f"'{showable(name, 60)}' already exists (choose another name)")
    is_range = turns is not None or shows_range(name)
    story = _range(replay, cast, turns) if is_range else _scene(replay, cast)
    story = dataclasses.replace(story, overlay=overlay)
    write(make(story, name, is_range=is_range, style=style), str(path), replace=replace)
    return path


def _read(words: str) -> tuple[str, tuple[str, str] | None, Style]:
    """The name, which may contain blanks, and what follows it."""
    name, turns, style = words.strip(), None, Style.SPEC
    while " " in name:
        head, _, tail = name.rpartition(" ")
        first, dots, last = tail.partition("..")
        if tail in _STYLES:
            style = _STYLES[tail]
        elif dots and all(not word or is_turn(word) for word in (first, last)):
            turns = first, last
        else:
            break
        name = head.rstrip()
    if not name:
        raise ExportError(EXPECTED)
    return name, turns, style


def _scene(replay: ReplayCursor, cast: Cast) -> Story:
    step = replay.step if replay.is_inside_turn else None
    return Story(replay.tree, cast, replay.turn, replay.turn, replay.path, step)


def _range(replay: ReplayCursor, cast: Cast, turns: tuple[str, str] | None) -> Story:
    begin = replay.line.first_turn if replay.path else 0
    first, last = turns or ("", "")
    end = int(last) if last else replay.line.turn_number
    start = int(first) if first else begin
    if not 0 <= start <= end <= replay.line.turn_number:
        raise ExportError(
            f"unknown turns: '{first}..{last}' (expected 0 to {replay.line.turn_number})"
        )
    return Story(replay.tree, cast, start, end, replay.path)
