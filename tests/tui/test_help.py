"""Help on every screen: `?` tells the keys, and the page fits."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.screen import Screen

from atlantis_tui.learn.learn_screen import LearnScreen
from atlantis_tui.rules.rules_screen import RulesScreen
from atlantis_tui.settings.options_screen import OptionsScreen
from atlantis_tui.start.new_game_screen import NewGameScreen
from atlantis_tui.start.open_screen import OpenScreen
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.walking import walking

SCREENS: list[tuple[Callable[[], Screen[None]], str]] = [
    (NewGameScreen, "A program (agent) for the chosen player"),
    (OpenScreen, "Type a path"),
    (LearnScreen, "A first game"),
    (OptionsScreen, "Take the default of this option"),
    (RulesScreen, "Go to the keys"),
]


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
@pytest.mark.parametrize(("screen", "sentence"), SCREENS)
async def test_every_screen_explains_its_keys(
    screen: Callable[[], Screen[None]], sentence: str, size: tuple[int, int]
) -> None:
    async with walking(screen=screen, size=size) as walker:
        below = walker.app.screen
        await walker.press("question_mark")
        page = walker.on(Dialog).query_one("#text", TextLines).text
        assert sentence in " ".join(page.split())
        assert max(map(len, page.splitlines())) <= size[0] - 4
        await walker.press("escape")
        assert walker.app.screen is below
