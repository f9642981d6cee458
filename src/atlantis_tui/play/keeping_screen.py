"""Keeping and leaving a game: saving under another name, conflicts, what would be lost.

Asks only where something would be lost, and then says what.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work

from atlantis_core.errors import AtlantisError
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.taking_back_screen import TakingBackScreen
from atlantis_tui.widgets.text_lines import Line

if TYPE_CHECKING:
    from atlantis_tui.widgets.dialogs import Dialog

_KEEP, _DROP, _OVERWRITE = "keep", "drop", "overwrite"


class KeepingScreen(TakingBackScreen):
    """A game that knows what would be lost."""

    @staticmethod
    def make_dialog(
        title: str, lines: Sequence[Line], answers: Sequence[tuple[str, str, str]] = ()
    ) -> Dialog:
        from atlantis_tui.widgets.dialogs import Answer, Dialog

        return Dialog(title, lines, [Answer(*answer) for answer in answers])

    def ask_for_name(self) -> None:
        """Let the player type where to save."""
        self.action_type("save as ")

    # Files.

    def save_command(self, argument: str) -> None:
        name = argument.removeprefix("as").strip()
        if not name:
            self.document.save()
            where = self.document.path
            self.say(f"saved: {where}" if where else "this game has no file: save as NAME")
            return
        self.save_to(Path(name).expanduser())

    @work
    async def save_to(self, path: Path) -> None:
        """Save under another name; asks before it replaces another file."""
        is_replacing = False
        if self._would_replace(path):
            lines = [(f"'{path}' exists.",)]
            answers = (("r", "replace it", _OVERWRITE), ("enter", "keep it", ""))
            answer = await self.app.push_screen_wait(self.make_dialog("Save as", lines, answers))
            is_replacing = answer == _OVERWRITE
            if not is_replacing:
                return
        try:
            self.document.save_as(path, is_replacing=is_replacing or path == self.document.path)
        except (OSError, AtlantisError) as error:
            self.say(str(error), "bad")
            return
        if self.entry is not None:
            self.document.keep_plan(self.entry.plan)
        self.paint_bars()
        self.say(f"saved: {path}; the game goes on there")

    def _would_replace(self, path: Path) -> bool:
        return path.exists() and path != self.document.path

    def saving_failed(self, error: Exception) -> None:
        super().saving_failed(error)
        from atlantis_core.files.errors import SaveConflictError

        if isinstance(error, SaveConflictError):
            self._ask_about_conflict(error)

    @work
    async def _ask_about_conflict(self, error: AtlantisError) -> None:
        lines = [(str(error),), (), ("Your turn is still planned and nothing is lost.",)]
        answers = (
            ("o", "overwrite it with this game", _OVERWRITE),
            ("enter", "leave it alone", ""),
        )
        answer = await self.app.push_screen_wait(
            self.make_dialog("The file has changed", lines, answers)
        )
        if answer == _OVERWRITE:
            try:
                self.document.overwrite()
            except (OSError, AtlantisError) as failure:
                self.say(str(failure), "bad")
                return
            self.say("overwritten; t ends the turn now")

    # Leaving.

    async def action_leave(self) -> None:
        """Quit at once, unless something would be lost."""
        self._is_quitting = True
        await self._leave_unless_lost()

    async def action_menu(self) -> None:
        """Leave the game for the start screen, unless something would be lost."""
        self._is_quitting = False
        await self._leave_unless_lost()

    async def _leave_unless_lost(self) -> None:
        document = self.document
        if self.app.screen is not self:
            return
        if document.unsaved_turns:
            self._ask_about_turns()
        elif document.path is None and document.game.turns:
            self._ask_about_game()
        else:
            self.leave()

    def leave(self) -> None:
        self.mode = Mode.OVER
        self.thinker.close()
        if self._is_quitting:
            self.app.exit()
        else:
            from atlantis_tui.start.ways import go_to_start

            go_to_start(self.atlantis)

    @work
    async def _ask_about_turns(self) -> None:
        count = self.document.unsaved_turns
        turns = "a turn" if count == 1 else f"{count} turns"
        lines = [(f"You took back {turns} that the file still has.",)]
        answers = (
            ("k", "keep them in the file", _KEEP),
            ("d", "drop them", _DROP),
            ("enter", "stay", ""),
        )
        answer = await self.app.push_screen_wait(self.make_dialog("Quit", lines, answers))
        if answer == _DROP:
            try:
                self.document.save()
            except (OSError, AtlantisError) as error:
                self.say(str(error), "bad")
                return
        if answer:
            self.leave()

    @work
    async def _ask_about_game(self) -> None:
        lines = [("This game has no file and would be lost.",)]
        answers = (
            ("s", "save it", _KEEP),
            ("d", "drop it", _DROP),
            ("enter", "stay", ""),
        )
        answer = await self.app.push_screen_wait(self.make_dialog("Quit", lines, answers))
        if answer == _KEEP:
            self.ask_for_name()
        elif answer == _DROP:
            self.leave()
