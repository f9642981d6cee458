"""Parses HSN to a state in which every value has its position.

Follows the published grammar rule by rule; where text and grammar of the notation differ, accepts
both. Does not check what a state means: `checks` does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from atlantis_core.json_text.places import Span
from atlantis_core.support.phrases import number_of_letters
from .model import CARD_WORDS, ITEM_WORDS, RESOURCE_WORDS, Border, Corner, Duty, Kind, Tile
from .tokens import Located, SyntaxStop, Tokens

T = TypeVar("T")
MAX_SIDE = 100
"""Maximum number of rows, and of columns, of a map."""
_LONGEST_COLUMN = 3
_KINDS = tuple(kind.value for kind in Kind)
_PLAYERS = tuple("0123456")
PerPlayer = list[list[Located[T]]]
Terms = list[tuple[Located[str], int]]
"""A formula as written: codes and amounts."""


class Required(NamedTuple):
    """A duty as written."""

    duty: Located[Duty]
    players: list[Located[int]]
    items: Terms


@dataclass
class Parsed:
    """One state as written."""

    rows: list[list[Kind | None]]
    row_spans: list[Span]
    numbers: list[list[Located[int]]]
    number_spans: list[Span]
    harbours: list[tuple[Located[Border], Kind | None]]
    cities: Located[PerPlayer[Corner]]
    villages: Located[PerPlayer[Corner]]
    roads: Located[PerPlayer[Border]]
    robber: Located[Tile]
    resources: Located[list[Terms]]
    cards: Located[list[Terms]]
    knights: Located[list[Located[int] | None]]
    largest_army: Located[int]
    longest_road: Located[int]
    turn: Located[int]
    rolled: Located[str]
    must: Required
    bought: Terms
    placeable: Terms
    span: Span


def parse_state(tokens: Tokens) -> Parsed:
    """Parse the state that begins here; raises SyntaxStop."""
    start = tokens.at
    return Parsed(
        *_rows(tokens),
        *_number_rows(tokens),
        _listed(tokens, _harbour),
        cities=_per_player(tokens, lambda: _places(tokens, _corner)),
        villages=_per_player(tokens, lambda: _places(tokens, _corner)),
        roads=_per_player(tokens, lambda: _places(tokens, _border)),
        robber=_tile(tokens),
        resources=_formulas(tokens, RESOURCE_WORDS),
        cards=_formulas(tokens, CARD_WORDS),
        knights=_per_player(tokens, tokens.accept_integer, "'|' or ']'"),
        largest_army=_player(tokens),
        longest_road=_player(tokens),
        turn=tokens.amount("the number of the turn, from 1"),
        rolled=tokens.expect("R", ".", expected="'R' or '.' for whether the dice are rolled"),
        must=_required(tokens),
        bought=_formula_or_dot(tokens, CARD_WORDS, "bought cards such as 'Dk', or '.'"),
        placeable=_formula_or_dot(tokens, ITEM_WORDS, "items to place such as 'R2', or '.'"),
        span=Span(start, len(tokens.text[: tokens.at].rstrip(" \t\r\n"))),
    )


def _rows(tokens: Tokens) -> tuple[list[list[Kind | None]], list[Span]]:
    tokens.expect("[", expected="'[' before the kinds of tiles of a state")
    rows: list[list[Kind | None]] = []
    spans: list[Span] = []
    while True:
        start = tokens.at
        rows.append(_row(tokens))
        spans.append(Span(start, tokens.at))
        if len(rows) > MAX_SIDE:
            raise SyntaxStop(spans[-1], f"too many rows (expected up to {MAX_SIDE})")
        if tokens.expect("/", "]", expected=_TILE_EXPECTED).value == "]":
            break
    return ([], []) if rows == [[]] else (rows, spans)


_TILE_EXPECTED = "a tile such as 'S' or 'B', a number of columns to skip, '/' or ']'"


def _row(tokens: Tokens) -> list[Kind | None]:
    row: list[Kind | None] = []
    while True:
        start = tokens.at
        skip = tokens.accept_amount()
        letter = tokens.accept(*_KINDS) if skip is None else None
        if skip is not None:
            row += [None] * min(skip.value, MAX_SIDE + 1)
        elif letter is not None:
            row.append(Kind(letter.value))
        else:
            return row
        if len(row) > MAX_SIDE:
            raise SyntaxStop(
                Span(start, tokens.at), f"the row is too long (expected up to {MAX_SIDE} columns)"
            )


def _number_rows(tokens: Tokens) -> tuple[list[list[Located[int]]], list[Span]]:
    tokens.expect("[", expected="'[' before the numbers")
    rows: list[list[Located[int]]] = []
    spans: list[Span] = []
    while True:
        start = tokens.at
        row: list[Located[int]] = []
        first = tokens.accept_amount()
        if first is not None:
            row.append(first)
            while tokens.accept(","):
                row.append(tokens.amount("a number"))
        rows.append(row)
        spans.append(Span(start, tokens.at))
        if tokens.expect("/", "]", expected="a number, ',', '/' or ']'").value == "]":
            return rows, spans


def _listed(tokens: Tokens, read: Callable[[Tokens], T]) -> list[T]:
    """Items in brackets, separated by commas; may be empty."""
    tokens.expect("[")
    found: list[T] = []
    if tokens.accept("]"):
        return found
    while True:
        found.append(read(tokens))
        if tokens.expect(",", "]").value == "]":
            return found


def _per_player(
    tokens: Tokens, read: Callable[[], T], expected: str = "',', '|' or ']'"
) -> Located[list[T]]:
    """Parts separated by `|`, one per player; `[]` is one part or no player."""
    start = tokens.expect("[").span.start
    parts = [read()]
    while True:
        end = tokens.expect("|", "]", expected=expected)
        if end.value == "]":
            return Located(parts, Span(start, end.span.end))
        parts.append(read())


def _places(tokens: Tokens, read: Callable[[Tokens], Located[T]]) -> list[Located[T]]:
    if tokens.peek("|", "]"):
        return []
    found = [read(tokens)]
    while tokens.accept(","):
        found.append(read(tokens))
    return found


def _tile(tokens: Tokens) -> Located[Tile]:
    letters = tokens.letters("a tile such as 'd4'")
    if len(letters.value) > _LONGEST_COLUMN:
        raise SyntaxStop(letters.span, "the column is too far right (expected for example 'd')")
    row = tokens.amount("the number of a row")
    tile = Tile(number_of_letters(letters.value), row.value)
    return Located(tile, Span(letters.span.start, row.span.end))


def _corner(tokens: Tokens) -> Located[Corner]:
    tile = _tile(tokens)
    side = tokens.expect("n", "s", expected="the corner 'n' or 's'")
    return Located(Corner(*tile.value, side.value), Span(tile.span.start, side.span.end))


def _border(tokens: Tokens) -> Located[Border]:
    tile = _tile(tokens)
    side = tokens.expect("ne", "nw", "w", expected="the border 'ne', 'nw' or 'w'")
    return Located(Border(*tile.value, side.value), Span(tile.span.start, side.span.end))


def _harbour(tokens: Tokens) -> tuple[Located[Border], Kind | None]:
    resource = tokens.accept(*RESOURCE_WORDS)
    if tokens.peek("-"):
        raise tokens.stop("the border of a harbour, without a dash")
    return _border(tokens), None if resource is None else Kind(resource.value)


def _formulas(tokens: Tokens, codes: Collection[str]) -> Located[list[Terms]]:
    """A formula of each player; codes follow each other without commas."""
    known = ", ".join(f"'{code}'" for code in codes)
    return _per_player(tokens, lambda: _formula(tokens, codes), f"{known}, '|' or ']'")


def _formula(tokens: Tokens, codes: Iterable[str]) -> Terms:
    terms: Terms = []
    while True:
        code = tokens.accept(*codes)
        if code is None:
            _check_code(tokens, codes)
            return terms
        amount = tokens.accept_amount()
        if amount is None and tokens.peek("0"):
            raise tokens.stop(f"an amount from 1 after '{code.value}', or nothing for 1")
        terms.append((code, 1 if amount is None else amount.value))


def _check_code(tokens: Tokens, codes: Iterable[str]) -> None:
    """Stop at the second letter of an unknown code whose first one is right."""
    first = tokens.peek(*{code[0] for code in codes if len(code) > 1})
    if first is not None:
        tokens.expect(first)
        raise tokens.stop(" or ".join(f"'{code[1]}'" for code in codes))


def _formula_or_dot(tokens: Tokens, codes: Iterable[str], expected: str) -> Terms:
    terms = _formula(tokens, codes)
    if not terms:
        tokens.expect(".", expected=expected)
    return terms


def _player(tokens: Tokens) -> Located[int]:
    digit = tokens.expect(*_PLAYERS, expected="a player from 1 to 6, or 0 for the bank")
    return Located(int(digit.value), digit.span)


def _required(tokens: Tokens) -> Required:
    """Parse a duty. For P the grammar requires players, the text items: accepts both."""
    letters = [duty.value for duty in Duty]
    found = tokens.expect(*letters, expected="'S', 'M', 'D[...]', 'P[...]' or '.'")
    duty = Located(Duty(found.value), found.span)
    if duty.value not in (Duty.DISCARD, Duty.PLACE):
        return Required(duty, [], [])
    items: Terms = []

    def listed(tokens: Tokens) -> Located[int] | None:
        found = _formula(tokens, ITEM_WORDS) if duty.value is Duty.PLACE else []
        items.extend(found)
        return None if found else _player(tokens)

    players = [player for player in _listed(tokens, listed) if player is not None]
    return Required(duty, players, items)
