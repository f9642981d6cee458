"""Text lines are sanitised, cropped, and repainted where they differ."""

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region

from atlantis_tui.widgets.text_lines import Piece, TextLines, cut_line


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (["short"], "short"),
        (["exactly", " ten"], "exactly t~"),
        (["exact", " ten1"], "exact ten1"),
        (["blanks are", "   "], "blanks are   "),
        (["a long line", "!"], "a long li~"),
        (["\u96f7" * 6], "\u96f7" * 4 + "~"),
    ],
)
def test_sign_marks_a_line_that_was_cut(line: list[str], shown: str) -> None:
    assert "".join(piece.text for piece in cut_line(line, 10)) == shown


class LinesApp(App[None]):
    def compose(self) -> ComposeResult:
        yield TextLines(id="lines")

    @property
    def lines(self) -> TextLines:
        return self.query_one(TextLines)


def shown(app: LinesApp) -> str:
    return app.lines.render_line(0).text


async def test_text_is_cropped_and_shown_again_after_a_resize() -> None:
    app = LinesApp()
    async with app.run_test(size=(20, 5)) as pilot:
        app.lines.show_line("x" * 50)
        await pilot.pause()
        assert shown(app) == "x" * 19 + "~"
        await pilot.resize_terminal(40, 5)
        await pilot.pause()
        assert shown(app) == "x" * 39 + "~"


async def test_only_cells_that_differ_are_repainted() -> None:
    app = LinesApp()
    async with app.run_test(size=(40, 5)) as pilot:
        app.lines.show_line("turn 12, Red to move")
        await pilot.pause()
        collected: list[Region] = []
        real = app.lines.refresh

        def refresh(*regions: Region, **options: bool) -> TextLines:
            collected.extend(regions)
            return real(*regions, **options)

        app.lines.refresh = refresh  # type: ignore[method-assign]
        app.lines.show_line("turn 13, Red to move")
        assert collected == [Region(6, 0, 1, 1)]
        app.lines.show_line("turn 13, Red to move")
        assert len(collected) == 1


async def test_markup_and_control_characters_are_plain_text() -> None:
    app = LinesApp()
    async with app.run_test(size=(60, 5)) as pilot:
        app.lines.show_line("[red]", Piece("\x1b]0;evil\x07", "dim"), Piece("日本", "bad"))
        await pilot.pause()
        text = shown(app)
        assert text.startswith("[red]")
        assert "\x1b" not in text
        assert "\x07" not in text
        assert "日本" in text


async def test_click_on_a_piece_runs_its_action() -> None:
    class ClickedApp(LinesApp):
        clicked = 0

        def action_count(self) -> None:
            self.clicked += 1

    app = ClickedApp()
    async with app.run_test(size=(40, 5)) as pilot:
        app.lines.show_line("here: ", Piece("press", "key", "app.count"))
        await pilot.pause()
        await pilot.click("#lines", offset=(1, 0))
        assert app.clicked == 0
        await pilot.click("#lines", offset=(8, 0))
        assert app.clicked == 1


async def test_line_that_returns_is_painted() -> None:
    """A widget sized by its lines: a strip of an earlier line must not be kept."""
    app = LinesApp()
    async with app.run_test(size=(20, 5)) as pilot:
        app.lines.styles.height = "auto"
        for lines in (["one", "two"], ["one"], ["one", "three"]):
            app.lines.show_lines([line] for line in lines)
            await pilot.pause()
            height = app.lines.size.height
            assert [app.lines.render_line(y).text.strip() for y in range(height)] == lines
