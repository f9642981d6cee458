"""PNG and GIF images, read back by another library."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image, ImageSequence

from atlantis_core.exports import raster
from atlantis_core.exports.errors import ExportError
from atlantis_core.exports.pictures import frame_scene
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.transcript.library import transcript_of
from tests.exports.stories import annotated, story_of


def test_png_has_the_colours_of_the_players() -> None:
    picture = Image.open(io.BytesIO(raster.draw_png(annotated(8, 8))))
    assert picture.format == "PNG"
    assert min(picture.size) > 600
    colors = {color for _, color in picture.convert("RGB").getcolors(1 << 20) or []}
    assert (220, 20, 60) in colors  # the swatch of crimson
    assert (255, 165, 0) in colors  # and of orange


def test_letters_are_drawn() -> None:
    """Boards must have numbers on machines without fonts, too."""
    story = annotated(0, 0)
    picture = Image.open(io.BytesIO(raster.draw_png(story))).convert("L")
    title = picture.crop((0, 0, picture.width, 50))
    assert title.getextrema()[0] < 100  # type: ignore[operator]  # one band: a pair of numbers


def test_gif_has_a_frame_for_every_scene_with_its_duration() -> None:
    story = annotated(8, 8)
    scenes = list(story.scenes())
    film = Image.open(io.BytesIO(raster.draw_gif(story)))
    assert film.format == "GIF"
    assert film.info["loop"] == 0
    times = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
    assert sum(times) == sum(round(1000 * scene.seconds) for scene in scenes)
    assert len(times) == len(scenes)


def test_frames_of_a_gif_are_decoded_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    frames: list[bool] = []

    def save(
        _first: Image.Image, *_: object, append_images: Iterator[Image.Image], **__: object
    ) -> None:
        decoded = 0
        original = Image.open

        def count(*arguments: Any, **named: Any) -> Any:
            nonlocal decoded
            decoded += 1
            return original(*arguments, **named)

        monkeypatch.setattr(Image, "open", count)
        for number, _frame in enumerate(append_images, 1):
            frames.append(decoded == number)

    monkeypatch.setattr(Image.Image, "save", save)
    raster.draw_gif(annotated(8, 8))
    assert frames
    assert all(frames)


def test_too_long_animation_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "MAX_FRAMES", 3)
    with pytest.raises(ExportError, match=r"too many for a GIF .*'#10\.\.20'"):
        raster.draw_gif(annotated(1, 9))


def test_image_of_a_huge_board_has_a_limited_number_of_pixels() -> None:
    near, far = Field(1, 1), Field(240, 1)
    start = Position.setup(Board([[near], [far], [Field(1, 240)]]), [{near: 1}, {far: 1}])
    story = story_of(transcript_of(Game(start)))
    scenes = list(story.scenes())
    view = frame_scene(scenes[0])[0].view
    assert view.width * view.height > raster.MAX_PIXELS
    zoom = raster.zoom_for(scenes, raster.ZOOM, raster.MAX_PIXELS)
    assert zoom**2 * view.width * view.height == pytest.approx(raster.MAX_PIXELS)
    assert raster.zoom_for(annotated(1, 1).scenes(), 2.0, raster.MAX_PIXELS) == 2.0


def test_image_is_drawn_smaller_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "MAX_PIXELS", 10_000)
    width, height = Image.open(io.BytesIO(raster.draw_png(annotated(8, 8)))).size
    assert 8_000 < width * height < 12_000


def test_gif_of_too_many_pixels_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "MAX_GIF_PIXELS", 300_000)
    with pytest.raises(ExportError, match="too large for a GIF of so many steps"):
        raster.draw_gif(annotated(1, 9))
    monkeypatch.setattr(raster, "MAX_FRAME_PIXELS", 10_000)
    assert raster.draw_gif(annotated(8, 8))
    steps = len(list(annotated(8, 8).scenes()))
    monkeypatch.setattr(raster, "MAX_GIF_PIXELS", 9_000 * steps)
    with pytest.raises(ExportError, match="too large for a GIF of so many steps"):
        raster.draw_gif(annotated(8, 8))


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ExportError, match=r"resvg_py is missing \(pip install 'atlantis-tui\["):
        raster.draw_png(annotated(1, 1))
