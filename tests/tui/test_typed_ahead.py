"""Keys and clicks that arrive while a screen opens or closes: none crashes the app or is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from textual import events
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Input

from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.settings.arguments import parse_arguments
from atlantis_tui.settings.key_map import character_of
from tests.tui.driving import wait_until
from tests.tui.walking import GAME, STILL

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    path.write_text(GAME)
    return str(path)


@asynccontextmanager
async def opened(*arguments: str, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    app = AtlantisApp(parse_arguments(arguments), STILL)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def send(pilot: Pilot[None], keys: str, turns: int = 0) -> None:
    """Send keys, with this many turns of the event loop in between, and wait for the app."""
    app = pilot.app
    assert isinstance(app, AtlantisApp)
    for event in input_events(keys):
        app.post_message(event)
        for _ in range(turns):
            await asyncio.sleep(0)
    await pilot.pause()
    await wait_until(pilot, lambda: app._input_queue.is_empty or app._exit)
    await pilot.pause()


def input_events(keys: str) -> list[events.Event]:
    """The events of words such as ``ctrl+p`` and ``click@1,20``."""
    found: list[events.Event] = []
    for word in keys.split():
        name, _, place = word.partition("@")
        if name == "click":
            x, y = map(int, place.split(","))
            found += [
                kind(None, x, y, 0, 0, 1, False, False, False, x, y)
                for kind in (events.MouseMove, events.MouseDown, events.MouseUp)
            ]
        else:
            found.append(events.Key(name, character_of(name)))
    return found


def screens(pilot: Pilot[None]) -> list[str]:
    return [type(screen).__name__ for screen in pilot.app.screen_stack]


@pytest.mark.parametrize("turns", [0, 1])
async def test_page_down_while_the_palette_opens(game: str, turns: int) -> None:
    async with opened(game) as pilot:
        await send(pilot, "ctrl+p" + " pagedown" * 20, turns)
        assert isinstance(pilot.app.screen, CommandPalette)


@pytest.mark.parametrize("turns", [0, 3])
async def test_two_clicks_beside_the_palette_close_one_screen(game: str, turns: int) -> None:
    async with opened(game) as pilot:
        await send(pilot, "question_mark ctrl+p click@1,20 click@1,20", turns)
        assert screens(pilot) == ["PlayScreen", "Dialog"]


@pytest.mark.parametrize("turns", [0, 3])
async def test_palette_opens_again_while_it_closes(game: str, turns: int) -> None:
    async with opened(game) as pilot:
        await send(pilot, "ctrl+p escape ctrl+p escape ctrl+p", turns)
        assert screens(pilot) == ["PlayScreen", "Palette"]


async def test_command_typed_ahead_for_the_palette_runs(game: str) -> None:
    async with opened(game) as pilot:
        await send(pilot, "ctrl+p R u l e s enter")
        await wait_until(pilot, lambda: screens(pilot) == ["PlayScreen", "RulesScreen"])


@pytest.mark.parametrize("turns", [0, 3])
async def test_dialogs_close_once_and_in_order(game: str, turns: int) -> None:
    async with opened(game) as pilot:
        await send(pilot, "question_mark escape " * 3 + "question_mark", turns)
        assert screens(pilot) == ["PlayScreen", "Dialog"]


@pytest.mark.parametrize("turns", [0, 3])
async def test_pages_close_once_and_in_order(turns: int) -> None:
    async with opened() as pilot:
        await send(pilot, "g escape l escape g a x escape p escape escape n escape", turns)
        assert screens(pilot) == ["StartScreen"]


@pytest.mark.parametrize("turns", [0, 3])
async def test_play_screen_opens_before_it_gets_keys(turns: int) -> None:
    async with opened() as pilot:
        await send(pilot, "n enter x p question_mark escape colon b 2", turns)
        assert screens(pilot)[-1] == "PlayScreen"
        assert pilot.app.screen.query_one(Input).value == "b2"


@pytest.mark.parametrize("turns", [0, 3])
async def test_clicks_while_screens_close(game: str, turns: int) -> None:
    async with opened(game) as pilot:
        one = "question_mark click@40,12 escape click@40,12 f2 click@79,10 escape click@79,10 "
        await send(pilot, one * 3, turns)
        assert screens(pilot) == ["PlayScreen"]


@pytest.mark.parametrize("turns", [0, 3])
async def test_quitting_several_times_leaves_no_coroutine_behind(game: str, turns: int) -> None:
    async with opened(game) as pilot:
        await send(pilot, "U ctrl+q escape ctrl+q d ctrl+q ctrl+q", turns)
        assert pilot.app._exit


async def test_answer_typed_ahead_reaches_the_question(game: str) -> None:
    async with opened(game) as pilot:
        await send(pilot, "U ctrl+q escape question_mark escape colon t")
        assert screens(pilot) == ["PlayScreen"]
        assert pilot.app.screen.query_one(Input).value == "t"


async def test_panel_of_a_plan_in_a_window_of_eight_columns(game: str) -> None:
    async with opened(game, size=(8, 40)) as pilot:
        await send(pilot, "U colon b 2 minus b 3 enter p p")
        assert screens(pilot) == ["PlayScreen"]


KEYS = "g n l p e r escape escape question_mark enter tab down x t colon a 1 f2 f3".split()
"""Not Ctrl+P: Textual's palette reports after half a second that nothing matches, and Escape then
closes that report first."""


@pytest.mark.parametrize("seed", range(4))
async def test_fast_and_slow_typing_end_on_the_same_screen(seed: int, game: str) -> None:
    keys = " ".join(Random(seed).choices(KEYS, k=25))
    arguments = [game] if seed % 2 else []
    shown = []
    for turns in (0, 300):
        Path(game).write_text(GAME)  # noqa: ASYNC240 -- before the app starts
        async with opened(*arguments) as pilot:
            await send(pilot, keys, turns)
            shown.append(screens(pilot))
    assert shown[0] == shown[1], keys
