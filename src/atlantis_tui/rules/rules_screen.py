"""Scrollable page with the rules and, below, the keys."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from atlantis_tui import routes
from atlantis_tui.play.help import planning_help
from atlantis_tui.terminal.palette import player_styles
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.text_lines import Piece, Row, TextLines
from .layout import COLORS, page_lines
from .page import make_page


class RulesScreen(BaseScreen):
    """The rules, from which a key leads to the lessons."""

    BINDINGS = parse_bindings("""
        escape,q  close  Back
        k         keys   Go to the keys    keys
        g         top    Go to the top     top
        space     page   Scroll down
        l         learn  Learn by playing  learn by playing
    """)
    foot = (("↑↓ PgUp PgDn", "scroll", ""),)
    DEFAULT_CSS = """
    RulesScreen {
        & > VerticalScroll { height: 1fr; padding: 0 2; scrollbar-size: 1 1; }
        & #page { height: auto; }
    }
    """

    def __init__(self, *, has_lessons: bool = True) -> None:
        """Remote players have no lessons."""
        super().__init__()
        self._has_lessons = has_lessons
        self._keys_at = 0

    def compose(self) -> ComposeResult:
        return self.page("How to play Atlantis", VerticalScroll(TextLines(id="page")))

    @property
    def scroll(self) -> VerticalScroll:
        return self.query_one(VerticalScroll)

    def on_resize(self) -> None:
        self.paint()

    def paint(self) -> None:
        """Lay out the page for the current width."""
        styles = player_styles(COLORS, self)
        is_unicode = self.atlantis.draws_fine_lines
        width = max(self.size.width - 6, 30)
        lines: list[Row] = [*page_lines(make_page(), width, styles, is_unicode=is_unicode)]
        self._keys_at = len(lines)
        keys = planning_help(self.atlantis.key_map, width)
        lines += [(), (Piece("Keys during a game", "heading"),), (), *keys]
        self.query_one("#page", TextLines).show_lines(lines)

    def action_keys(self) -> None:
        self.scroll.scroll_to(y=self._keys_at, animate=False, force=True)

    def action_top(self) -> None:
        self.scroll.scroll_to(y=0, animate=False, force=True)

    def action_page(self) -> None:
        self.scroll.scroll_page_down(animate=False, force=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        is_missing = action == "learn" and not self._has_lessons
        return False if is_missing else super().check_action(action, parameters)

    def action_learn(self) -> None:
        self.atlantis.open(routes.Page.LEARN)
