"""Positions of values in a text: paths into the data, spans of characters, and problems.

Validation refers to values by path, because the fast parser keeps no positions. Only if there
are problems, the text is parsed again into a `Tree` of spans, and the problems become
diagnostics with line and column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from atlantis_core.support.diagnostics import Diagnostic, Lines, Related, Severity
from .limits import MAX_COUNTED_PROBLEMS, MAX_PROBLEMS

Path: TypeAlias = tuple[str | int, ...]
"""Keys and indices from the top of the data: ``("turns", 4, 2, 0)``."""


class Span(NamedTuple):
    """A range of characters, as offsets from 0."""

    start: int
    end: int


class KeyAt(NamedTuple):
    """The key of the value at this path, instead of the value."""

    path: Path


Place: TypeAlias = "Path | KeyAt | Span"


class ListNode:
    """The span of a list and of the values in it."""

    __slots__ = ("children", "end", "start")

    def __init__(self, start: int, end: int, children: list[Tree] | None = None) -> None:
        self.start = start
        self.end = end
        self.children: list[Tree] = [] if children is None else children

    def child(self, step: str | int) -> Tree | None:
        if isinstance(step, int) and 0 <= step < len(self.children):
            return self.children[step]
        return None


class ObjectNode:
    """The span of an object, of its keys and of its values."""

    __slots__ = ("children", "end", "keys", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.keys: dict[str, Span] = {}
        self.children: dict[str, Tree] = {}

    def child(self, step: str | int) -> Tree | None:
        return self.children.get(step) if isinstance(step, str) else None


Leaf: TypeAlias = tuple[int, int]
Pair: TypeAlias = tuple[int, int, int, int, int, int]
Tree: TypeAlias = "ListNode | ObjectNode | Leaf | Pair"
"""Spans in the shape of the data: a node for each list and object, start and end for other values.

Lists of two plain strings are very frequent and stored as six numbers: their own span and the
spans of both strings without quotes.
"""


class Problem(NamedTuple):
    """A diagnostic before its place is looked up."""

    severity: Severity
    place: Place
    message: str
    hint: str = ""
    related: tuple[tuple[Place, str], ...] = ()


class Problems:
    """Collects up to `MAX_PROBLEMS` problems of each severity and counts the others."""

    def __init__(self) -> None:
        self._kept: dict[Severity, list[Problem]] = {severity: [] for severity in Severity}
        self._omitted = dict.fromkeys(Severity, 0)
        self._first_omitted: dict[Severity, Place] = {}

    def add(self, problem: Problem) -> None:
        kept = self._kept[problem.severity]
        if len(kept) < MAX_PROBLEMS:
            kept.append(problem)
            return
        self._omitted[problem.severity] += 1
        self._first_omitted.setdefault(problem.severity, problem.place)

    def error(
        self, place: Place, message: str, hint: str = "", *related: tuple[Place, str]
    ) -> None:
        self.add(Problem(Severity.ERROR, place, message, hint, related))

    def warn(self, place: Place, message: str, hint: str = "") -> None:
        self.add(Problem(Severity.WARNING, place, message, hint))

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.add(problem)

    def discard(self, is_pointless: Callable[[Problem], bool]) -> None:
        """Remove problems that another one explains, and all that were only counted."""
        for severity, kept in self._kept.items():
            kept[:] = [problem for problem in kept if not is_pointless(problem)]
            self._omitted[severity] = 0

    @property
    def has_errors(self) -> bool:
        return bool(self._kept[Severity.ERROR])

    @property
    def error_count(self) -> int:
        return len(self._kept[Severity.ERROR]) + self._omitted[Severity.ERROR]

    @property
    def is_full(self) -> bool:
        """Whether a further error would only be counted."""
        return len(self._kept[Severity.ERROR]) >= MAX_PROBLEMS

    @property
    def should_stop(self) -> bool:
        """Whether there are so many errors that a reader should stop."""
        return self._omitted[Severity.ERROR] >= MAX_COUNTED_PROBLEMS - MAX_PROBLEMS

    def __iter__(self) -> Iterator[Problem]:
        for severity, kept in self._kept.items():
            yield from kept
            omitted = self._omitted[severity]
            if omitted:
                word = severity.value if omitted == 1 else f"{severity.value}s"
                count = f"at least {omitted}" if self.should_stop else str(omitted)
                message = f"and {count} more {word}, not shown here"
                yield Problem(severity, self._first_omitted[severity], message)


def find_span(tree: Tree, place: Place) -> Span:
    """The span of a value, or of the nearest enclosing value in the text."""
    if isinstance(place, Span):
        return place
    if isinstance(place, KeyAt):
        *above, key = place.path
        around = _descend(tree, tuple(above))
        named = isinstance(around, ObjectNode) and around.keys.get(str(key))
        return named or span_of(around)
    return span_of(_descend(tree, place))


def _descend(tree: Tree, path: Path) -> Tree:
    for step in path:
        below = _child(tree, step)
        if below is None:
            break
        tree = below
    return tree


def _child(tree: Tree, step: str | int) -> Tree | None:
    if not isinstance(tree, tuple):
        return tree.child(step)
    if len(tree) == 6 and step in (0, 1):
        start, end = tree[2:4] if step == 0 else tree[4:6]
        return start - 1, end + 1
    return None


def span_of(tree: Tree) -> Span:
    return Span(*tree[:2]) if isinstance(tree, tuple) else Span(tree.start, tree.end)


def locate_problems(
    problems: Iterable[Problem], name: str, text: str, tree: Tree | None
) -> tuple[Diagnostic, ...]:
    """Diagnostics with lines and columns, in the order of the text.

    Without a tree only spans can be located; other places become 0:0.
    """
    lines = Lines(text)
    found = [_locate(problem, name, text, lines, tree) for problem in problems]
    return tuple(sorted(found, key=lambda diagnostic: (diagnostic.line, diagnostic.column)))


def _locate(problem: Problem, name: str, text: str, lines: Lines, tree: Tree | None) -> Diagnostic:
    line, column, length = _position(problem.place, text, lines, tree)
    related = tuple(
        Related(*_position(place, text, lines, tree), message) for place, message in problem.related
    )
    return Diagnostic(
        problem.severity, name, line, column, length, problem.message, problem.hint, related
    )


def _position(place: Place, text: str, lines: Lines, tree: Tree | None) -> tuple[int, int, int]:
    if tree is None and not isinstance(place, Span):
        return 0, 0, 0
    start, end = find_span(tree or (0, 0), place)
    return (*lines.locate(start), _visible_length(text, start, end))


def _visible_length(text: str, start: int, end: int) -> int:
    """Number of characters to underline: only the first line of a value, or its bracket."""
    stops = [at for at in (text.find("\n", start, end), text.find("\r", start, end)) if at >= 0]
    if not stops:
        return end - start
    return 1 if text[start] in "[{" else min(stops) - start


def sentence_list(words: Sequence[str], last: str = "or") -> str:
    """Words as in a sentence: ``'a', 'b' or 'c'``."""
    quoted = [f"'{word}'" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"
