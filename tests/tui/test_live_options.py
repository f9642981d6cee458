"""Options take effect on the open screens, and alerts reach the terminal."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest
import textual.screen
from textual._styles_cache import StylesCache

from atlantis_core.rules.overlays import Overlay
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.settings.options import (
    Colors,
    Desktop,
    Names,
    Options,
    Zoom,
    default_path,
    load_options,
)
from atlantis_tui.start.options_screen import OptionsScreen
from atlantis_tui.terminal.live_settings import set_mouse
from atlantis_tui.terminal.notifications import kind_for, notification
from tests.tui.driving import STILL, Driver, playing
from tests.tui.walking import Walker

START = traditional_start(Shape.HEXAGON, 2, players=2)


@pytest.fixture(autouse=True)
def _usual_pace() -> Iterator[None]:
    before = textual.screen.UPDATE_PERIOD
    yield
    vars(textual.screen)["UPDATE_PERIOD"] = before


def styles_on(driver: Driver) -> set[tuple[bool, bool]]:
    """Whether foreground and background colours are on the screen."""
    strips = driver.app.screen._compositor.render_strips()
    styles = [segment.style for strip in strips for segment in strip if segment.style]
    return {(style.color is not None, style.bgcolor is not None) for style in styles}


async def test_screens_that_run_show_changes_once() -> None:
    async with playing(START, size=(80, 24)) as driver:
        shown: list[str] = []
        vars(driver.screen)["show_changes"] = lambda: shown.append("changed")
        driver.app.set_options(replace(STILL, labels=Names.ALL))
        assert shown == ["changed"]
        vars(driver.screen)["_running"] = False  # as while a screen closes
        driver.app.set_options(STILL)
        vars(driver.screen)["_running"] = True
        assert shown == ["changed"]


async def test_colours_and_ascii_change_on_the_open_board() -> None:
    async with playing(START, size=(80, 24)) as driver:
        app, board = driver.app, driver.screen.board
        assert (True, True) in styles_on(driver)
        app.set_options(replace(STILL, colors=Colors.NONE, ascii=True, fine_lines=True))
        await driver.pilot.pause()
        assert styles_on(driver) == {(False, False)}
        assert app.console.color_system == "standard"
        assert "ansi" in app.theme
        shown = "".join(board.render_line(line).text for line in range(board.size.height))
        assert shown.isascii()
        app.set_options(replace(STILL, fine_lines=True))
        await driver.pilot.pause()
        assert (True, True) in styles_on(driver)
        assert app.console.color_system == "truecolor"
        assert app.theme == "atlantis"
        shown = "".join(board.render_line(line).text for line in range(board.size.height))
        assert not shown.isascii()
        app.set_options(replace(STILL, colors=Colors.MANY))
        assert app.console.color_system == "256"
        assert app.theme_variables["background"].lower() == "#1c1c1c"


async def test_size_names_and_overlay_change_on_the_open_board() -> None:
    async with playing(START, size=(120, 40)) as driver:
        board, walker = driver.screen.board, Walker(driver.app, driver.pilot)
        await walker.press("f3")
        walker.on(OptionsScreen)
        for name, value in (
            ("zoom", Zoom.LARGE),
            ("labels", Names.NEAR),
            ("overlay", Overlay.TERRITORY),
        ):
            walker.rows.choose(name)
            await walker.press("right")
            assert getattr(board, name) is value
        await walker.press("escape")
        assert driver.app.screen is driver.screen


async def test_theme_changes_the_players_colours() -> None:
    async with playing(START, size=(80, 24)) as driver:
        before = driver.screen.view.player_list.styles
        driver.app.set_options(replace(STILL, theme="atlantis-light"))
        await driver.pilot.pause()
        assert driver.screen.view.player_list.styles != before


async def test_slow_connections_get_fewer_repaints() -> None:
    async with playing(START) as driver:
        usual = textual.screen.UPDATE_PERIOD
        for options, period in ((replace(STILL, slow=True), 1 / 8), (STILL, usual)):
            driver.app.set_options(options)
            await driver.press("tab")
            assert driver.app.screen._update_timer._interval == period
            assert driver.cursor == str(driver.screen.board.cursor)


def test_mouse_is_switched_in_the_terminal() -> None:
    written: list[str] = []
    driver = SimpleNamespace(_mouse=False)
    driver._enable_mouse_support = lambda: written.append("on" if driver._mouse else "")
    driver._disable_mouse_support = lambda: written.append("off" if driver._mouse else "")
    set_mouse(driver, is_on=True)  # type: ignore[arg-type]  # what it uses of a driver
    set_mouse(driver, is_on=False)  # type: ignore[arg-type]
    assert written == ["on", "off"]
    assert driver._mouse is False


async def test_options_of_the_command_line_are_not_saved() -> None:
    default_path().parent.mkdir(parents=True)
    default_path().write_text("speed = 3\n")
    shown = Options(colors=Colors.NONE, animation=False, speed=1)
    async with playing(START, options=shown) as driver:
        driver.app.set_options(replace(shown, bell=False))
    assert load_options(default_path()).options == Options(speed=3, bell=False)


# Alerts.


@pytest.mark.parametrize(
    ("kind", "environ", "sequence"),
    [
        (Desktop.OFF, {}, ""),
        (Desktop.OSC9, {}, "\x1b]9;Atlantis: your turn\x07"),
        (Desktop.OSC777, {}, "\x1b]777;notify;Atlantis;your turn\x07"),
        (Desktop.AUTO, {"TERM": "foot"}, "\x1b]777;notify;Atlantis;your turn\x07"),
        (Desktop.AUTO, {"TERM": "xterm-kitty"}, "\x1b]9;Atlantis: your turn\x07"),
        (
            Desktop.OSC9,
            {"TMUX": "yes"},
            "\x1bPtmux;\x1b\x1b]9;Atlantis: your turn\x07\x1b\\",
        ),
    ],
)
def test_notification_is_the_sequence_that_the_terminal_knows(
    kind: Desktop, environ: dict[str, str], sequence: str
) -> None:
    assert notification("Atlantis", "your turn", kind, environ) == sequence


def test_notification_contains_no_characters_that_end_it() -> None:
    said = notification("At;lantis", "a\x07b\x1b\\c;d\n" + "e" * 500, Desktop.OSC777, {})
    assert said.startswith("\x1b]777;notify;At lantis;ab\\c d" + "e")
    assert said.count("\x07") == 1
    assert said.endswith("\x07")
    assert len(said) < 150
    assert kind_for({"TERM": "xterm", "VTE_VERSION": "7000"}) is Desktop.OSC777


@pytest.mark.parametrize(("has_focus", "is_notified"), [(None, True), (False, True), (True, False)])
async def test_alert_rings_and_notifies_unless_the_window_has_the_focus(
    has_focus: bool | None, is_notified: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    rung: list[bool] = []
    monkeypatch.delenv("TMUX", raising=False)
    async with playing(START, options=replace(STILL, desktop=Desktop.OSC9)) as driver:
        app = driver.app
        if has_focus is not None:
            app.on_app_focus() if has_focus else app.on_app_blur()
        monkeypatch.setattr(app, "bell", lambda: rung.append(True))
        monkeypatch.setattr(type(app), "is_headless", property(lambda _: False))
        monkeypatch.setattr(app._driver, "write", written.append)
        app.alert("your turn")
        monkeypatch.undo()
    assert rung == [True]
    assert ("\x1b]9;Atlantis: your turn\x07" in written) is is_notified


async def test_closed_screens_are_not_kept_in_memory() -> None:
    def painted() -> int:
        """The number of widgets, closed ones too, whose lines are in memory."""
        gc.collect()
        return sum(isinstance(each, StylesCache) for each in gc.get_objects())

    async with playing(START) as driver:
        await driver.press("?", "escape")
        before = painted()
        await driver.press(*("?", "escape") * 20)
        assert painted() < before + 40
