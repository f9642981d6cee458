"""What somebody types who walks through a game and wants to take something along.

``board.svg``, ``board.txt compact``, ``chain.svg 10..12``, ``game.html``: a name, then turns or a
style of text. Without turns a picture shows the board as it is seen, and what moves shows the line
that one is in.
"""

from __future__ import annotations

from pathlib import Path

from atlantis_core.diagram import Style
from atlantis_core.narration import Cast
from atlantis_core.review.places import is_turn
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.safe_text import showable
from .errors import ExportError
from .formats import format_for, is_moving, make, write
from .scenes import Story

_STYLES = {style.value: style for style in Style}
EXPECTED = "expected a file name, for example 'board.svg', 'chain.svg 10..12' or 'game.html'"


def export(replay: ReplayCursor, words: str, cast: Cast, *, replace: bool = False) -> Path:
    """Write what the words ask for; says where.

    Raises ExportError, and SaveConflictError for a file that is there already.
    """
    name, turns, style = _read(words)
    format_for(name)
    path = Path(name).expanduser()
    if path.exists() and not replace:
        raise ExportError(f"'{showable(name, 60)}' exists already (choose another name)")
    is_stretch = turns is not None or is_moving(name)
    story = _stretch(replay, cast, turns) if is_stretch else _moment(replay, cast)
    write(make(story, name, is_stretch=is_stretch, style=style), str(path), replace=replace)
    return path


def _read(words: str) -> tuple[str, tuple[str, str] | None, Style]:
    """A name, which may hold blanks, and what follows it."""
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


def _moment(replay: ReplayCursor, cast: Cast) -> Story:
    step = replay.step if replay.is_inside_turn else None
    return Story(replay.tree, cast, replay.turn, replay.turn, replay.path, step)


def _stretch(replay: ReplayCursor, cast: Cast, turns: tuple[str, str] | None) -> Story:
    begin = replay.line.first_turn if replay.path else 0
    first, last = turns or ("", "")
    end = int(last) if last else replay.line.turn_number
    start = int(first) if first else begin
    if not 0 <= start <= end <= replay.line.turn_number:
        raise ExportError(
            f"no such turns: '{first}..{last}' (expected 0 to {replay.line.turn_number})"
        )
    return Story(replay.tree, cast, start, end, replay.path)
