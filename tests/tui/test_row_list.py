"""Lists of rows: what has no room ends with a sign."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_tui.start.recent import remember
from atlantis_tui.widgets.row_list import Row
from tests.tui.walking import GAME, Walker, walking


def painted(walker: Walker) -> list[str]:
    rows = walker.rows
    return [rows.render_line(number).text for number in range(rows.size.height)]


@pytest.mark.parametrize("width", [40, 60])
async def test_rows_are_cut_with_a_sign(width: int) -> None:
    async with walking(size=(width, 40)) as walker:
        await walker.press("g")
        told = walker.rows.text.splitlines()
        room = walker.rows.size.width
        assert any(len(line) > room for line in told)
        for line, row in zip(told, painted(walker), strict=False):
            fits = len(line.rstrip()) <= room
            assert row == (line[:room].ljust(room) if fits else f"{line[: room - 1]}~")


async def test_blanks_and_wide_characters_are_cut_as_they_are_shown() -> None:
    async with walking() as walker:
        room = walker.rows.size.width
        texts = ("x" * room + "   ", "x" * (room + 1), "\u6f22" * room)
        walker.rows.show_rows([Row(str(number), (text,)) for number, text in enumerate(texts)])
        blanks, long, wide = painted(walker)[:3]
        assert blanks == "x" * room
        assert long == "x" * (room - 1) + "~"
        assert wide.endswith("~")
        assert walker.rows.render_line(2).cell_length == room


async def test_files_opened_last_are_cut_with_a_sign(tmp_path: Path) -> None:
    path = tmp_path / f"{'long' * 12}.json"
    path.write_text(GAME)
    remember(path)
    async with walking(size=(60, 20)) as walker:
        await walker.press("o")
        named = next(row for row in painted(walker) if "longlong" in row)
        assert named.endswith("~")
