"""Joins images to a looping GIF in one palette, in which the colours of the players are exact.

Colours are not dithered, so that equal fields of consecutive frames are equal, and only what
differs is stored.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from atlantis_core.support.colors import RGB

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_FRAME_PIXELS = 2_000_000
MAX_GIF_PIXELS = 1_000_000_000
"""Pixels of all frames together, each a byte in memory."""
_COLORS = 128
_APART = 12
"""Pillow may map a colour to another one of the palette that is nearer than this."""
_TINT = 0.35
"""The share of a player's colour on a field with stones."""


class Palette:
    """The colours of a GIF: those of the players first, then the most frequent others."""

    def __init__(self, players: Iterable[RGB], samples: Sequence[Image]) -> None:
        from PIL import Image

        own = list(chain.from_iterable((_solid(color), _tinted(color)) for color in players))
        reserved = list(dict.fromkeys([(255, 255, 255), *own]))
        colors = reserved + [
            color
            for color in _frequent(samples)
            if all(_distance(color, other) > _APART for other in reserved)
        ]
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(list(chain.from_iterable(colors[:_COLORS])))

    def apply(self, image: Image) -> Image:
        """The image in these colours."""
        from PIL.Image import Dither

        return image.convert("RGB").quantize(palette=self._image, dither=Dither.NONE)


def _solid(color: RGB) -> tuple[int, int, int]:
    red, green, blue = color
    return red, green, blue


def _tinted(color: RGB) -> tuple[int, int, int]:
    red, green, blue = (round(255 + _TINT * (part - 255)) for part in color)
    return red, green, blue


def _distance(one: Sequence[int], other: Sequence[int]) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _frequent(samples: Sequence[Image]) -> list[tuple[int, int, int]]:
    """Colours that represent the images."""
    from PIL import Image

    width = max(image.width for image in samples)
    sheet = Image.new("RGB", (width, sum(image.height for image in samples)), "white")
    top = 0
    for image in samples:
        sheet.paste(image, (0, top))
        top += image.height
    found = sheet.quantize(_COLORS).getpalette() or []
    return [(found[at], found[at + 1], found[at + 2]) for at in range(0, len(found), 3)]


def save_gif(frames: Iterator[Image], seconds: Iterable[float]) -> bytes:
    """A looping GIF of images in one palette, each with its duration."""
    stream = io.BytesIO()
    next(frames).save(
        stream,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=[round(1000 * shown) for shown in seconds],
        loop=0,
        optimize=True,
    )
    return stream.getvalue()


def join_frames(drawn: Sequence[bytes], seconds: Iterable[float], colors: Iterable[RGB]) -> bytes:
    """A GIF of PNG images; smaller ones are padded to the largest size at the top."""
    from PIL import Image

    sizes = [Image.open(io.BytesIO(content)).size for content in drawn]
    width, height = (max(lengths) for lengths in zip(*sizes, strict=True))

    def decode(content: bytes) -> Image.Image:
        canvas = Image.new("RGB", (width, height), "white")
        image = Image.open(io.BytesIO(content)).convert("RGB")
        canvas.paste(image, (0, height - image.height))
        return canvas

    palette = Palette(colors, [decode(drawn[at]) for at in {0, len(drawn) // 2, len(drawn) - 1}])
    return save_gif((palette.apply(decode(content)) for content in drawn), seconds)
