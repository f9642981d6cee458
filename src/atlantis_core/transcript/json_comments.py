"""JSON comments of a transcript file, which are written back with their values.

A comment on a turn moves to the end of the file once another turn replaces that turn. Files
without comments are written as strict JSON (R7.9).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.json_text.comments import JsonComment, JsonComments, write_comments
from atlantis_core.json_text.places import Path

if TYPE_CHECKING:
    from .model import Transcript, Turns


class FileComments(NamedTuple):
    """The JSON comments of a file, its turns, and their paths in a list of events."""

    comments: JsonComments = JsonComments()
    turns: Turns = ()
    turns_at: tuple[Path, ...] | None = None

    def placed(self) -> Iterator[JsonComment]:
        """The comments with their paths in the canonical layout."""
        places = _turn_places(self.turns_at or ())
        for comment in self.comments.placed:
            yield comment._replace(path=_canonical(comment.path, places))


NO_FILE_COMMENTS = FileComments()
_EVENT_DEPTH = 3


def with_json_comments(text: str, transcript: Transcript) -> str:
    """Insert the JSON comments of a transcript into its canonical text."""
    found = transcript.json_comments
    if not found.comments:
        return text
    same = _same(found.turns, transcript.turns)

    def moved(path: Path) -> Path | None:
        match path:
            case ("turns", int() as turn, *_) if turn not in same:
                return None
            case _:
                return path

    return write_comments(text, found.placed(), moved)


def _same(before: Turns, now: Turns) -> frozenset[int]:
    """Indices of the turns that have not changed."""
    pairs = enumerate(zip(before, now, strict=False))
    return frozenset(number for number, (old, new) in pairs if old == new)


def _turn_places(turns_at: Iterable[Path]) -> Mapping[Path, int]:
    """The turn at each path such as ``("events", 4, "moves")`` or a prefix of it."""
    places: dict[Path, int] = {}
    for number, path in enumerate(turns_at):
        for length in range(1, _EVENT_DEPTH + 1):
            places.setdefault(path[:length], number)
    return places


def _canonical(path: Path | None, places: Mapping[Path, int]) -> Path | None:
    """The path of a value in the canonical layout."""
    turn = places.get(path[:_EVENT_DEPTH]) if path else None
    return path if turn is None else ("turns", turn)
