"""Pictures of pixels: PNG and GIF, from the SVG pictures of the same moments.

Needs packages that nothing else needs (the extra `pictures`): resvg-py draws, Pillow makes GIFs and
lends its font to machines that have none. Both are imported here, when somebody asks for pixels.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import ExportError
from .pictures import draw_scene
from .scenes import Story

if TYPE_CHECKING:
    from PIL.Image import Image

_Paint = Callable[[str, float], bytes]
"""Draws an SVG document, so many times as large, as PNG."""
ZOOM = 2.0
"""Pixels for a unit of the SVG picture: sharp on screens of today."""
MOST_FRAMES = 1000
"""A GIF of more would take minutes to make and no browser would like it."""


def draw_png(story: Story) -> bytes:
    """The board after the last turn of a story."""
    with _painter() as paint:
        return paint(draw_scene(story, story.final()), ZOOM)


def draw_gif(story: Story) -> bytes:
    """All moments of a story, again and again."""
    scenes = list(story.scenes())
    if len(scenes) > MOST_FRAMES:
        raise ExportError(
            f"{len(scenes)} moments are too many for a GIF (expected at most {MOST_FRAMES}; "
            "choose fewer turns, such as '#10..20')"
        )
    _need_packages()
    from PIL import Image

    with _painter() as paint:
        frames = [
            Image.open(io.BytesIO(paint(draw_scene(story, scene), 1.0))).convert("RGB")
            for scene in scenes
        ]
    size = max(frame.width for frame in frames), max(frame.height for frame in frames)
    first, *others = (_on_canvas(frame, size) for frame in frames)
    stream = io.BytesIO()
    first.save(
        stream,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[round(1000 * scene.seconds) for scene in scenes],
        loop=0,
        optimize=False,
    )
    return stream.getvalue()


def _on_canvas(frame: Image, size: tuple[int, int]) -> Image:
    """A frame as large as the largest, its board at the same place: captions differ in height."""
    from PIL import Image

    canvas = Image.new("RGB", size, "white")
    canvas.paste(frame, (0, size[1] - frame.height))
    return canvas.quantize(64)


def _need_packages() -> None:
    try:
        import_module("PIL")
        import_module("resvg_py")
    except ImportError as error:
        raise ExportError(
            f"PNG and GIF need packages that are not installed: {error.name} is missing "
            "(pip install 'atlantis-tui[pictures]')"
        ) from None


@contextmanager
def _painter() -> Iterator[_Paint]:
    """Something that draws SVG; a font is at hand also where the machine has none."""
    _need_packages()
    from PIL import ImageFont
    from resvg_py import svg_to_bytes

    lent = getattr(ImageFont.load_default(16), "font_bytes", b"")
    with tempfile.TemporaryDirectory() as folder:
        font = Path(folder) / "lent.ttf"
        font.write_bytes(lent)

        def paint(svg: str, zoom: float) -> bytes:
            return bytes(
                svg_to_bytes(svg_string=svg, zoom=zoom, font_files=[str(font)] if lent else None)
            )

        yield paint
