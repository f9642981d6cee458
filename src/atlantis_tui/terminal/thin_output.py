"""Diffs each update against a copy of the screen and sends only changed cells.

Textual repaints from the left edge of a widget to the changed cell, and everything after a
layout change; over a slow connection that dominates the cost of a cursor step. Here only the
difference to the last style is sent, all cells of one style are sent together if that is shorter,
and a blank only needs the right background.

`forget` discards the copy when another program may have written to the terminal. Characters
that take two cells are always sent. Depends on Textual's private compositor; the tests compare
the screen after many updates with one sent whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from atlantis_core.support.columns import clusters
from .style_codes import transition

Cell = tuple[str, str]
"""A character and the codes of its style."""
Span = tuple[int, int, list[Cell]]
"""Line, first column and cells."""


class StyledText(NamedTuple):
    """Neighbouring cells of one style."""

    line: int
    column: int
    style: str
    text: str


UNKNOWN: Cell = ("", "")
"""Unknown content of a cell: differs from everything."""
BRIDGE = 5
"""Up to this number of equal cells between two differences of one style are sent, not skipped."""


class SentUpdate(CompositorUpdate):
    """An update rendered in advance."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from ()

    def render_segments(self, console: Console) -> str:  # noqa: ARG002 -- textual's signature
        return self._text


class ThinOutput:
    """Copy of the screen, and the diff of updates against it."""

    def __init__(self) -> None:
        self._shown: dict[int, list[Cell]] = {}
        self._width = 0
        self._codes: dict[Style, tuple[str, str]] = {}
        self._backgrounds: dict[str, str] = {}

    def forget(self) -> None:
        """Discard the copy: the terminal may show anything now."""
        self._shown.clear()

    def thin(self, update: CompositorUpdate, console: Console, width: int) -> CompositorUpdate:
        """The update reduced to cells that the terminal does not show yet."""
        if width != self._width:
            self._width = width
            self.forget()
        colors = console._color_system or ColorSystem.TRUECOLOR  # noqa: SLF001 -- as textual does
        spans = list(self._spans(update, colors))
        if not isinstance(update, (ChopsUpdate, LayoutUpdate)):
            self.forget()
            return update
        return SentUpdate(self._differences(spans))

    def _differences(self, spans: Iterable[Span]) -> str:
        """The sequence that makes the terminal show these spans."""
        pieces: list[StyledText] = []
        for line, start, cells in spans:
            shown = self._shown.get(line)
            if shown is None:
                shown = self._shown[line] = [UNKNOWN] * self._width
            pieces += self._pieces(line, shown, start, cells)
            _remember(shown, start, cells)
        # A change of style costs more than a move of the cursor with many colours, less with few.
        styles: dict[str, list[StyledText]] = {}
        for piece in pieces:
            styles.setdefault(piece.style, []).append(piece)
        by_style = [piece for group in styles.values() for piece in group]
        return min(_sequence(pieces), _sequence(by_style), key=len)

    def _pieces(
        self, line: int, shown: list[Cell], start: int, cells: list[Cell]
    ) -> Iterator[StyledText]:
        """The changed cells, in pieces of one style."""
        run: _Run | None = None
        for place, cell in enumerate(cells):
            is_same = _is_same(shown, start, cells, place)
            if run and not ((run.gap < BRIDGE or not is_same) and run.takes(cell)):
                yield run.piece()
                run = None
            if run is None and not is_same:
                run = _Run(line, start + place, cell[1], self._backgrounds)
            if run:
                run.add(cell, is_same)
        if run:
            yield run.piece()

    def _spans(self, update: CompositorUpdate, colors: ColorSystem) -> Iterator[Span]:
        if isinstance(update, LayoutUpdate):
            for line, strips in enumerate(update.strips, update.region.y):
                cells = [cell for strip in strips for cell in self._cells(strip, colors)]
                yield line, update.region.x, cells
        elif isinstance(update, ChopsUpdate):
            for line, first, last in update.spans:
                chops = zip(update.chop_ends[line], update.chops[line].items(), strict=False)
                for end, (start, strip) in chops:
                    if strip is None or start >= last or end <= first:
                        continue
                    begin = max(first, start)
                    cropped = strip.crop(begin - start, min(end, last) - start)
                    yield line, begin, list(self._cells(cropped, colors))

    def _cells(self, strip: Strip, colors: ColorSystem) -> Iterator[Cell]:
        """The cells of a strip; an empty cell follows each wide character."""
        for text, style, control in strip:
            if control:
                continue
            codes, blank = ("", "") if style is None else self._codes_of(style, colors)
            for part in text if text.isascii() else clusters(text):
                if part == " ":
                    yield part, blank
                elif part.isascii():
                    yield part, codes
                elif width := cell_len(part):
                    yield part, codes
                    yield from [UNKNOWN] * (width - 1)

    def _codes_of(self, style: Style, colors: ColorSystem) -> tuple[str, str]:
        """The codes of a style for characters, and for blanks."""
        known = self._codes.get(style)
        if known is None:
            codes = Strip.render_ansi(style, colors)
            background = Strip.render_ansi(Style(bgcolor=style.bgcolor), colors)
            is_plain = not (style.reverse or style.underline or style.strike or style.overline)
            known = self._codes[style] = codes, background if is_plain else codes
            self._backgrounds[codes] = known[1]
        return known


class _Run:
    """Neighbouring cells of one style, while they are collected."""

    def __init__(self, line: int, column: int, style: str, backgrounds: dict[str, str]) -> None:
        self._line, self._column, self._style = line, column, style
        self._backgrounds = backgrounds
        self._characters: list[str] = []
        self._is_blank = True
        self.gap = 0
        """Number of cells at the end that the terminal shows already."""

    def takes(self, cell: Cell) -> bool:
        """Whether a cell can be added; blanks fit every style of their background."""
        character, style = cell
        if cell == UNKNOWN or style == self._style:
            return True
        if character == " ":
            return self._backgrounds.get(self._style) == style
        if self._is_blank and self._backgrounds.get(style) == self._style:
            self._style = style
            return True
        return False

    def add(self, cell: Cell, is_same: bool) -> None:
        self._characters.append(cell[0])
        self._is_blank &= cell[0] == " "
        self.gap = self.gap + 1 if is_same else 0

    def piece(self) -> StyledText:
        end = len(self._characters) - self.gap
        return StyledText(self._line, self._column, self._style, "".join(self._characters[:end]))


def _is_same(shown: list[Cell], start: int, cells: list[Cell], place: int) -> bool:
    """Whether the terminal shows a cell already."""
    column = start + place
    if column >= len(shown) or shown[column] != cells[place] or cells[place] == UNKNOWN:
        return False
    # Half of a wide character cannot be sent alone, so its first half always counts as changed.
    return place + 1 == len(cells) or cells[place + 1] != UNKNOWN


def _sequence(pieces: Iterable[StyledText]) -> str:
    """The control sequence that writes the pieces in this order."""
    parts = []
    style: str | None = None
    cursor = (-1, -1)
    for piece in pieces:
        line, column = piece.line, piece.column
        if cursor != (line, column):
            steps = column - cursor[1]
            is_ahead = line == cursor[0] and steps > 0
            parts.append(f"\x1b[{steps}C" if is_ahead else f"\x1b[{line + 1};{column + 1}H")
        parts += (transition(style, piece.style), piece.text)
        style = piece.style
        # Terminals disagree on the width of other characters.
        cursor = (line, column + len(piece.text)) if piece.text.isascii() else (-1, -1)
    return "".join((*parts, "\x1b[0m" if style is not None else ""))


def _remember(shown: list[Cell], start: int, cells: list[Cell]) -> None:
    room = max(len(shown) - start, 0)
    shown[start : start + len(cells)] = cells[:room]
