r"""JSON comments (``//`` and ``/* */``): read with the values they belong to, and written back.

A comment belongs to the member or item on its line, else to the following one; the last comments
of a list or object belong to its end. In another text of the same data it is written to the same
value, on its own line or at the end of a line. Comments of values that no longer exist go to the
end of the text, with a note where they were, so that none is lost.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

from atlantis_core.support.safe_text import is_safe_to_show, showable
from .places import ListNode, ObjectNode, Path, Problems, Span, Tree, span_of

_DEEPEST: Final = 64
"""Longest path of a comment; a deeper comment belongs to an enclosing value. Real documents are
not as deep, and long paths for every comment would fill the memory."""
_VISIBLE = re.compile(r"\S")


class CommentSide(Enum):
    """Position of a comment relative to the value that it belongs to."""

    BEFORE = "before"
    BESIDE = "beside"
    END = "end"
    """Before the closing bracket of the value."""


class JsonComment(NamedTuple):
    """A comment and the path of its value, which is None at the end of the text."""

    text: str
    path: Path | None
    side: CommentSide


Moved = Callable[[Path], Path | None]
"""Returns the new path of a value, or None if it no longer exists."""


class JsonComments:
    """The comments of a text. Assigned to values on first access: most files are only read."""

    def __init__(self, text: str = "", tree: Tree = (0, 0), spans: Sequence[Span] = ()) -> None:
        self._source = (text, tree, spans)
        self._count = len(spans)

    def __len__(self) -> int:
        return self._count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JsonComments) and self.placed == other.placed

    def __hash__(self) -> int:
        return hash(self._count)

    @cached_property
    def placed(self) -> tuple[JsonComment, ...]:
        """The comments with their values, in the order of the text."""
        text, tree, spans = self._source
        self._source = ("", (0, 0), ())  # free the memory of text and tree
        placer = _CommentPlacer(text, tree)
        return tuple(placer.place(span) for span in spans)


class _Entry(NamedTuple):
    """A member, including its key, or an item."""

    start: int
    end: int
    tree: Tree
    step: str | int
    around: _Entry | None


def find_comments(text: str) -> tuple[Span, ...]:
    """Spans of all comments."""
    if "//" not in text and "/*" not in text:
        return ()
    from .relaxed_json import read_relaxed_json  # noqa: PLC0415 - rare

    return read_relaxed_json(text, Problems()).comments


def write_comments(text: str, comments: Iterable[JsonComment], moved: Moved) -> str:
    """Insert these comments into the text."""
    from .relaxed_json import read_relaxed_json  # noqa: PLC0415 - rare

    tree = read_relaxed_json(text, Problems()).tree
    lines = text.splitlines()
    page = _Page(lines, [0])
    for line in lines:
        page.starts.append(page.starts[-1] + len(line) + 1)
    above: dict[int, list[str]] = {}
    beside: dict[int, list[str]] = {}
    below: list[str] = []
    for comment in comments:
        shown = _visible(comment.text)
        entry = _find_entry(comment, tree, moved)
        if entry is None:
            below += [*_origin(comment), shown]
            continue
        number = page.line_at(entry.end - 1 if comment.side is CommentSide.END else entry.start)
        # A second comment on a line would become part of a // comment.
        is_free = number not in beside or "//" not in beside[number][-1]
        if comment.side is CommentSide.BESIDE and "\n" not in shown and is_free:
            beside.setdefault(number, []).append(shown)
        else:
            above.setdefault(number, []).append(shown)
    return "".join(f"{line}\n" for line in _joined(lines, above, beside, below))


class _Page(NamedTuple):
    lines: list[str]
    starts: list[int]

    def line_at(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1


def _joined(
    lines: list[str], above: dict[int, list[str]], beside: dict[int, list[str]], below: list[str]
) -> Iterator[str]:
    for number, line in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip())]
        # A comment before a closing bracket belongs inside, so indent it further.
        inner = indent + "  " if line.lstrip()[:1] in ("]", "}") else indent
        yield from (f"{inner}{comment}" for comment in above.get(number, ()))
        yield f"{line}  {' '.join(beside[number])}" if number in beside else line
    yield from below


def _entries(tree: Tree) -> Iterator[_Entry]:
    """All members and items in the order of the text, except the items of pairs."""
    pending = [_children(tree, None)]
    while pending:
        entry = next(pending[-1], None)
        if entry is None:
            pending.pop()
        else:
            yield entry
            pending.append(_children(entry.tree, entry))


def _children(tree: Tree, around: _Entry | None) -> Iterator[_Entry]:
    if isinstance(tree, ObjectNode):
        for key, below in tree.children.items():
            yield _Entry(tree.keys[key].start, span_of(below).end, below, key, around)
    elif isinstance(tree, ListNode):
        for number, below in enumerate(tree.children):
            yield _Entry(*span_of(below), below, number, around)


class _CommentPlacer:
    """Assigns the comments of a text to values, in one pass."""

    def __init__(self, text: str, tree: Tree) -> None:
        self._text = text
        self._end = span_of(tree).end
        self._entries = _entries(tree)
        self._before: _Entry | None = None
        self._after = next(self._entries, None)
        self._open: list[_Entry] = []
        self._passed = self._line_start = 0
        self._line_end = -1
        self._first = self._first_visible(0)
        self._around: tuple[_Entry | None, Path] = (None, ())

    def place(self, comment: Span) -> JsonComment:
        self._go_to(comment)
        text = self._text[comment.start : comment.end]
        before, after = self._before, self._after
        inner = self._open[-1] if self._open else None
        if after is not None and after.start < self._line_end and self._first < comment.start:
            return JsonComment(text, self._path(after), CommentSide.BESIDE)
        if before is not None and before.start >= self._line_start:
            return JsonComment(text, self._path(before), CommentSide.BESIDE)
        if after is not None and (inner is None or after.start < inner.end):
            return JsonComment(text, self._path(after), CommentSide.BEFORE)
        if inner is not None:
            return JsonComment(text, self._path(inner), CommentSide.END)
        return JsonComment(text, None if comment.start >= self._end else (), CommentSide.END)

    def _go_to(self, comment: Span) -> None:
        while self._after is not None and self._after.start < comment.start:
            self._leave(self._after.start)
            self._open.append(self._after)
            self._before, self._after = self._after, next(self._entries, None)
        self._leave(comment.start)
        newline = self._text.rfind("\n", self._passed, comment.start)
        if newline >= 0:
            self._line_start = newline + 1
            self._first = self._first_visible(self._line_start)
        if self._line_end < comment.end:
            found = self._text.find("\n", comment.end)
            self._line_end = len(self._text) if found < 0 else found
        self._passed = comment.start

    def _leave(self, at: int) -> None:
        while self._open and self._open[-1].end <= at:
            self._open.pop()

    def _path(self, entry: _Entry) -> Path:
        """The path of an entry; the part shared with the previous one is cached."""
        if self._around[0] is not entry.around:
            steps: list[str | int] = []
            outer = entry.around
            while outer is not None:
                steps.append(outer.step)
                outer = outer.around
            self._around = (entry.around, tuple(reversed(steps))[: _DEEPEST - 1])
        return (*self._around[1], entry.step)

    def _first_visible(self, start: int) -> int:
        found = _VISIBLE.search(self._text, start)
        return len(self._text) if found is None else found.start()


def _find_entry(comment: JsonComment, tree: Tree, moved: Moved) -> _Entry | None:
    """The entry of a comment, or the nearest enclosing one that exists."""
    path = moved(comment.path) if comment.path else None
    entry: _Entry | None = None
    for step in path or ():
        below = None if isinstance(tree, tuple) else tree.child(step)
        if below is None:
            break
        start = tree.keys[str(step)].start if isinstance(tree, ObjectNode) else span_of(below).start
        entry = _Entry(start, span_of(below).end, below, step, entry)
        tree = below
    return entry


def _origin(comment: JsonComment) -> Iterator[str]:
    if comment.path:
        where = " ".join(str(s + 1) if isinstance(s, int) else s for s in comment.path[:2])
        yield f"// from {where}:"


def _visible(text: str) -> str:
    """Replace invisible characters of a comment."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() if is_safe_to_show(line) else showable(line) for line in lines)
