"""The rules inside the app."""

from __future__ import annotations

import pytest
from rich.style import Style

from atlantis_tui.learn.learn_screen import LearnScreen
from atlantis_tui.rules.layout import WIDEST, page_lines
from atlantis_tui.rules.page import Heading, Paragraph, Picture, make_page
from atlantis_tui.rules.rules_screen import RulesScreen
from atlantis_tui.widgets.text_lines import Piece
from tests.tui.walking import walking


def width_of(line: tuple[Piece | str, ...]) -> int:
    return sum(len(piece if isinstance(piece, str) else piece.text) for piece in line)


def plain(line: tuple[Piece | str, ...]) -> str:
    return "".join(piece if isinstance(piece, str) else piece.text for piece in line)


@pytest.mark.parametrize("width", [34, 50, 74, 200])
@pytest.mark.parametrize("is_unicode", [True, False])
def test_page_fits_its_width(width: int, is_unicode: bool) -> None:
    lines = list(page_lines(make_page(), width, [Style(), Style()], is_unicode=is_unicode))
    assert max(width_of(line) for line in lines if plain(line).strip()) <= min(width, WIDEST) + 6
    if not is_unicode:
        assert all(plain(line).isascii() for line in lines)


def test_page_covers_all_topics_with_pictures() -> None:
    page = make_page()
    text = " ".join(block.text for block in page if isinstance(block, (Heading, Paragraph)))
    for word in "field segment stack stone open growing dead wave area stable turn move".split():
        assert word in text
    assert sum(isinstance(block, Picture) for block in page) >= 5


def test_pictures_are_side_by_side_if_they_fit() -> None:
    pictures = [block for block in make_page() if isinstance(block, Picture)]
    wide = list(page_lines(pictures, 76, [Style(), Style()], is_unicode=True))
    narrow = list(page_lines(pictures, 30, [Style(), Style()], is_unicode=True))
    assert len(wide) < len(narrow)


async def test_keys_follow_the_rules() -> None:
    async with walking() as walker:
        await walker.press("r")
        screen = walker.on(RulesScreen)
        assert "Keys during a game" in walker.text("page")
        await walker.press("k")
        assert screen.scroll.scroll_y > 20
        await walker.press("g")
        assert screen.scroll.scroll_y == 0
        await walker.press("space")
        assert screen.scroll.scroll_y > 5
        await walker.press("l")
        walker.on(LearnScreen)
