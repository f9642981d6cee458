"""Encoding of a field as one byte: state, owner and stones.

A byte is ``owner << 5 | growing << 4 | stones``, the owner counted from 1; a byte with an owner
but neither a stone nor the growing bit is a dead field. Two bytes have no owner: `NOWHERE`
around the board and `EMPTY` for an open field without stones.

Four bits hold up to 14 stones. Between turns no stack is taller than 6, except in starting
positions. A taller stack is encoded as `TALL`; a dictionary beside the bytes holds its height.
Such stacks explode at the end of their owner's first turn.

The tables below convert whole positions in one call of `bytes.translate`, which makes the pure
Python engine fast.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache

MAX_PLAYERS = 6
MAX_STONES = 1_000_000

NOWHERE = 0
EMPTY = 1
UNOWNED = bytes((NOWHERE, EMPTY))
STONES = 0b01111
TALL = STONES
GROWING_BIT = 0b10000
OWNER_SHIFT = 5


class FieldState(IntEnum):
    OPEN = 0
    GROWING = 1
    DEAD = 2


def open_code(player: int, stones: int) -> int:
    """An open field with at least one stone."""
    return (player + 1) << OWNER_SHIFT | min(stones, TALL)


def growing_code(player: int, stones: int) -> int:
    """A growing field, with or without stones."""
    return (player + 1) << OWNER_SHIFT | GROWING_BIT | min(stones, TALL)


def dead_code(player: int) -> int:
    """A dead field; the owner has no effect (R4.4)."""
    return (player + 1) << OWNER_SHIFT


def is_open(code: int) -> bool:
    return code == EMPTY or (code >> OWNER_SHIFT > 0 and 0 < code & 0b11111 <= TALL)


def is_growing(code: int) -> bool:
    return code >> OWNER_SHIFT > 0 and bool(code & GROWING_BIT)


def owner(code: int) -> int | None:
    """The player who owns a field, from 0, or None."""
    return (code >> OWNER_SHIFT) - 1 if code >> OWNER_SHIFT else None


def state(code: int) -> FieldState:
    """The state of a field; not meant for `NOWHERE`."""
    if is_growing(code):
        return FieldState.GROWING
    return FieldState.OPEN if is_open(code) else FieldState.DEAD


def _table(values: list[int]) -> bytes:
    return bytes(values)


OPEN = _table([int(is_open(code)) for code in range(256)])
"""1 for open fields, else 0."""
OCCUPIED = _table([int(code not in UNOWNED) for code in range(256)])
"""1 for fields with an owner, else 0."""
WITHOUT_TALL = _table([code - 1 if code & STONES == TALL else code for code in range(256)])
"""Lowers stacks that are too tall for their byte to the tallest that fit."""
OPEN_DIGITS = _table([ord("1") if is_open(code) else ord("0") for code in range(256)])
GROWING_DIGITS = _table([ord("1") if is_growing(code) else ord("0") for code in range(256)])
"""Binary digits, to read a whole position as one integer with one bit per field."""


def _is_own(code: int, player: int) -> bool:
    return code >> OWNER_SHIFT == player + 1


@cache
def own_stack_flags(player: int) -> bytes:
    """1 for the player's stacks on open fields, else 0."""
    return _table([int(_is_own(code, player) and is_open(code)) for code in range(256)])


@cache
def own_stack_digits(player: int) -> bytes:
    """Like `own_stack_flags`, as binary digits."""
    return _table([ord("1") if is_own else ord("0") for is_own in own_stack_flags(player)])


@cache
def loads(player: int) -> tuple[int, ...]:
    """The stones on fields that the player can make explode (R4.1), -1 for all others."""
    return tuple(
        code & STONES if _is_own(code, player) and (is_growing(code) or is_open(code)) else -1
        for code in range(256)
    )


@cache
def load_table(player: int) -> bytes:
    """Like `loads`, prepared to subtract the open neighbours of all fields at once.

    Bit 7 is set for fields of the player that may explode, and survives the subtraction only if
    the load is large enough. Other fields get a value large enough to avoid a borrow.
    """
    return _table([0x80 + load if load >= 0 else 0x40 for load in loads(player)])


@cache
def growth_table(player: int) -> bytes:
    """Adds a stone to each growing field of the player (R5)."""
    return _table(
        [
            code + 1
            if _is_own(code, player) and is_growing(code) and code & STONES < TALL
            else code
            for code in range(256)
        ]
    )


@cache
def impact_table(player: int) -> bytes:
    """The byte of a field after one stone of an explosion reaches it (R4.2).

    `NOWHERE` if the byte does not change: growing and dead fields, and tall stacks of
    opponents, whose height is not in the byte.
    """
    return _table([_after_impact(code, player) for code in range(256)])


def _after_impact(code: int, player: int) -> int:
    if not is_open(code):
        return NOWHERE
    if code == EMPTY:
        return open_code(player, 1)
    if _is_own(code, player):
        return code + 1 if code & STONES < TALL else code
    if code & STONES == TALL:
        return NOWHERE
    return code - 1 if code & STONES > 1 else EMPTY


def stones_at(cells: bytes | bytearray, tall: dict[int, int], index: int) -> int:
    """The number of stones on a field, tall stacks included."""
    stones = cells[index] & STONES if cells[index] != EMPTY else 0
    return tall[index] if stones == TALL else stones


def put_open(cells: bytearray, tall: dict[int, int], index: int, player: int, stones: int) -> None:
    """Put this many stones of the player on an open field; 0 leaves it empty and unowned."""
    cells[index] = open_code(player, stones) if stones else EMPTY
    if stones >= TALL:
        tall[index] = stones
    elif tall:
        tall.pop(index, None)


def mask(cells: bytes, digits: bytes) -> int:
    """An integer with bit i set where the digit of byte i is 1."""
    found = cells.translate(digits)
    return int(found[::-1], 2) if b"1" in found else 0


def spread(fields: int, width: int) -> int:
    """The mask extended by all neighbours of its fields, on a grid of that width."""
    diagonal = width + 1
    near = fields << 1 | fields >> 1 | fields << width | fields >> width
    return fields | near | fields << diagonal | fields >> diagonal


def indices(flags: bytes, flag: int = 1) -> list[int]:
    """Indices of a byte value. Uses `find` because few bytes are set."""
    found = []
    index = flags.find(flag)
    while index >= 0:
        found.append(index)
        index = flags.find(flag, index + 1)
    return found


def count_open_neighbours(cells: bytes, width: int) -> bytes:
    """For every byte, the number of open fields next to it.

    Adds six copies of "1 where open", each shifted by one step. No sum exceeds 6, so no byte
    carries into the next.
    """
    fields = int.from_bytes(cells.translate(OPEN), "little")
    total = 0
    for step in (1, width, width + 1):
        total += (fields << 8 * step) + (fields >> 8 * step)
    return total.to_bytes(len(cells) + width + 1, "little")[: len(cells)]
