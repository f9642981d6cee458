"""Which format a file name asks for, and writing it; an unknown name is refused, never guessed.

A picture shows one turn, everything that moves shows a stretch; SVG is both. Never replaces a file
without being told to, and never leaves half a file.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import NamedTuple

from atlantis_core.diagram import Style
from atlantis_core.files.saving import ANY_FILE, NO_FILE, save_bytes
from atlantis_core.safe_text import showable
from .errors import ExportError
from .scenes import Story


class FormatKind(Enum):
    """What a format shows of a game."""

    TURN = "one turn"
    STRETCH = "a stretch"
    BOTH = "both"


class Format(NamedTuple):
    kind: FormatKind
    description: str


FORMATS = {
    ".txt": Format(FormatKind.BOTH, "text"),
    ".svg": Format(FormatKind.BOTH, "a picture; of several turns one that moves"),
    ".png": Format(FormatKind.TURN, "a picture"),
    ".gif": Format(FormatKind.STRETCH, "a film"),
    ".cast": Format(FormatKind.STRETCH, "a recording for asciinema"),
    ".html": Format(FormatKind.STRETCH, "a page to step through"),
}


def suffix_of(name: str) -> str:
    return Path(name).suffix.lower()


def format_for(name: str) -> Format:
    """The format of a file name; raises ExportError with those that there are."""
    suffix = suffix_of(name)
    if suffix not in FORMATS:
        known = ", ".join(FORMATS)
        raise ExportError(f"no such format: '{showable(name, 60)}' (expected one of {known})")
    return FORMATS[suffix]


def make(story: Story, name: str, *, is_stretch: bool, style: Style = Style.SPEC) -> bytes:
    """The content of an export; raises ExportError if the format cannot show so much.

    The style is that of text. Only what the format needs is imported.
    """
    if is_stretch and format_for(name).kind is FormatKind.TURN:
        raise ExportError(f"'{showable(name, 60)}' shows one turn (expected for example '#12')")
    match suffix_of(name):
        case ".txt":
            from .text import write_text

            return write_text(story, style).encode()
        case ".svg" if is_stretch:
            from .animation import draw_animation

            return draw_animation(story).encode()
        case ".svg":
            from .pictures import draw_scene

            return draw_scene(story, story.final()).encode()
        case ".png":
            from .raster import draw_png

            return draw_png(story)
        case ".gif":
            from .raster import draw_gif

            return draw_gif(story)
        case ".cast":
            from .recording import record

            return record(story).encode()
        case _:
            from .page import draw_page

            return draw_page(story).encode()


def write(content: bytes, name: str, *, replace: bool = False) -> None:
    """Save an export; raises SaveConflictError if the file exists and may not be replaced."""
    save_bytes(content, Path(name).expanduser(), expected=ANY_FILE if replace else NO_FILE)


def is_moving(name: str) -> bool:
    """Whether a name asks for something that shows a stretch unless one turn is named."""
    return format_for(name).kind is FormatKind.STRETCH
