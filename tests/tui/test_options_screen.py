"""The options screen changes, saves and resets every option."""

from __future__ import annotations

from dataclasses import replace

import pytest

from atlantis_tui.settings.options import NAMES, Options, Zoom, default_path, load_options
from atlantis_tui.start.options_screen import ABOUT, GROUPS, KEYS, OptionsScreen
from tests.tui.walking import STILL, lines_fit, walking


def test_every_option_has_a_label_and_an_explanation() -> None:
    assert sorted(ABOUT) == sorted(NAMES)
    assert [key for keys in GROUPS.values() for key in keys] == [*ABOUT]


@pytest.mark.parametrize("name", NAMES)
async def test_every_option_is_changed_saved_and_reset(name: str) -> None:
    async with walking(options=Options()) as walker:
        await walker.press("p")
        walker.on(OptionsScreen)
        walker.rows.choose(name)
        await walker.press("right")
        changed = getattr(walker.app.options, name)
        assert changed != getattr(Options(), name)
        assert getattr(load_options(default_path()).options, name) == changed
        await walker.press("d")
        assert walker.app.options == Options()
        await walker.press("left")
        assert getattr(walker.app.options, name) != getattr(Options(), name)
        await walker.press("D", "enter")
        assert getattr(walker.app.options, name) != getattr(Options(), name), "it was only asked"
        await walker.press("D", "D")
        await walker.until(lambda: load_options(default_path()).options == Options())


async def test_enter_changes_the_value() -> None:
    async with walking() as walker:
        await walker.press("p")
        walker.rows.choose("zoom")
        await walker.press("enter")
        assert walker.app.options.zoom is Zoom.LARGE
        assert "< large >" in walker.rows.text
        assert str(default_path()) in walker.text("about")


async def test_theme_is_applied_at_once() -> None:
    async with walking() as walker:
        await walker.press("p")
        walker.rows.choose("theme")
        await walker.press("right")
        assert walker.app.theme == walker.app.options.theme == "atlantis-light"


async def test_comments_of_the_file_survive_changes() -> None:
    default_path().parent.mkdir(parents=True)
    default_path().write_text("# mine\nspeed = 3\n")
    async with walking(options=replace(STILL, speed=3)) as walker:
        await walker.press("p")
        walker.rows.choose("bell")
        await walker.press("right")
    written = default_path().read_text()
    assert "# mine" in written
    assert "speed = 3" in written


async def test_options_fit_a_small_terminal() -> None:
    async with walking(size=(40, 12)) as walker:
        await walker.press("p", "end")
        assert walker.rows.chosen_key == KEYS
        assert lines_fit(walker.app, (40, 12))
