"""Renders the SVG images of scenes as PNG and GIF.

Needs the extra `pictures`: resvg-py renders, Pillow makes GIFs and provides a font where none is
installed. Both are imported only when needed.
"""

from __future__ import annotations

import io
import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import ExportError
from .pictures import draw_scene, frame_scene
from .scenes import Scene, Story

if TYPE_CHECKING:
    from PIL.Image import Image

_Render = Callable[[str, float], bytes]
"""Renders an SVG document at a zoom factor as PNG."""
ZOOM = 2.0
"""Pixels per unit of the SVG image: sharp on current screens."""
MAX_PIXELS = 20_000_000
"""Of an image. Larger ones are drawn smaller: the largest boards would need gigabytes."""
MAX_FRAMES = 1000
"""Larger GIFs would take minutes to make and overload browsers."""
MAX_FRAME_PIXELS = 2_000_000
MAX_GIF_PIXELS = 1_000_000_000
"""Of all frames together, each a byte in memory."""


def draw_png(story: Story) -> bytes:
    """The board after the last turn of a story, as PNG."""
    with _renderer() as render:
        scene = story.final()
        return render(draw_scene(story, scene), zoom_for([scene], ZOOM, MAX_PIXELS))


def draw_gif(story: Story) -> bytes:
    """All scenes of a story in a loop."""
    scenes = list(story.scenes())
    if len(scenes) > MAX_FRAMES:
        raise ExportError(
            f"{len(scenes)} steps are too many for a GIF (expected at most {MAX_FRAMES}; "
            "choose fewer turns, such as '#10..20')"
        )
    zoom = zoom_for(scenes, 1.0, MAX_FRAME_PIXELS)
    if len(scenes) * zoom**2 * max(map(_area, scenes)) > MAX_GIF_PIXELS:
        raise ExportError("the board is too large for a GIF of so many steps (choose fewer turns)")
    with _renderer() as render:
        # Compressed: a thousand frames of pixels would need gigabytes.
        drawn = [render(draw_scene(story, scene), zoom) for scene in scenes]
    frames = _frames(drawn)
    stream = io.BytesIO()
    next(frames).save(
        stream,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=[round(1000 * scene.seconds) for scene in scenes],
        loop=0,
        optimize=False,
    )
    return stream.getvalue()


def zoom_for(scenes: Iterable[Scene], wanted: float, most_pixels: int) -> float:
    """The zoom factor that is wanted, or a smaller one for images of many pixels."""
    return min(wanted, math.sqrt(most_pixels / max(map(_area, scenes))))


def _area(scene: Scene) -> float:
    view = frame_scene(scene)[0].view
    return view.width * view.height


def _frames(drawn: Sequence[bytes]) -> Iterator[Image]:
    """Decode frames one by one, padded to the largest size at the top.

    Captions differ in height, boards do not.
    """
    from PIL import Image

    sizes = [Image.open(io.BytesIO(content)).size for content in drawn]
    width, height = (max(lengths) for lengths in zip(*sizes, strict=True))
    for content in drawn:
        frame = Image.open(io.BytesIO(content)).convert("RGB")
        canvas = Image.new("RGB", (width, height), "white")
        canvas.paste(frame, (0, height - frame.height))
        yield canvas.quantize(64)


def _need_packages() -> None:
    try:
        import_module("PIL")
        import_module("resvg_py")
    except ImportError as error:
        raise ExportError(
            f"PNG and GIF need additional packages: {error.name} is missing "
            "(pip install 'atlantis-tui[pictures]')"
        ) from None


@contextmanager
def _renderer() -> Iterator[_Render]:
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
            return bytes(svg_to_bytes(svg_string=svg, zoom=zoom, font_files=fonts))

        yield render
