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

from atlantis_core.support.columns import pad
from atlantis_tui import routes
from atlantis_tui.settings.options import SPEEDS, Options, apply, default_path
from atlantis_tui.widgets.base_screen import NARROW, BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Piece, TextLines, wrapped

if TYPE_CHECKING:
    from atlantis_tui.atlantis_app import AtlantisApp

ABOUT = {
    "theme": ("Theme", "Dark or light. With 16 colours or fewer: the terminal's own."),
    "colors": ("Colours", "Number of colours; auto detects what the terminal supports."),
    "ascii": ("ASCII only", "Use ASCII for boards, frames and symbols."),
    "mouse": ("Mouse", "React to clicks. Off: select text with the mouse as usual."),
    "slow": ("Slow connection", "Redraw less, and show each turn as a single frame."),
    "zoom": ("Board size", "auto picks the largest that fits; + and - change it during a game."),
    "fine_lines": (
        "Unicode board lines",
        "Smoother edges if your font supports them. Off: / \\ _ - + only.",
    ),
    "labels": ("Field names", "On all fields, near the cursor, or on none; l changes it."),
    "overlay": ("Overlay", "Signs of territory or of the tide on the fields; O changes it."),
    "animation": ("Animate turns", "Show moves, then each wave of explosions, then growth."),
    "speed": ("Animation speed", "1 is slow, 4 is fast. < and > change it during a game."),
    "ask_pass": (
        "Ask before passing",
        "Confirm a turn without moves; always if a hint is showing.",
    ),
    "judge": ("Judge finished games", "After a game, let a bot find its mistakes."),
    "bell": ("Bell", "Ring when a bot has moved and it is your turn."),
    "desktop": (
        "Desktop notification",
        "osc9: iTerm2, kitty; osc777: foot, GNOME. Not while the window has the focus.",
    ),
}
GROUPS = {
    "Screen": ("theme", "colors", "ascii", "mouse", "slow"),
    "Board": ("zoom", "fine_lines", "labels", "overlay"),
    "Playing": ("animation", "speed", "ask_pass", "judge"),
    "Your turn": ("bell", "desktop"),
}
KEYS = "keys"
"""The row that opens the page of keys."""
_ALL = "all"
_HEADING, _LABEL = 12, 23
"""Columns of the headings and of the names of options."""


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
        rows = VerticalScroll(RowList(id="options", has_values=True), can_focus=False)
        return self.page("Options", rows, TextLines(id="about"))

    def on_resize(self) -> None:
        self.paint()

    def paint(self) -> None:
        is_narrow = self.size.width < NARROW
        self.rows.show_rows([*_rows(self.atlantis.options, is_narrow=is_narrow)])
        self._explain(self.rows.chosen_key)

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self._explain(event.key)

    def _explain(self, key: str) -> None:
        if key == KEYS:
            self.query_one("#about", TextLines).show_line("Every action with its key.")
        if key not in ABOUT:
            return
        width = max(self.size.width - 4, 20)
        lines = wrapped([ABOUT[key][1]], width)
        kept = (Piece(f"saved in {default_path()}", "dim"),)
        self.query_one("#about", TextLines).show_lines([*lines, kept])

    @on(RowList.Adjusted)
    def _adjusted(self, event: RowList.Adjusted) -> None:
        if event.key != KEYS:
            self.change(event.key, event.by)

    @on(RowList.Taken)
    def _taken(self, event: RowList.Taken) -> None:
        if event.key == KEYS:
            self.atlantis.open(routes.Page.KEYS)
        else:
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
        if key != KEYS:
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
            self.atlantis.reset_options()
            self.paint()

    def _set(self, options: Options) -> None:
        self.atlantis.set_options(options)
        self.paint()


def _with(options: Options, key: str, value: object) -> Options:
    written = value.value if isinstance(value, Enum) else value
    return apply(options, {key: written}, "options").options


def _rows(options: Options, *, is_narrow: bool) -> Iterator[Row]:
    """One row per option, beside the heading of its group or below it."""
    indent = 2 if is_narrow else _HEADING
    for heading, names in GROUPS.items():
        if is_narrow:
            yield Row("", (Piece(f" {heading}", "heading"),))
        for key in names:
            is_headed = not is_narrow and key == names[0]
            before = Piece(pad(f" {heading}" if is_headed else "", indent), "heading")
            value = getattr(options, key)
            look = "plain" if value == getattr(Options(), key) else "good"
            shown = Piece(f"< {_shown(value)} >", look)
            yield Row(key, (before, f"{ABOUT[key][0]:<{_LABEL}}", shown))
    yield Row(
        KEYS, (" " * indent, f"{'Keys':<{_LABEL}}", Piece("Enter shows and changes them", "dim"))
    )


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value.value if isinstance(value, Enum) else value)


def _themes(app: AtlantisApp) -> tuple[str, ...]:
    """Atlantis' themes, then Textual's."""
    own = [name for name in app.available_themes if name.startswith("atlantis")]
    return (*own, *sorted(set(app.available_themes) - set(own)))
