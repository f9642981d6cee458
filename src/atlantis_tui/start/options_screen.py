"""Options screen: one row per option; every change is saved at once.

The rows come from `Options`; a new option only needs an entry in `ABOUT`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from atlantis_tui.settings.options import NAMES, SPEEDS, Options, apply, default_path
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Piece, TextLines, wrapped

if TYPE_CHECKING:
    from atlantis_tui.atlantis_app import AtlantisApp

ABOUT = {
    "ascii": ("ASCII only", "Use ASCII for boards, frames and symbols."),
    "fine_lines": (
        "Unicode board lines",
        "Smoother edges if your font supports them. Off: / \\ _ - + only.",
    ),
    "colors": ("Colours", "Number of colours; auto detects what the terminal supports."),
    "animation": ("Animate turns", "Show moves, then each wave of explosions, then growth."),
    "speed": ("Animation speed", "1 is slow, 4 is fast. < and > change it during a game."),
    "mouse": ("Mouse", "React to clicks. Off: select text with the mouse as usual."),
    "slow": ("Slow connection", "Redraw less, and show each turn as a single frame."),
    "theme": ("Theme", "Dark or light. With 16 colours or fewer: the terminal's own."),
    "zoom": ("Board size", "auto picks the largest that fits; + and - change it during a game."),
    "labels": ("Field names", "On all fields, near the cursor, or on none; l changes it."),
    "overlay": ("Overlay", "Signs of territory or of the tide on the fields; O changes it."),
    "bell": ("Bell", "Ring when a bot has moved and it is your turn."),
    "ask_pass": (
        "Ask before passing",
        "Confirm a turn without moves; always if a hint is showing.",
    ),
}
_ALL = "all"
NEXT_START = frozenset({"ascii", "colors", "mouse", "slow"})
"""Options that take effect after a restart."""


class OptionsScreen(BaseScreen):
    BINDINGS = parse_bindings("""
        d  default       Reset this option  reset
        D  all_defaults  Reset all options  reset all
    """)
    foot = (("←→", "change", ""),)
    DEFAULT_CSS = """
    OptionsScreen {
        & #options { padding: 1 1; }
        & > #about { height: 3; padding: 0 2; }
        & > VerticalScroll { height: 1fr; }
        &.-low #options { padding: 0; }
        &.-low > #about { height: 1; padding: 0 1; }
    }
    """

    def compose(self) -> ComposeResult:
        rows = VerticalScroll(RowList(id="options"), can_focus=False)
        return self.page("Options", rows, TextLines(id="about"))

    def on_resize(self) -> None:
        self.paint()

    def paint(self) -> None:
        self.rows.show_rows([*_rows(self.atlantis.options)])
        self._explain(self.rows.chosen_key)

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self._explain(event.key)

    def _explain(self, key: str) -> None:
        if key not in ABOUT:
            return
        later = " Takes effect after a restart." if key in NEXT_START else ""
        width = max(self.size.width - 4, 20)
        lines = wrapped([ABOUT[key][1] + later], width)
        kept = (Piece(f"saved in {default_path()}", "dim"),)
        self.query_one("#about", TextLines).show_lines([*lines, kept])

    @on(RowList.Adjusted)
    def _adjusted(self, event: RowList.Adjusted) -> None:
        self.change(event.key, event.by)

    @on(RowList.Taken)
    def _taken(self, event: RowList.Taken) -> None:
        self.change(event.key, 1)

    def change(self, key: str, by: int) -> None:
        """Set the next or previous value of an option."""
        options = self.atlantis.options
        now = getattr(options, key)
        choices = self._choices(key, now)
        place = (choices.index(now) + by) % len(choices) if now in choices else 0
        self._set(_with(options, key, choices[place]))

    def _choices(self, key: str, now: object) -> Sequence[object]:
        if isinstance(now, bool):
            return (False, True)
        if isinstance(now, Enum):
            return tuple(type(now))
        return tuple(SPEEDS) if key == "speed" else _themes(self.atlantis)

    def action_default(self) -> None:
        key = self.rows.chosen_key
        self._set(_with(self.atlantis.options, key, getattr(Options(), key)))

    @work
    async def action_all_defaults(self) -> None:
        """Reset all options after asking, because this cannot be undone."""
        if self.atlantis.options == Options():
            return
        answer = await self.ask(
            "Reset all options?",
            [("This resets every option and cannot be undone.",)],
            ("D", "reset all", _ALL),
            ("enter", "cancel", ""),
        )
        if answer == _ALL:
            self._set(Options())

    def _set(self, options: Options) -> None:
        self.atlantis.set_options(options)
        self.paint()


def _with(options: Options, key: str, value: object) -> Options:
    written = value.value if isinstance(value, Enum) else value
    return apply(options, {key: written}, "options").options


def _rows(options: Options) -> Iterator[Row]:
    for key in NAMES:
        value = getattr(options, key)
        look = "plain" if value == getattr(Options(), key) else "good"
        label = f" {ABOUT[key][0]:<26}"
        later = "  after restart" if key in NEXT_START else ""
        yield Row(key, (label, Piece(f"< {_shown(value)} >", look), Piece(later, "dim")))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value.value if isinstance(value, Enum) else value)


def _themes(app: AtlantisApp) -> tuple[str, ...]:
    """Atlantis' themes, then Textual's."""
    own = [name for name in app.available_themes if name.startswith("atlantis")]
    return (*own, *sorted(set(app.available_themes) - set(own)))
