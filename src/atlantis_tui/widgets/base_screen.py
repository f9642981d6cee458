"""What every screen of the app has: the app as what it is, and a page of help.

The page lists the keys of the screen as they are bound; screens with more to say have their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.screen import Screen

if TYPE_CHECKING:
    from atlantis_tui.atlantis_app import AtlantisApp

_KEY_WIDTH = 12
_MARGIN = 8
"""Columns that a dialog needs around its text."""


class BaseScreen(Screen[None]):
    """A screen that knows which app it is in, and can explain its keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Help: the keys of this screen", show=False),
    ]

    @property
    def atlantis(self) -> AtlantisApp:
        return cast("AtlantisApp", self.app)

    def action_help(self) -> None:
        from atlantis_tui.widgets.dialogs import Dialog
        from atlantis_tui.widgets.key_table import key_table
        from atlantis_tui.widgets.screen_actions import screen_actions

        keys = [(found.key, found.description) for found in screen_actions(self)]
        lines = key_table(keys, self.size.width - _MARGIN, _KEY_WIDTH)
        self.app.push_screen(Dialog("Keys", list(lines)))
