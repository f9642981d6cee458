"""What a board view shows on its fields: a position, marks, the signs of an overlay and fuses.

Contains no widgets. Finds the fields that look different after a change, so that the view
repaints only them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from atlantis_core.diagram import FieldView, Look, Style, make_face
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Contents, FieldState, Position
from atlantis_core.rules.overlays import Overlay
from .field_overlays import NO_OVERLAY, FieldOverlay, field_overlays
from .fuses import NO_FUSES, Fuses, fuses_of
from .line_drawer import DrawnField
from .marks import NO_MARKS, UNMARKED, Mark, Marked, Marking, note_of
from .styles import look_of


class ShownField(NamedTuple):
    """Everything that one field shows."""

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


EMPTY = Contents(FieldState.OPEN, None, 0)


class ShownPosition:
    """A position, or a board without one, as a view draws it."""

    def __init__(self, position: Position | Board, letters: str) -> None:
        self.marks: Marking = NO_MARKS
        self.letters = letters
        self._overlay = Overlay.NONE
        self._style: Style | None = None
        self._has_tints = False
        self.overlaid: Mapping[Field, FieldOverlay] = {}
        """Signs of the overlay by field."""
        self._fuses: Fuses = NO_FUSES
        self._replace(position)

    def show(self, position: Position | Board | None, marks: Marking | None) -> set[Field]:
        """Show another position, other marks, or both. Returns the fields that changed."""
        before = self._contents, self.marks, self.overlaid, self._fuses
        if position is not None:
            self._replace(position)
        if marks is not None:
            self.marks = marks
        after = self._contents, self.marks, self.overlaid, self._fuses
        return {field for pair in zip(before, after, strict=True) for field in _differing(*pair)}

    def draw_with(
        self, overlay: Overlay, style: Style | None, *, has_tints: bool = False
    ) -> set[Field]:
        """Use another overlay or style of drawing. Returns the fields with signs of either.

        The style is None for a board too large for any picture. Fields with tints need no signs
        of the territory.
        """
        before, self._overlay, self._style = self.overlaid, overlay, style
        self._has_tints = has_tints
        self._derive()
        return {*before, *self.overlaid}

    def field(self, field: Field, name: str, *, is_cursor: bool) -> ShownField:
        return ShownField(
            self._contents.get(field, EMPTY),
            self.marks.get(field, UNMARKED),
            self.overlaid.get(field, NO_OVERLAY),
            self._fuses.get(field, ""),
            name,
            is_cursor,
        )

    def stacks_of(self, player: int | None) -> Collection[Field]:
        return [field for field, there in self._contents.items() if there.player == player]

    def hinted(self) -> set[Field]:
        """The fields of the hint on display."""
        return {field for field, marked in self.marks.items() if Mark.HINT in marked.kinds}

    def _replace(self, position: Position | Board) -> None:
        self._position = position if isinstance(position, Position) else None
        self._contents = {} if self._position is None else dict(self._position.occupied())
        self._derive()

    def _derive(self) -> None:
        """Compute the overlay and the fuses of the position."""
        if self._style is None:
            self.overlaid, self._fuses = {}, NO_FUSES
            return
        is_small = self._style is Style.COMPACT
        self.overlaid = field_overlays(
            self._position,
            self._overlay,
            self.letters,
            is_small=is_small,
            has_tints=self._has_tints,
        )
        self._fuses = fuses_of(self._position, self._style)


def _differing(old: Mapping[Field, object], new: Mapping[Field, object]) -> set[Field]:
    return {field for field in {*old, *new} if old.get(field) != new.get(field)}
