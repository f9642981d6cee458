"""The user's keys for actions: key line, help, palette and screens follow them."""

from __future__ import annotations

import re

import pytest
from textual.binding import Binding
from textual.command import CommandPalette

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.settings.key_actions import _ACTIONS, names_by_action, old_names
from atlantis_tui.settings.key_map import action_name, parse_keys
from atlantis_tui.settings.options import Options, format_options, parse_options
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.key_bindings import keys_at_foot, parse_bindings
from atlantis_tui.widgets.palette_commands import ScreenActions
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.driving import playing
from tests.tui.known_actions import PAGE, actions, bindings, with_tables

START = traditional_start(Shape.HEXAGON, 2, players=2)
OLD_NAMES = """
    accept adjust_next adjust_previous again all all_defaults at_cursor_clear at_cursor_field
    at_cursor_growing at_cursor_join at_cursor_pick at_cursor_remove_field
    at_cursor_remove_segment at_cursor_segment at_cursor_split auto back back_10 begin cancel
    chart choose close color_next color_previous comment compare copy_board copy_turn default
    delete desk_add_player desk_handing_on desk_remove_player desk_shift details drop_move edit
    end end_turn export file forward forward_10 frames game go go_10 go_10000 go_continue
    go_editor go_learn go_new go_next go_open go_options go_others go_previous go_quit go_rules
    go_to_0 go_to_previous go_watch group_next group_previous guests help hint judge keys learn
    leave main marked_next marked_previous mend menu name next next_hint next_mark
    next_target_next next_target_previous of_player_recolor of_player_rename open options
    order_next order_previous other page pick_by_next pick_by_previous play play_on player_next
    preview previous previous_mark program promote put_0 put_2 put_3 put_4 put_5 put_6 put_7
    put_8 put_9 put_next question_begin_with_shape question_put_value question_save read
    recall_next recall_previous redo redo_turn release repaint result resume retry review
    row_next row_previous rules save save_as scrub_next scrub_previous shift_move_next
    shift_move_previous show_again sidestep_next sidestep_previous solution speed_next
    speed_previous start step_10 step_back step_down step_forward step_left step_n step_ne
    step_next step_nw step_previous step_right step_s step_se step_sw step_up suspend_process
    symmetry_next tags take take_back take_over task toggle_labels toggle_side top try type undo
    undo_turn up variation vary walk_next walk_previous where why zoom_0 zoom_next zoom_previous
""".split()
"""The names before names were chosen for users, frozen: options files may contain them."""


def test_parse_bindings_reads_descriptions_and_key_line_labels() -> None:
    bindings = parse_bindings("""
        slash,colon  type     Type a path       type a path
        backspace    up       Folder above      folder above
        Others
        C            turn(1)  The next, please
    """)
    assert [binding.description for binding in Binding.make_bindings(bindings)] == [
        "Type a path",
        "Type a path",
        "Folder above",
        "The next, please",
    ]
    groups = [binding.group for binding in Binding.make_bindings(bindings)]
    assert groups == [None, None, None, Binding.Group("Others")]
    assert list(keys_at_foot(bindings)) == [
        ("/", "type a path", "screen.type"),
        ("Backspace", "folder above", "screen.up"),
    ]


def test_every_action_has_a_documented_name() -> None:
    missing = {binding.action for binding in bindings() if not action_name(binding.action)}
    assert not missing, "settings/key_actions.py must name these actions"
    assert set(actions()) == set(names_by_action().values()), "names without a binding"
    page = PAGE.read_text(encoding="utf-8")
    assert with_tables(page) == page, "run 'python -m tests.tui.known_actions'"


def test_action_names_are_unique_and_in_kebab_case() -> None:
    names = list(names_by_action().values())
    assert len(names) == len(set(names))
    assert len(names) == len(_ACTIONS.strip().splitlines()), "two names for one action"
    assert [name for name in names if not re.fullmatch(r"[a-z]+(-[a-z]+|-[0-9])*", name)] == []


@pytest.mark.parametrize(
    ("action", "name"),
    [
        ("end_turn", "end-turn"),
        ("screen.end_turn", "end-turn"),
        ("step('NW')", "cursor-north-west"),
        ("focused.zoom(-1)", "zoom-out"),
        ("zoom(0)", "zoom-fit"),
        ("app.clients", "connected-players"),
        ("screen.pick_row(3)", ""),
    ],
)
def test_action_name_does_not_depend_on_the_namespace(action: str, name: str) -> None:
    assert action_name(action) == name


@pytest.mark.parametrize("name", OLD_NAMES)
def test_old_action_name_still_assigns_a_key(name: str) -> None:
    key_map, problems = parse_keys({name: "f9"}, "config.toml")
    assert not problems
    assert set(key_map.keys.values()) == {"f9"}
    assert set(key_map.keys) <= set(names_by_action().values())


def test_old_name_of_two_actions_assigns_the_key_to_both() -> None:
    key_map, _ = parse_keys({"learn": "f9"}, "config.toml")
    assert set(key_map.keys) == {"find-better-turn", "learn-by-playing"}


def test_no_name_is_both_old_and_current() -> None:
    assert not set(old_names()) & set(names_by_action().values())


def test_invalid_entries_are_reported_and_the_others_used() -> None:
    keys = 'end-turn = "z"\nnonsense = "q"\nundo = 3\nredo = "zz"\nhint = "ctrl+plus"\n'
    loaded = parse_options(f"speed = 3\n[keys]\n{keys}")
    assert loaded.options.speed == 3
    assert not loaded.problems
    key_map, problems = parse_keys(loaded.keys, "config.toml")
    assert dict(key_map.keys) == {"end-turn": "z", "hint": "ctrl+plus"}
    assert [problem.split(" (")[0] for problem in problems] == [
        "config.toml: unknown action: 'nonsense'",
        "config.toml: not a key for 'undo': '3'",
        "config.toml: not a key for 'redo': 'zz'",
    ]
    assert parse_keys(3, "config.toml")[1]


def test_saving_options_keeps_the_table_of_keys() -> None:
    text = 'speed = 3\n[keys]\nend_turn = "z"\n'
    assert format_options(Options(speed=4, bell=False), text) == (
        'speed = 4\nbell = false\n[keys]\nend_turn = "z"\n'
    )


async def test_question_about_a_pass_is_not_answered_by_the_users_end_turn_key() -> None:
    async with playing(START, options=Options(animation=False)) as driver:
        driver.app.take_keys({"end_turn": "z"})
        await driver.press("z")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        await driver.press("t", "z")
        assert isinstance(driver.app.screen, Dialog)
        await driver.press("p")
        await driver.until(lambda: driver.document.game.turn_number == 1)


async def test_assigned_key_replaces_the_default_key() -> None:
    async with playing(START) as driver:
        driver.app.take_keys({"end-turn": "z", "next-stack": "ctrl+n", "type": "?"})
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


async def test_assigned_keys_are_letters_while_typing() -> None:
    async with playing(START) as driver:
        driver.app.take_keys({"end-turn": "b"})
        await driver.press("colon")
        await driver.pilot.pause()
        await driver.press(*"b3", "minus", *"c4", "enter")
        assert driver.plan == "b3-c4"


async def test_help_and_palette_show_assigned_keys() -> None:
    async with playing(START) as driver:
        driver.app.take_keys({"end_turn": "z"})
        titles = [title for title, _ in ScreenActions(driver.screen).titled()]
        assert "End the turn (z)" in titles
        await driver.press("question_mark")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        lines = driver.app.screen.query_one("#text", TextLines).text.splitlines()
        assert any(line.split() == ["z", "End", "the", "turn"] for line in lines)
        assert not any(line.split()[:1] == ["t"] for line in lines)


async def test_ctrl_c_shows_the_key_that_quits() -> None:
    async with playing(START) as driver:
        driver.app.take_keys({"quit": "ctrl+x"})
        await driver.press("ctrl+c")
        assert [each.message for each in driver.app._notifications] == ["Ctrl+X quits"]
        driver.app.take_keys({})
        await driver.press("ctrl+c")
        assert [each.message for each in driver.app._notifications][1:] == ["Ctrl+Q quits"]


async def test_command_palette_opens_by_its_own_key() -> None:
    async with playing(START) as driver:
        driver.app.take_keys({"command-palette": "f9"})
        await driver.press("ctrl+p")
        assert driver.app.screen is driver.screen
        await driver.press("f9")
        assert isinstance(driver.app.screen, CommandPalette)
