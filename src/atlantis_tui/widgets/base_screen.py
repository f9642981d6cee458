"""Base class of all screens: typed access to the app, key line, Escape, dialogs and help.

The help page lists the keys that work at the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget

from atlantis_core.support.errors import AtlantisError, NotationError
from .key_bindings import keys_at_foot, parse_bindings
from .key_line import Key, key_line, keys_shown
from .text_lines import Line, Piece, TextLines, wrapped

if TYPE_CHECKING:
    from atlantis_tui.atlantis_app import AtlantisApp
    from atlantis_tui.widgets.board_frame import BoardFrame
    from atlantis_tui.widgets.key_table import HelpKeys, KeyGroup
    from atlantis_tui.widgets.row_list import RowList

BACK: Sequence[Key] = (("Esc", "back", "screen.close"),)
NARROW, LOW = 64, 18
"""Below this size a page hides the picture beside its list, or the padding around it."""
_MARGIN, _LEAST_TEXT, _MOST_TEXT = 8, 20, 52
"""Columns around the text of a dialog, and the least and the greatest width of the text."""


class BaseScreen(Screen[None]):
    """A screen of the app. Pages set `foot`; screens with a board have a `frame`."""

    BINDINGS = parse_bindings("""
        Always available
        escape            release  Cancel, or go back
        question_mark,f1  help     Help for this screen
    """)

    foot: ClassVar[Sequence[Key]] = ()
    """Keys of the key line that the page does not bind itself.

    Screens with a board pass their keys to the frame instead.
    """
    foot_always: ClassVar[Sequence[Key]] = BACK
    frame: BoardFrame
    """Title, panel, message and key line around the board, on screens with a board."""

    @property
    def help_words(self) -> str:
        """Text above the keys on the help page; blank lines separate paragraphs."""
        return ""

    @property
    def help_symbols(self) -> Sequence[KeyGroup]:
        """Symbols and their meanings, below the keys on the help page."""
        return ()

    @property
    def atlantis(self) -> AtlantisApp:
        return cast("AtlantisApp", self.app)

    def copy(self, make: Callable[[], str]) -> tuple[str, str]:
        """Copy a text to the clipboard; return a message about it and its look."""
        try:
            text = make()
        except AtlantisError as error:
            return str(error), "bad"
        self.app.copy_to_clipboard(text)
        return f"'{text}' copied to the clipboard", "plain"

    def page(self, heading: str, *content: Widget) -> ComposeResult:
        """The widgets of a page: heading, content and key line."""
        yield TextLines((Piece(f" {heading}", "strong"),), id="head")
        yield from content
        yield TextLines(id="keys")

    def on_mount(self) -> None:
        if self.foot:
            # Textual sets no focus while the terminal itself has none, not even later.
            self.query("RowList, VerticalScroll").focus()

    def drops(self) -> Iterable[Callable[[], bool]]:
        """Functions that Escape calls, innermost first; each returns whether it had an effect."""
        return ()

    def action_release(self) -> None:
        """Escape: cancel the innermost action in progress; if there is none, go back."""
        error = () if self.foot else (self.frame.dismiss_error,)
        if not any(drop() for drop in (*self.drops(), *error)):
            self.action_close()

    def action_close(self) -> None:
        """Return to the previous screen."""
        self.atlantis.go_back()

    def action_type(self) -> None:
        self.frame.type()

    def action_save_as(self) -> None:
        self.frame.type("save as ")

    def action_toggle_side(self) -> None:
        self.frame.toggle_side()

    def on_resize(self) -> None:
        if self.foot:
            self.set_class(self.size.width < NARROW, "-narrow")
            self.set_class(self.size.height < LOW, "-low")
            self._paint_keys()

    def _paint_keys(self) -> None:
        """Show the key line of a page."""
        keys = [*self.foot, *self.own_keys()]
        own, last = keys_shown(self.app, keys), keys_shown(self.app, self.foot_always)
        self.query_one("#keys", TextLines).show_line(*key_line(own, self.size.width, last))

    def show_changes(self) -> None:
        """Show changed options and keys."""
        if self.foot:
            self._paint_keys()
            self.on_resize()  # that of the page
        else:
            self.frame.share_room()

    def own_keys(self) -> Iterable[Key]:
        """The keys that the page binds itself, for its key line, as far as they work."""
        for key, label, action in keys_at_foot(self.BINDINGS):
            if self.check_action(action.removeprefix("screen."), ()):
                yield key, label, action

    @property
    def rows(self) -> RowList:
        """The list of a page that has one."""
        from atlantis_tui.widgets.row_list import RowList

        return self.query_one(RowList)

    def action_take(self) -> None:
        self.rows.action_take()

    @property
    def text_width(self) -> int:
        """Columns for text in a dialog."""
        return min(max(self.app.size.width - _MARGIN, _LEAST_TEXT), _MOST_TEXT)

    def show_text(self, title: str, lines: Iterable[Line]) -> None:
        """Show lines in a dialog."""
        fixed = tuple(lines)
        self.show_page(title, lambda _: fixed)

    def show_page(self, title: str, write: Callable[[int], Iterable[Line]]) -> None:
        """Show a dialog whose text is laid out again whenever the window is resized."""
        from atlantis_tui.widgets.dialogs import Dialog

        self.app.push_screen(Dialog(title, lambda: list(write(self.text_width))))

    def key_of(self, action: str, usual: str) -> str:
        """The user's key for an action, or `usual`."""
        return self.atlantis.key_map.keys.get(action, usual)

    async def ask(self, title: str, lines: Sequence[Line], *answers: tuple[str, str, str]) -> str:
        """Ask in a dialog and wait for the answer; '' means no change. Needs a worker.

        An answer is a key, its label and the value to return.
        """
        from atlantis_tui.widgets.dialogs import Answer, Dialog

        return await self.app.push_screen_wait(
            Dialog(title, lines, [Answer(*answer) for answer in answers])
        )

    async def ask_text(self, title: str, now: str = "", about: str = "") -> str | None:
        """Ask for a line of text and wait; None if cancelled. Needs a worker."""
        from atlantis_tui.widgets.text_dialog import TextDialog

        text = await self.app.push_screen_wait(TextDialog(title, now, about))
        return None if text is None else text.strip()

    async def ask_for_agent(self, now: str, about: str, take: Callable[[str], None]) -> None:
        """Ask for an agent's command until `take` accepts it or the user cancels.

        Typing the command counts as consent to run it.
        """
        text: str | None = now
        while text := await self.ask_text("Agent", text or "", about):
            try:
                take(text)
            except NotationError:
                about = "cannot parse the command: missing quotation mark?"
            else:
                return

    @property
    def help_keys(self) -> HelpKeys:
        """The keys that work at the moment."""
        from atlantis_tui.widgets.key_table import HelpKeys
        from atlantis_tui.widgets.screen_actions import keys_for_help

        return HelpKeys(keys_for_help(self), self.atlantis.key_map)

    def action_help(self) -> None:
        from atlantis_tui.widgets.key_table import key_page

        groups = [*self.help_keys.groups(), *self.help_symbols]

        def page(width: int) -> Iterator[Line]:
            for paragraph in filter(str.strip, self.help_words.split("\n\n")):
                yield from wrapped([" ".join(paragraph.split())], width)
                yield ()
            yield from key_page(groups, width)

        self.show_page("Help", page)
