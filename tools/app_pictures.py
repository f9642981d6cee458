"""Pictures of the app at several window sizes, colour depths and themes, to look at.

    python -m tools.app_pictures FOLDER [SIZE...]

Draws the scenes named by `SCENES='library explorer'`, by default all.

Runs the app without a terminal, on a game stopped in the middle, and draws what it would send.
Needs the extra `pictures` and a monospaced font.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from resvg_py import svg_to_bytes
from rich.color import Color
from rich.style import Style
from textual.strip import Strip

from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.colors import RGB, xterm_color
from atlantis_core.transcript import ANY_FILE, save
from atlantis_core.transcript.replaying import transcribe
from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.settings.arguments import parse_arguments
from atlantis_tui.settings.folders import state_folder
from atlantis_tui.settings.options import Colors, Options

SIZES = ("80x24", "100x30", "120x40", "200x60", "60x20", "40x12")
GAME = Path(__file__).parents[1] / "transcripts" / "games" / "hexagon-2-3-players.json"
TURNS = 14
FOLDERS = ("HOME", *(f"XDG_{kind}_HOME" for kind in ("CONFIG", "STATE", "CACHE", "DATA")))
MOST_WAITS = 600
"""Tenths of a second to wait for a text."""
CELL = (8, 18, 13)
"""Width and height of a terminal cell, and the size of the font."""
FONT = "DejaVu Sans Mono, Liberation Mono, monospace"
_DARK, _LIGHT = RGB(0, 0, 0), RGB(222, 222, 222)


class Scene(NamedTuple):
    """A screen to draw: its name, the arguments of the app, and the keys to press."""

    name: str
    arguments: tuple[str, ...]
    keys: tuple[str, ...]
    until: str = ""
    """A text to wait for after the keys."""
    then: tuple[str, ...] = ()
    """Keys to press after that text appeared."""


class Look(NamedTuple):
    """A terminal's colours, and a theme."""

    name: str
    depth: Colors
    theme: str = "atlantis"


LOOKS = (
    Look("truecolor", Colors.TRUE),
    Look("light", Colors.TRUE, "atlantis-light"),
    Look("256", Colors.MANY),
    Look("16", Colors.FEW),
    Look("mono", Colors.NONE),
)


def scenes(folder: Path) -> Iterator[Scene]:
    record = json.loads(GAME.read_text(encoding="utf-8"))
    record["turns"] = record["turns"][:TURNS]
    unfinished = folder / "game.json"
    unfinished.write_text(json.dumps(record), encoding="utf-8")
    yield Scene("turn", (str(unfinished),), ())
    yield Scene("lifted", (str(unfinished),), ("tab", "enter"))
    yield Scene("territory", (str(unfinished),), ("O",))
    yield Scene("tide", (str(unfinished),), ("O", "O"))
    moves = ("colon", *"g8", "minus", *"i8", "space", *"g4", "minus", *"f4", "enter")
    yield Scene("plan", (str(unfinished),), moves)
    yield Scene("preview", (str(unfinished),), (*moves, "x"))
    yield Scene("review", (f"{GAME}#{2 * TURNS}",), ())
    yield Scene("start", (), ())
    yield Scene("new", (), ("n",))
    index_games()
    bots = ("colon", *"in:bots board:hexagon:3", "enter")
    bots = tuple({" ": "space", ":": "colon"}.get(key, key) for key in bots)
    yield Scene("library", (), ("b", *bots), "650 games", ("down",) * 4)
    start = folder / "start.json"
    position = traditional_start(Shape.HEXAGON, 2, 2)
    save(transcribe(Game(position)), start, expected=ANY_FILE)
    yield Scene("explorer", (str(start),), ("E",), "bots: 1000", ("n",))


def index_games() -> None:
    """Index the sample games as the user's, and the packaged games."""
    run("library", "add", str(GAME.parent))
    run("library", "add", "--openings")


def run(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "atlantis_core", *words], check=True)  # noqa: S603 -- ours


async def draw(scene: Scene, look: Look, size: tuple[int, int]) -> bytes:
    """Run the app until the screen is complete; return a PNG image of it."""
    options = Options(animation=False, theme=look.theme)
    app = AtlantisApp(parse_arguments(scene.arguments), options, look.depth)
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.3)
        for key in scene.keys:
            await pilot.press(key)
        for _ in range(MOST_WAITS):
            if scene.until in shown_text(app):
                break
            await pilot.pause(0.1)
        for key in scene.then:
            await pilot.press(key)
        await pilot.pause(0.5 if scene.then else 0.1)
        strips = app.screen._compositor.render_strips()  # noqa: SLF001 -- there is no other way
        return bytes(svg_to_bytes(svg_string=to_svg(strips, size)))


def shown_text(app: AtlantisApp) -> str:
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())  # noqa: SLF001 -- as above


def to_svg(strips: Sequence[Strip], size: tuple[int, int]) -> str:
    """An SVG image of lines of text; every character has its own cell."""
    width, height, font = CELL
    columns, lines = size
    box = f'width="{columns * width}" height="{lines * height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        '<rect width="100%" height="100%" fill="#000"/>',
        f'<g font-family="{FONT}" font-size="{font}px">',
    ]
    for line, strip in enumerate(strips):
        column = 0
        for text, style, _ in strip:
            parts += _cells(text, style or Style(), column * width, line * height)
            column += len(text)
    return "".join((*parts, "</g></svg>"))


def _cells(text: str, style: Style, x: int, y: int) -> Iterator[str]:
    width, height, font = CELL
    front, back = _shown(style.color, _LIGHT), _shown(style.bgcolor, _DARK)
    if style.reverse:
        front, back = back, front
    yield (
        f'<rect x="{x}" y="{y}" width="{len(text) * width}" height="{height}" fill="{back}" '
        'shape-rendering="crispEdges"/>'
    )
    look = f'fill="{front}"' + (' font-weight="bold"' if style.bold else "")
    if style.underline:
        look += ' text-decoration="underline"'
    for at, character in enumerate(text):
        if not character.isspace():
            place = f'x="{x + at * width}" y="{y + font}"'
            yield f"<text {place} {look}>{escape(character)}</text>"


def _shown(color: Color | None, default: RGB) -> RGB:
    """The colour that xterm shows."""
    if color is None or color.is_default:
        return default
    if color.triplet is not None:
        return RGB(*color.triplet)
    return default if color.number is None else xterm_color(color.number)


def main(folder: Path, sizes: Sequence[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        # Keeps the user's options and plans out of the pictures.
        os.environ |= dict.fromkeys(FOLDERS, name)
        wanted = os.environ.get("SCENES", "").split()
        for scene in scenes(Path(name)):
            if wanted and scene.name not in wanted:
                continue
            for size in sizes:
                columns, lines = map(int, size.split("x"))
                for look in LOOKS:
                    # A plan that an earlier picture left would be restored in this one.
                    shutil.rmtree(state_folder() / "plans", ignore_errors=True)
                    picture = asyncio.run(draw(scene, look, (columns, lines)))
                    path = folder / f"{scene.name}-{size}-{look.name}.png"
                    path.write_bytes(picture)
                    print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or SIZES)
