"""Players' names in their colours."""

from __future__ import annotations

import pytest
from rich.color import Color as RichColor

from atlantis_core.support.colors import SVG_COLORS, default_colors
from atlantis_tui.settings.options import Colors
from atlantis_tui.terminal.palette import BASIC_BLACK, basic_tile, own_color, styles_of
from atlantis_tui.widgets.text_lines import TextLines
from tests.little_boards import position
from tests.tui.driving import playing


@pytest.mark.parametrize("names", [default_colors([None] * 6), tuple(SVG_COLORS)[::9]])
async def test_names_are_tiles_like_stacks_with_sixteen_colours(names: tuple[str, ...]) -> None:
    chosen = [SVG_COLORS[name] for name in names]
    async with playing(position("B2", "a1:1", "c3:1"), depth=Colors.FEW) as driver:
        styles = styles_of(chosen, driver.screen.query_one("#side", TextLines))
    for color, style in zip(chosen, styles, strict=True):
        tile = RichColor.from_ansi(basic_tile(color)[1])
        assert own_color(style) == tile
        assert style.bgcolor == tile or tile.number == BASIC_BLACK
