"""Share codes in the app: opened from the command line, pasted, and copied."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from atlantis_core.rules.share_code import format_game, parse_game
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.start.start_screen import StartScreen
from tests.tui.walking import GAME, Walker, walking

CODE = "atl1:6swTL06fIqT9"


async def test_code_on_the_command_line_opens_its_game() -> None:
    async with walking(CODE) as walker:
        screen = walker.on(PlayScreen)
        assert screen.document.game.turn_number == 8
        assert screen.document.path is None, "nothing is written before a turn is played"


async def test_pasted_code_opens_its_game() -> None:
    async with walking() as walker:
        walker.on(StartScreen).post_message(events.Paste(f" {CODE}\n"))
        await walker.pilot.pause()
        await walker.pilot.pause()
        assert walker.on(PlayScreen).document.game.turn_number == 8


async def test_damaged_code_is_reported_on_the_start_screen() -> None:
    async with walking(CODE[:-2]) as walker:
        walker.on(StartScreen)
        assert "this share code is damaged" in walker.text("message")


@pytest.mark.parametrize(
    ("keys", "copy"), [((), "y"), ((), "S"), (("v",), "S")], ids=["y in play", "play", "review"]
)
async def test_game_is_copied_as_a_code(
    keys: tuple[str, ...], copy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_text(GAME, encoding="utf-8")
    async with walking(path) as walker:
        await walker.press(*keys)
        screen = walker.app.screen
        assert isinstance(screen, (PlayScreen, ReviewScreen))
        copied: list[str] = []
        monkeypatch.setattr(walker.app, "copy_to_clipboard", copied.append)
        await walker.press(copy)
        game = parse_game(copied[0])
        assert format_game(game) == format_game(screen.document.game)
        assert copied[0] in walker.text("message")


async def type_line(walker: Walker, text: str) -> None:
    await walker.press("colon")
    await walker.write(text)


def has_opened(walker: Walker) -> bool:
    screen = walker.app.screen
    return isinstance(screen, PlayScreen) and screen.document.game.turn_number == 8


@pytest.mark.parametrize("typed", [CODE, f"open {CODE}"])
async def test_code_typed_in_a_game_opens_its_game(typed: str) -> None:
    async with walking("atl1:5Mla8") as walker:
        before = walker.on(PlayScreen)
        await type_line(walker, typed[:-1])
        assert "this share code is damaged" in walker.text("message")
        assert walker.app.screen is before
        await type_line(walker, typed)
        await walker.until(lambda: has_opened(walker))


async def test_code_typed_in_a_review_opens_its_game() -> None:
    async with walking("atl1:5Mla8") as walker:
        await walker.press("v")
        walker.on(ReviewScreen)
        await type_line(walker, CODE[:-1])
        assert "this share code is damaged" in walker.text("message")
        await type_line(walker, CODE)
        await walker.until(lambda: has_opened(walker))
