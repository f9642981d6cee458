"""The state of a dialogue between lines, and parsing of command arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from atlantis_core.narration import Cast
from atlantis_core.positions.grid import Field, parse_field
from atlantis_core.review.places import Place, parse_place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.model import Transcript
from .verbs import DialogueError

Save = Callable[[Transcript], str]
"""Saves a changed transcript and returns a message; raises if it cannot."""

SaveAs = Callable[[Transcript, str], str]
"""Saves a transcript to another file, which later saves use too."""


def _refuse(_: Transcript, name: str) -> str:
    raise DialogueError(f"cannot save as '{showable(name, 40)}' here")


@dataclass
class DialogueState:
    """The game under review and the settings of the dialogue."""

    replay: ReplayCursor
    cast: Cast
    save: Save
    save_as: SaveAs = _refuse
    is_brief: bool = False
    is_done: bool = False
    has_unsaved: bool = False
    viewer: int | None = None
    """The player who listens; None for the player to move."""
    retried: int | None = None
    """The mistake for which the user looks for a better turn."""

    @property
    def listener(self) -> int:
        """The player whose stones are "mine"."""
        if not self.replay.position.players:
            raise DialogueError("this board has no players yet")
        return self.replay.position.to_move if self.viewer is None else self.viewer

    def save_edit(self) -> str:
        """Save after an edit. On failure the edit stays in the dialogue, unsaved."""
        self.has_unsaved = True
        message = self.save(self.replay.tree.transcript)
        self.has_unsaved = False
        return message

    def save_to(self, name: str) -> str:
        """Save to another file, also from now on."""
        message = self.save_as(self.replay.tree.transcript, name)
        self.has_unsaved = False
        return message


def read_place(state: DialogueState, text: str) -> Place:
    """Parse a place; ``start``, ``end`` and ``here`` refer to the current line."""
    named = {"start": 0, "end": state.replay.line.turn_number, "here": state.replay.turn}
    if text in named:
        return Place(state.replay.path, named[text])
    return parse_place(text, state.replay.path)


def read_field(state: DialogueState, text: str) -> Field:
    """Parse a field of this board."""
    field = parse_field(text.strip().lower())
    if field not in state.replay.position.board:
        raise DialogueError(f"there is no field '{field}' on this board")
    return field


def required(text: str, expected: str) -> str:
    """The argument of a command; raises DialogueError if it is missing."""
    if not text.strip():
        raise DialogueError(f"expected {expected} after the command")
    return text.strip()
