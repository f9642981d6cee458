"""Draws the visible part of one line of a board as segments.

Visits only the runs of the layout inside the window, so that the cost does not depend on the
size of the board.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from operator import attrgetter

from rich.segment import Segment
from rich.style import Style

from atlantis_core.diagram import Face, Layout, LayoutRun, Look, Role
from atlantis_core.diagram.drawing import ROLES, write_art, write_row
from atlantis_core.positions.grid import Field

FaceOf = Callable[[Field], Face]
StyleOf = Callable[[Role, Field | None, Face | None], Style]
"""Style of cells by role and field."""

_start = attrgetter("start")


class LineDrawer:
    """Draws lines of one layout and caches their art."""

    def __init__(self, layout: Layout, look: Look, face_of: FaceOf, style_of: StyleOf) -> None:
        self._layout = layout
        self._look = look
        self._face_of = face_of
        self._style_of = style_of
        self._art: dict[int, str] = {}

    def draw(self, line: int, first: int, last: int) -> tuple[int, list[Segment]]:
        """The start column of the first segment, and the segments from `first` to `last`."""
        runs = self._layout.runs(line)
        at = _run_at(runs, first)
        return runs[at].start, list(self._segments(line, runs, at, last))

    def _segments(
        self, line: int, runs: tuple[LayoutRun, ...], at: int, last: int
    ) -> Iterator[Segment]:
        art = self._art.get(line)
        if art is None:
            art = self._art[line] = write_art(self._layout, line, self._look)
        written: Field | None = None
        for start, stop, part, field, row in runs[at:]:
            if start >= last and field != written:
                return
            if field is None:
                yield Segment(art[start:stop], self._style_of(ROLES[part], None, None))
                continue
            face = self._face_of(field)
            if not face.rows[row]:
                yield Segment(art[start:stop], self._style_of(ROLES[part], field, face))
            elif field != written:
                written = field
                for text, role in write_row(self._layout, line, start, face.rows[row], art):
                    yield Segment(text, self._style_of(role, field, face))


def _run_at(runs: tuple[LayoutRun, ...], column: int) -> int:
    """Index of the first run of the field at a column, because fields are written whole."""
    at = max(bisect_right(runs, column, key=_start) - 1, 0)
    while at and runs[at].field is not None and runs[at - 1].field == runs[at].field:
        at -= 1
    return at
