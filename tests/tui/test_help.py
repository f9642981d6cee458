"""Help pages: generated from the bindings, for every screen and width."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest
from textual.binding import Binding
from textual.screen import Screen

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.ownership import parse_ownership
from atlantis_tui.learn.learn_screen import LearnScreen
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.help import help_lines
from atlantis_tui.remote_app import RemoteApp
from atlantis_tui.rules.rules_screen import RulesScreen
from atlantis_tui.settings.key_map import KeyMap
from atlantis_tui.settings.options import Colors
from atlantis_tui.start.new_game_screen import NewGameScreen
from atlantis_tui.start.open_screen import OpenScreen
from atlantis_tui.start.options_screen import OptionsScreen
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_table import HelpKeys, key_page
from atlantis_tui.widgets.text_lines import Row, TextLines, as_piece
from tests.tui.driving import STILL, playing
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


@pytest.mark.parametrize(("screen", "has_values"), [(LearnScreen, False), (OptionsScreen, True)])
async def test_help_names_keys_for_values_only_where_rows_have_values(
    screen: Callable[[], Screen[None]], has_values: bool
) -> None:
    async with walking(screen=screen) as walker:
        await walker.press("question_mark")
        assert ("Value: " in walker.on(Dialog).query_one("#text", TextLines).text) == has_values


async def test_help_is_wrapped_again_after_a_resize() -> None:
    async with walking(screen=NewGameScreen) as walker:
        await walker.press("question_mark")
        await walker.pilot.resize_terminal(40, 12)
        await walker.pilot.pause()
        page = walker.on(Dialog).query_one("#text", TextLines)
        assert SCREENS[0][1] in " ".join(page.text.split())
        assert max(map(len, page.text.splitlines())) <= 36
        assert page.size.height == len(page.text.splitlines())


BINDINGS = parse_bindings("""
    x        preview    Preview
    Zoom and move
    plus     zoom(1)    Zoom: in
    minus    zoom(-1)   Zoom: out
    Always available
    f1       help       Help
    Zoom and move
    w,up     step('N')  Move
    """)


def help_keys(keys: Mapping[str, str] | None = None) -> HelpKeys:
    return HelpKeys(Binding.make_bindings(BINDINGS), KeyMap(keys or {}))


def test_keys_are_listed_below_their_headings() -> None:
    assert help_keys().groups() == [
        ("", [("x", "Preview")]),
        ("Zoom and move", [("+ -", "Zoom: in, out"), ("w up", "Move")]),
        ("Always available", [("F1", "Help")]),
    ]


def test_help_has_the_keys_of_the_user() -> None:
    keys = help_keys({"cursor-north": "z", "help": "ctrl+k", "preview": "plus"})
    assert [row for _, rows in keys.groups() for row in rows] == [
        ("+", "Preview"),
        ("+ -", "Zoom: in, out"),
        ("z", "Move"),
        ("Ctrl+K", "Help"),
    ]
    assert keys.of("cursor-north") == "z"


def test_keys_of_actions_are_all_or_the_shortest_of_each() -> None:
    keys = help_keys()
    assert keys.of("cursor-north") == "w up"
    assert keys.of("cursor-north zoom-in unknown") == "w +"
    assert keys.of("unknown") == ""


@pytest.mark.parametrize("width", [30, 50, 80])
def test_long_lists_of_keys_and_narrow_pages_have_descriptions_below(width: int) -> None:
    groups = [("Keys", [("x", "one"), ("up down left right Home", "two words")])]
    lines = _page(key_page(groups, width))
    assert max(map(len, lines)) <= width
    assert lines[:2] == ["Keys", "x  one"]
    assert [line.strip() for line in lines[2:]] == ["up down left right Home", "two words"]


@pytest.mark.parametrize("mode", Mode)
def test_page_of_a_mode_names_only_keys_of_the_screen(mode: Mode) -> None:
    own = {"x", "+", "-", "w", "up", "F1"}
    literal = {"any key", "opposite key", "all other keys", "arrows, Tab, click"}
    page = list(help_lines(help_keys(), mode))
    at = next(n for n, row in enumerate(page) if row and as_piece(row[0]).text.startswith("Symb"))
    for row in page[:at]:
        if row and as_piece(row[0]).look == "key":
            written = as_piece(row[0]).text.strip()
            assert written in literal or set(written.split()) <= own


@pytest.mark.parametrize("mode", [mode for mode in Mode if mode is not Mode.PLANNING])
async def test_page_of_a_mode_begins_with_its_notes(mode: Mode) -> None:
    async with playing(traditional_start(Shape.HEXAGON, 2, players=2)) as driver:
        pages = [_page(help_lines(driver.screen.help_keys, mode)) for mode in (mode, Mode.PLANNING)]
    assert pages[0][0] != pages[1][0]
    assert "Symbols on the board" in pages[0]


async def test_screens_list_each_key_once() -> None:
    async with playing(traditional_start(Shape.HEXAGON, 2, players=2)) as driver:
        groups = driver.screen.help_keys.groups()
    keys = [key for _, rows in groups for written, _ in rows for key in written.split()]
    assert len(keys) == len(set(keys))
    assert {"t", "Enter", "Ctrl+P", "F2", "Shift+Tab"} <= set(keys)
    assert "F4" not in keys  # only where players are connected


async def test_help_of_a_remote_player_names_only_their_keys() -> None:
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
