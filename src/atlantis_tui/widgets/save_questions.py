"""Dialogs about saving: overwriting a file, a file that changed on disk, unsaved games.

Asks only if something would be lost. Call the coroutines in a worker.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Protocol

from atlantis_core.support.errors import AtlantisError
from atlantis_tui.settings.folders import is_there, parse_path
from .base_screen import BaseScreen
from .text_lines import wrapped

_KEEP, _DROP, _OVERWRITE = "keep", "drop", "overwrite"
_TAKE, _MERGE = "take over", "merge"


class ConflictChoice(Enum):
    """The user's decision about a file that changed on disk."""

    LEFT = "left"
    TAKEN_OVER = "taken over"
    """Continue from the contents on disk."""
    MERGED = "merged"
    """Add the edits to the contents on disk."""
    OVERWRITTEN = "overwritten"


class Saveable(Protocol):
    """A document with or without a file."""

    @property
    def path(self) -> Path | None: ...

    @property
    def unsaved_turns(self) -> int:
        """Number of turns undone here that the file still has."""

    @property
    def would_be_lost(self) -> bool:
        """Whether the document has content but no file."""

    @property
    def may_overwrite(self) -> bool:
        """Whether this window alone owns the file; false for shared games."""

    def save(self) -> None: ...

    def save_as(self, path: Path, *, is_replacing: bool = False) -> None: ...

    def overwrite(self) -> None: ...


class SaveQuestions:
    """Saves a screen's document and asks the user where necessary."""

    def __init__(
        self,
        screen: BaseScreen,
        document: Saveable,
        say: Callable[[str, str], None],
        *,
        moved: Callable[[], None] = lambda: None,
        closing: Callable[[], None] = lambda: None,
    ) -> None:
        """`moved` is called when the file changed its name, `closing` before leaving."""
        self._screen, self._document, self._say = screen, document, say
        self._moved, self._closing = moved, closing

    def save(self, words: str) -> None:
        """Run a typed ``save`` or ``save as NAME``; `words` follow ``save``."""
        name = words.removeprefix("as").strip()
        if name:
            self._tried(lambda: self._screen.run_worker(self._save_as(parse_path(name))))
        elif self._tried(self._document.save):
            path = self._document.path
            no_file = "this game has no file yet; type: save as NAME"
            self._say(f"saved: {path}" if path else no_file, "plain")

    def leave(self, leave: Callable[[], object]) -> None:
        """Leave the game, after asking if something would be lost."""
        self._screen.run_worker(self._leave(leave))

    async def _leave(self, leave: Callable[[], object]) -> None:
        if self._screen.app.screen is self._screen and await self._may_leave():
            self._closing()
            leave()

    async def _save_as(self, path: Path) -> None:
        """Save under another name; asks before it overwrites a file."""
        is_own = path == self._document.path
        is_replacing = is_own or is_there(path)
        if is_replacing and not is_own:
            answer = await self._screen.ask(
                "Save as",
                [(f"'{path}' already exists.",)],
                ("r", "overwrite", _OVERWRITE),
                ("enter", "cancel", ""),
            )
            if answer != _OVERWRITE:
                return
        if self._tried(lambda: self._document.save_as(path, is_replacing=is_replacing)):
            self._moved()
            self._say(f"saved as {path}; further turns are saved there", "plain")

    async def settle_conflict(
        self,
        error: AtlantisError | OSError,
        comfort: str = "",
        *,
        can_take_over: bool = False,
        can_merge: bool = False,
    ) -> ConflictChoice:
        """Ask what to do about a file that changed on disk.

        Does not offer to overwrite the file of a shared game. The caller reloads or merges.
        """
        lines = wrapped([str(error)], self._screen.text_width)
        take_over = ("t", "reload the file from disk", _TAKE)
        merge = ("m", "reload it and add my comments", _MERGE)
        overwrite = ("o", "overwrite it with my game", _OVERWRITE)
        answer = await self._screen.ask(
            "The file changed on disk",
            [*lines, *([(), (comfort,)] if comfort else [])],
            *((take_over,) if can_take_over else ()),
            *((merge,) if can_merge else ()),
            *((overwrite,) if self._document.may_overwrite else ()),
            ("enter", "decide later", ""),
        )
        if answer == _OVERWRITE and self._tried(self._document.overwrite):
            return ConflictChoice.OVERWRITTEN
        taken = {_TAKE: ConflictChoice.TAKEN_OVER, _MERGE: ConflictChoice.MERGED}
        return taken.get(answer, ConflictChoice.LEFT)

    async def _may_leave(self) -> bool:
        """Whether the user agrees to leave; asks only if something would be lost."""
        document = self._document
        if document.unsaved_turns:
            return await self._ask_about_turns(document.unsaved_turns)
        if not document.would_be_lost:
            return True
        answer = await self._screen.ask(
            "Quit",
            [("This game has never been saved.",)],
            ("s", "save", _KEEP),
            ("d", "discard", _DROP),
            ("enter", "cancel", ""),
        )
        if answer == _KEEP:
            self._screen.action_save_as()
        return answer == _DROP

    async def _ask_about_turns(self, count: int) -> bool:
        turns = "a turn" if count == 1 else f"{count} turns"
        answer = await self._screen.ask(
            "Quit",
            [(f"You undid {turns} that the file still has.",)],
            ("k", "keep them in the file", _KEEP),
            ("d", "delete them", _DROP),
            ("enter", "cancel", ""),
        )
        return answer == _KEEP or (answer == _DROP and self._tried(self._document.save))

    def _tried(self, write: Callable[[], object]) -> bool:
        try:
            write()
        except (OSError, AtlantisError) as error:
            self._say(str(error), "bad")
            return False
        return True
