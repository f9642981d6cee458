"""The visible part of one line of a board, as segments.

Works through the runs of the layout that lie in the window only, so that a step on a huge board
costs what it costs on a small one. Knows nothing of the widget that shows them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from operator import attrgetter

from rich.segment import Segment
from rich.style import Style

from atlantis_core.diagram import Face, Layout, LayoutRun, Look, Role
from atlantis_core.diagram.drawing import ROLES, write_art, write_row
from atlantis_core.grid import Field

FaceOf = Callable[[Field], Face]
StyleOf = Callable[[Role, Field | None, Face | None], Style]
"""The style of cells, by their role and by the field that they belong to."""

_start = attrgetter("start")


class LineDrawer:
    """Draws lines of one layout; keeps the art of those that it has drawn."""

    def __init__(self, layout: Layout, look: Look, face_of: FaceOf, style_of: StyleOf) -> None:
        self._layout = layout
        self._look = look
        self._face_of = face_of
        self._style_of = style_of
        self._art: dict[int, str] = {}

    def draw(self, line: int, first: int, last: int) -> tuple[int, list[Segment]]:
        """The segments that cover columns `first` to `last`, and where the first one begins."""
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
    """The run at a column, or the first of its field: a field is written whole."""
    at = max(bisect_right(runs, column, key=_start) - 1, 0)
    while at and runs[at].field is not None and runs[at - 1].field == runs[at].field:
        at -= 1
    return at
