"""Chooses the export format by file name, and writes the file. Refuses unknown names.

An image shows one turn, other formats a range of turns; SVG does both. Never overwrites a file
unless asked to, and never leaves a partial file.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import NamedTuple

from atlantis_core.diagram import Style
from atlantis_core.files.saving import ANY_FILE, NO_FILE, Report, save_bytes
from atlantis_core.support.safe_text import showable
from .cells import Size
from .errors import ExportError
from .scenes import Story


class FormatKind(Enum):
    """Number of turns that a format shows."""

    TURN = "one turn"
    RANGE = "several turns"
    BOTH = "both"


class Format(NamedTuple):
    kind: FormatKind
    description: str


FORMATS = {
    ".txt": Format(FormatKind.BOTH, "text"),
    ".svg": Format(FormatKind.BOTH, "an image; an animation for several turns"),
    ".png": Format(FormatKind.TURN, "an image"),
    ".gif": Format(FormatKind.RANGE, "an animation"),
    ".cast": Format(FormatKind.RANGE, "a terminal recording (asciinema)"),
    ".html": Format(FormatKind.RANGE, "a web page to step through"),
}


def suffix_of(name: str) -> str:
    return Path(name).suffix.lower()


def format_for(name: str) -> Format:
    """The format of a file name; raises ExportError that lists the formats."""
    suffix = suffix_of(name)
    if suffix not in FORMATS:
        known = ", ".join(FORMATS)
        raise ExportError(f"unknown format: '{showable(name, 60)}' (expected one of {known})")
    return FORMATS[suffix]


def make(
    story: Story,
    name: str,
    *,
    is_range: bool,
    style: Style = Style.SPEC,
    size: Size | None = None,
) -> bytes:
    """The content of an export; raises ExportError if the format cannot show several turns.

    `style` applies to text, `size` to terminal recordings. Imports only what the format needs.
    """
    if is_range and format_for(name).kind is FormatKind.TURN:
        raise ExportError(f"'{showable(name, 60)}' can show only one turn (expected e.g. '#12')")
    match suffix_of(name):
        case ".txt":
            from .text import write_text

            return write_text(story, style).encode()
        case ".svg" if is_range:
            from .animation import draw_animation

            return draw_animation(story).encode()
        case ".svg":
            from .pictures import draw_scene

            return draw_scene(story, story.final()).encode()
        case ".png":
            from .raster import draw_png

            return draw_png(story)
        case ".gif":
            from .gif import draw_gif

            return draw_gif(story)
        case ".cast":
            from .recording import record

            return record(story, size).encode()
        case _:
            from .page import draw_page

            return draw_page(story).encode()


def write(
    content: bytes, name: str, *, replace: bool = False, report: Report | None = None
) -> None:
    """Save an export; raises SaveConflictError if the file exists and `replace` is not set."""
    save_bytes(content, expand_home(name), expected=ANY_FILE if replace else NO_FILE, report=report)


def expand_home(name: str) -> Path:
    """The path of a file name that may begin with ``~``. Raises ExportError."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise ExportError(f"unknown home folder: '{showable(name, 60)}'") from None


def shows_range(name: str) -> bool:
    """Whether the format of a name always shows a range of turns."""
    return format_for(name).kind is FormatKind.RANGE
