"""Draws all scenes of a story as a GIF.

Rendering a whole board costs a tenth of a second. So each content of a field is rendered once, many
on a sheet, and every frame is put together from pieces: the caption, the changed fields, the arrows
and the legend.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from atlantis_core.diagram.svg import (
    HEIGHT,
    SIDE,
    Box,
    centre,
    corners,
    draw_arrow,
    draw_ground,
    draw_held_fields,
    draw_name,
    draw_ring,
)
from atlantis_core.positions.grid import Field
from .errors import ExportError
from .palette import MAX_FRAME_PIXELS, MAX_GIF_PIXELS, Palette, save_gif
from .pictures import (
    LINE,
    MARGIN,
    PictureFrame,
    begin,
    draw_legend,
    draw_signs,
    draw_text,
    frame_for,
    frame_scene,
)
from .raster import Render, renderer, zoom_for
from .scenes import Scene, Story

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_FRAMES = 1000
"""Larger GIFs would take minutes to make and overload browsers."""
_INSIDE = 0.95
"""Scale of the part of a field in which its content, but no border, is drawn."""

Pixels = tuple[int, int, int, int]
"""Left, top, right and bottom."""


def draw_gif(story: Story) -> bytes:
    """All scenes of a story in a loop."""
    scenes = list(story.scenes())
    if len(scenes) > MAX_FRAMES:
        raise ExportError(
            f"{len(scenes)} steps are too many for a GIF (expected at most {MAX_FRAMES}; "
            "choose fewer turns, such as '#10..20')"
        )
    lines = max(frame_scene(story, scene)[0].caption_lines for scene in scenes)
    frame = frame_for(story, lines)
    zoom = zoom_for([frame.view], 1.0, MAX_FRAME_PIXELS)
    if len(scenes) * zoom**2 * frame.view.width * frame.view.height > MAX_GIF_PIXELS:
        raise ExportError("the board is too large for a GIF of so many steps (choose fewer turns)")
    with renderer() as render:
        film = _Film(story, scenes, frame, (render, zoom))
        return save_gif(film.frames(), [scene.seconds for scene in scenes])


Draw = tuple[Render, float]
"""What renders SVG, and the zoom factor."""


class _Film:
    """The frames of a story."""

    def __init__(
        self, story: Story, scenes: Sequence[Scene], frame: PictureFrame, draw: Draw
    ) -> None:
        self._story = story
        self._scenes = scenes
        self._frame = frame
        self._draw, self._zoom = draw
        self._board = scenes[0].position.board
        self._legends: dict[tuple[str, ...], Image] = {}
        self._looks = [_looks(story, scene) for scene in scenes]

    def frames(self) -> Iterator[Image]:
        tiles, palette = self._tiles, self._palette
        canvas = palette.apply(self._ground)
        shown: dict[Field, str] = {}
        for scene, looks in zip(self._scenes, self._looks, strict=True):
            for field in self._board:
                if shown.get(field, "") != looks.get(field, ""):
                    image, mask = tiles[field, looks.get(field, "")]
                    canvas.paste(image, self._box(field), mask)
            shown = looks
            canvas.paste(palette.apply(self._caption(scene)), (0, 0))
            canvas.paste(self._legend(scene), (0, self._legend_top))
            yield self._with_arrows(canvas, scene)

    # Pieces.

    @cached_property
    def _ground(self) -> Image:
        """The board without stones."""
        return self._render(self._frame.view, draw_ground(self._board))

    @cached_property
    def _sheets(self) -> list[tuple[dict[Field, str], Image]]:
        """The contents of all fields: on each sheet one of every field that has so many."""
        found: dict[Field, dict[str, None]] = {field: {} for field in self._board}
        for looks in self._looks:
            for field, look in looks.items():
                found[field].setdefault(look)
        listed = {field: list(looks) for field, looks in found.items()}
        sheets = []
        for number in range(max(map(len, listed.values()))):
            here = {f: looks[number] for f, looks in listed.items() if number < len(looks)}
            drawn = [*draw_ground(self._board, names=False), *map(draw_name, here), *here.values()]
            sheets.append((here, self._render(self._frame.view, drawn)))
        return sheets

    @cached_property
    def _palette(self) -> Palette:
        samples = [sheet for _, sheet in self._sheets[:4]]
        last = self._scenes[-1]
        return Palette(
            self._story.paint.colors,
            [self._ground, self._caption(last), self._draw_legend(last), *samples],
        )

    @cached_property
    def _tiles(self) -> dict[tuple[Field, str], tuple[Image, Image]]:
        """Image and mask for each field and content."""
        tiles = {}
        masks = {field: self._mask(field) for field in self._board}
        for looks, sheet in ((dict.fromkeys(self._board, ""), self._ground), *self._sheets):
            drawn = self._palette.apply(sheet)
            for field, look in looks.items():
                tiles[field, look] = drawn.crop(self._box(field)), masks[field]
        return tiles

    def _mask(self, field: Field) -> Image:
        from PIL import Image, ImageDraw

        left, top, right, bottom = self._box(field)
        mask = Image.new("1", (right - left, bottom - top))
        view = self._frame.view
        points = [
            (self._zoom * (x - view.left) - left, self._zoom * (y - view.top) - top)
            for x, y in corners(field, _INSIDE)
        ]
        ImageDraw.Draw(mask).polygon(points, fill=1)
        return mask

    def _box(self, field: Field) -> Pixels:
        """The pixels around a field."""
        x, y = centre(field)
        return self._pixels(Box(x - SIDE, y - HEIGHT / 2, 2 * SIDE, HEIGHT))

    def _pixels(self, box: Box) -> Pixels:
        left, top = box.left - self._frame.view.left, box.top - self._frame.view.top
        return (
            max(0, math.floor(self._zoom * left)),
            max(0, math.floor(self._zoom * top)),
            min(self._ground.width, math.ceil(self._zoom * (left + box.width))),
            min(self._ground.height, math.ceil(self._zoom * (top + box.height))),
        )

    def _caption(self, scene: Scene) -> Image:
        """The title and the caption above the board; the caption ends at its board."""
        _, lines = frame_scene(self._story, scene)
        view = self._frame.view
        box = Box(view.left, view.top, view.width, MARGIN + LINE * self._frame.caption_lines)
        title = draw_text(self._frame, "title", [self._story.title], 0)
        return self._render(box, [*title, *draw_text(self._frame, "caption", lines, 1)])

    def _legend(self, scene: Scene) -> Image:
        drawn = tuple(draw_legend(self._frame, self._story, scene))
        if drawn not in self._legends:
            self._legends[drawn] = self._palette.apply(self._draw_legend(scene))
        return self._legends[drawn]

    def _draw_legend(self, scene: Scene) -> Image:
        view, top = self._frame.view, self._legend_top / self._zoom
        box = Box(view.left, view.top + top, view.width, view.height - top)
        return self._render(box, draw_legend(self._frame, self._story, scene))

    @property
    def _legend_top(self) -> int:
        """The first row of pixels below the board."""
        frame = self._frame
        return math.ceil(self._zoom * (frame.board.top + frame.board.height - frame.view.top))

    def _with_arrows(self, canvas: Image, scene: Scene) -> Image:
        frame = canvas.copy()
        if scene.arrows:
            arrows = self._render(self._frame.view, map(draw_arrow, scene.arrows), is_clear=True)
            box = arrows.getbbox()
            below = frame.crop(box).convert("RGBA")
            below.alpha_composite(arrows.crop(box))
            frame.paste(self._palette.apply(below), box)
        return frame

    def _render(self, box: Box, elements: Iterable[str], *, is_clear: bool = False) -> Image:
        from PIL import Image

        svg = "\n".join([*begin(box, self._story.title, is_clear=is_clear), *elements, "</svg>"])
        image = Image.open(io.BytesIO(self._draw(svg, self._zoom)))
        return image.convert("RGBA" if is_clear else "RGB")


def _looks(story: Story, scene: Scene) -> dict[Field, str]:
    """The elements of every field that is not open and empty: stones, sign, ring."""
    looks = draw_held_fields(scene.position, story.paint)
    for field, sign in draw_signs(story, scene).items():
        looks[field] = looks.get(field, "") + sign
    for field in scene.exploded:
        looks[field] = looks.get(field, "") + draw_ring(field)
    return looks
