"""What became of the variants, as a plain table."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple


class Outcome(Enum):
    PASSED = "passed"
    FAILED = "FAILED"
    SKIPPED = "skipped"


class Result(NamedTuple):
    """One row of the table."""

    variant: str
    outcome: Outcome
    detail: str
    """pytest's summary, or why there is none."""
    tests: str = "-"
    """Which tests ran."""


HEADINGS = ("variant", "tests", "result", "detail")


def format_table(results: Sequence[Result]) -> str:
    rows = [(each.variant, each.tests, each.outcome.value, each.detail) for each in results]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (HEADINGS, *rows)
    )


def exit_status(results: Sequence[Result]) -> int:
    """1 if a variant failed; a skipped one is no failure."""
    return int(any(each.outcome is Outcome.FAILED for each in results))
