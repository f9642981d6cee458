"""Draws boards and positions as plain text, or as runs of characters with roles.

Use `draw` for a whole diagram; use `write_line` to draw line by line with your own faces, as the
app does. The rules determine which fields are volatile. `ansi` adds colours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, format_field
from atlantis_core.positions.position import Position
from atlantis_core.rules.turns import volatile_fields
from . import compact, large, mini
from .art import Part, Style
from .builder import layout as lay_out
from .faces import EMPTY_FIELD, Face, FacePart, FieldView, Look, Role, Row
from .layout import Layout
from .three_rows import three_row_face
from .two_rows import two_row_face

_FACES: dict[Style, Callable[[FieldView, Look], Face]] = {
    Style.LARGE: large.face,
    Style.BROAD: three_row_face(7),
    Style.SPEC: three_row_face(5),
    Style.WIDE: two_row_face(6),
    Style.MIDDLE: two_row_face(4),
    Style.COMPACT: compact.face,
    Style.MINI: mini.face,
}
ROLES = {
    Part.BLANK: Role.BLANK,
    Part.INNER_BORDER: Role.INNER_BORDER,
    Part.SEGMENT_BORDER: Role.SEGMENT_BORDER,
    Part.AXIS: Role.AXIS,
    Part.INSIDE: Role.BLANK,
}
"""Roles of cells that no face covers."""
_AXIS_NAME = re.compile(b"%c{2,}" % Part.AXIS)
_UNICODE_ART = str.maketrans(
    {
        "/": "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}",
        "\\": "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER LEFT TO LOWER RIGHT}",
        "-": "─",
        "|": "│",
        "+": "·",
        ".": "·",
    }
)


DEFAULT_LOOK = Look()
NO_MARKS: Mapping[Field, str] = MappingProxyType({})


class Run(NamedTuple):
    """Consecutive characters of one line with the same role, field and player."""

    text: str
    role: Role
    field: Field | None = None
    player: int | None = None
    is_volatile: bool = False


FaceOf = Callable[[Field], Face]
"""Returns the face of a field."""


class Diagram:
    """A drawn board or position. `str` gives plain text without trailing blanks."""

    __slots__ = ("_faces", "layout", "look")

    def __init__(self, layout: Layout, faces: Mapping[Field, Face], look: Look) -> None:
        self.layout = layout
        self.look = look
        self._faces = faces

    def face(self, field: Field) -> Face:
        """The text inside a field."""
        return self._faces[field]

    def lines(self) -> Iterator[str]:
        """The plain text line by line."""
        for number, owned in enumerate(self.layout.owned):
            art = write_art(self.layout, number, self.look)
            texts, at = [], 0
            for start, stop, row, field in owned:
                pieces = self._faces[field].rows[row]
                if pieces:
                    texts.append(art[at:start])
                    texts.extend(
                        text for text, _ in write_row(self.layout, number, start, pieces, art)
                    )
                    at = stop
            texts.append(art[at:])
            yield "".join(texts).rstrip()

    def runs(self, line: int) -> Iterator[Run]:
        """One line as runs with roles; together they span the layout's width."""
        return write_line(self.layout, line, self.face, self.look)

    def __str__(self) -> str:
        return "\n".join(self.lines())


def draw(
    drawn: Board | Position,
    style: Style = Style.SPEC,
    *,
    axes: bool = False,
    look: Look = DEFAULT_LOOK,
    volatile: Collection[Field] | None = None,
    marks: Mapping[Field, str] = NO_MARKS,
) -> Diagram:
    """Draw a board or a position.

    `volatile` are the fields to mark as such, by default those that would explode on their
    owner's next turn. `marks` are short texts of the caller: five characters in `spec`, two in
    `compact`, one in `mini`, as many as fit in the others.
    """
    board = drawn if isinstance(drawn, Board) else drawn.board
    return draw_on(
        lay_out(board, style, axes=axes),
        drawn if isinstance(drawn, Position) else None,
        look=look,
        volatile=volatile,
        marks=marks,
    )


def draw_on(
    layout: Layout,
    position: Position | None,
    *,
    look: Look = DEFAULT_LOOK,
    volatile: Collection[Field] | None = None,
    marks: Mapping[Field, str] = NO_MARKS,
) -> Diagram:
    """Like `draw`, on an existing layout; without a position draws the bare board."""
    style = layout.style
    is_labelled = look.is_labelled(style)
    contents = dict(position.occupied()) if position else {}
    if volatile is None:
        volatile = find_volatile(position) if position else ()
    exploding = frozenset(volatile)
    bare = make_face(style, FieldView(), look)
    faces = {}
    for field in layout.places:
        there = contents.get(field)
        if there is None and not is_labelled and field not in marks:
            faces[field] = bare
            continue
        view = FieldView(
            there or EMPTY_FIELD,
            field in exploding,
            format_field(field) if is_labelled else "",
            marks.get(field, ""),
        )
        faces[field] = make_face(style, view, look)
    return Diagram(layout, faces, look)


def find_volatile(position: Position) -> frozenset[Field]:
    """The fields that would explode on their owner's next turn if nothing changed."""
    players = range(position.players)
    return frozenset(field for player in players for field in volatile_fields(position, player))


def make_face(style: Style, view: FieldView, look: Look) -> Face:
    return _FACES[style](view, look)


def write_art(layout: Layout, line: int, look: Look) -> str:
    """One line of the empty board."""
    art = layout.lines[line]
    if not look.is_unicode:
        return art
    drawn = art.translate(_UNICODE_ART)
    # Axis names may begin with a minus sign, which is not a border.
    for match in _AXIS_NAME.finditer(layout.parts[line]):
        drawn = drawn[: match.start()] + art[match.start() : match.end()] + drawn[match.end() :]
    return drawn


def write_line(layout: Layout, line: int, face_of: FaceOf, look: Look) -> Iterator[Run]:
    """One line of a diagram as runs; together they span the layout's width."""
    art = write_art(layout, line, look)
    written: Field | None = None
    for start, stop, part, field, row in layout.runs(line):
        if field is None:
            yield Run(art[start:stop], ROLES[part])
            continue
        face = face_of(field)
        if not face.rows[row]:
            yield Run(art[start:stop], ROLES[part], field, face.player, face.is_volatile)
        elif field != written:
            written = field
            for text, role in write_row(layout, line, start, face.rows[row], art):
                yield Run(text, role, field, face.player, face.is_volatile)


def write_row(layout: Layout, line: int, start: int, row: Row, art: str) -> Iterator[FacePart]:
    """A row of a field that begins at a column; `Role.BELOW` parts show the border."""
    at = start
    for piece in row:
        text, role = piece
        after = at + len(text)
        if role is Role.BELOW:
            yield FacePart(art[at:after], ROLES[Part(layout.parts[line][at])])
        else:
            yield piece
        at = after
