"""PNG and GIF images, read back by another library."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageSequence

from atlantis_core.exports import gif, palette, raster
from atlantis_core.exports.errors import ExportError
from atlantis_core.exports.pictures import draw_scene, frame_scene
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.support.colors import RGB
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
    film = Image.open(io.BytesIO(gif.draw_gif(story)))
    assert film.format == "GIF"
    assert film.info["loop"] == 0
    times = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
    assert sum(times) == sum(round(1000 * scene.seconds) for scene in scenes)
    assert len(times) == len(scenes)


def frames_of(film: bytes) -> list[Image.Image]:
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(io.BytesIO(film)))]


def test_frames_of_a_gif_are_drawn_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def save(
        _first: Image.Image, *_: object, append_images: Iterator[Image.Image], **__: object
    ) -> None:
        drawn.extend(frame.width for frame in append_images)
        assert iter(append_images) is append_images

    monkeypatch.setattr(Image.Image, "save", save)
    story = annotated(8, 8)
    gif.draw_gif(story)
    assert len(drawn) == len(list(story.scenes())) - 1


def test_gif_has_the_exact_colours_of_the_players_in_every_frame() -> None:
    story = annotated(7, 9)
    for frame in frames_of(gif.draw_gif(story)):
        colors = {color for _, color in frame.getcolors(1 << 20) or []}
        assert set(map(tuple, story.paint.colors)) <= colors


def test_board_of_a_frame_is_that_of_an_image() -> None:
    """A frame is put together from pieces; it differs from an image by its palette only."""
    story = annotated(7, 8)
    scenes = list(story.scenes())
    places = [frame_scene(story, scene)[0] for scene in scenes]
    lowest = max(place.board.top - place.view.top for place in places)
    for scene, place, frame in zip(scenes, places, frames_of(gif.draw_gif(story)), strict=True):
        with raster.renderer() as render:
            content = render(draw_scene(story, scene), 1.0)
        image = Image.open(io.BytesIO(content)).convert("RGB")
        top = place.board.top - place.view.top
        boards = [
            drawn.crop((0, int(start), image.width, int(start + place.board.height)))
            for drawn, start in ((image, top), (frame, lowest))
        ]
        counts = ImageChops.difference(*boards).convert("L").histogram()
        assert not any(counts[96:])  # a wrong field differs by more


def test_gif_stores_what_differs() -> None:
    film = gif.draw_gif(annotated(0, 12))
    frames = len(list(annotated(0, 12).scenes()))
    assert len(film) < 8_000 * frames


def test_padded_images_join_to_a_gif_with_exact_colours() -> None:
    color = RGB(201, 33, 77)
    images = []
    for height in (20, 30):
        stream = io.BytesIO()
        Image.new("RGB", (40, height), tuple(color)).save(stream, "PNG")
        images.append(stream.getvalue())
    first, second = frames_of(palette.join_frames(images, [1.0, 1.0], [color]))
    assert first.size == second.size == (40, 30)
    assert first.getpixel((0, 0)) == (255, 255, 255)
    assert first.getpixel((0, 29)) == second.getpixel((0, 0)) == tuple(color)


def test_generic_fonts_draw_text_on_every_machine() -> None:
    """Other games draw text in generic families, which a machine may not have."""
    svg = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20" width="90" height="20">
      <text y="15" font-family="{}">North</text></svg>"""
    with raster.renderer() as render:
        for family in ("monospace", "sans-serif"):
            image = Image.open(io.BytesIO(render(svg.format(family), 1.0)))
            assert image.getbbox() is not None


def test_too_long_animation_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gif, "MAX_FRAMES", 3)
    with pytest.raises(ExportError, match=r"too many for a GIF .*'#10\.\.20'"):
        gif.draw_gif(annotated(1, 9))


def test_image_of_a_huge_board_has_a_limited_number_of_pixels() -> None:
    near, far = Field(1, 1), Field(240, 1)
    start = Position.setup(Board([[near], [far], [Field(1, 240)]]), [{near: 1}, {far: 1}])
    story = story_of(transcript_of(Game(start)))
    scenes = list(story.scenes())
    view = frame_scene(story, scenes[0])[0].view
    assert view.width * view.height > raster.MAX_PIXELS
    zoom = raster.zoom_for([view], raster.ZOOM, raster.MAX_PIXELS)
    assert zoom**2 * view.width * view.height == pytest.approx(raster.MAX_PIXELS)
    assert raster.zoom_for([view._replace(width=9, height=9)], 2.0, raster.MAX_PIXELS) == 2.0


def test_image_is_drawn_smaller_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "MAX_PIXELS", 10_000)
    width, height = Image.open(io.BytesIO(raster.draw_png(annotated(8, 8)))).size
    assert 8_000 < width * height < 12_000


def test_gif_of_too_many_pixels_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gif, "MAX_GIF_PIXELS", 300_000)
    with pytest.raises(ExportError, match="too large for a GIF of so many steps"):
        gif.draw_gif(annotated(1, 9))
    monkeypatch.setattr(gif, "MAX_FRAME_PIXELS", 10_000)
    assert gif.draw_gif(annotated(8, 8))
    steps = len(list(annotated(8, 8).scenes()))
    monkeypatch.setattr(gif, "MAX_GIF_PIXELS", 9_000 * steps)
    with pytest.raises(ExportError, match="too large for a GIF of so many steps"):
        gif.draw_gif(annotated(8, 8))


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ExportError, match=r"resvg_py is missing: .* \(pip install 'atlantis-tui\["):
        raster.draw_png(annotated(1, 1))
