"""Diffs each update against a copy of the screen and sends only changed cells.

Textual repaints from the left edge of a widget to the changed cell, and everything after a
layout change; over a slow connection that dominates the cost of a cursor step. Here a style is
sent once for neighbouring cells, and a blank only needs the right background.

`forget` discards the copy when another program may have written to the terminal. Characters
that take two cells are always sent. Depends on Textual's private compositor; the tests compare
the screen after many updates with one sent whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

Cell = tuple[str, str]
"""A character and the codes of its style."""
Span = tuple[int, int, list[Cell]]
"""Line, first column and cells."""
UNKNOWN: Cell = ("", "")
"""Unknown content of a cell: differs from everything."""
BRIDGE = 5
"""Up to this number of equal cells between two differences are sent, not skipped."""


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
        return SentUpdate("".join(self._differences(spans)))

    def _differences(self, spans: Iterable[Span]) -> Iterator[str]:
        style = ""
        is_styled = False
        for line, start, cells in spans:
            shown = self._shown.get(line)
            if shown is None:
                shown = self._shown[line] = [UNKNOWN] * self._width
            for first, last in _runs(shown, start, cells):
                yield f"\x1b[{line + 1};{start + first + 1}H"
                for character, wanted in cells[first:last]:
                    is_blank = character == " " and self._backgrounds.get(style) == wanted
                    if not is_styled or (wanted != style and not is_blank):
                        style, is_styled = wanted, True
                        yield f"\x1b[0;{wanted}m" if wanted else "\x1b[0m"
                    yield character
            _remember(shown, start, cells)
        if is_styled:
            yield "\x1b[0m"

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
            for character in text:
                if character == " ":
                    yield character, blank
                elif character.isascii():
                    yield character, codes
                elif width := cell_len(character):
                    yield character, codes
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


def _runs(shown: list[Cell], start: int, cells: list[Cell]) -> Iterator[tuple[int, int]]:
    """Start and end (exclusive) of each run of cells to send."""
    first, last = -1, -1
    for place, cell in enumerate(cells):
        column = start + place
        is_same = column < len(shown) and shown[column] == cell and cell != UNKNOWN
        # Half of a wide character cannot be sent alone, so its first half always counts as changed.
        if is_same and place + 1 < len(cells) and cells[place + 1] == UNKNOWN:
            is_same = False
        if is_same:
            continue
        if first >= 0 and place - last > BRIDGE:
            yield first, last
            first = place
        elif first < 0:
            first = place
        last = place + 1
    if first >= 0:
        yield first, last


def _remember(shown: list[Cell], start: int, cells: list[Cell]) -> None:
    room = max(len(shown) - start, 0)
    shown[start : start + len(cells)] = cells[:room]
