"""What every screen of the app has: the app as what it is, a page of help, and one Escape.

The page lists the keys of the screen as they are bound; screens with more to say have their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget

from atlantis_core.errors import NotationError
from .key_bindings import keys_at_foot, parse_bindings
from .key_line import Key, key_line, keys_shown
from .text_lines import Line, Piece, TextLines, wrapped

if TYPE_CHECKING:
    from atlantis_tui.atlantis_app import AtlantisApp
    from atlantis_tui.widgets.board_frame import BoardFrame
    from atlantis_tui.widgets.row_list import RowList

BACK: Sequence[Key] = (("Esc", "back", "screen.close"),)
NARROW, LOW = 64, 18
"""Below these a page has no room for pictures beside its list, or for air around it."""
_KEY_WIDTH = 12
_MARGIN, _LEAST_TEXT = 8, 20
"""Columns that a dialog needs around its text, and that the text has at least."""


class BaseScreen(Screen[None]):
    """A screen that knows which app it is in, and can explain its keys."""

    BINDINGS = parse_bindings("""
        escape            release  Cancel, or go back
        question_mark,f1  help     Help for this screen
    """)

    foot: ClassVar[Sequence[Key]] = ()
    """Keys at the foot of a page that it does not bind itself; of its own the table says which.

    Screens with a board give theirs to their frame.
    """
    foot_always: ClassVar[Sequence[Key]] = BACK
    frame: BoardFrame
    """Of screens that have a board: what stands around it."""

    @property
    def help_words(self) -> str:
        """What stands above the keys on the page of help; a blank line is between paragraphs."""
        return ""

    @property
    def atlantis(self) -> AtlantisApp:
        return cast("AtlantisApp", self.app)

    def page(self, heading: str, *content: Widget) -> ComposeResult:
        """What a page is made of; its keys stand at the foot."""
        yield TextLines((Piece(f" {heading}", "strong"),), id="head")
        yield from content
        yield TextLines(id="keys")

    def on_mount(self) -> None:
        if self.foot:
            # Textual gives nothing the focus while the terminal has none, also not later.
            self.query("RowList, VerticalScroll").focus()

    def drops(self) -> Iterable[Callable[[], bool]]:
        """What Escape drops, the innermost first; each says whether it had anything to drop."""
        return ()

    def action_release(self) -> None:
        """Escape: drop the innermost thing that is under way; if there is none, go back."""
        complaint = () if self.foot else (self.frame.drop_complaint,)
        if not any(drop() for drop in (*self.drops(), *complaint)):
            self.action_close()

    def action_close(self) -> None:
        """Go back to where one came from."""
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
            keys = [*self.foot, *keys_at_foot(self.BINDINGS)]
            own, last = keys_shown(self.app, keys), keys_shown(self.app, self.foot_always)
            line = key_line(own, self.size.width, last)
            self.query_one("#keys", TextLines).show_line(*line)

    @property
    def rows(self) -> RowList:
        """The list of a page that has one."""
        from atlantis_tui.widgets.row_list import RowList

        return self.query_one(RowList)

    def action_take(self) -> None:
        self.rows.action_take()

    @property
    def text_width(self) -> int:
        """The columns that a dialog has for text."""
        return max(self.app.size.width - _MARGIN, _LEAST_TEXT)

    def show_text(self, title: str, lines: Iterable[Line]) -> None:
        """Something to read in a window."""
        fixed = tuple(lines)
        self.show_page(title, lambda _: fixed)

    def show_page(self, title: str, write: Callable[[int], Iterable[Line]]) -> None:
        """The same, written again for every width that the window gets."""
        from atlantis_tui.widgets.dialogs import Dialog

        def lines() -> list[Line]:
            return [self._with_own_keys(line) for line in write(self.text_width)]

        self.app.push_screen(Dialog(title, lines))

    def _with_own_keys(self, line: Line) -> Line:
        """A line of help, with the keys that somebody has given to actions."""
        key_map = self.atlantis.key_map
        if not key_map:
            return line
        from atlantis_tui.widgets.screen_actions import bindings_in_force

        bindings = list(bindings_in_force(self))
        return tuple(
            piece._replace(text=key_map.rewrite(piece.text, bindings))
            if isinstance(piece, Piece) and piece.look == "key"
            else piece
            for piece in line
        )

    def key_of(self, action: str, usual: str) -> str:
        """The key that an action has here, for an answer that means the same as the action."""
        return self.atlantis.key_map.keys.get(action, usual)

    async def ask(self, title: str, lines: Sequence[Line], *answers: tuple[str, str, str]) -> str:
        """Ask in a window and wait, in a worker; '' is the answer that changes nothing.

        An answer is a key, what it says, and the value that it gives.
        """
        from atlantis_tui.widgets.dialogs import Answer, Dialog

        return await self.app.push_screen_wait(
            Dialog(title, lines, [Answer(*answer) for answer in answers])
        )

    async def ask_text(self, title: str, now: str = "", about: str = "") -> str | None:
        """Ask for a line of text and wait, in a worker; None if nothing is to change."""
        from atlantis_tui.widgets.text_dialog import TextDialog

        text = await self.app.push_screen_wait(TextDialog(title, now, about))
        return None if text is None else text.strip()

    async def ask_for_program(self, now: str, about: str, take: Callable[[str], None]) -> None:
        """Ask for a command line until `take` does not raise NotationError, or nobody wants it.

        Whoever types it agrees that it is run.
        """
        text: str | None = now
        while text := await self.ask_text("Agent", text or "", about):
            try:
                take(text)
            except NotationError:
                about = "cannot parse the command: missing quotation mark?"
            else:
                return

    def action_help(self) -> None:
        from atlantis_tui.widgets.key_table import key_table
        from atlantis_tui.widgets.screen_actions import screen_actions

        keys = [(found.key, found.description) for found in screen_actions(self)]

        def page(width: int) -> Iterator[Line]:
            for paragraph in filter(str.strip, self.help_words.split("\n\n")):
                yield from wrapped([" ".join(paragraph.split())], width)
                yield ()
            yield from key_table(keys, width, _KEY_WIDTH)

        self.show_page("Help" if self.help_words else "Keys", page)
