"""Splits game records into tags, lines of half-moves and comments, each with its position.

Handles the layout only, not the meaning of the parts. With the positions, an edit changes exactly
its part of the file.

Tolerates what real files have: tags in any order whose values span lines and look like turns; any
white space between parts; turns without comments; comments with more or fewer parts than
half-moves. A tag or comment ends at the first `]`: there are no escapes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from atlantis_core.json_text.places import Problems, Span

_BLANKS = re.compile(r"[\s\ufeff]*")
_TAG_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_LABEL = re.compile(r"([0-9]{1,6}(?:[a-z]\.[0-9]{1,6}\.[0-9]{1,6})*[a-z]?)\.(?=\s|\[|\Z)", re.ASCII)
_WORD = re.compile(r"[^\s\[\]]+")
_MISSING = re.compile(r"\.{2,}")
_DEEPEST = 32
"""Maximum nesting of variations; deeper files are made to break readers."""


class TextPart(NamedTuple):
    """Characters of a file, and their offset."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Tag(NamedTuple):
    """`start` and `end` include the brackets."""

    key: str
    value: TextPart
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TurnText:
    """One line of half-moves: `12b.1.2a. Kc6-c11 b3-b11 [first comment|second comment]`."""

    path: tuple[str, ...]
    """Addresses and numbers of its variation, such as 12b, 1; empty in the main line."""
    number: int
    start: int
    missing: int
    """The number of half-moves at its start that are only dots."""
    records: tuple[TextPart, ...]
    comments: tuple[TextPart, ...] | None
    """None without brackets."""
    records_end: int
    end: int
    """After the brackets, or after the last half-move."""


class GameText(NamedTuple):
    tags: tuple[Tag, ...]
    turns: tuple[TurnText, ...]


def cut_game(text: str, problems: Problems) -> GameText:
    """Split a text as far as possible; reports where it is not."""
    tags, at = _cut_tags(text, problems)
    turns = [] if problems.has_errors else _cut_turns(text, at, problems)
    return GameText(tuple(tags), tuple(turns))


def _skip_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return at if match is None else match.end()


def _cut_tags(text: str, problems: Problems) -> tuple[list[Tag], int]:
    tags: list[Tag] = []
    at = _skip_blanks(text, 0)
    while text.startswith("[", at):
        end = text.find("]", at)
        match = _TAG_KEY.match(text, at + 1)
        if end < 0:
            problems.error(Span(at, at + 1), "a tag is not closed", "expected ']' at its end")
            break
        if match is None or not text.startswith(":", match.end()):
            place = Span(at, min(end + 1, at + 40))
            problems.error(place, "not a tag", "expected '[key:value]'")
            break
        value = TextPart(text[match.end() + 1 : end], match.end() + 1)
        tags.append(Tag(match[0], value, at, end + 1))
        at = _skip_blanks(text, end + 1)
    return tags, at


def _cut_turns(text: str, at: int, problems: Problems) -> list[TurnText]:
    turns: list[TurnText] = []
    while at < len(text):
        label = _LABEL.match(text, at)
        if label is None:
            word = _WORD.match(text, at)
            shown = text[at] if word is None else word[0]
            message = f"not the number of a turn: '{shown[:40]}'"
            place = Span(at, at + len(shown[:40]))
            problems.error(place, message, "expected for example '1.' and a blank")
            break
        turn, at = _cut_turn(text, label, problems)
        if turn is None:
            break
        turns.append(turn)
    return turns


def _cut_turn(text: str, label: re.Match[str], problems: Problems) -> tuple[TurnText | None, int]:
    *path, last = label[1].split(".")
    number = last.rstrip("abcdefghijklmnopqrstuvwxyz")
    if len(path) > 2 * _DEEPEST or (not path and number != last):
        message = "variations are nested too deeply" if path else f"not a turn: '{label[0]}'"
        hint = "" if path else f"expected '{number}.' in the main line"
        problems.error(Span(*label.span()), message, hint)
        return None, label.end()
    missing, records, end = _cut_records(text, label.end())
    comments, at = None, _skip_blanks(text, end)
    records_end = end
    if text.startswith("[", at):
        close = text.find("]", at)
        if close < 0:
            problems.error(Span(at, at + 1), "a comment is not closed", "expected ']' at its end")
        else:
            comments = _cut_comments(text, at + 1, close)
            end = close + 1
    turn = TurnText(
        tuple(path),
        int(number),
        label.start(),
        missing,
        tuple(records),
        comments,
        records_end,
        end,
    )
    return turn, len(text) if problems.has_errors else _skip_blanks(text, end)


def _cut_records(text: str, at: int) -> tuple[int, list[TextPart], int]:
    """The number of half-moves that are dots, the others, and the end of the last."""
    missing, records, end = 0, list[TextPart](), at
    while True:
        at = _skip_blanks(text, at)
        word = _WORD.match(text, at)
        if word is None or _LABEL.match(text, at):
            return missing, records, end
        if not records and _MISSING.fullmatch(word[0]):
            missing += 1
        else:
            records.append(TextPart(word[0], at))
        at = end = word.end()


def _cut_comments(text: str, start: int, end: int) -> tuple[TextPart, ...]:
    parts = []
    for part in text[start:end].split("|"):
        parts.append(TextPart(part, start))
        start += len(part) + 1
    return tuple(parts)
