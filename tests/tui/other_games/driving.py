"""Drives the screens of other games: opens files, presses keys, reads the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from textual.pilot import Pilot

from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.other_games.flow import RecordPhase
from atlantis_tui.other_games.play_screen import RecordPlayScreen
from atlantis_tui.other_games.review_screen import RecordReviewScreen
from atlantis_tui.settings.arguments import parse_arguments
from atlantis_tui.settings.options import Colors, Options
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.driving import wait_until


class GameView:
    """An app with another game on top."""

    def __init__(self, app: AtlantisApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def play(self) -> RecordPlayScreen:
        """The play screen, also while a dialog covers it."""
        screens = [one for one in self.app.screen_stack if isinstance(one, RecordPlayScreen)]
        return screens[-1]

    @property
    def review(self) -> RecordReviewScreen:
        return cast("RecordReviewScreen", self.app.screen)

    def phase(self) -> RecordPhase:
        return self.play.flow.phase

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press("colon")
        self.app.screen.query(".command").last().value = text  # type: ignore[attr-defined]  # an Input
        await self.press("enter")

    async def until(self, is_done: Callable[[], bool]) -> None:
        await wait_until(self.pilot, is_done)

    def text(self, name: str) -> str:
        return self.app.screen.query_one(f"#{name}", TextLines).text

    def picture(self) -> str:
        return self.play.board.picture.text()


@asynccontextmanager
async def at_table(
    *arguments: str | Path,
    size: tuple[int, int] = (80, 24),
    animation: bool = False,
    depth: Colors = Colors.TRUE,
) -> AsyncIterator[GameView]:
    """Run the app with these arguments."""
    named = parse_arguments([str(argument) for argument in arguments])
    app = AtlantisApp(named, Options(animation=animation), depth)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield GameView(app, pilot)
