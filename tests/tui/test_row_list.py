"""Row lists: cut rows end with a symbol, and the selected row is readable."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.color import ColorSystem

from atlantis_tui.settings.kept_lists import remember
from atlantis_tui.settings.options import Colors
from atlantis_tui.terminal.contrast import READABLE, contrast
from atlantis_tui.widgets.row_list import Row
from tests.tui.contrasts import shown
from tests.tui.walking import GAME, STILL, Walker, walking


def painted(walker: Walker) -> list[str]:
    rows = walker.rows
    return [rows.render_line(number).text for number in range(rows.size.height)]


@pytest.mark.parametrize("width", [40, 60])
async def test_cut_rows_end_with_a_symbol(width: int) -> None:
    async with walking(size=(width, 40)) as walker:
        await walker.press("g")
        told = walker.rows.text.splitlines()
        room = walker.rows.size.width
        assert any(len(line) > room for line in told)
        for line, row in zip(told, painted(walker), strict=False):
            fits = len(line.rstrip()) <= room
            assert row == (line[:room].ljust(room) if fits else f"{line[: room - 1]}~")


async def test_blanks_and_wide_characters_are_cut_by_cells() -> None:
    async with walking() as walker:
        room = walker.rows.size.width
        texts = ("x" * room + "   ", "x" * (room + 1), "\u6f22" * room)
        walker.rows.show_rows([Row(str(number), (text,)) for number, text in enumerate(texts)])
        blanks, long, wide = painted(walker)[:3]
        assert blanks == "x" * room
        assert long == "x" * (room - 1) + "~"
        assert wide.endswith("~")
        assert walker.rows.render_line(2).cell_length == room


async def test_cut_recent_files_end_with_a_symbol(tmp_path: Path) -> None:
    path = tmp_path / f"{'long' * 12}.json"
    path.write_text(GAME)
    remember(path)
    async with walking(size=(60, 20)) as walker:
        await walker.press("o")
        named = next(row for row in painted(walker) if "longlong" in row)
        assert named.endswith("~")


@pytest.mark.parametrize("theme", ["atlantis", "atlantis-light", "solarized-dark"])
@pytest.mark.parametrize("depth", [Colors.TRUE, Colors.MANY])
@pytest.mark.parametrize("screen", ["n", "l", "g", "p"])
async def test_selected_row_is_readable(theme: str, depth: Colors, screen: str) -> None:
    """Dim text, keys and players' colours were grey on blue there."""
    system = ColorSystem.EIGHT_BIT if depth is Colors.MANY else ColorSystem.TRUECOLOR
    async with walking(options=replace(STILL, theme=theme), depth=depth) as walker:
        await walker.press(screen)
        rows = walker.rows
        for number in range(6):
            await walker.press(*["down"] * min(number, 1))
            strip = rows.render_line(rows.chosen - rows.scroll_offset.y)
            for text, style, _ in strip.crop(0, len(strip.text.rstrip())):
                assert style is not None
                assert style.color is not None
                assert style.bgcolor is not None
                front, back = style.color.downgrade(system), style.bgcolor.downgrade(system)
                assert contrast(shown(front), shown(back)) >= READABLE, text


async def test_rows_outside_the_window_are_announced() -> None:
    async with walking(size=(40, 12)) as walker:
        assert walker.rows.size.height < len(walker.rows.rows)
        assert painted(walker)[0][-1] == " "
        assert painted(walker)[-1][-1] == "v"
        await walker.press("end")
        assert "Quit" in painted(walker)[-1]
        assert painted(walker)[0][-1] == "^"
        assert painted(walker)[-1][-1] == " "


async def test_all_players_of_a_new_game_are_shown_in_a_small_window() -> None:
    async with walking(size=(40, 12)) as walker:
        await walker.press("n")
        shown = "\n".join(painted(walker))
        assert "Player" in shown
        assert "Gentle" in shown
