"""Drives the screens of the app without a terminal."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from textual.pilot import Pilot
from textual.screen import Screen

from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.settings.arguments import parse_arguments
from atlantis_tui.settings.options import Colors, Options
from atlantis_tui.start.preview import Preview
from atlantis_tui.widgets.row_list import RowList
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.driving import wait_until

S = TypeVar("S")
STILL = Options(animation=False, bell=False, ask_pass=False)
BOARD = '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "C5", "E4"]}'
GAME = (
    '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "C5"],'
    '"players": [{"name": "Ann", "color": "red", "stacks": {"b2": 2}},'
    ' {"name": "Bob", "color": "navy", "stacks": {"d6": 1}}], "turns": [[["b2", "b3"]]]}'
)
BROKEN = GAME.replace('"b3"', '"b9"')


class Walker:
    """Drives the screens and reads what they show."""

    def __init__(self, app: AtlantisApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def write(self, text: str) -> None:
        """Type into the input that has the focus, instead of what is there, and enter it."""
        self.app.focused.value = text  # type: ignore[union-attr]  # an Input
        await self.press("enter")

    def on(self, kind: type[S]) -> S:
        """The screen on top, which must be of this kind."""
        screen: object = self.app.screen
        assert isinstance(screen, kind), f"{screen} is on top"
        return screen

    @property
    def rows(self) -> RowList:
        return self.app.screen.query_one(RowList)

    @property
    def preview(self) -> Preview:
        return self.app.screen.query_one(Preview)

    def text(self, name: str) -> str:
        """Text of a widget of the top screen; all lines of the message."""
        text = self.app.screen.query_one(f"#{name}", TextLines).text
        above = self.app.screen.query("#overflow").results(TextLines) if name == "message" else ()
        return " ".join([*(lines.text for lines in above if lines.display), text])

    @property
    def stack(self) -> list[str]:
        return [type(screen).__name__ for screen in self.app.screen_stack]

    async def until(self, is_done: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        await wait_until(self.pilot, is_done)


@asynccontextmanager
async def walking(
    *arguments: str | Path,
    options: Options = STILL,
    depth: Colors = Colors.TRUE,
    size: tuple[int, int] = (80, 24),
    screen: Callable[[], Screen[None]] | None = None,
) -> AsyncIterator[Walker]:
    """The app as the command line opens it, or with another first screen."""
    named = parse_arguments([str(argument) for argument in arguments])
    app = AtlantisApp(named, options, depth)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        walker = Walker(app, pilot)
        if screen is not None:
            app.push_screen(screen())
            await pilot.pause()
        yield walker


def lines_fit(app: AtlantisApp, size: tuple[int, int]) -> bool:
    """Whether all widgets are inside the screen; scrolled contents may be larger."""
    width, height = size
    regions = [widget.region for widget in app.screen.children if widget.visible]
    return all(r.right <= width and r.bottom <= height for r in regions if r)
