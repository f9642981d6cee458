"""What a typed line means in review: a place, a field, moves; everything else is a question.

Questions go to the same dialogue that `atlantis read` holds, about the same walk.
"""

from __future__ import annotations

from typing import NamedTuple

from atlantis_core.errors import NotationError, UnknownFieldError
from atlantis_core.game import Turn
from atlantis_core.grid import Field, parse_field, parse_moves
from atlantis_core.narration import Cast
from atlantis_core.review.places import Place, parse_place
from atlantis_core.review.walk import Walk
from atlantis_tui.review.edits import Edits


def read_line(text: str, walk: Walk) -> Place | Field | Turn | None:
    """A place to go to, a field to look at, moves to try; None for everything else."""
    try:
        return parse_place(text, walk.path)
    except NotationError:
        pass
    try:
        field = parse_field(text.lower())
    except NotationError:
        pass
    else:
        return check_field(str(field), walk)
    try:
        return parse_moves(text.lower())
    except NotationError:
        return None


def check_field(text: str, walk: Walk) -> Field:
    """A field of the board. Raises UnknownFieldError for others."""
    field = parse_field(text.strip().lower())
    if field not in walk.position.board:
        raise UnknownFieldError(field)
    return field


class Answer(NamedTuple):
    """What the dialogue says; it may also have walked."""

    lines: tuple[str, ...]
    has_failed: bool
    has_walked: bool


def ask_dialogue(question: str, walk: Walk, cast: Cast, edits: Edits) -> Answer:
    """Ask about where the walk is."""
    from atlantis_core.dialogue import Dialogue
    from atlantis_core.dialogue.state import Talk
    from atlantis_core.transcript.model import Transcript

    def keep(transcript: Transcript) -> str:
        problem = edits.save_quietly(transcript)
        return f"not saved: {problem}" if problem else "saved"

    before = walk.place, walk.step
    dialogue = Dialogue(Talk(walk, cast, keep))
    lines = tuple(dialogue.answer(question))
    has_walked = (walk.place, walk.step) != before
    return Answer(lines, bool(dialogue.failures), has_walked)
