"""Screenshots at several sizes and colour depths: nothing is missing."""

import html
import re

import pytest

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.settings.options import Colors, Options
from tests.tui.driving import playing

START = traditional_start(Shape.HEXAGON, 3, players=3)
SIZES = [(40, 12), (80, 24), (120, 40), (200, 60)]


def words(svg: str) -> str:
    """The text of a screenshot, without its shapes."""
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return html.unescape(" ".join(texts)).replace("\xa0", " ")


@pytest.mark.parametrize("depth", [Colors.TRUE, Colors.FEW, Colors.NONE])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_size_and_depth_shows_the_game(size: tuple[int, int], depth: Colors) -> None:
    async with playing(START, size=size, depth=depth) as driver:
        await driver.press("tab", "enter")
        text = words(driver.app.export_screenshot())
        assert "turn 1" in text
        assert "lifted" in text
        assert "help" in text
        if size[0] >= 80:
            assert "stones" in text
            assert "If you end the turn now" in text


async def test_without_colours_a_screenshot_has_none() -> None:
    async with playing(START, depth=Colors.NONE) as driver:
        svg = driver.app.export_screenshot()
        fills = set(re.findall(r"\.terminal-r\d+ \{ fill: (#[0-9a-f]{6})", svg))
        assert len(fills) <= 2


async def test_ascii_option_applies_to_frames() -> None:
    async with playing(START, options=Options(animation=False, ascii=True)) as driver:
        await driver.press("question_mark")
        text = words(driver.app.export_screenshot())
        shown = text.replace("Atlantis", "")
        assert "Planning a turn" in shown
        assert shown.isascii(), {character for character in shown if not character.isascii()}
