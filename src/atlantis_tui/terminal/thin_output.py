"""Sends the terminal only the cells that differ from what it shows.

Textual repaints from the left edge of a widget to the changed cell, and everything after a
change of layout. Over a slow line that is most of what a cursor step costs. Here every update
is compared with a copy of the screen, cell by cell, and what is the same is left out; colours
are named once for neighbouring cells, and a blank needs no colour but that of its ground.

The copy is forgotten whenever something else may have written on the terminal, and then the
next update is sent whole. Characters that take two cells are never compared, only sent.
Relies on the update classes of Textual's compositor; see the tests, which compare the screen
after many updates with one that was sent whole.
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
"""What a cell holds of which nothing is known: it differs from everything."""
BRIDGE = 5
"""So many equal cells between two differences are sent rather than jumped over."""


class SentUpdate(CompositorUpdate):
    """An update that is already what the terminal is to get."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from ()

    def render_segments(self, console: Console) -> str:  # noqa: ARG002 -- textual's signature
        return self._text


class ThinOutput:
    """A copy of what the terminal shows."""

    def __init__(self) -> None:
        self._shown: dict[int, list[Cell]] = {}
        self._width = 0
        self._codes: dict[Style, tuple[str, str]] = {}
        self._grounds: dict[str, str] = {}

    def forget(self) -> None:
        """The terminal may show anything now."""
        self._shown.clear()

    def thin(self, update: CompositorUpdate, console: Console, width: int) -> CompositorUpdate:
        """The same update without what the terminal already shows."""
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
                    is_blank = character == " " and self._grounds.get(style) == wanted
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
        """The cells of a strip; a wide character is followed by a cell that holds nothing."""
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
            ground = Strip.render_ansi(Style(bgcolor=style.bgcolor), colors)
            is_plain = not (style.reverse or style.underline or style.strike or style.overline)
            known = self._codes[style] = codes, ground if is_plain else codes
            self._grounds[codes] = known[1]
        return known


def _runs(shown: list[Cell], start: int, cells: list[Cell]) -> Iterator[tuple[int, int]]:
    """First and last (exclusive) of each run of cells to send."""
    first, last = -1, -1
    for place, cell in enumerate(cells):
        column = start + place
        is_same = column < len(shown) and shown[column] == cell and cell != UNKNOWN
        # Half of a wide character cannot be sent alone, so its first half never counts as same.
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
