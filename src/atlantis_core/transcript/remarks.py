"""Comments that people write into the JSON of a transcript, kept beside what they stand at.

Read with the transcript and written with it, as long as it is the same one: a comment on a turn
goes with that turn, and to the end of the file once another turn is in its place. Files that
nobody has commented are strict JSON as before (R7.9). Knows where parts of a transcript stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.json_text.places import Path
from atlantis_core.json_text.remarks import Comments, Remark, write_remarks

if TYPE_CHECKING:
    from .model import Transcript, Turns


class Remarks(NamedTuple):
    """The comments of a file, the turns that it had, and where these are in a list of events."""

    comments: Comments = Comments()
    turns: Turns = ()
    turns_at: tuple[Path, ...] | None = None

    def placed(self) -> Iterator[Remark]:
        """The comments with where they belong in the canonical layout."""
        places = _turn_places(self.turns_at or ())
        for remark in self.comments.remarks:
            yield remark._replace(path=_canonical(remark.path, places))


NO_REMARKS = Remarks()
_EVENT_DEPTH = 3


def with_remarks(text: str, transcript: Transcript) -> str:
    """The canonical text of a transcript with the comments that it came with."""
    remarks = transcript.remarks
    if not remarks.comments:
        return text
    same = _same(remarks.turns, transcript.turns)

    def moved(path: Path) -> Path | None:
        match path:
            case ("turns", int() as turn, *_) if turn not in same:
                return None
            case _:
                return path

    return write_remarks(text, remarks.placed(), moved)


def _same(before: Turns, now: Turns) -> frozenset[int]:
    """Which turns are still those that were commented on."""
    pairs = enumerate(zip(before, now, strict=False))
    return frozenset(number for number, (old, new) in pairs if old == new)


def _turn_places(turns_at: Iterable[Path]) -> Mapping[Path, int]:
    """The turn at each path such as ``("events", 4, "moves")``, and the first one inside it."""
    places: dict[Path, int] = {}
    for number, path in enumerate(turns_at):
        for length in range(1, _EVENT_DEPTH + 1):
            places.setdefault(path[:length], number)
    return places


def _canonical(path: Path | None, places: Mapping[Path, int]) -> Path | None:
    """Where a part of a transcript is written, wherever it was read."""
    turn = places.get(path[:_EVENT_DEPTH]) if path else None
    return path if turn is None else ("turns", turn)
