"""Diagrams: boards and positions as text, and the layout behind them as data.

    print(draw(position, Style.COMPACT))

Three styles: `spec`, `compact` and `mini`. `layout` answers which cell belongs to which field.
"""

from atlantis_core.diagram.art import Offset, Part, Span, Style
from atlantis_core.diagram.builder import layout
from atlantis_core.diagram.drawing import (
    Diagram,
    FaceOf,
    Run,
    draw,
    draw_on,
    find_volatile,
    make_face,
    write_line,
)
from atlantis_core.diagram.errors import DiagramReadingError, DiagramTooLargeError, LettersError
from atlantis_core.diagram.faces import (
    SEAT_LETTERS,
    Face,
    FieldView,
    Look,
    Piece,
    Role,
    choose_letters,
)
from atlantis_core.diagram.layout import FieldRegion, Layout, LayoutRun, OwnedSpan, Rectangle
from atlantis_core.diagram.reader import parse_diagram

__all__ = [
    "SEAT_LETTERS",
    "Diagram",
    "DiagramReadingError",
    "DiagramTooLargeError",
    "Face",
    "FaceOf",
    "FieldRegion",
    "FieldView",
    "Layout",
    "LayoutRun",
    "LettersError",
    "Look",
    "Offset",
    "OwnedSpan",
    "Part",
    "Piece",
    "Rectangle",
    "Role",
    "Run",
    "Span",
    "Style",
    "choose_letters",
    "draw",
    "draw_on",
    "find_volatile",
    "layout",
    "make_face",
    "parse_diagram",
    "write_line",
]
