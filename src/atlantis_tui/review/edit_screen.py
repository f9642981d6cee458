"""Writing in review: comments, tags, variations; each change is saved as it is made.

What cannot be saved is said and stays until it can. Windows are imported when they open.
"""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import ClassVar

from textual.binding import Binding, BindingType

from atlantis_core.errors import AtlantisError
from atlantis_core.files.errors import SaveConflictError
from atlantis_core.grid import Move
from atlantis_core.review.variations import Path, format_path
from atlantis_core.scoring import is_over
from atlantis_core.transcript.model import Transcript
from atlantis_tui.game.document import GameDocument
from atlantis_tui.review.panels import wrapped
from atlantis_tui.review.tags_text import format_tags, parse_tags
from atlantis_tui.review.turn_rows import TurnRows
from atlantis_tui.review.walk_screen import WalkScreen
from atlantis_tui.widgets.dialogs import Answer, Dialog

_OVERWRITE = "overwrite"


class EditScreen(WalkScreen):
    """A game that can be commented on and played differently."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "comment", "Comment on this turn"),
        Binding("T", "tags", "Tags of the game"),
        Binding("ctrl+s", "save", "Save again what could not be saved"),
        Binding("t", "try", "Try another turn from here"),
        Binding("delete,X", "delete", "Delete this variation from here on"),
        Binding("P", "promote", "Make this variation the continuation"),
        Binding("m", "main", "Back to the main line"),
        Binding("v", "variation", "Into the next variation that leaves here"),
    ]

    def __init__(self, document: GameDocument, turn: int | None = None) -> None:
        super().__init__(document, turn)
        self.has_changed_turns = False
        self.has_unsaved = False

    # Keeping changes.

    def keep(self, said: str) -> None:
        """Save after an edit, and say what was done."""
        self._message = None
        transcript = self.review.tree.transcript
        self.rows = TurnRows(self.review.tree)
        problem = self.save_quietly(transcript)
        self.timeline.show_moments(self.review.moments())
        self.paint()
        if problem:
            self.say(f"{said}, but not saved: {problem}", "bad")
        else:
            self.say(said if self.document.path else f"{said}; this game has no file yet")

    def save_quietly(self, transcript: Transcript) -> str:
        """Write the file; gives what went wrong, or nothing."""
        if transcript.turns != self.document.game.turns:
            self.document.adopt(transcript)
            self.has_changed_turns = True
        else:
            self.document.edit(transcript)
        try:
            self.document.save()
        except (OSError, AtlantisError) as error:
            self.has_unsaved = True
            return str(error)
        self.has_unsaved = False
        return ""

    def action_save(self) -> None:
        """Try again what could not be saved; a file that somebody else changed is asked about."""
        try:
            self.document.save()
        except SaveConflictError as error:
            lines = [(part,) for part in wrapped(str(error), 70)]
            answers = (
                Answer("o", "overwrite it with this game", _OVERWRITE),
                Answer("enter", "leave it alone", ""),
            )
            self.app.push_screen(Dialog("The file has changed", lines, answers), self._overwritten)
        except (OSError, AtlantisError) as error:
            self.refuse(error)
        else:
            self._saved()

    def _overwritten(self, answer: str | None) -> None:
        if answer != _OVERWRITE:
            return
        try:
            self.document.overwrite()
        except (OSError, AtlantisError) as error:
            self.refuse(error)
        else:
            self._saved()

    def save_as(self, name: str) -> None:
        """Write another file and go on with that one."""
        self.document.save_as(FilePath(name).expanduser())
        self.paint_bars()
        self._saved()

    def _saved(self) -> None:
        self.has_unsaved = False
        path = self.document.path
        self.say(f"saved: {path.name}" if path else "this game has no file: save as NAME")

    def refuse(self, error: AtlantisError | OSError) -> None:
        """Say why something cannot be done; nothing has changed."""
        self.say(str(error), "bad")

    # Comments and tags.

    def action_comment(self) -> None:
        from atlantis_tui.review.editor import TextEditor

        old = self.review.tree.comment(self.review.place) or ""
        title = f"Comment on turn {self.review.turn}" if self.review.turn else "Comment"
        hint = "an empty text deletes it" if old else ""
        self.app.push_screen(TextEditor(title, old, hint), self._commented)

    def _commented(self, text: str | None) -> None:
        if text is None:
            return
        self.review.comment(text)
        self.keep("comment written" if text.strip() else "comment deleted")

    def action_tags(self) -> None:
        from atlantis_tui.review.editor import TextEditor

        tags = self.review.tree.transcript.annotations.tags
        hint = "one a line, for example 'event: Spring Cup'"
        self.app.push_screen(TextEditor("Tags of the game", format_tags(tags), hint), self._tagged)

    def _tagged(self, text: str | None) -> None:
        if text is None:
            return
        transcript = self.review.tree.transcript
        try:
            self.review.edit(parse_tags(text, transcript))
        except AtlantisError as error:
            self.refuse(error)
            return
        self.keep("tags written")

    # Variations.

    def action_try(self) -> None:
        """Plan another turn on the board."""
        if self.review.is_inside_turn:
            self.review.go_to_turn(self.review.turn - 1)
            self.paint()
        if not self.review.position.players or is_over(self.review.position):
            self.say("the game is over here; go back some turns to try something else")
            return
        from atlantis_tui.review.try_screen import TryScreen

        self.app.push_screen(TryScreen(self.review, self.try_turn))

    def try_turn(self, moves: tuple[Move, ...]) -> None:
        """Play a turn from here: it is walked if it is known, else a variation."""
        try:
            is_new = self.review.play(moves)
        except AtlantisError as error:
            self.refuse(error)
            return
        if is_new:
            self.keep(f"variation {format_path(self.review.path)}")
        else:
            self.walked(has_moved=True)
            self.say("this turn is already there")

    def action_main(self) -> None:
        self.walked(self.review.go_to_line(()), "this is the main line")

    def action_variation(self) -> None:
        """Go into the variations that leave after this turn, one after the other."""
        walk = self.review
        above = walk.tree.home(walk.place).path
        at = walk.turn
        if walk.path and walk.turn == walk.path[-1].turn:
            above, at = walk.path[:-1], walk.turn - 1
        paths: list[Path] = [
            (*above, branch) for branch, _ in walk.tree.children(above) if branch.turn == at + 1
        ]
        if not paths:
            self.say("no variation leaves here; t tries a turn")
            return
        after = paths.index(walk.path) + 1 if walk.path in paths else 0
        self.walked(walk.go_to_line(paths[after % len(paths)]))
        if walk.line.problem:
            self.say(f"this variation ends early: {walk.line.problem}", "bad")

    def action_delete(self) -> None:
        walk = self.review
        if not walk.path or walk.turn < walk.path[-1].turn:
            self.say("only variations can be deleted: go into one first")
            return
        first, last = max(walk.turn, walk.path[-1].turn), walk.line.turn_number
        what = f"turn {first}" if first == last else f"turns {first} to {last}"
        lines = [(f"Delete {what} of {format_path(walk.path)} and what hangs on it?",)]
        answers = (Answer("d", "delete", "delete"), Answer("enter", "keep", ""))
        self.app.push_screen(Dialog("Variation", lines, answers), self._deleted)

    def _deleted(self, answer: str | None) -> None:
        if answer != "delete":
            return
        path = self.review.path
        self.review.delete(path, self.review.turn)
        self.keep(f"deleted from {format_path(path)}")

    def action_promote(self) -> None:
        walk = self.review
        if not walk.path:
            self.say("this is the main line: go into a variation first")
            return
        line = walk.tree.line(walk.path[:-1])
        first = walk.path[-1].turn
        lines = [(f"Make {format_path(walk.path)} the continuation of its line?",)]
        if first <= line.turn_number:
            lines.append((f"Turns {first} to {line.turn_number} become a variation.",))
        answers = (Answer("p", "yes", "promote"), Answer("enter", "no", ""))
        self.app.push_screen(Dialog("Variation", lines, answers), self._promoted)

    def _promoted(self, answer: str | None) -> None:
        if answer != "promote":
            return
        path = self.review.path
        try:
            self.review.promote(path)
        except AtlantisError as error:
            self.refuse(error)
            return
        self.keep(f"{format_path(path)} is the continuation now")
