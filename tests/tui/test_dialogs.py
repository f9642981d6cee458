"""Dialogs wrap their text and answers on a narrow terminal."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rich.cells import cell_len
from textual.screen import Screen

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.widgets.dialogs import Answer, Dialog
from atlantis_tui.widgets.text_dialog import TextDialog
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.driving import playing
from tests.tui.walking import Walker, walking

SENTENCE = "No move is planned: the turn would only explode and grow."
ANSWERS = (
    Answer("t", "end it all the same; not asked again in this game", "empty"),
    Answer("h", "plan the hint", "hint"),
    Answer("enter", "plan a move", ""),
)


def shown(walker: Walker, name: str) -> list[str]:
    """Lines of a part of the dialog; checks that all are visible."""
    part = walker.app.screen.query_one(f"#{name}", TextLines)
    lines = part.text.splitlines()
    assert max(map(cell_len, lines)) <= part.size.width <= walker.app.size.width - 4
    assert len(lines) == part.size.height
    return lines


@pytest.mark.parametrize("size", [(200, 60), (80, 24), (60, 20), (40, 12), (30, 20)])
async def test_answers_and_sentences_are_wrapped(size: tuple[int, int]) -> None:
    async with walking(size=size) as walker:
        walker.app.push_screen(Dialog("Pass?", [(SENTENCE,)], ANSWERS))
        await walker.pilot.pause()
        assert " ".join(" ".join(shown(walker, "text")).split()) == SENTENCE
        said = " ".join(" ".join(shown(walker, "answers")).split())
        assert said == f"t {ANSWERS[0].text} h plan the hint Enter plan a move"


async def test_answers_are_side_by_side_if_they_fit_also_after_a_resize() -> None:
    dialog = Dialog("Pass?", [(SENTENCE,)], ANSWERS)
    async with walking(size=(100, 24)) as walker:
        walker.app.push_screen(dialog)
        await walker.pilot.pause()
        assert len(shown(walker, "answers")) == 2
        await walker.pilot.resize_terminal(60, 20)
        await walker.pilot.pause()
        assert shown(walker, "answers")[-1] == " h plan the hint  Enter plan a move "


@pytest.mark.parametrize(
    ("height", "covered"), [(60, 32), (40, 21), (24, 12), (20, 12), (18, 12), (17, 17), (12, 12)]
)
async def test_long_dialog_covers_half_of_a_high_board(height: int, covered: int) -> None:
    async with playing(traditional_start(Shape.HEXAGON, 2, 2), size=(80, height)) as driver:
        driver.app.push_screen(Dialog("Keys", [(SENTENCE,)] * 80))
        await driver.pilot.pause()
        window = driver.app.screen.query_one(".window")
        assert window.outer_size.height == covered
        assert window.has_class("-long")
        assert window.border_subtitle == "↑↓ scroll  Esc close"
        assert not driver.app.screen.query_one("#cover").display


@pytest.mark.parametrize("height", [60, 24, 12])
async def test_long_dialog_without_a_board_below_fills_the_window(height: int) -> None:
    async with walking(size=(80, height)) as walker:
        walker.app.push_screen(Dialog("Keys", [(SENTENCE,)] * 80))
        await walker.pilot.pause()
        assert walker.app.screen.query_one(".window").outer_size.height == height


@pytest.mark.parametrize("make", [lambda: Dialog("Pass?", [(SENTENCE,)]), lambda: TextDialog("A")])
async def test_short_dialog_hides_the_keys_below(make: Callable[[], Screen[object]]) -> None:
    async with walking(size=(80, 24)) as walker:
        assert "quit" in screen_lines(walker)[-1]
        walker.app.push_screen(make())
        await walker.pilot.pause()
        assert not screen_lines(walker)[-1].strip()


def screen_lines(walker: Walker) -> list[str]:
    return [strip.text for strip in walker.app.screen._compositor.render_strips()]


async def test_sentence_above_an_input_is_wrapped() -> None:
    async with walking(size=(40, 12)) as walker:
        walker.app.push_screen(TextDialog("Name", "", SENTENCE))
        await walker.pilot.pause()
        text = " ".join("".join(" " + line[1:-1] for line in screen_lines(walker)).split())
        assert SENTENCE in text


async def test_short_dialog_is_as_high_as_its_text() -> None:
    async with walking(size=(80, 24)) as walker:
        walker.app.push_screen(Dialog("Keys", [(SENTENCE,)] * 5))
        await walker.pilot.pause()
        assert walker.app.screen.query_one(".window").outer_size.height == 5 + 2 + 2
        assert not walker.app.screen.query_one(".window").has_class("-long")
