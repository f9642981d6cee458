r"""Comments in a JSON text (``//`` and ``/* */``): found with what they stand at, and put back.

A comment belongs to the member or item that follows it, or to the one in whose line it stands;
the last ones of a list or object to its end. It is written into another text of the same data at
the same place, on a line of its own or at the end of one. What stood at something that is not there
any more goes to the end of the text, and says where it was: nothing that somebody wrote is lost.
Knows paths into data, nothing of transcripts.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

from atlantis_core.safe_text import is_safe_to_show, showable
from .places import ListNode, ObjectNode, Path, Problems, Span, Tree, span_of

_DEEPEST: Final = 64
"""Longest path of a comment: further inside it belongs to a value around it. No document has
values as deep as that, and long paths at every comment would fill the memory."""
_VISIBLE = re.compile(r"\S")


class CommentSide(Enum):
    """Where a comment stands, seen from the value that it belongs to."""

    BEFORE = "before"
    BESIDE = "beside"
    END = "end"
    """Before the closing bracket of the value."""


class Remark(NamedTuple):
    """A comment, and the path of the value that it belongs to; none at the end of the text."""

    text: str
    path: Path | None
    side: CommentSide


Moved = Callable[[Path], Path | None]
"""Where a value has gone; None if it is not there any more."""


class Comments:
    """The comments of a text. Most are only counted: a file is read more often than written."""

    def __init__(self, text: str = "", tree: Tree = (0, 0), spans: Sequence[Span] = ()) -> None:
        self._source = (text, tree, spans)
        self._count = len(spans)

    def __len__(self) -> int:
        return self._count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Comments) and self.remarks == other.remarks

    def __hash__(self) -> int:
        return hash(self._count)

    @cached_property
    def remarks(self) -> tuple[Remark, ...]:
        """The comments with what they belong to, in the order of the text."""
        text, tree, spans = self._source
        self._source = ("", (0, 0), ())  # the text and its tree take much more room
        places = _Places(text, tree)
        return tuple(places.belonging(span) for span in spans)


class _Begin(NamedTuple):
    """Where a member or an item begins, with its key, and where it ends."""

    start: int
    end: int
    tree: Tree
    step: str | int
    around: _Begin | None


def find_comments(text: str) -> tuple[Span, ...]:
    """Where comments stand; nothing inside of strings is one."""
    if "//" not in text and "/*" not in text:
        return ()
    from .relaxed_json import read_relaxed_json  # noqa: PLC0415 - rare

    return read_relaxed_json(text, Problems()).comments


def write_remarks(text: str, remarks: Iterable[Remark], moved: Moved) -> str:
    """The text with these comments in it."""
    from .relaxed_json import read_relaxed_json  # noqa: PLC0415 - rare

    tree = read_relaxed_json(text, Problems()).tree
    lines = text.splitlines()
    page = _Page(lines, [0])
    for line in lines:
        page.starts.append(page.starts[-1] + len(line) + 1)
    above: dict[int, list[str]] = {}
    beside: dict[int, list[str]] = {}
    below: list[str] = []
    for remark in remarks:
        words = _harmless(remark.text)
        place = _place(remark, tree, moved)
        if place is None:
            below += [*_lost(remark), words]
            continue
        number = page.line_at(place.end - 1 if remark.side is CommentSide.END else place.start)
        # What follows a comment up to the end of the line would belong to it.
        is_free = number not in beside or "//" not in beside[number][-1]
        if remark.side is CommentSide.BESIDE and "\n" not in words and is_free:
            beside.setdefault(number, []).append(words)
        else:
            above.setdefault(number, []).append(words)
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
        # Before a closing bracket stands what belongs to its inside.
        inner = indent + "  " if line.lstrip()[:1] in ("]", "}") else indent
        yield from (f"{inner}{words}" for words in above.get(number, ()))
        yield f"{line}  {' '.join(beside[number])}" if number in beside else line
    yield from below


def _begins(tree: Tree) -> Iterator[_Begin]:
    """All members and items in the order of the text, without what is inside of pairs."""
    pending = [_below(tree, None)]
    while pending:
        begin = next(pending[-1], None)
        if begin is None:
            pending.pop()
        else:
            yield begin
            pending.append(_below(begin.tree, begin))


def _below(tree: Tree, around: _Begin | None) -> Iterator[_Begin]:
    if isinstance(tree, ObjectNode):
        for key, below in tree.children.items():
            yield _Begin(tree.keys[key].start, span_of(below).end, below, key, around)
    elif isinstance(tree, ListNode):
        for number, below in enumerate(tree.children):
            yield _Begin(*span_of(below), below, number, around)


class _Places:
    """Goes through a text from comment to comment and finds what each belongs to."""

    def __init__(self, text: str, tree: Tree) -> None:
        self._text = text
        self._end = span_of(tree).end
        self._begins = _begins(tree)
        self._before: _Begin | None = None
        self._after = next(self._begins, None)
        self._open: list[_Begin] = []
        self._passed = self._line_start = 0
        self._line_end = -1
        self._first = self._first_visible(0)
        self._around: tuple[_Begin | None, Path] = (None, ())

    def belonging(self, comment: Span) -> Remark:
        self._go_to(comment)
        words = self._text[comment.start : comment.end]
        before, after = self._before, self._after
        inner = self._open[-1] if self._open else None
        if after is not None and after.start < self._line_end and self._first < comment.start:
            return Remark(words, self._path(after), CommentSide.BESIDE)
        if before is not None and before.start >= self._line_start:
            return Remark(words, self._path(before), CommentSide.BESIDE)
        if after is not None and (inner is None or after.start < inner.end):
            return Remark(words, self._path(after), CommentSide.BEFORE)
        if inner is not None:
            return Remark(words, self._path(inner), CommentSide.END)
        return Remark(words, None if comment.start >= self._end else (), CommentSide.END)

    def _go_to(self, comment: Span) -> None:
        while self._after is not None and self._after.start < comment.start:
            self._leave(self._after.start)
            self._open.append(self._after)
            self._before, self._after = self._after, next(self._begins, None)
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

    def _path(self, begin: _Begin) -> Path:
        """The keys and numbers on the way to a member or an item; of neighbours built once."""
        if self._around[0] is not begin.around:
            steps: list[str | int] = []
            outer = begin.around
            while outer is not None:
                steps.append(outer.step)
                outer = outer.around
            self._around = (begin.around, tuple(reversed(steps))[: _DEEPEST - 1])
        return (*self._around[1], begin.step)

    def _first_visible(self, start: int) -> int:
        found = _VISIBLE.search(self._text, start)
        return len(self._text) if found is None else found.start()


def _place(remark: Remark, tree: Tree, moved: Moved) -> _Begin | None:
    """The member or item itself, or the nearest one around it that is there."""
    path = moved(remark.path) if remark.path else None
    place: _Begin | None = None
    for step in path or ():
        below = None if isinstance(tree, tuple) else tree.child(step)
        if below is None:
            break
        start = tree.keys[str(step)].start if isinstance(tree, ObjectNode) else span_of(below).start
        place = _Begin(start, span_of(below).end, below, step, place)
        tree = below
    return place


def _lost(remark: Remark) -> Iterator[str]:
    if remark.path:
        where = " ".join(str(s + 1) if isinstance(s, int) else s for s in remark.path[:2])
        yield f"// from {where}:"


def _harmless(words: str) -> str:
    """A comment without characters that cannot be seen."""
    lines = words.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() if is_safe_to_show(line) else showable(line) for line in lines)
