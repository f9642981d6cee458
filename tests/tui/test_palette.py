"""The command palette and the key line: every action can be found, none twice."""

from collections.abc import Iterator

import pytest
from textual.command import CommandList, CommandPalette, Hit
from textual.widget import Widget
from textual.widgets import Input

from atlantis_core.positions.grid import parse_field, parse_moves
from atlantis_core.rules.planning import TurnPlan
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.board.plan_text import plan_keys
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.play.bars import ANYWHERE, Mode, Opponent, game_keys
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.key_line import key_line
from atlantis_tui.widgets.palette_commands import Palette, ScreenActions
from atlantis_tui.widgets.text_lines import Piece
from tests.tui.driving import playing

START = traditional_start(Shape.HEXAGON, 2, players=2)
SOME_BOT = Opponent()


async def test_palette_lists_every_action_of_the_play_screen() -> None:
    async with playing(START) as driver:
        titles = [title for title, _ in ScreenActions(driver.screen).titled()]
        assert len(titles) == len(set(titles))
        text = "\n".join(titles)
        for wanted in (
            "End the turn (t)",
            "Get a hint; press again to plan it (h)",
            "Zoom: in (+)",
            "Type a move",
        ):
            assert wanted in text
        assert "Scroll" not in text
        assert "Connected players" not in text, "only while hosting"


async def test_action_is_found_by_name_and_run() -> None:
    async with playing(START) as driver:
        await driver.press("ctrl+p")
        assert isinstance(driver.app.screen, CommandPalette)
        field = driver.app.screen.query_one(Input)
        assert not field.cursor_blink
        field.value = "End the turn"
        await driver.until(lambda: driver.app.screen.query_one("CommandList").option_count > 0)  # type: ignore[attr-defined]
        await driver.press("enter")
        await driver.until(lambda: driver.document.game.turn_number == 1)


async def test_results_that_arrive_after_the_list_was_removed_are_dropped() -> None:
    async with playing(START) as driver:
        await driver.press("ctrl+p")
        palette = driver.app.screen
        assert isinstance(palette, Palette)
        found = palette.query_one(CommandList)
        await driver.until(lambda: found.option_count > 1)
        await found.remove()
        palette._refresh_command_list(found, [], True)
        assert not driver.app.crash


async def test_page_down_before_the_list_is_laid_out_does_nothing() -> None:
    async with playing(START) as driver:
        await driver.press("ctrl+p")
        found = driver.app.screen.query_one(CommandList)
        await driver.until(lambda: found.option_count > 1)
        # The palette shows the list again whenever it changes, so hide its surroundings.
        around = found.parent
        assert isinstance(around, Widget)
        around.display = False
        await driver.until(lambda: not found.size)
        found.clear_options().add_options(["one", "two"])
        found.highlighted = 0
        await driver.press("pagedown")
        assert found.highlighted == 0
        around.display = True
        await driver.until(lambda: bool(found.size))
        await driver.press("pagedown")
        assert found.highlighted == 1


@pytest.mark.parametrize("query", ["turn: undo", "undo turn", "undo"])
async def test_action_of_a_pair_is_found_in_either_order(query: str) -> None:
    async with playing(START) as driver:
        hits = [hit async for hit in ScreenActions(driver.screen).search(query)]
        assert "Turn: undo (U)" in [str(hit.match_display) for hit in hits if isinstance(hit, Hit)]


def key_bar(
    mode: Mode, *, has_plan: bool = True, width: int = 80, opponent: Opponent = SOME_BOT
) -> Iterator[Piece]:
    """The keys of a game in a mode."""
    entry = TurnEntry(TurnPlan(START, parse_moves("b3-c4") if has_plan else ()))
    entry.is_preview = mode is Mode.PREVIEW
    if mode is Mode.LIFTED:
        entry.lifted = parse_field("b2")
    is_planned = mode in (Mode.PLANNING, Mode.LIFTED, Mode.PREVIEW, Mode.PAUSED)
    on_board = plan_keys(entry if is_planned else None, parse_field("b2"))
    return key_line(game_keys(mode, on_board, opponent), width, ANYWHERE)


def test_key_line_fits_and_always_offers_help() -> None:
    for mode in Mode:
        for width in (40, 60, 80, 200):
            text = "".join(piece.text for piece in key_bar(mode, width=width))
            assert len(text) <= width
            assert "? help" in text


def test_key_line_omits_undo_without_a_plan() -> None:
    bare = "".join(piece.text for piece in key_bar(Mode.PLANNING, has_plan=False, width=200))
    full = "".join(piece.text for piece in key_bar(Mode.PLANNING, has_plan=True, width=200))
    assert "undo move" not in bare
    assert "undo move" in full


def test_resume_key_comes_first_and_names_agents() -> None:
    program = Opponent("agent", "show program")
    for width in (40, 80):
        paused = "".join(piece.text for piece in key_bar(Mode.PAUSED, width=width))
        assert paused.startswith(" b let it play ")
        unknown = key_bar(Mode.PAUSED, width=width, opponent=program)
        assert "".join(piece.text for piece in unknown).startswith(" b show program ")
        thinking = key_bar(Mode.THINKING, width=width, opponent=program)
        assert "Esc stop agent" in "".join(piece.text for piece in thinking)


def test_only_a_game_of_bots_offers_stop_during_an_animation() -> None:
    alone = key_bar(Mode.SHOWING, opponent=Opponent(is_among_bots=True))
    assert "Esc stop bots" in "".join(piece.text for piece in alone)
    assert "Esc" not in "".join(piece.text for piece in key_bar(Mode.SHOWING))


async def test_palette_does_not_open_twice_below_a_late_dialog() -> None:
    async with playing(START) as driver:
        await driver.press("ctrl+p")
        await driver.app.push_screen(Dialog("Late", [[Piece("A dialog that took its time.")]]))
        await driver.press("ctrl+p")
        assert [type(screen) for screen in driver.app.screen_stack[1:]].count(Palette) == 1
        assert isinstance(driver.app.screen, Dialog)
