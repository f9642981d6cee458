"""Size of exports, and the cost of a GIF relative to drawing every frame as a whole image."""

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from atlantis_core.diagram import Style
from atlantis_core.exports.cells import Size
from atlantis_core.exports.gif import draw_gif
from atlantis_core.exports.page import draw_page
from atlantis_core.exports.pictures import draw_scene
from atlantis_core.exports.raster import renderer
from atlantis_core.exports.recording import record
from atlantis_core.exports.scenes import Story
from atlantis_core.exports.text import scene_lines
from atlantis_core.support.escape_codes import Depth
from atlantis_core.transcript import load
from benchmarks.bench_transcripts import long_game
from benchmarks.claims import Claim, at_most
from benchmarks.timing import times_costlier
from tests.exports.stories import story_of

GAMES = Path(__file__).parents[1] / "transcripts" / "games"
GIF_TURNS = 38
LONG_TURNS = 240
SIZE = Size(132, 60)


def claims() -> Iterator[Claim]:
    game = load(GAMES / "hexagon-3-2-players.json")
    story = story_of(game)
    page = len(draw_page(story))
    yield at_most(350, f"a page of {story.last} turns, hexagon 3", page / 1000, "kB")
    long = story_of(long_game()._replace(turns=long_game().turns[:LONG_TURNS]))
    page = len(draw_page(long))
    yield at_most(1000, f"a page of {LONG_TURNS} turns, six players", page / 1000, "kB")
    shown = story_of(game, 0, GIF_TURNS)
    film = len(draw_gif(shown))
    yield at_most(1500, f"a GIF of {GIF_TURNS} turns, hexagon 3", film / 1000, "kB")
    cost = times_costlier(lambda: draw_gif(shown), than=lambda: _draw_frames(shown), rounds=1)
    yield at_most(1 / 3, "a GIF, over drawing each frame as a whole", cost)
    share = len(record(story, SIZE)) / _whole_screens(story)
    yield at_most(0.1, "a terminal recording, over whole screens", share)


def _draw_frames(story: Story) -> None:
    with renderer() as render:
        for scene in story.scenes():
            image = Image.open(io.BytesIO(render(draw_scene(story, scene), 1.0)))
            image.convert("RGB").quantize(64)


def _whole_screens(story: Story) -> int:
    lines = (
        scene_lines(story, scene, Style.SPEC, Depth.XTERM, SIZE.columns) for scene in story.scenes()
    )
    return sum(len("\r\n".join(screen)) + 5 * "".join(screen).count("\x1b") for screen in lines)
