"""Renders SVG images as PNG.

Needs the extra `pictures`: resvg-py renders, Pillow provides a font where none is
installed, and makes GIFs in `gif`. Both are imported only when needed.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from atlantis_core.diagram.svg import Box
from atlantis_core.support.extras import Extra, missing_extra
from .errors import ExportError
from .pictures import draw_scene, frame_scene
from .scenes import Story

Render = Callable[[str, float], bytes]
"""Renders an SVG document at a zoom factor as PNG."""
ZOOM = 2.0
"""Pixels per unit of the SVG image: sharp on current screens."""
_FALLBACK_FAMILY = "Aileron"
"""The font of Pillow. resvg draws no text in a generic family whose font is not installed."""
MAX_PIXELS = 20_000_000
"""Pixels of an image. Larger ones are drawn smaller: the largest boards would need gigabytes."""


def draw_png(story: Story) -> bytes:
    """The board after the last turn of a story, as PNG."""
    with renderer() as render:
        scene = story.final()
        frame, _ = frame_scene(story, scene)
        return render(draw_scene(story, scene), zoom_for([frame.view], ZOOM, MAX_PIXELS))


def zoom_for(views: Iterable[Box], wanted: float, most_pixels: int) -> float:
    """The zoom factor that is wanted, or a smaller one for images of many pixels."""
    largest = max(view.width * view.height for view in views)
    return min(wanted, math.sqrt(most_pixels / largest))


def _need_packages() -> None:
    try:
        import_module("PIL")
        import_module("resvg_py")
    except ImportError as error:
        purpose = f"{error.name} is missing: PNG and GIF export"
        raise ExportError(missing_extra(purpose, Extra.PICTURES)) from None


@contextmanager
def renderer() -> Iterator[Render]:
    """A function that renders SVG; provides a font in case none is installed."""
    _need_packages()
    from PIL import ImageFont
    from resvg_py import svg_to_bytes

    fallback = getattr(ImageFont.load_default(16), "font_bytes", b"")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fallback.ttf"
        path.write_bytes(fallback)
        fonts = [str(path)] if fallback else None

        def render(svg: str, zoom: float) -> bytes:
            drawn = svg_to_bytes(
                svg_string=svg,
                zoom=zoom,
                font_files=fonts,
                sans_serif_family=_FALLBACK_FAMILY,
                monospace_family=_FALLBACK_FAMILY,
            )
            return bytes(drawn)

        yield render
