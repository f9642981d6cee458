"""Questions around saving: another name, a file that has changed, what would be lost.

Asks only where something would be lost, and then says what. Knows no game, only something that
is kept in a file. All of it is to be called in a worker, because answers take their time.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, unique
from pathlib import Path
from typing import Protocol

from atlantis_core.errors import AtlantisError
from atlantis_tui.settings.folders import is_there
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.wrapping import wrap

_KEEP, _DROP, _OVERWRITE, _TAKE = "keep", "drop", "overwrite", "take over"


@unique
class Leaving(Enum):
    """What somebody wants who was asked about leaving."""

    STAY = "stay"
    LEAVE = "leave"
    SAVE = "save"
    """Give the game a name first."""


@unique
class Settled(Enum):
    """What is to become of a file that somebody else has changed."""

    LEFT = "left"
    TAKEN_OVER = "taken over"
    """Go on from what is there now."""
    OVERWRITTEN = "overwritten"


class Kept(Protocol):
    """Something that is kept in a file, or would be lost."""

    @property
    def path(self) -> Path | None: ...

    @property
    def unsaved_turns(self) -> int:
        """How many turns the file has that were taken back here."""

    @property
    def would_be_lost(self) -> bool:
        """Whether there is something and no file of it."""

    @property
    def may_overwrite(self) -> bool:
        """Whether it is for this game alone to say what the file holds."""

    def save(self) -> None: ...

    def save_as(self, path: Path, *, is_replacing: bool = False) -> None: ...

    def overwrite(self) -> None: ...


class SaveQuestions:
    """Asks on a screen about the file of its game."""

    def __init__(self, screen: BaseScreen, document: Kept, say: Callable[[str, str], None]) -> None:
        self._screen, self._document, self._say = screen, document, say

    async def save_as(self, path: Path) -> bool:
        """Save under another name; asks before it replaces another file. Says whether it did."""
        is_own = path == self._document.path
        if is_there(path) and not is_own:
            answer = await self._screen.ask(
                "Save as",
                [(line,) for line in wrap(f"'{path}' exists.", self._screen.text_width)],
                ("r", "replace it", _OVERWRITE),
                ("enter", "keep it", ""),
            )
            if answer != _OVERWRITE:
                return False
            is_own = True
        return self._tried(lambda: self._document.save_as(path, is_replacing=is_own))

    async def settle_conflict(
        self, error: AtlantisError | OSError, comfort: str = "", *, can_take_over: bool = False
    ) -> Settled:
        """Somebody else has changed the file: ask what is to become of it.

        In a shared game nobody overwrites what somebody else has played.
        """
        lines = [(line,) for line in wrap(str(error), min(self._screen.text_width, 70))]
        take_over = ("t", "take over what is there now", _TAKE)
        overwrite = ("o", "overwrite it with this game", _OVERWRITE)
        answer = await self._screen.ask(
            "The file has changed",
            [*lines, *([(), (comfort,)] if comfort else [])],
            *((take_over,) if can_take_over else ()),
            *((overwrite,) if self._document.may_overwrite else ()),
            ("enter", "leave it alone", ""),
        )
        if answer == _OVERWRITE and self._tried(self._document.overwrite):
            return Settled.OVERWRITTEN
        return Settled.TAKEN_OVER if answer == _TAKE else Settled.LEFT

    async def ask_to_leave(self) -> Leaving:
        """Whether to leave; asks nothing if nothing would be lost."""
        document = self._document
        if document.unsaved_turns:
            return await self._ask_about_turns(document.unsaved_turns)
        if not document.would_be_lost:
            return Leaving.LEAVE
        answer = await self._screen.ask(
            "Quit",
            [("This game has no file and would be lost.",)],
            ("s", "save it", _KEEP),
            ("d", "drop it", _DROP),
            ("enter", "stay", ""),
        )
        return {_KEEP: Leaving.SAVE, _DROP: Leaving.LEAVE}.get(answer, Leaving.STAY)

    async def _ask_about_turns(self, count: int) -> Leaving:
        turns = "a turn" if count == 1 else f"{count} turns"
        answer = await self._screen.ask(
            "Quit",
            [(f"You took back {turns} that the file still has.",)],
            ("k", "keep them in the file", _KEEP),
            ("d", "drop them", _DROP),
            ("enter", "stay", ""),
        )
        is_leaving = answer == _KEEP or (answer == _DROP and self._tried(self._document.save))
        return Leaving.LEAVE if is_leaving else Leaving.STAY

    def _tried(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except (OSError, AtlantisError) as error:
            self._say(str(error), "bad")
            return False
        return True
