"""Keys that somebody has given to actions: everything follows, on every screen."""

from __future__ import annotations

import pytest
from textual.binding import Binding

from atlantis_core.shapes import Shape, traditional_start
from atlantis_tui.settings.key_actions import ACTIONS
from atlantis_tui.settings.key_map import action_name, parse_keys
from atlantis_tui.settings.options import Options, format_options, parse_options
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.key_bindings import keys_at_foot, parse_bindings
from atlantis_tui.widgets.palette_commands import ScreenActions
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.driving import playing
from tests.tui.known_actions import MODULE, PAGE, source, table

START = traditional_start(Shape.HEXAGON, 2, players=2)


def test_a_table_of_keys_says_what_they_do_and_what_stands_at_the_foot() -> None:
    bindings = parse_bindings("""
        slash,colon  type     Type a path       type a path
        backspace    up       Folder above      folder above
        C            turn(1)  The next, please
    """)
    assert [binding.description for binding in Binding.make_bindings(bindings)] == [
        "Type a path",
        "Type a path",
        "Folder above",
        "The next, please",
    ]
    assert list(keys_at_foot(bindings)) == [
        ("/", "type a path", "screen.type"),
        ("Backspace", "folder above", "screen.up"),
    ]


def test_every_action_is_known_and_documented() -> None:
    again = "'python -m tests.tui.known_actions' writes it anew"
    assert MODULE.read_text(encoding="utf-8") == source(), again
    assert table() in PAGE.read_text(encoding="utf-8"), again


@pytest.mark.parametrize(
    ("action", "name"),
    [
        ("end_turn", "end_turn"),
        ("screen.end_turn", "end_turn"),
        ("step('NW')", "step_nw"),
        ("focused.zoom(-1)", "zoom_previous"),
        ("zoom(0)", "zoom_0"),
        ("at_cursor('growing')", "at_cursor_growing"),
    ],
)
def test_actions_have_plain_names(action: str, name: str) -> None:
    assert action_name(action) == name


def test_mistakes_are_told_and_the_rest_is_used() -> None:
    keys = 'end_turn = "z"\nnonsense = "q"\nundo = 3\nredo = "zz"\nhint = "ctrl+plus"\n'
    loaded = parse_options(f"speed = 3\n[keys]\n{keys}")
    assert loaded.options.speed == 3
    assert not loaded.problems
    key_map, problems = parse_keys(loaded.keys, "config.toml", ACTIONS)
    assert dict(key_map.keys) == {"end_turn": "z", "hint": "ctrl+plus"}
    assert [problem.split(" (")[0] for problem in problems] == [
        "config.toml: unknown action: 'nonsense'",
        "config.toml: not a key for 'undo': '3'",
        "config.toml: not a key for 'redo': 'zz'",
    ]
    assert parse_keys(3, "config.toml", ACTIONS)[1]


def test_the_table_stays_in_the_file_when_options_are_saved() -> None:
    text = 'speed = 3\n[keys]\nend_turn = "z"\n'
    assert format_options(Options(speed=4, bell=False), text) == (
        'speed = 4\nbell = false\n[keys]\nend_turn = "z"\n'
    )


async def test_the_question_about_an_empty_turn_is_not_answered_by_the_same_key() -> None:
    async with playing(START, options=Options(animation=False)) as driver:
        driver.app.take_keys({"end_turn": "z"})
        await driver.press("z")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        await driver.press("t", "z")
        assert isinstance(driver.app.screen, Dialog)
        await driver.press("p")
        await driver.until(lambda: driver.document.game.turn_number == 1)


async def test_another_key_ends_the_turn_and_the_old_one_does_nothing() -> None:
    async with playing(START) as driver:
        driver.app.take_keys({"end_turn": "z", "walk_next": "ctrl+n", "type": "?"})
        driver.screen.view.paint()
        assert "z end turn" in driver.text("keys")
        assert "t end turn" not in driver.text("keys")
        await driver.press("t")
        assert driver.document.game.turn_number == 0
        before = driver.screen.board.cursor
        await driver.press("ctrl+n")
        assert driver.screen.board.cursor != before
        await driver.press("z")
        await driver.until(lambda: driver.document.game.turn_number == 1)


async def test_while_typing_keys_are_letters() -> None:
    async with playing(START) as driver:
        driver.app.take_keys({"end_turn": "b"})
        await driver.press("colon")
        await driver.pilot.pause()
        await driver.press(*"b3", "minus", *"c4", "enter")
        assert driver.plan == "b3-c4"


async def test_help_and_palette_follow() -> None:
    async with playing(START) as driver:
        driver.app.take_keys({"end_turn": "z"})
        titles = [title for title, _ in ScreenActions(driver.screen).titled()]
        assert "End the turn (z)" in titles
        await driver.press("question_mark")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        lines = driver.app.screen.query_one("#text", TextLines).text.splitlines()
        assert any(line.split()[:4] == ["z", "end", "the", "turn:"] for line in lines)
        assert not any(line.split()[:4] == ["t", "end", "the", "turn:"] for line in lines)


async def test_control_c_says_which_key_quits() -> None:
    async with playing(START) as driver:
        driver.app.take_keys({"leave": "ctrl+x"})
        await driver.press("ctrl+c")
        assert [each.message for each in driver.app._notifications] == ["ctrl+x quits"]
        driver.app.take_keys({})
        await driver.press("ctrl+c")
        assert [each.message for each in driver.app._notifications][1:] == ["Ctrl+Q quits"]
