"""Comments that people write into the JSON of a transcript, kept beside what they stand at.

Read with the transcript and written with it, as long as it is the same one: a comment on a turn
goes with that turn, and to the end of the file once another turn is in its place. Files that
nobody has commented are strict JSON as before (R7.9). Knows where parts of a transcript stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.json_text.places import Path
from atlantis_core.json_text.remarks import Remark, find_comments, find_remarks, write_remarks

if TYPE_CHECKING:
    from .model import Transcript, Turns
    from .source import Source


class Remarks(NamedTuple):
    """The comments of a file, and the turns that it had."""

    kept: tuple[Remark, ...] = ()
    turns: Turns = ()


NO_REMARKS = Remarks()


def read_remarks(source: Source, turns: Turns) -> Remarks:
    """The comments of a JSON text."""
    if not find_comments(source.text):
        return NO_REMARKS
    found = find_remarks(source.text, source.tree)
    kept = (remark._replace(path=_canonical(remark.path, source.turns_at)) for remark in found)
    return Remarks(tuple(kept), turns)


def with_remarks(text: str, transcript: Transcript) -> str:
    """The canonical text of a transcript with the comments that it came with."""
    remarks = transcript.remarks
    if not remarks.kept:
        return text
    same = _same(remarks.turns, transcript.turns)

    def moved(path: Path) -> Path | None:
        match path:
            case ("turns", int() as turn, *_) if turn not in same:
                return None
            case _:
                return path

    return write_remarks(text, remarks.kept, moved)


def _same(before: Turns, now: Turns) -> frozenset[int]:
    """Which turns are still those that were commented on."""
    pairs = enumerate(zip(before, now, strict=False))
    return frozenset(number for number, (old, new) in pairs if old == new)


def _canonical(path: Path | None, turns_at: Iterable[Path] | None) -> Path | None:
    """Where a part of a transcript is written, wherever it was read."""
    if not path:
        return path
    for number, place in enumerate(turns_at or ()):
        if path[: len(place)] == place or place[: len(path)] == path:
            return ("turns", number)
    return path
