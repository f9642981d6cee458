"""The page of keys: every action, a new key, shared keys, and the table in the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.key_contexts import contexts, known_actions, shared_keys
from atlantis_tui.settings.key_file import KeyFileError, format_keys, save_keys
from atlantis_tui.settings.key_map import KeyMap, action_name, parse_keys
from atlantis_tui.settings.options import default_path, load_options, parse_options
from atlantis_tui.start.keys_screen import KeysScreen
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.key_question import KeyQuestion
from tests.tui.driving import playing
from tests.tui.known_actions import actions, bindings
from tests.tui.walking import Walker, lines_fit, walking

START = traditional_start(Shape.HEXAGON, 2, players=2)
FILE = """\
# mine
speed = 3
[keys]
# old
end_turn = "z" # why
learn = "f9"
redo = "zz"

[other]
x = 1
"""
"""Old names, one of them of two actions, an invalid key, and another table."""


def keys_in_file() -> dict[str, str]:
    return dict(parse_keys(load_options(default_path()).keys or {}, "")[0].keys)


# Actions and shared keys.


def test_every_action_of_the_local_app_is_on_the_page() -> None:
    chat = {"chat", "scroll-earlier", "scroll-later"}
    lobby = {"start-game", "rematch", *chat}  # remote players have the default keys
    assert {action.name for action in known_actions()} >= set(actions()) - lobby
    assert all(action.description and action.defaults for action in known_actions())


def test_default_keys_are_those_of_the_bindings() -> None:
    defaults: dict[str, set[str]] = {}
    for binding in bindings():
        defaults.setdefault(action_name(binding.action), set()).add(binding.key)
    for action in known_actions():
        assert set(action.defaults) <= defaults[action.name]


def test_default_keys_are_not_shared() -> None:
    assert list(shared_keys(KeyMap())) == []
    assert len(contexts()) > 20


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (
            {"end-turn": "z", "next-hint": "z"},
            "'z' is the key of 'End the turn' and 'Next best hint' (During a game)",
        ),
        (
            {"end-turn": "f3"},
            "'F3' is the key of 'Options' and 'End the turn' (During a game)",
        ),
    ],
)
def test_two_actions_with_one_key_in_one_place_are_found(keys: dict[str, str], said: str) -> None:
    assert said in set(map(str, shared_keys(KeyMap(keys))))


def test_one_key_in_two_places_is_not_shared() -> None:
    assert list(shared_keys(KeyMap({"end-turn": "z"}))) == []  # z also shifts boards in the editor
    assert list(shared_keys(KeyMap({"end-turn": "x", "preview": "t"}))) == []


async def test_shared_keys_of_the_file_are_reported_when_the_app_starts() -> None:
    async with playing(START) as driver:
        driver.app.key_map = KeyMap({"end-turn": "z", "undo-move": "z"})
        driver.app.on_ready()
        notified = driver.app._notifications
        await driver.until(lambda: any("'z' is the key of" in each.message for each in notified))
        assert any("press F5 to change it" in each.message for each in notified)


# The file.


def test_other_lines_of_the_file_are_kept() -> None:
    keys = {
        "end-turn": "z",
        "find-better-turn": "f8",
        "learn-by-playing": "f9",
        "hint": "full_stop",
    }
    text = format_keys(KeyMap(keys), FILE)
    assert text.splitlines() == [
        "# mine",
        "speed = 3",
        "[keys]",
        "# old",
        'end_turn = "z" # why',
        'redo = "zz"',
        'find-better-turn = "f8"',
        'learn-by-playing = "f9"',
        'hint = "."',
        "",
        "[other]",
        "x = 1",
    ]
    assert dict(parse_keys(parse_options(text).keys, "")[0].keys) == keys
    assert format_keys(KeyMap(keys), text) == text
    assert "end_turn" not in format_keys(KeyMap(), text)


@pytest.mark.parametrize("key", ["quotation_mark", "backslash", "space", "ctrl+t", "Z", "ö", "f12"])
def test_written_keys_are_read_back(key: str) -> None:
    text = format_keys(KeyMap({"hint": key}), "bell = false\n")
    assert dict(parse_keys(parse_options(text).keys, "")[0].keys) == {"hint": key}
    assert text.startswith("bell = false\n")


@pytest.mark.parametrize(
    "before", ['keys = {hint = "x"}', 'keys.hint = "x"', "= 3", 'theme = """\n[keys]\n"""']
)
def test_files_written_in_another_way_are_not_changed(before: str) -> None:
    with pytest.raises(KeyFileError):
        format_keys(KeyMap({"hint": "z"}), before)


# The page.


async def opened(walker: Walker, action: str) -> KeysScreen:
    """Open the page and select an action."""
    await walker.press("f5")
    await walker.until(lambda: bool(walker.rows.rows))
    walker.rows.choose(action)
    await walker.pilot.pause()
    return walker.on(KeysScreen)


async def test_new_key_works_at_once_and_is_saved() -> None:
    async with playing(START, size=(100, 30)) as driver:
        walker = Walker(driver.app, driver.pilot)
        await opened(walker, "end-turn")
        await walker.press("enter")
        walker.on(KeyQuestion)
        await walker.press("ctrl+q")  # quits anywhere else
        walker.on(Dialog)
        await walker.press("enter")  # another key, please
        walker.on(KeyQuestion)
        await walker.press("z")
        walker.on(KeysScreen)
        assert keys_in_file() == {"end-turn": "z"}
        assert "  z " in next(line for line in walker.rows.text.splitlines() if "End the" in line)
        assert "usually t" in walker.text("about")
        await walker.press("escape")
        assert "z end turn" in driver.text("keys")
        await driver.press("z")
        await driver.until(lambda: driver.document.game.turn_number == 1)


async def test_taken_key_is_reported_swapped_or_taken_over() -> None:
    async with walking() as walker:
        await opened(walker, "hint")
        await walker.press("enter", "t")
        assert "'t' is the key of 'End the turn'" in walker.text("text")
        await walker.press("S")
        assert keys_in_file() == {"hint": "t", "end-turn": "h", "other-add-variation": "h"}
        assert ": only" not in walker.text("about")
        walker.rows.choose("next-hint")
        await walker.press("enter", "h", "T")
        assert "only" in walker.text("about")
        assert " !h " in walker.rows.text
        await walker.press("d")
        assert keys_in_file() == {"hint": "t", "end-turn": "h", "other-add-variation": "h"}
        await walker.press("D", "D")
        assert keys_in_file() == {}


async def test_escape_keeps_the_key_and_a_file_with_mistakes_is_kept() -> None:
    default_path().parent.mkdir(parents=True)
    default_path().write_text("speed = \n")
    async with walking() as walker:
        await opened(walker, "hint")
        await walker.press("enter", "escape")
        walker.on(KeysScreen)
        await walker.press("enter", "z")
        assert "keys not saved: config.toml is not valid" in walker.text("about")
        assert not walker.app.key_map
    assert default_path().read_text() == "speed = \n"


async def test_parts_and_texts_are_found() -> None:
    async with walking(size=(40, 12)) as walker:
        screen = await opened(walker, "hint")
        assert lines_fit(walker.app, (40, 12))
        await walker.press("tab")
        chosen = next(each for each in known_actions() if each.name == walker.rows.chosen_key)
        assert chosen.group == "Review"
        await walker.press("slash")
        await walker.write("shift the board")
        assert walker.rows.chosen_key == "editor-shift-board"
        await walker.press("slash")
        await walker.write("nothing of that kind")
        assert "no action with" in walker.text("about")
        assert screen is walker.app.screen


def test_missing_file_is_created(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "config.toml"
    save_keys(KeyMap({"hint": "z"}), path)
    assert path.read_text() == '[keys]\nhint = "z"\n'
