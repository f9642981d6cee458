"""Suggestions for misspelt names, for the hints of diagnostics.

Suggests only if there are few candidates, because a wrong suggestion is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from atlantis_core.json_text.places import Path
from atlantis_core.positions.grid import (
    Field,
    format_field,
    parse_field,
    parse_segment,
    segment_fields,
)
from atlantis_core.support.errors import NotationError
from atlantis_core.support.phrases import listed

_LONGEST = 12
"""Longer words are not treated as typos."""
_MOST_GUESSES = 2
_MOST_NAMES = 7
_NAME = re.compile("[A-Za-z]{1,3}[0-9]{1,4}")
_MOST_RANGES = 3
_DIGITS_FOR = str.maketrans("oil", "011")
_LETTERS_FOR = str.maketrans("01", "ol")
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def suggest_field(text: str, fields: Collection[Field] | None) -> str:
    """A hint for a text that is not one of these fields.

    `fields` is None while the board itself is being read.
    """
    if len(text) > _LONGEST:
        return ""
    plain = "".join(text.split()).lower()
    swapped = re.sub(r"^([0-9]+)[^a-z0-9]*([a-z]+)$", r"\2\1", plain)
    bare = re.sub(r"[^a-z0-9]", "", plain)
    for guess in (plain, swapped, bare, _with_digits(bare)):
        field = _field_or_none(guess)
        if guess != text and field is not None and (fields is None or field in fields):
            return f"did you mean '{field}'?"
    return "" if fields is None else _suggest_near(plain, fields)


def _with_digits(plain: str) -> str:
    """The field meant by a text in which digits and similar letters are confused."""
    column, row = plain[:1].translate(_LETTERS_FOR), plain[1:].translate(_DIGITS_FOR)
    return column + row


def _suggest_near(plain: str, fields: Collection[Field]) -> str:
    near = {field for word in words_near(plain) if (field := _field_or_none(word)) is not None}
    guesses = sorted(str(field) for field in near if field in fields)
    if 1 <= len(guesses) <= _MOST_GUESSES:
        return f"did you mean {' or '.join(map(repr, guesses))}?"
    return ""


def suggest_names(text: str) -> str:
    """How to write several names in one string, or a misspelt segment; empty if that is unclear."""
    plain = re.sub(r"[^A-Z0-9]", "", text)
    swapped = re.sub(r"^([0-9]+)([A-Z]+)$", r"\2\1", plain)
    if len(text) <= _LONGEST and re.fullmatch("[A-Z]+[0-9]+", swapped):
        return f"did you mean '{swapped}'?"
    names = re.split(r"[\s,;]+", text.strip())
    if len(names) <= _MOST_NAMES and all(map(_NAME.fullmatch, names)):
        return "write " + ", ".join(f'"{name}"' for name in names)
    return ""


def suggest_segment(text: str, homes: Mapping[Field, Path]) -> str:
    """A hint for a name of seven fields that are not all on the board: segments of the board."""
    if len(text) > _LONGEST:
        return ""
    names = sorted({word.upper() for word in words_near(text.lower()) if word[:1].isalpha()})
    guesses = [name for name in names if _is_segment(name, homes)]
    if 1 <= len(guesses) <= _MOST_GUESSES:
        return f"did you mean {' or '.join(map(repr, guesses))}?"
    return ""


def _is_segment(name: str, homes: Mapping[Field, Path]) -> bool:
    """Whether a name stands for the seven fields of one segment of the board."""
    try:
        fields = segment_fields(parse_segment(name))
    except NotationError:
        return False
    return len({homes.get(field, ())[:2] for field in fields} - {()}) == 1 and all(
        field in homes for field in fields
    )


def suggest_place(field: Field, fields: Iterable[Field]) -> str:
    """A hint for a field that is not on the board: the fields of its column."""
    known = tuple(fields)
    rows = sorted(there.y for there in known if there.x == field.x)
    if rows:
        return f"this column of the board has {_ranges(field.x, rows)}"
    if not known:
        return ""
    columns = [there.x for there in known]
    first, last = (
        format_field(Field(column, 1)).rstrip("1") for column in (min(columns), max(columns))
    )
    return f"the columns of the board are {first} to {last}"


def _ranges(column: int, rows: Sequence[int]) -> str:
    """Rows without gaps as ranges: `d5 to d9 and d43 to d44`."""
    there = set(rows)
    starts = [row for row in rows if row - 1 not in there]
    ends = [row for row in rows if row + 1 not in there]
    ranges = [
        format_field(Field(column, first))
        + (f" to {format_field(Field(column, last))}" if last > first else "")
        for first, last in zip(starts, ends, strict=True)
    ]
    return listed(ranges) if len(ranges) <= _MOST_RANGES else f"{len(rows)} fields with gaps"


def suggest_word(word: str, known: Iterable[str]) -> str:
    """A hint for an unknown word."""
    found = nearest_word(word, known)
    return f"did you mean '{found}'?" if found else ""


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """The most similar known word, or None."""
    if len(word) > 2 * _LONGEST:
        return None
    import difflib  # noqa: PLC0415 - slow to import, needed only for errors

    lower = {name.lower(): name for name in known}
    found = difflib.get_close_matches(word.lower(), lower, n=1, cutoff=0.7)
    return lower[found[0]] if found else None


def _field_or_none(text: str) -> Field | None:
    try:
        return parse_field(text)
    except NotationError:
        return None


def words_near(word: str) -> Iterator[str]:
    """All words that one typo can make of this one."""
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in _LETTERS)
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        yield from (head + letter + tail for letter in _LETTERS)
