"""One field of a board view: contents, marks, overlay and name, and how it is drawn."""

from __future__ import annotations

from typing import NamedTuple

from atlantis_core.diagram import FieldView, Look, Style, make_face
from atlantis_core.positions.position import Contents
from .field_overlays import FieldOverlay
from .line_drawer import DrawnField
from .marks import Mark, Marked, note_of
from .styles import look_of


class ShownField(NamedTuple):
    contents: Contents
    marked: Marked
    overlay: FieldOverlay
    fuse: str
    name: str
    is_cursor: bool

    def draw(self, style: Style, look: Look) -> DrawnField:
        """Draw the field. A note or an explosion hides the sign of the overlay."""
        kinds, (sign, claim, sinks) = self.marked.kinds, self.overlay
        if self.marked.note or Mark.EXPLODING in kinds:
            sign = None
        marked = self.marked if sign is None else self.marked._replace(note=sign.text)
        is_volatile = Mark.VOLATILE in kinds or Mark.EXPLODING in kinds
        fuse = "" if is_volatile else self.fuse
        note = note_of(self.contents, marked, style)
        face = make_face(style, FieldView(self.contents, is_volatile, self.name, note, fuse), look)
        colors = look_of(self.contents, kinds, is_cursor=self.is_cursor, claim=claim, sinks=sinks)
        return DrawnField(face, colors, Mark.MOVABLE in kinds, sign and sign.player)
