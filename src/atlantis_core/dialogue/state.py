"""What a dialogue remembers between two lines, and how its commands complain."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from atlantis_core.errors import AtlantisError
from atlantis_core.grid import Field, parse_field
from atlantis_core.narration import Cast
from atlantis_core.review.places import Place, parse_place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.safe_text import showable
from atlantis_core.transcript.model import Transcript

Lines = Iterable[str]
Save = Callable[[Transcript], str]
"""Keeps a changed transcript and says how; raises if it cannot."""

SaveAs = Callable[[Transcript, str], str]
"""Keeps a transcript under another name, and from then on there."""


class DialogueError(AtlantisError):
    """A line that cannot be answered, with the reason."""


def _refuse(_: Transcript, name: str) -> str:
    raise DialogueError(f"nothing can be saved as '{showable(name, 40)}' here")


@dataclass
class Talk:
    """One reader of one game."""

    replay: ReplayCursor
    cast: Cast
    save: Save
    save_as: SaveAs = _refuse
    is_brief: bool = False
    is_done: bool = False
    has_unsaved: bool = False

    def keep(self) -> str:
        """Save after an edit; what could not be saved stays in the dialogue."""
        self.has_unsaved = True
        said = self.save(self.replay.tree.transcript)
        self.has_unsaved = False
        return said

    def keep_as(self, name: str) -> str:
        """Save to another file, and from now on there."""
        said = self.save_as(self.replay.tree.transcript, name)
        self.has_unsaved = False
        return said


def read_place(talk: Talk, text: str) -> Place:
    """A place in the game; ``start`` and ``end`` are those of the line."""
    named = {"start": 0, "end": talk.replay.line.turn_number, "here": talk.replay.turn}
    if text in named:
        return Place(talk.replay.path, named[text])
    return parse_place(text, talk.replay.path)


def read_field(talk: Talk, text: str) -> Field:
    """A field of this board."""
    field = parse_field(text.strip().lower())
    if field not in talk.replay.position.board:
        raise DialogueError(f"there is no field '{field}' on this board")
    return field


def needs(text: str, what: str) -> str:
    """The words after a command that cannot do without."""
    if not text.strip():
        raise DialogueError(f"expected {what} after the command")
    return text.strip()
