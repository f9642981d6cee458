"""Text diagrams of boards and positions, and the layout behind them as data.

    print(draw(position, Style.COMPACT))

Styles from `large` to `mini`; `spec` is the picture of the game's specification. `layout` maps
cells to fields, `measure` gives the size of a diagram.
"""

from atlantis_core.support.colors import choose_letters
from .art import MODERATE, Offset, Part, Span, Style
from .builder import layout, measure
from .drawing import Diagram, Run, draw, draw_on, find_volatile, make_face, write_line
from .errors import DiagramReadingError, DiagramTooLargeError, LettersError
from .faces import Face, FieldView, Look, Role
from .layout import Layout, LayoutRun
from .reader import crop_diagram, find_letters, parse_diagram

__all__ = [
    "MODERATE",
    "Diagram",
    "DiagramReadingError",
    "DiagramTooLargeError",
    "Face",
    "FieldView",
    "Layout",
    "LayoutRun",
    "LettersError",
    "Look",
    "Offset",
    "Part",
    "Role",
    "Run",
    "Span",
    "Style",
    "choose_letters",
    "crop_diagram",
    "draw",
    "draw_on",
    "find_letters",
    "find_volatile",
    "layout",
    "make_face",
    "measure",
    "parse_diagram",
    "write_line",
]
