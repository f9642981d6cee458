"""Edits of a review: comments, tags and variations, each saved at once.

An edit that cannot be saved stays in memory. Dialogs are imported when they open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.json_text.frozen import FrozenMap, JsonScalar
from atlantis_core.review.lines import GameTree
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.variations import format_path
from atlantis_core.rules.game import Turn
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.model import Transcript
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.file_follower import FileRead
from atlantis_tui.game.input_store import (
    Unfinished,
    forget_comment,
    load_comment,
    save_comment,
)
from atlantis_tui.game.other_version import read_other_version
from atlantis_tui.settings.folders import parse_path
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.save_questions import ConflictChoice, SaveQuestions

Say = Callable[[str, str], None]
_NEW = "new"
_USUAL_TAGS = ("event", "place", "date", "round", "result")
"""Offered if the game does not have them yet."""


class Edits:
    """Changes the game that is reviewed, and saves it."""

    def __init__(
        self,
        screen: BaseScreen,
        document: GameDocument,
        replay: ReplayCursor,
        say: Say,
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called after each edit, before the message about it."""
        self._screen, self._document, self._replay = screen, document, replay
        self._say, self._changed = say, changed
        self._questions = SaveQuestions(screen, document, say)
        self.has_changed_turns = False
        self.has_unsaved = False

    # Saving.

    def keep(self, said: str) -> None:
        """Save after an edit, and show a message."""
        problem = self.save_quietly(self._replay.tree.transcript)
        self._changed()
        if problem:
            self._say(f"{said}, but not saved: {problem}", "bad")
        else:
            where = "" if self._document.path else "; this game has no file yet"
            self._say(f"{said}{where}", "plain")

    def save_quietly(self, transcript: Transcript) -> str:
        """Save an edited transcript; returns what went wrong, or ''."""
        if transcript.turns != self._document.transcript.turns:
            main = self._replay.tree.main
            self._document.adopt(transcript, main.turn_number, main.problem)
            self.has_changed_turns = True
        else:
            self._document.edit(transcript)
        try:
            self._document.save_edits()
        except (OSError, AtlantisError) as error:
            self.has_unsaved = True
            return str(error)
        self.has_unsaved = False
        return ""

    def save(self) -> None:
        """Save again; ask if the file has changed on disk."""
        try:
            self._document.save()
        except SaveConflictError as error:
            self._screen.run_worker(self._settle(error))
        else:
            self._saved()

    async def _settle(self, error: SaveConflictError) -> None:
        theirs = read_other_version(self._document)
        merged = None if theirs is None else self._document.merged_with(theirs.transcript)
        chosen = await self._questions.settle_conflict(
            error, can_take_over=theirs is not None, can_merge=merged is not None
        )
        if chosen is ConflictChoice.OVERWRITTEN:
            self._saved()
        elif chosen is ConflictChoice.TAKEN_OVER and theirs is not None:
            self._take_over(theirs, theirs.transcript)
            self.has_unsaved = False
            self._changed()
            self._say("reloaded from disk; press u to return to your version", "plain")
        elif chosen is ConflictChoice.MERGED and theirs is not None and merged is not None:
            self._take_over(theirs, merged)
            self.keep("reloaded from disk, with your changes")

    def _take_over(self, theirs: FileRead, transcript: Transcript) -> None:
        """Review the turns of the version on disk, with the annotations of a transcript."""
        if theirs.transcript.turns != self._document.transcript.turns:
            self.has_changed_turns = True
        self._document.reload(theirs)
        self._replay.replace(GameTree(transcript, theirs.game.positions))

    def save_as(self, name: str) -> None:
        self._document.save_as(parse_path(name))
        self._changed()
        self._saved()

    def _saved(self) -> None:
        self.has_unsaved = False
        path = self._document.path
        said = f"saved: {path.name}" if path else "this game has no file yet; type: save as NAME"
        self._say(said, "plain")

    def _try(self, edit: Callable[[], object], said: str) -> None:
        """Make an edit and save it, or show why it is not possible."""
        try:
            edit()
        except AtlantisError as error:
            self._say(str(error), "bad")
        else:
            self.keep(said)

    # Comments and tags.

    async def comment(self) -> None:
        from atlantis_tui.review.text_editor import TextEditor

        replay = self._replay
        old = replay.tree.comment(replay.place) or ""
        title = f"Comment on turn {replay.turn}" if replay.turn else "Comment"
        hint = "leave empty to delete the comment" if old else ""
        about, left = str(replay.place), self._unfinished
        begun = left.text if left is not None and left.about == about else None
        editor = TextEditor(title, old, hint, begun=begun, keep=partial(self._store_text, about))
        text = await self._screen.app.push_screen_wait(editor)
        if self._document.path is not None:
            forget_comment(self._document.path)
        if text is not None:
            replay.comment(text)
            self.keep("comment added" if text.strip() else "comment deleted")

    def _store_text(self, about: str, text: str) -> None:
        """Store a comment while it is typed, so that it survives a lost connection."""
        if self._document.path is not None:
            save_comment(self._document.path, Unfinished(about, text))

    @property
    def _unfinished(self) -> Unfinished | None:
        return None if self._document.path is None else load_comment(self._document.path)

    @property
    def greeting(self) -> str:
        """A message about an unfinished comment, or ''."""
        left = self._unfinished
        if left is None:
            return ""
        return f"the comment on turn {showable(left.about, 20)} is unfinished: go there and press c"

    async def tag(self) -> None:
        from atlantis_tui.review.text_editor import TextEditor

        replay, hint = self._replay, "one per line, for example 'event: Spring Cup'"
        tags = _format_tags(replay.tree.transcript.annotations.tags)
        editor = TextEditor("Tags of the game", tags, hint)
        text = await self._screen.app.push_screen_wait(editor)
        if text is not None:
            tagged = partial(_parse_tags, text, replay.tree.transcript)
            self._try(lambda: replay.edit(tagged()), "tags changed")

    # Variations.

    def play(self, moves: Turn) -> bool:
        """Play a turn from here; returns whether it is a new variation, which is saved."""
        is_new = self._replay.play(moves)
        if is_new:
            self.keep(f"variation {format_path(self._replay.path)}")
        return is_new

    async def delete(self) -> None:
        replay, path, turn = self._replay, self._replay.path, self._replay.turn
        if not path or turn < path[-1].turn:
            self._say("you can only delete variations: enter one first", "plain")
            return
        last = replay.line.turn_number
        what = f"turn {turn}" if turn == last else f"turns {turn} to {last}"
        line = f"Delete {what} of {format_path(path)} and its sub-variations?"
        answers = ("d", "delete", "delete"), ("enter", "cancel", "")
        if await self._screen.ask("Variation", [(line,)], *answers):
            replay.delete(path, turn)
            self.keep(f"deleted from {format_path(path)}")

    async def promote(self) -> None:
        replay, path = self._replay, self._replay.path
        if not path:
            self._say("this is the main line: enter a variation first", "plain")
            return
        lines = [(f"Promote variation {format_path(path)}?",)]
        first, last = path[-1].turn, replay.tree.line(path[:-1]).turn_number
        if first <= last:
            lines.append((f"Turns {first} to {last} become a variation.",))
        answers = ("p", "yes", "promote"), ("enter", "no", "")
        if await self._screen.ask("Variation", lines, *answers):
            said = f"{format_path(path)} promoted"
            self._try(lambda: replay.promote(path), said)

    async def repair(self) -> None:
        """Replace the illegal turns of the game by the present variation, or delete them."""
        replay, main = self._replay, self._replay.tree.main
        if not main.problem:
            self._say("nothing to repair: all turns are legal", "plain")
            return
        first = main.turn_number + 1
        lines = [(main.problem,), ("What should happen to the turns from there on?",)]
        answers = [("c", "delete them", "cut"), ("enter", "cancel", "")]
        if replay.path and replay.path[0].turn == first:
            name = format_path(replay.path[:1])
            answers.insert(
                0, ("p", f"continue with {name} and keep them as a variation", "promote")
            )
        else:
            lines.append(("(To replace them, first press t there and play another turn.)",))
        answer = await self._screen.ask("Repair the game", lines, *answers)
        if answer == "cut":
            self._try(replay.repair, "the game now ends here; press u to undo")
        elif answer == "promote":
            self._try(lambda: replay.promote(replay.path[:1]), "repaired; press u to undo")

    # Undo.

    def undo(self) -> None:
        self._try(self._replay.undo, "undone; press R to redo")

    def redo(self) -> None:
        self._try(self._replay.redo, "redone")

    async def may_leave(self) -> bool:
        """Whether nothing is unsaved, or the user discards it."""
        if not self.has_unsaved:
            return True
        path = self._document.path
        lines = [("Some changes are not saved and will be lost.",)]
        answers = [("d", "discard them", "discard"), ("enter", "cancel", "")]
        if path is not None:
            answers.insert(0, ("s", f"save a copy next to '{path.name}'", _NEW))
        answer = await self._screen.ask("Quit", lines, *answers)
        return self._save_as_new() if answer == _NEW else bool(answer)

    def _save_as_new(self) -> bool:
        path = self._document.path
        try:
            if path is not None:
                self._document.save_as_new(path.parent, path.stem)
        except (OSError, AtlantisError) as error:
            self._say(str(error), "bad")
            return False
        self._saved()
        return True


def _format_tags(tags: Mapping[str, JsonScalar]) -> str:
    """The tags as lines such as ``event: Spring Cup``, empty usual ones, and a line to type on."""
    lines = [f"{name}: {_written(value)}" for name, value in tags.items()]
    lines += [f"{name}: " for name in _USUAL_TAGS if name not in tags]
    return "\n".join([*lines, ""])


def _parse_tags(text: str, transcript: Transcript) -> Transcript:
    """The transcript with the tags of a text; a line without a value removes its tag.

    Values that are not strings in the file (numbers, true, null) keep their type unless edited.
    """
    old = transcript.annotations.tags
    found: dict[str, JsonScalar] = {}
    for line in filter(str.strip, text.splitlines()):
        name, colon, value = line.partition(":")
        name, value = name.strip(), value.strip()
        if not colon or not name:
            raise NotationError(line, "tag", "for example 'event: Spring Cup'")
        if value:
            is_same = name in old and _written(old[name]) == value
            found[name] = old[name] if is_same else value
    annotations = transcript.annotations._replace(tags=FrozenMap(found))
    return transcript.with_annotations(annotations)


def _written(value: JsonScalar) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return " ".join(str(value).split())
