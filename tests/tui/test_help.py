"""Help on every screen lists the keys and fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from textual.screen import Screen

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.ownership import parse_ownership
from atlantis_tui.learn import help as learn_help
from atlantis_tui.learn.learn_screen import LearnScreen
from atlantis_tui.play import help as play_help
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.help import NOT_FOR_REMOTE_PLAYERS, NOT_IN_EXERCISES
from atlantis_tui.remote_app import RemoteApp
from atlantis_tui.rules.rules_screen import RulesScreen
from atlantis_tui.settings.options import Colors
from atlantis_tui.start.new_game_screen import NewGameScreen
from atlantis_tui.start.open_screen import OpenScreen
from atlantis_tui.start.options_screen import OptionsScreen
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.text_lines import Row, TextLines
from tests.tui.driving import STILL
from tests.tui.walking import walking

SCREENS: list[tuple[Callable[[], Screen[None]], str]] = [
    (NewGameScreen, "Run an agent for the selected player"),
    (OpenScreen, "Type a path"),
    (LearnScreen, "Play a first game"),
    (OptionsScreen, "Reset this option"),
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


async def test_help_is_wrapped_again_after_a_resize() -> None:
    async with walking(screen=NewGameScreen) as walker:
        await walker.press("question_mark")
        await walker.pilot.resize_terminal(40, 12)
        await walker.pilot.pause()
        page = walker.on(Dialog).query_one("#text", TextLines)
        assert SCREENS[0][1] in " ".join(page.text.split())
        assert max(map(len, page.text.splitlines())) <= 36
        assert page.size.height == len(page.text.splitlines())


@pytest.mark.parametrize("mode", Mode)
def test_help_omits_keys_that_a_screen_does_not_have(mode: Mode) -> None:
    everything = _page(play_help.help_lines(mode))
    for page, missing in (
        (
            play_help.help_lines(mode, without=play_help.NOT_FOR_REMOTE_PLAYERS),
            NOT_FOR_REMOTE_PLAYERS,
        ),
        (learn_help.help_lines(mode, 80), NOT_IN_EXERCISES),
    ):
        rows = [line for line in _page(page) if line in everything]
        assert rows
        assert not [line for line in rows if line.split("  ")[0] in missing]


async def test_help_of_a_remote_player_lists_only_available_keys() -> None:
    document = GameDocument.new(traditional_start(Shape.HEXAGON, 2, players=2))
    document.ownership = parse_ownership("watch", document.cast.names)
    app = RemoteApp(document, STILL, Colors.TRUE)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("question_mark")
        await pilot.pause()
        page = app.screen.query_one("#text", TextLines).text
    assert "A remote player is to move" in page
    for word in ("review the game", "hint", "Ctrl+P", "save as", "start screen"):
        assert word not in page


def _page(lines: Iterable[Row]) -> list[str]:
    return TextLines(*lines).text.splitlines()
