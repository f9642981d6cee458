"""Diffs each update against a copy of the screen and sends only changed cells.

Textual repaints from the left edge of a widget to the changed cell, and everything after a
layout change; over a slow connection that dominates the cost of a cursor step. Here only the
difference to the last style is sent, all cells of one style are sent together if that is shorter,
a blank only needs the right background, and long blanks are erased if the terminal can do that.

`forget` discards the copy when another program may have written to the terminal. Characters
that take two cells are always sent. Depends on Textual's private compositor; the tests compare
the screen after many updates with one sent whole.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Size
from textual.strip import Strip

from atlantis_core.support.columns import clusters
from .style_codes import erases_blanks, sort_key, transition

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


_ERASING = re.compile(
    r"(xterm|tmux|alacritty|foot|kitty|linux|rxvt|wezterm|ghostty|konsole|vte|st-|contour).*"
)
_NARROW = re.compile("[ -~\u2500-\u259f]*")
"""ASCII, lines and blocks."""
FAR = 1 << 16
"""Column of a cursor whose place on its line is uncertain."""
_BLANKS = re.compile(" {6,}")
UNKNOWN: Cell = ("", "")
"""Unknown content of a cell: differs from everything."""
BRIDGE = 5
"""Up to this number of equal cells between two differences of one style are sent, not skipped."""
SHORT = 6
"""Bytes of a move that is shorter than one to any place."""
NEAR = range(-3, 4)
"""The lines around the cursor on which a move can be short."""
_place = attrgetter("line", "column")
_column = attrgetter("column")
FILLED = 4
"""Up to this number of cells that are sent later in another style are blanked, not skipped."""


def erases_with_background(environ: Mapping[str, str]) -> bool:
    """Whether erased cells get the current background; in GNU screen they do not."""
    return bool(_ERASING.fullmatch(environ.get("TERM", ""))) or "TMUX" in environ


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

    def __init__(self, *, can_erase: bool = False) -> None:
        self._can_erase = can_erase
        self._shown: dict[int, list[Cell]] = {}
        self._size = Size()
        self._codes: dict[Style, tuple[str, str]] = {}
        self._backgrounds: dict[str, str] = {}

    def forget(self) -> None:
        """Discard the copy: the terminal may show anything now."""
        self._shown.clear()

    def thin(self, update: CompositorUpdate, console: Console, size: Size) -> CompositorUpdate:
        """The update reduced to cells that the terminal has and does not show yet."""
        if size != self._size:
            self._size = size
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
        width, height = self._size
        for line, start, all_cells in spans:
            # Soon after a resize Textual still draws the old size. The terminal would put cells
            # that it does not have into its last column or line.
            cells = all_cells[: max(width - start, 0)]
            if line >= height or not cells:
                continue
            shown = self._shown.get(line)
            if shown is None:
                shown = self._shown[line] = [UNKNOWN] * width
            pieces += self._pieces(line, shown, start, cells)
            _remember(shown, start, cells)
        # A change of style costs more than a move of the cursor with many colours, less with few.
        styles: dict[str, list[StyledText]] = {}
        for piece in self._with_shared_blanks(pieces):
            styles.setdefault(piece.style, []).append(piece)
        # Gaps that a later style fills are cheap, so the order of the styles matters.
        by_size = sorted(styles.items(), key=lambda item: len(item[1]))
        orders = [pieces]
        for groups in (by_size, by_size[::-1]):
            groups.sort(key=lambda item: sort_key(item[0]))
            joined = _joined([piece for _, group in groups for piece in group])
            orders += [joined, list(_chained(joined))]
        sequences = (_sequence(order, width, can_erase=self._can_erase) for order in orders)
        return min(sequences, key=len)

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

    def _with_shared_blanks(self, pieces: Sequence[StyledText]) -> Iterator[StyledText]:
        """The pieces; those of blanks get another style of their background if there is one."""
        others = {
            self._backgrounds.get(piece.style): piece.style
            for piece in pieces
            if self._backgrounds.get(piece.style, piece.style) != piece.style
        }
        for piece in pieces:
            is_blank = not piece.text.strip(" ")
            yield piece._replace(style=others.get(piece.style, piece.style)) if is_blank else piece

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
    if shown[column] != cells[place] or cells[place] == UNKNOWN:
        return False
    # Half of a wide character cannot be sent alone, so its first half always counts as changed.
    return place + 1 == len(cells) or cells[place + 1] != UNKNOWN


def _joined(pieces: Sequence[StyledText]) -> list[StyledText]:
    """Fill short gaps between pieces of one style whose cells a later piece overwrites."""
    times = {
        (piece.line, piece.column + place): time
        for time, piece in enumerate(pieces)
        if _is_narrow(piece.text)
        for place in range(len(piece.text))
    }
    joined: list[StyledText] = []
    for time, piece in enumerate(pieces):
        last = joined[-1] if joined else None
        if last and last.line == piece.line and last.style == piece.style and _is_narrow(last.text):
            end = last.column + len(last.text)
            gap = range(end, piece.column)
            if len(gap) <= FILLED and all(times.get((piece.line, x), 0) > time for x in gap):
                joined[-1] = last._replace(text=last.text + " " * len(gap) + piece.text)
                continue
        joined.append(piece)
    return joined


def _chained(pieces: Sequence[StyledText]) -> Iterator[StyledText]:
    """The pieces with those of one style in an order with short moves of the cursor.

    Borders of fields are strokes one below the other. So the next piece is the cheapest to reach
    on the lines around the cursor, otherwise the highest that is left.
    """
    for _, group in groupby(pieces, key=lambda piece: piece.style):
        lines: dict[int, list[StyledText]] = {}
        for piece in sorted(group, key=_place):
            lines.setdefault(piece.line, []).append(piece)
        cursor = (-len(NEAR), FAR)
        while lines:
            near = [piece for y in NEAR for piece in _beside(cursor, lines.get(cursor[0] + y, ()))]
            highest = lines[min(lines)][0]
            piece = min(near, key=lambda piece: len(_move(cursor, piece)), default=highest)
            if len(_move(cursor, piece)) > SHORT:
                piece = highest
            lines[piece.line].remove(piece)
            if not lines[piece.line]:
                del lines[piece.line]
            yield piece
            cursor = (piece.line, piece.column + len(piece.text))


def _beside(cursor: tuple[int, int], line: Sequence[StyledText]) -> Sequence[StyledText]:
    """The nearest pieces of a line on both sides of the cursor; moves to others are longer."""
    place = bisect_left(line, cursor[1], key=_column)
    return line[max(place - 1, 0) : place + 1]


def _sequence(pieces: Iterable[StyledText], width: int, *, can_erase: bool) -> str:
    """The control sequence that writes the pieces in this order."""
    parts: list[str] = []
    style: str | None = None
    cursor = (-2, FAR)
    for piece in pieces:
        parts += (_move(cursor, piece), transition(style, piece.style))
        style = piece.style
        end = piece.column + len(piece.text)
        text = piece.text
        if can_erase and erases_blanks(style):
            shown = text.rstrip(" ")
            if len(text) - len(shown) > len(_erase(len(text) - len(shown))):
                end -= len(text) - len(shown)
                text = shown + _erase(len(text) - len(shown))
            text = _BLANKS.sub(_shortest_blank, text)
        parts.append(text)
        # In its last column a terminal may be about to wrap: moves from there are uncertain.
        cursor = (piece.line, end if _is_narrow(piece.text) and end < width else FAR)
    return "".join((*parts, "\x1b[0m" if style is not None else ""))


def _move(cursor: tuple[int, int], piece: StyledText) -> str:
    """The shortest sequence that moves the cursor to the start of a piece."""
    lines, steps = piece.line - cursor[0], piece.column - cursor[1]
    if not lines and not steps:
        return ""
    there = f"\x1b[{piece.line + 1};{piece.column + 1}H"
    if cursor[1] == FAR:
        return there
    down = _steps(abs(lines), "B" if lines > 0 else "A")
    if steps >= 0:
        along = _steps(steps, "C")
    else:
        along = min("\b" * -steps, f"\x1b[{piece.column + 1}G", key=len)
    return min(down + along, there, key=len)


def _steps(count: int, direction: str) -> str:
    """The sequence that moves the cursor by a number of cells."""
    return f"\x1b[{count if count > 1 else ''}{direction}" if count else ""


def _is_narrow(text: str) -> bool:
    """Whether every character takes one cell; terminals disagree on the width of others."""
    return text.isascii() or bool(_NARROW.fullmatch(text))


def _erase(count: int) -> str:
    return f"\x1b[{count}X"


def _shortest_blank(blanks: re.Match[str]) -> str:
    count = len(blanks[0])
    return min(blanks[0], f"{_erase(count)}\x1b[{count}C", key=len)


def _remember(shown: list[Cell], start: int, cells: list[Cell]) -> None:
    shown[start : start + len(cells)] = cells
