"""Widget for styled lines of text: titles, messages, panels, key lines.

Ignores markup and sanitises text, so that names from files cannot affect the terminal. Repaints
only cells that differ: repainting whole lines would dominate the cost of a cursor step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from atlantis_core.support.columns import clip, display_width
from atlantis_core.support.safe_text import is_safe_to_show, showable
from .line_breaks import CUT, MORE, mark_cut, wrap
from .text_looks import text_look


class Piece(NamedTuple):
    """Text with a look (a name from `text_looks`, or a style) and the action of a click."""

    text: str
    look: str | Style = "plain"
    click: str = ""


Line = Sequence[Piece | str]
"""A line; a string is a plain piece."""
Row = tuple[Piece | str, ...]
"""An immutable line."""


class TextLines(Widget):
    """Shows lines; a sign marks those that are cut at the right edge."""

    DEFAULT_CSS = """
    TextLines { height: 1; }
    """

    def __init__(self, *lines: Line, id: str | None = None) -> None:  # noqa: A002 -- what textual calls it
        super().__init__(id=id)
        self.lines: tuple[tuple[Piece, ...], ...] = _fixed(lines)
        self._strips: dict[int, Strip] = {}
        self._background: Style | None = None

    @property
    def text(self) -> str:
        """All lines as plain text."""
        return "\n".join("".join(piece.text for piece in line) for line in self.lines)

    def show_line(self, *pieces: Piece | str) -> None:
        """Show a single line."""
        self.show_lines([pieces])

    def show_lines(self, lines: Iterable[Line]) -> None:
        """Replace the lines; repaints only cells that differ."""
        old, new = self.lines, _fixed(lines)
        if old == new:
            return
        self.lines = new
        if not self.is_mounted or not self.size:
            self._strips.clear()
            # A widget sized by its lines has no size while it has none, and needs one now.
            self.refresh(layout=self.styles.auto_dimensions)
            return
        # Lines below the widget may become visible with the next layout.
        for number in [number for number in self._strips if number >= self.size.height]:
            del self._strips[number]
        regions = []
        for number in range(min(max(len(old), len(new)), self.size.height)):
            before = self._strips.pop(number, None)
            span = _differing(before, self._strip(number))
            if span is not None:
                regions.append(Region(span[0], number, span[1] - span[0], 1))
        if regions:
            self.refresh(*regions)
        if len(old) != len(new):
            self.refresh(layout=self.styles.auto_dimensions)

    def notify_style_update(self) -> None:
        self._strips.clear()
        self._background = None
        super().notify_style_update()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:  # noqa: ARG002 -- textual's signature
        return len(self.lines)

    def get_content_width(self, container: object, viewport: object) -> int:  # noqa: ARG002 -- textual's signature
        return max((sum(cell_len(piece.text) for piece in line) for line in self.lines), default=0)

    def render_line(self, y: int) -> Strip:
        return self._strip(y)

    def _strip(self, number: int) -> Strip:
        strip = self._strips.get(number)
        # A resized screen is painted before its widgets get the resize event.
        if strip is None or strip.cell_length != self.size.width:
            width = self.size.width
            pieces = cut_line(self.lines[number], width) if number < len(self.lines) else ()
            segments = [Segment(piece.text, self._style(piece)) for piece in pieces]
            strip = Strip(segments).crop_extend(0, width, self._background_style())
            self._strips[number] = strip
        return strip

    def _background_style(self) -> Style:
        if self._background is None:
            self._background = self.rich_style
        return self._background

    def _style(self, piece: Piece) -> Style:
        style = self._background_style() + text_look(self, piece.look)
        return style + Style.from_meta({"@click": piece.click}) if piece.click else style


def wrapped(texts: Iterable[str], width: int, look: str = "plain") -> Iterator[Row]:
    """The texts, wrapped to a width."""
    return ((Piece(part, look),) for text in texts for part in wrap(text, width))


def flowing(groups: Iterable[Row], width: int) -> Iterator[Row]:
    """Groups of pieces, as many on each line as fit."""
    row: Row = ()
    for group in groups:
        longer = (*row, *group)
        text = "".join(as_piece(piece).text for piece in longer).rstrip()
        if row and display_width(text) > width:
            yield row
            longer = group
        row = longer
    if row:
        yield row


def cut_rows(rows: Sequence[Row], most: int, width: int) -> list[Row]:
    """At most `most` rows; the last one shows whether others were left out."""
    if len(rows) <= most:
        return list(rows)
    *before, last = map(as_piece, rows[most - 1] or [""]) if most > 0 else [Piece("")]
    room = width - display_width("".join(piece.text for piece in before))
    ending = last._replace(text=mark_cut(last.text, room)) if last.text else Piece(MORE, "dim")
    return [*rows[: max(most - 1, 0)], (*before, ending)][: max(most, 0)]


def cut_line(line: Iterable[Piece | str], width: int) -> list[Piece]:
    """The pieces that fit into a width; a sign marks a cut. Blanks at the end may be cut off."""
    pieces, room = list(map(as_piece, line)), width - 1
    if display_width("".join(piece.text for piece in pieces).rstrip()) <= width:
        return pieces
    shown: list[Piece] = []
    for piece in pieces:
        shown.append(piece._replace(text=clip(piece.text, max(room, 0))))
        room -= display_width(piece.text)
        if room < 0:
            break
    return [*shown, shown[-1]._replace(text=CUT)]


def _fixed(lines: Iterable[Line]) -> tuple[tuple[Piece, ...], ...]:
    return tuple(tuple(map(_safe, line)) for line in lines)


def as_piece(piece: Piece | str) -> Piece:
    """The piece, or a plain piece for a string."""
    return Piece(piece) if isinstance(piece, str) else piece


def _safe(piece: Piece | str) -> Piece:
    fixed = as_piece(piece)
    return fixed if is_safe_to_show(fixed.text) else fixed._replace(text=showable(fixed.text))


def _differing(old: Strip | None, new: Strip) -> tuple[int, int] | None:
    """Start and end (exclusive) of the cells that differ; None if there are none."""
    if old is None or old.cell_length != new.cell_length:
        return 0, max(new.cell_length, 1)
    before, after = _cells(old), _cells(new)
    if len(before) != len(after) or len(after) != new.cell_length:
        return 0, max(new.cell_length, 1)
    changed = [n for n, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    return (changed[0], changed[-1] + 1) if changed else None


def _cells(strip: Strip) -> list[tuple[str, Style | None]]:
    return [(character, segment.style) for segment in strip for character in segment.text]
