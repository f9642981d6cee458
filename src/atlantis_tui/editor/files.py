"""What the editor asks for and where it keeps its work: names, colours, shapes, files.

A mixin of the editor screen, so that the screen itself fits a head.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work

from atlantis_core.colors import default_colors, find_color
from atlantis_core.drafts import (
    Draft,
    color_seat,
    draft_of_shape,
    draft_of_transcript,
    transcript_of_draft,
)
from atlantis_core.errors import AtlantisError, NotationError
from atlantis_core.grid import Field
from atlantis_core.shapes import Shape, parse_shape
from atlantis_tui import navigation
from atlantis_tui.widgets.dialogs import Answer, Dialog
from atlantis_tui.widgets.text_dialog import TextDialog

if TYPE_CHECKING:
    from textual.screen import Screen

    from atlantis_tui.editor.desk import Desk

    _Base = Screen[None]
else:
    _Base = object

_REPLACE, _DROP = "replace", "drop"


class EditorFiles(_Base):
    """The parts of the editor that ask."""

    desk: Desk
    path: Path | None
    saved: Draft

    if TYPE_CHECKING:

        def edit(self, change: Callable[[], Desk]) -> None: ...
        def say(self, text: str) -> None: ...
        def paint(self) -> None: ...
        def go_to_middle(self) -> None: ...
        @property
        def cursor(self) -> Field: ...

    @work
    async def action_rename(self) -> None:
        if not self.desk.draft.players:
            self.say("add a player first: P")
            return
        now = self.desk.draft.players[self.desk.player].name or ""
        name = await self.app.push_screen_wait(TextDialog("Name", now, "empty: the colour"))
        if name is not None:
            self.edit(lambda: self.desk.name_player(name.strip()))

    @work
    async def action_recolor(self) -> None:
        if not self.desk.draft.players:
            self.say("add a player first: P")
            return
        now = self.desk.colors[self.desk.player]
        about = "an SVG colour name, such as crimson, gold or navy"
        color = await self.app.push_screen_wait(TextDialog("Colour", now, about))
        if color is None:
            return
        if color.strip() and find_color(color.strip()) is None:
            self.say(f"no such colour: '{color.strip()}' (expected an SVG name such as 'gold')")
            return
        self.edit(lambda: self.desk.color_player(color.strip()))

    @work
    async def action_value(self) -> None:
        """Type what lies on a field: also stacks that no digit can name."""
        place, there = self.cursor, self.desk.draft.stack_on(self.cursor)
        about = "12: stones, -3: a growing field with three, 0: dead"
        asked = TextDialog(f"What lies on {place}", "" if there is None else str(there[1]), about)
        text = await self.app.push_screen_wait(asked)
        if not text or not text.strip():
            return
        try:
            value = int(text.strip()[:6])
        except ValueError:
            self.say(f"not a number: '{text.strip()}' (expected for example 12, -3 or 0)")
            return
        self.edit(lambda: self.desk.put(place, value))

    @work
    async def action_shape(self) -> None:
        shapes = ", ".join(shape.value for shape in Shape)
        about = f"a shape ({shapes}) with its side; players are optional"
        asked = TextDialog("Traditional board", "hexagon:3 2", about)
        text = await self.app.push_screen_wait(asked)
        if not text or not text.strip():
            return
        try:
            draft = parse_template(text)
        except AtlantisError as error:
            self.say(str(error))
            return
        self.edit(lambda: self.desk.load(draft, f"began with {text.strip()}"))
        self.go_to_middle()

    def action_open(self) -> None:
        from atlantis_tui.start.open_screen import OpenScreen

        self.app.push_screen(OpenScreen(pick=self._take_file))

    def _take_file(self, path: Path) -> None:
        from atlantis_core.transcript import load

        try:
            draft = draft_of_transcript(load(path))
        except (OSError, AtlantisError) as error:
            self.say(f"{path.name}: {str(error).splitlines()[0]}")
            return
        self.path, self.saved = path, draft
        self.edit(lambda: self.desk.load(draft, f"opened {path.name}"))
        self.go_to_middle()

    @work
    async def action_save(self) -> None:
        now = str(self.path or "board.json")
        text = await self.app.push_screen_wait(TextDialog("Save the board as", now))
        if text and text.strip():
            path = Path(text.strip()).expanduser()  # noqa: ASYNC240 -- only joins strings
            if path != self.path and _is_there(path) and not await self._may_replace(path):
                return
            self._save(path)

    async def _may_replace(self, path: Path) -> bool:
        answers = (Answer("r", "replace it", _REPLACE), Answer("enter", "keep it", ""))
        asked = Dialog("Save", [(f"'{path}' exists.",)], answers)
        return await self.app.push_screen_wait(asked) == _REPLACE

    def _save(self, path: Path) -> None:
        from atlantis_core.files.saving import ANY_FILE, AT_ONCE
        from atlantis_core.transcript.saving import save

        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = transcript_of_draft(self.desk.draft)
            save(draft, path, expected=ANY_FILE, patience=AT_ONCE)
        except (OSError, AtlantisError) as error:
            self.say(str(error))
            return
        self.path, self.saved = path, self.desk.draft
        self.paint()
        self.say(f"saved: {path}")

    def action_close(self) -> None:
        """Go back; asks only if something would be lost."""
        if self.desk.draft == self.saved:
            self._leave()
        else:
            self._ask_to_leave()

    @work
    async def _ask_to_leave(self) -> None:
        answers = (Answer("d", "drop them", _DROP), Answer("enter", "stay", ""))
        asked = Dialog("Leave the editor", [("There are changes that are not saved.",)], answers)
        if await self.app.push_screen_wait(asked) == _DROP:
            self._leave()

    def _leave(self) -> None:
        from typing import cast

        from atlantis_tui.atlantis_app import AtlantisApp

        navigation.go_back(cast("AtlantisApp", self.app))


def parse_template(text: str) -> Draft:
    """Read ``hexagon:3`` or, with players on it, ``hexagon:3 2``."""
    board, _, players = text.strip().partition(" ")
    shape, side = parse_shape(board)
    count = players.strip() or "0"
    if not count.isascii() or not count.isdigit():
        raise NotationError(players.strip(), "number of players", "for example 'hexagon:3 2'")
    draft = draft_of_shape(shape, side, int(count[:3]))
    for number, color in enumerate(default_colors([None] * len(draft.players))):
        draft = color_seat(draft, number, color)
    return draft


def _is_there(path: Path) -> bool:
    return path.exists()
