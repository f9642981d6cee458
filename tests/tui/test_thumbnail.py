"""Previews show a whole board, as a thumbnail where no drawing fits."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript import ANY_FILE, save
from atlantis_core.transcript.replaying import transcribe
from atlantis_tui.board.styles import BoardStyles
from atlantis_tui.board.thumbnail import thumbnail, thumbnail_size
from atlantis_tui.board.view import BoardView
from atlantis_tui.settings.options import Colors
from atlantis_tui.start.library_screen import LibraryScreen
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.walking import walking

STYLES = BoardStyles({}, ("crimson", "steelblue"), Colors.NONE)


def test_thumbnail_has_a_character_for_each_field_and_north_is_up() -> None:
    start = traditional_start(Shape.HEXAGON, 2, players=2)
    first, second, *_, before_last, last = sorted(start.board.field_at.values())
    stacks: list[dict[Field, int]] = [{first: 2, second: -1}, {last: 1, before_last: 0}]
    position = Position.setup(start.board, stacks)
    text = TextLines(*thumbnail(position, "CS", STYLES)).text
    assert thumbnail_size(position) == (17, 8)
    assert [line.rstrip() for line in text.splitlines()] == [
        "    .   . S ~",
        "  . . . . . .",
        "  . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . .",
        "  . . . . . . .",
        "    c . . . . .",
        "      C",
    ]


@pytest.mark.parametrize(
    ("size", "side", "is_small"),
    [((100, 30), 2, False), ((80, 24), 2, True), ((80, 24), 3, True)],
)
async def test_preview_shows_the_whole_board(
    tmp_path: Path, size: tuple[int, int], side: int, is_small: bool
) -> None:
    path = tmp_path / "start.json"
    start = traditional_start(Shape.HEXAGON, side, players=2)
    save(transcribe(Game(start)), path, expected=ANY_FILE)
    async with walking(screen=lambda: LibraryScreen(path=path), size=size) as walker:
        preview = walker.preview
        small = preview.query_one("#thumbnail", TextLines)
        await walker.until(lambda: "not started" in preview.text)
        assert small.display is is_small
        board = preview.query_one(BoardView)
        assert board.display is not is_small
        if is_small:
            assert small.text.count("C") == small.text.count("S") == 7
            assert thumbnail_size(start).height <= small.size.height
            assert thumbnail_size(start).width <= small.size.width
        else:
            assert board.virtual_size.width <= board.size.width
            assert board.virtual_size.height <= board.size.height
