"""Terminal recordings in asciicast v2 format: screens of cells, of which only changes are written.

Lines may contain colours (SGR escape sequences) but no other control characters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from atlantis_core.support.columns import clusters, display_width
from .errors import ExportError

_START = "\x1b[2J\x1b[H\x1b[?25l"
_CODES = re.compile(r"\x1b\[([0-9;]*)m")
_GAP = 8
"""Fewer unchanged cells between two changes are written again: moving the cursor costs more."""


class Size(NamedTuple):
    """Columns and rows of a terminal."""

    columns: int
    rows: int

    def __str__(self) -> str:
        return f"{self.columns}x{self.rows}"

    def fits(self, other: Size) -> bool:
        return self.columns <= other.columns and self.rows <= other.rows


class DoesNotFitError(ExportError):
    """A board does not fit the chosen terminal."""

    def __init__(self, size: Size, needed: Size) -> None:
        super().__init__(
            f"the board does not fit a terminal of {size} (expected at least {needed})"
        )


class Cell(NamedTuple):
    """One column: its text, and the SGR codes of its colours; no text right of a wide character."""

    text: str
    codes: str = ""


BLANK = Cell(" ")
Row = list[Cell]


def parse_line(line: str) -> Row:
    """The cells of a line with colours."""
    row: Row = []
    codes = ""
    for number, part in enumerate(_CODES.split(line)):
        if number % 2:
            codes = "" if part in ("", "0") else part
            continue
        for cluster in clusters(part):
            row.append(_cell(cluster, codes))
            row += [_cell("", codes)] * (display_width(cluster) - 1)
    return row


@lru_cache(maxsize=4096)
def _cell(text: str, codes: str) -> Cell:
    """Equal cells are one object, so that screens take little memory."""
    return Cell(text, codes)


def fit_rows(lines: Iterable[Row], size: Size) -> list[Row]:
    """Rows of exactly this size; what is beyond it is cut."""
    rows = [[*row[: size.columns], *[BLANK] * (size.columns - len(row))] for row in lines]
    blank = [BLANK] * size.columns
    return [*rows[: size.rows], *[blank] * (size.rows - len(rows))]


def format_recording(screens: Iterable[tuple[Sequence[Row], float]], size: Size, title: str) -> str:
    """The text of a recording: a header, then one event per screen.

    Each screen comes with the seconds for which it is shown.
    """
    now = 0.0
    header = {"version": 2, "width": size.columns, "height": size.rows, "title": title}
    lines = [json.dumps(header)]
    before = [[BLANK] * size.columns] * size.rows
    for number, (shown, seconds) in enumerate(screens):
        rows = fit_rows(shown, size)
        changes = "".join(_changes(before, rows))
        drawn = changes if number else _START + changes
        lines.append(json.dumps([round(now, 3), "o", drawn]))
        before, now = rows, now + seconds
    # Players stop at the last event: without this one the last screen would not be shown.
    lines.append(json.dumps([round(now, 3), "o", "\x1b[?25h"]))
    return "\n".join([*lines, ""])


def _changes(before: Sequence[Row], now: Sequence[Row]) -> Iterator[str]:
    for number, (old, new) in enumerate(zip(before, now, strict=True), 1):
        for first, last in _spans(old, new):
            yield f"\x1b[{number};{first + 1}H{_written(new, first, last)}"


def _spans(old: Row, new: Row) -> Iterator[tuple[int, int]]:
    """The runs of changed cells; a wide character is never split."""
    changed = [at for at, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]
    spans: list[list[int]] = []
    for at in changed:
        if spans and at - spans[-1][1] <= _GAP:
            spans[-1][1] = at + 1
        else:
            spans.append([at, at + 1])
    for first, last in spans:
        while first and not (new[first].text and old[first].text):
            first -= 1  # noqa: PLW2901 - the left half of a wide character
        while last < len(new) and not (new[last].text and old[last].text):
            last += 1  # noqa: PLW2901 - its right half
        yield first, last


def _written(row: Row, first: int, last: int) -> str:
    """Some cells with their colours; blanks at the end of the row as one sequence."""
    end = last
    if last == len(row):
        while end > first and row[end - 1] == BLANK:
            end -= 1
    parts = []
    for codes, cells in groupby(row[first:end], key=lambda cell: cell.codes):
        text = "".join(cell.text for cell in cells)
        parts.append(f"\x1b[{codes}m{text}\x1b[m" if codes else text)
    return "".join(parts) + ("\x1b[K" if end < last else "")
