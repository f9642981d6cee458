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
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from atlantis_core.safe_text import is_safe_to_show, showable
from .places import ListNode, ObjectNode, Path, Problems, Span, Tree, span_of

_COMMENT = re.compile(
    r""""(?:\\.|[^"\\])*+"|'(?:\\.|[^'\\])*+'|(/\*.*?\*/|//[^\r\n]*)""", re.DOTALL
)
"""A comment, as a group; strings match, too, so that none is looked for inside them."""


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


class _Begin(NamedTuple):
    """Where a member or an item begins, with its key."""

    start: int
    end: int
    path: Path


def find_comments(text: str) -> tuple[Span, ...]:
    """Where comments stand; nothing inside of strings is one."""
    if "//" not in text and "/*" not in text:
        return ()
    return tuple(Span(*match.span()) for match in _COMMENT.finditer(text) if match[1])


def find_remarks(text: str, tree: Tree) -> tuple[Remark, ...]:
    """All comments of a text in their order."""
    begins = sorted(_begins(tree, ()))
    return tuple(_belonging(*span, text, begins, tree) for span in find_comments(text))


def write_remarks(text: str, remarks: Iterable[Remark], moved: Moved) -> str:
    """The text with these comments in it."""
    from .relaxed_json import read_relaxed_json  # noqa: PLC0415 - rare

    begins = {begin.path: begin for begin in _begins(read_relaxed_json(text, Problems()).tree, ())}
    lines = text.splitlines()
    page = _Page(lines, [0])
    for line in lines:
        page.starts.append(page.starts[-1] + len(line) + 1)
    above: dict[int, list[str]] = {}
    beside: dict[int, str] = {}
    below: list[str] = []
    for remark in remarks:
        words = _harmless(remark.text)
        place = _place(remark, begins, moved)
        if place is None:
            below += [*_lost(remark), words]
            continue
        number = page.line_at(place.end - 1 if remark.side is CommentSide.END else place.start)
        is_free = "//" not in beside.get(number, "")
        if remark.side is CommentSide.BESIDE and "\n" not in words and is_free:
            beside[number] = f"{beside.get(number, '')} {words}"
        else:
            above.setdefault(number, []).append(words)
    return "".join(f"{line}\n" for line in _joined(lines, above, beside, below))


class _Page(NamedTuple):
    lines: list[str]
    starts: list[int]

    def line_at(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1


def _joined(
    lines: list[str], above: dict[int, list[str]], beside: dict[int, str], below: list[str]
) -> Iterator[str]:
    for number, line in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip())]
        # Before a closing bracket stands what belongs to its inside.
        inner = indent + "  " if line.lstrip()[:1] in ("]", "}") else indent
        yield from (f"{inner}{words}" for words in above.get(number, ()))
        yield f"{line} {beside[number]}" if number in beside else line
    yield from below


def _begins(tree: Tree, path: Path) -> Iterator[_Begin]:
    """All members and items, without what is inside of pairs of strings."""
    if isinstance(tree, ObjectNode):
        for key, below in tree.children.items():
            own = (*path, key)
            yield _Begin(tree.keys[key].start, span_of(below).end, own)
            yield from _begins(below, own)
    elif isinstance(tree, ListNode):
        for number, below in enumerate(tree.children):
            own = (*path, number)
            yield _Begin(*span_of(below), own)
            yield from _begins(below, own)


def _belonging(start: int, end: int, text: str, begins: list[_Begin], tree: Tree) -> Remark:
    """What a comment belongs to."""
    words = text[start:end]
    line_start = text.rfind("\n", 0, start) + 1
    at = bisect_right(begins, (start,))
    after = begins[at] if at < len(begins) else None
    line_end = text.find("\n", end) if "\n" in text[end:] else len(text)
    if after is not None and after.start < line_end and text[line_start:start].strip():
        return Remark(words, after.path, CommentSide.BESIDE)
    if at and begins[at - 1].start >= line_start:
        return Remark(words, begins[at - 1].path, CommentSide.BESIDE)
    around = [begin for begin in begins[:at] if begin.end > start]
    inner = around[-1] if around else None
    if after is not None and (inner is None or after.start < inner.end):
        return Remark(words, after.path, CommentSide.BEFORE)
    if inner is not None:
        return Remark(words, inner.path, CommentSide.END)
    return Remark(words, None if start >= span_of(tree).end else (), CommentSide.END)


def _place(remark: Remark, begins: dict[Path, _Begin], moved: Moved) -> _Begin | None:
    """The member or item itself, or the nearest one around it that is there."""
    if remark.path is None or not remark.path:
        return None
    path = moved(remark.path)
    while path:
        if path in begins:
            return begins[path]
        path = path[:-1]
    return None


def _lost(remark: Remark) -> Iterator[str]:
    if remark.path:
        where = " ".join(str(s + 1) if isinstance(s, int) else s for s in remark.path[:2])
        yield f"// from {where}:"


def _harmless(words: str) -> str:
    """A comment without characters that cannot be seen."""
    lines = words.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() if is_safe_to_show(line) else showable(line) for line in lines)
