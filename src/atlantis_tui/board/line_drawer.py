"""Draws the visible part of one line of a board.

Visits only the runs of the layout inside the window, so that the cost does not depend on the
size of the board. Lines between fields have the colour of the more important one; those between
dead fields of a segment vanish, so that they form one sea, and those inside a territory are faint.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from rich.segment import Segment
from textual.strip import Strip

from atlantis_core.diagram import Face, Layout, LayoutRun, Look, Role
from atlantis_core.diagram.art import Part
from atlantis_core.diagram.drawing import ROLES, write_art
from atlantis_core.positions.grid import Field
from .marks import Mark
from .signs import sign_text
from .styles import PLAIN, STROKES, BoardStyles, CellLook, FieldLook, StrokeLook

_start = attrgetter("start")
_WAVES = 5
"""One cell in so many shows a wave."""


class DrawnField(NamedTuple):
    """Everything that the drawing of a field depends on."""

    face: Face
    look: FieldLook
    is_movable: bool = False
    signer: int | None = None
    """The player whom a sign of an overlay names."""


class LineDrawer:
    """Draws lines of one layout; caches their art and their visible parts."""

    def __init__(
        self,
        layout: Layout,
        look: Look,
        field_of: Callable[[Field], DrawnField],
        styles: BoardStyles,
    ) -> None:
        self._layout = layout
        self._look = look
        self._field_of = field_of
        self._styles = styles
        self._art: dict[int, str] = {}
        self._strips: dict[int, Strip] = {}
        self._fields: dict[Field, DrawnField] = {}

    def strip(self, line: int, left: int, width: int) -> Strip:
        """A line of a window of this width, in which the layout begins at the column `left`."""
        if not 0 <= line < self._layout.height:
            return Strip.blank(width, self._styles.background)
        strip = self._strips.get(line)
        if strip is None:
            strip = self._strips[line] = self._visible(line, left, width)
        return strip

    def forget_strips(self, lines: Iterable[int] | None = None) -> None:
        """Draw these lines again, or all if the window is scrolled sideways."""
        self._fields.clear()
        if lines is None:
            self._strips.clear()
            return
        for line in lines:
            self._strips.pop(line, None)

    def _field(self, field: Field) -> DrawnField:
        """A field as it is drawn; every line of it and the strokes around it ask."""
        drawn = self._fields.get(field)
        if drawn is None:
            drawn = self._fields[field] = self._field_of(field)
        return drawn

    def _visible(self, line: int, left: int, width: int) -> Strip:
        background, hidden = self._styles.background, max(-left, 0)
        runs = self._layout.runs(line)
        at = _run_at(runs, hidden)
        first = hidden - runs[at].start
        segments = list(self._segments(line, runs, at, hidden + width))
        if left > 0:
            segments.insert(0, Segment(" " * left, background))
        return Strip(segments).crop_extend(first, first + width, background)

    def _segments(
        self, line: int, runs: tuple[LayoutRun, ...], at: int, last: int
    ) -> Iterator[Segment]:
        written: Field | None = None
        for start, stop, part, field, row in runs[at:]:
            if start >= last and field != written:
                return
            if field is not None:
                if field != written:
                    written = field
                    yield from self._row(line, start, field, row)
            elif ROLES[part] in STROKES:
                yield from self._strokes(line, start, stop, None)
            else:
                style = self._styles.style(CellLook(ROLES[part]))
                yield Segment(self._art_of(line)[start:stop], style)

    def _art_of(self, line: int) -> str:
        art = self._art.get(line)
        if art is None:
            art = self._art[line] = write_art(self._layout, line, self._look)
        return art

    # Inside of fields.

    def _row(self, line: int, start: int, field: Field, row: int) -> Iterator[Segment]:
        face, look, is_movable, signer = self._field(field)
        pieces = face.rows[row]
        inside = self._layout.art.inside[row]
        if not pieces:
            yield from self._strokes(line, start, start + inside.stop - inside.start, field)
        at = start
        for text, role in pieces:
            after = at + len(text)
            if role is Role.BELOW:
                yield from self._strokes(line, at, after, field)
            elif role is Role.DEAD:
                yield from self._water(line, at, after, field, row)
            else:
                player = signer if role is Role.MARK else face.player
                is_stones = is_movable and not text.isspace()
                yield Segment(text, self._styles.style(CellLook(role, player, look, is_stones)))
            at = after

    def _water(self, line: int, start: int, stop: int, field: Field, row: int) -> Iterator[Segment]:
        """A row of a dead field; its lower border shows where the sea ends."""
        layout = self._layout
        if Part(layout.parts[line][start]) is not Part.INSIDE:
            yield from self._strokes(line, start, stop, field)
            return
        waves = self._waves(line, start, stop)
        if not row and not waves.strip():
            # Without colours, only a wave distinguishes the field from an empty one.
            waves = self._look.water + waves[1:]
        look = self._field(field).look
        yield Segment(waves, self._styles.style(CellLook(Role.DEAD, field=look)))

    def _waves(self, line: int, start: int, stop: int) -> str:
        water = self._look.water
        return "".join(" " if (x + 2 * line) % _WAVES else water for x in range(start, stop))

    # Borders.

    def _strokes(self, line: int, start: int, stop: int, inside: Field | None) -> Iterator[Segment]:
        """Border cells; `inside` is the field to which they belong, if any."""
        strokes = self._layout.strokes(line)
        at = start
        for first, last, fields in strokes[max(bisect_right(strokes, start, key=_start) - 1, 0) :]:
            if first >= stop:
                break
            if last > at:
                if first > at:
                    yield self._stroke(line, at, first, (), inside)
                    at = first
                yield self._stroke(line, at, min(last, stop), fields, inside)
                at = min(last, stop)
        if at < stop:
            yield self._stroke(line, at, stop, (), inside)

    def _stroke(
        self, line: int, start: int, stop: int, fields: tuple[Field, ...], inside: Field | None
    ) -> Segment:
        looks = [self._field(field).look for field in fields]
        if self._is_sea(fields, looks):
            owner = looks[0] if inside is None else self._field(inside).look
            style = self._styles.style(CellLook(Role.DEAD, field=owner))
            return Segment(self._waves(line, start, stop), style)
        framing = max(range(len(fields)), key=lambda n: looks[n].rank, default=None)
        frame = PLAIN if framing is None else looks[framing]
        text = self._art_of(line)[start:stop]
        if framing is not None and not self._styles.has_colors:
            layout = self._layout
            is_left = start == layout.places[fields[framing]].column
            text = sign_text(text, frame, has_corners=layout.style.has_corners, is_left=is_left)
        role = ROLES[Part(self._layout.parts[line][start])]
        ground = self._ground(line, fields, looks, inside)
        if len(fields) > 1 and len({look.owner for look in looks}) == 1:
            frame = frame._replace(claim=None)  # only the outline of a territory has a colour
        return Segment(text, self._styles.stroke(StrokeLook(role, frame, ground)))

    def _is_sea(self, fields: tuple[Field, ...], looks: list[FieldLook]) -> bool:
        """Whether only dead fields of one segment are around."""
        if len(fields) < 2 or not all(look.is_dead and look == looks[0] for look in looks):
            return False
        segment_of = self._layout.board.segment_of
        return len({segment_of(field) for field in fields}) == 1

    def _ground(
        self, line: int, fields: tuple[Field, ...], looks: list[FieldLook], inside: Field | None
    ) -> FieldLook:
        """The background of border cells: that of the fields around, plain if they differ."""
        if inside is not None:
            return self._field(inside).look
        layout = self._layout
        if not looks or any(look.ground != looks[0].ground for look in looks):
            return PLAIN
        if not layout.style.has_corners and any(layout.places[f].line == line for f in fields):
            return PLAIN  # an underscore belongs to the cell below it
        # Changed fields are many: without the ground of their strokes, a step sends less.
        ground = looks[0].ground
        return ground._replace(mark=None) if ground.mark is Mark.CHANGED else ground


def _run_at(runs: tuple[LayoutRun, ...], column: int) -> int:
    """Index of the first run of the field at a column, because fields are written whole."""
    at = max(bisect_right(runs, column, key=_start) - 1, 0)
    while at and runs[at].field is not None and runs[at - 1].field == runs[at].field:
        at -= 1
    return at
