"""What every screen of the app has: the app as what it is, with its options and colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.screen import Screen

if TYPE_CHECKING:
    from atlantis_tui.atlantis_app import AtlantisApp


class BaseScreen(Screen[None]):
    """A screen that knows which app it is in."""

    @property
    def atlantis(self) -> AtlantisApp:
        return cast("AtlantisApp", self.app)
