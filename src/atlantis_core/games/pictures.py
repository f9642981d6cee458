"""Pictures of characters: lines of runs with roles, and the position of each place.

Games draw them; front ends show them as text, in colour or as SVG, and the app adds a cursor.
Provides marks and cursor movement for all games. Players are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple, TypeAlias

from atlantis_core.support.safe_text import showable

Place: TypeAlias = str
"""The name of something that can be selected, as a user types it: ``e4``, ``100307``."""


class Role(Enum):
    """The meaning of a run. Front ends choose styles by it; the text must work without."""

    BLANK = "blank"
    STROKE = "stroke"
    """Borders and links; drawn faintly."""
    PLACE = "place"
    """An empty place."""
    SPECIAL = "special"
    """An unusual place, or something on it: a corner, a throne, a number."""
    PIECE = "piece"
    """Belongs to the player named by the run, if any."""
    LABEL = "label"
    """Coordinates and captions; drawn faintly."""
    WATER = "water"
    """Sea, and everything out of play."""
    MARK = "mark"
    """Written by `Picture.marked`; games do not use it."""


class Run(NamedTuple):
    """Characters of one line with the same style. Every character is one cell wide."""

    text: str
    role: Role = Role.BLANK
    player: int | None = None


Line: TypeAlias = tuple[Run, ...]


class Spot(NamedTuple):
    """The cells of a place. Marks put brackets left and right of its first line."""

    column: int
    line: int
    width: int = 1
    height: int = 1


class Heading(Enum):
    """The directions of the cursor: columns to the right, lines down."""

    LEFT = (-1, 0)
    RIGHT = (1, 0)
    UP = (0, -1)
    DOWN = (0, 1)


class Mark(Enum):
    """A mark of a place: the two characters put around it."""

    CHOSEN = "[]"
    TARGET = "()"
    LAST = "<>"
    HINT = "{}"


@dataclass(frozen=True)
class Picture:
    """A drawing, complete in plain text. Made by a `Canvas`."""

    lines: tuple[Line, ...]
    spots: Mapping[Place, Spot]
    """Every visible place, in reading order."""
    caption: str = ""
    """A note about the drawing itself: ``rotated by 90 degrees``."""

    @cached_property
    def width(self) -> int:
        return max((sum(len(run.text) for run in line) for line in self.lines), default=0)

    @property
    def height(self) -> int:
        return len(self.lines)

    def text(self) -> str:
        """The lines without roles and trailing blanks, each with a line feed."""
        return "".join("".join(run.text for run in line).rstrip() + "\n" for line in self.lines)

    def at(self, place: Place) -> str:
        """The characters of a place without marks, such as a piece or a number of seeds."""
        spot = self.spots[place]
        line = "".join(run.text for run in self.lines[spot.line])
        return line[spot.column : spot.column + spot.width].strip(" .")

    def place_at(self, column: int, line: int) -> Place | None:
        """The place that a cell belongs to: its own cells first, then those beside it."""
        near: Place | None = None
        for place, spot in self.spots.items():
            if spot.line <= line < spot.line + spot.height:
                if spot.column <= column < spot.column + spot.width:
                    return place
                if spot.column - 1 <= column <= spot.column + spot.width:
                    near = near or place
        return near

    def next_place(self, place: Place, heading: Heading) -> Place:
        """The place that the cursor moves to; the same place at the edge.

        Minimises the distance ahead plus twice that aside; cells count as twice as high as wide.
        """
        across, down = heading.value
        x, y = _middle(self.spots[place])
        best, shortest = place, float("inf")
        for other, spot in self.spots.items():
            to_x, to_y = _middle(spot)
            ahead = (to_x - x) * across + (to_y - y) * down
            aside = abs((to_x - x) * down) + abs((to_y - y) * across)
            if ahead > 0 and aside <= 2 * ahead and ahead + 2 * aside < shortest:
                best, shortest = other, ahead + 2 * aside
        return best

    def marked(self, marks: Mapping[Place, Mark]) -> Picture:
        """The same picture with brackets around places; their contents stay readable."""
        written: dict[int, dict[int, str]] = {}
        for place, mark in marks.items():
            spot = self.spots.get(place)
            if spot is not None:
                cells = written.setdefault(spot.line, {})
                for column, symbol in zip(_beside(spot), mark.value, strict=True):
                    # Two adjacent marked places share a cell.
                    cells[column] = "|" if cells.get(column, symbol) != symbol else symbol
        if not written:
            return self
        lines = tuple(
            _overwrite(line, written[number]) if number in written else line
            for number, line in enumerate(self.lines)
        )
        return replace(self, lines=lines)


class Canvas:
    """A canvas of unlimited size, drawn cell by cell; later cells win.

    A cell is a run of one character.
    """

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], Run] = {}

    def write(
        self, column: int, line: int, text: str, role: Role, player: int | None = None
    ) -> None:
        """Write a text; replaces control characters by visible ones of the same width."""
        for at, character in enumerate(showable(text, len(text))):
            self._cells[column + at, line] = Run(character, role, player)

    def is_free(self, column: int, line: int) -> bool:
        return (column, line) not in self._cells

    def cropped(self, spots: Mapping[Place, Spot]) -> Picture:
        """Everything drawn, anywhere, with one free column on the left for marks."""
        left = min((column for column, _ in self._cells), default=0) - 1
        top = min((line for _, line in self._cells), default=0)
        moved = Canvas()
        moved._cells = {(x - left, y - top): cell for (x, y), cell in self._cells.items()}
        places = {
            place: spot._replace(column=spot.column - left, line=spot.line - top)
            for place, spot in spots.items()
        }
        return moved.picture(places)

    def picture(self, spots: Mapping[Place, Spot], caption: str = "") -> Picture:
        """Everything drawn, from column 0 and line 0; nothing may be drawn beyond them."""
        height = 1 + max((line for _, line in self._cells), default=-1)
        rows: list[dict[int, Run]] = [{} for _ in range(height)]
        for (column, line), cell in self._cells.items():
            rows[line][column] = cell
        ordered = dict(sorted(spots.items(), key=lambda item: (item[1].line, item[1].column)))
        return Picture(tuple(_join(_fill(row)) for row in rows), ordered, caption)


def _beside(spot: Spot) -> tuple[int, int]:
    return spot.column - 1, spot.column + spot.width


def _middle(spot: Spot) -> tuple[float, float]:
    return spot.column + spot.width / 2, 2 * spot.line + spot.height


def _fill(row: Mapping[int, Run]) -> Iterator[Run]:
    for column in range(1 + max(row, default=-1)):
        yield row.get(column, Run(" "))


def _join(cells: Iterable[Run]) -> Line:
    """Join adjacent cells into maximal runs."""
    runs: list[Run] = []
    for text, role, player in cells:
        if runs and runs[-1][1:] == (role, player):
            runs[-1] = Run(runs[-1].text + text, role, player)
        else:
            runs.append(Run(text, role, player))
    return tuple(runs)


def _overwrite(line: Line, written: Mapping[int, str]) -> Line:
    cells = dict(enumerate(Run(one, run.role, run.player) for run in line for one in run.text))
    cells |= {column: Run(text, Role.MARK) for column, text in written.items() if column >= 0}
    return _join(_fill(cells))
