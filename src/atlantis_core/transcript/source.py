"""The text that a transcript was read from, and the positions of its values.

Positions need a second, slower parse. It happens at most once, and not for files without
problems.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from atlantis_core.files.collections import split_name
from atlantis_core.files.compression import is_packed, unpack
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.json_text.places import (
    Path,
    Place,
    Problem,
    Problems,
    Span,
    Tree,
    find_span,
    locate_problems,
)
from atlantis_core.support.diagnostics import Diagnostic, Lines, moved_down


class Format(Enum):
    """File format of a transcript."""

    JSON = "json"
    TEXT = "text"
    """The old text format (R8)."""
    CODE = "code"
    """A share code: start and turns only."""


class Source:
    """A text with a name for messages."""

    __slots__ = ("_file", "_tree", "format", "name", "text", "turns_at")

    def __init__(
        self,
        name: str,
        text: str,
        document_format: Format,
        tree: Tree | None = None,
        file: tuple[bytes, int] | None = None,
    ) -> None:
        """`file` is the content and the modification time (in ns) of a file."""
        self.name = name
        self.text = text
        self.format = document_format
        self._file = file
        self.turns_at: tuple[Path, ...] | None = None
        """Paths of the turns, if not under ``turns``: files with events (R7.3)."""
        self._tree = tree

    @property
    def fingerprint(self) -> Fingerprint | None:
        """Fingerprint of the file when it was read, for `save`; None without a file."""
        return None if self._file is None else Fingerprint.of(*self._file)

    def is_content(self, content: bytes) -> bool:
        """Whether the file contained exactly these bytes, compressed or not."""
        if self._file is None:
            return False
        raw = self._file[0]
        return content == (unpack(raw, len(content) + 1) if is_packed(raw) else raw)

    @property
    def tree(self) -> Tree:
        """The spans of all values."""
        if self._tree is None:
            # Slow to import and needed only for files with problems.
            from atlantis_core.json_text.relaxed_json import read_relaxed_json  # noqa: PLC0415

            # Problems were reported by the first parse.
            self._tree = read_relaxed_json(self.text, Problems()).tree
        return self._tree

    def turn_path(self, turn: int) -> Path:
        """The path of a turn's list of moves, from 0."""
        return ("turns", turn) if self.turns_at is None else self.turns_at[turn]

    def span(self, place: Place) -> Span:
        """The span of a value, or of the nearest enclosing value in the text."""
        return find_span(self.tree, place)

    def locate(self, problems: Iterable[Problem]) -> tuple[Diagnostic, ...]:
        """Diagnostics with lines and columns, in the order of the text."""
        name, first = split_name(self.name)
        found = locate_problems(problems, name, self.text, self.tree)
        return found if first == 1 else tuple(moved_down(entry, first - 1) for entry in found)

    @property
    def lines(self) -> Lines:
        """The lines of the text, numbered as in its file, to show diagnostics."""
        return Lines(self.text, split_name(self.name)[1])

    def __repr__(self) -> str:
        return f"<Source {self.name!r}>"
