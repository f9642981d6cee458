"""When two positions are the same: a 64-bit hash, and the map from one to the other.

Positions are the same if a rotation, reflection or shift of the grid maps one onto the other, with
the players counted from the player to move. Equal hashes are likely but not certain to mean that;
`find_map` decides.

The hash adds a random number per field and contents, for all twelve images of the board at once:
the sums are lanes of one big integer. It is the smallest of the lanes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from itertools import compress
from struct import Struct

from . import encoding
from .board import Board
from .grid import Field
from .position import Position
from .symmetry import Map, Matrix, all_matrices

_LANE = 10
"""Bytes: 64 bits, and room for the sum over the largest board."""
_LANES = Struct("<" + f"Q{_LANE - 8}x" * 12)
_MASK = (1 << 64) - 1


def position_hash(position: Position) -> int:
    """The hash of a position, as a signed 64-bit number."""
    values = _values_of(position.board)
    cells = position.cells.translate(_relative(position.to_move, position.players))
    occupied = compress(range(len(cells)), cells.translate(encoding.OCCUPIED))
    total = sum([values[index << 8 | cells[index]] for index in occupied], values.base)
    least: int = min(_LANES.unpack(total.to_bytes(_LANE * 12, "little")))
    return (least ^ position.players * 0x9E3779B97F4A7C15 & _MASK) - (1 << 63)


def find_map(position: Position, other: Position) -> Map | None:
    """A map of the grid that makes one position the other, or None if they differ."""
    if position.players != other.players:
        return None
    wanted = _contents(other)
    own = _contents(position)
    for image in board_maps(position.board, other.board):
        if {image(field): held for field, held in own.items()} == wanted:
            return image
    return None


@lru_cache(maxsize=256)
def board_maps(board: Board, other: Board) -> tuple[Map, ...]:
    """All maps of the grid that make one board the other, segments included."""
    if len(board) != len(other):
        return ()
    wanted = {frozenset(segment) for segment in other.segments}
    found = []
    for matrix in all_matrices():
        turned = Map(matrix, (0, 0))
        (x, y), (to_x, to_y) = _corner(map(turned, board)), _corner(other)
        image = Map(matrix, (to_x - x, to_y - y))
        if {frozenset(map(image, segment)) for segment in board.segments} == wanted:
            found.append(image)
    return tuple(found)


def _contents(position: Position) -> dict[Field, tuple[int, int, int]]:
    """Contents of the fields, with players counted from the one to move; dead fields get 0."""
    found = {}
    for field, (state, player, stones) in position.occupied():
        is_dead = state is encoding.FieldState.DEAD
        seat = 0 if is_dead or player is None else (player - position.to_move) % position.players
        found[field] = (int(state), seat, stones)
    return found


def _corner(fields: Iterable[Field]) -> tuple[int, int]:
    places = [(field.x, field.y) for field in fields]
    return min(x for x, _ in places), min(y for _, y in places)


@lru_cache(maxsize=64)
def _relative(to_move: int, players: int) -> bytes:
    """Maps a byte to one with the owner counted from the player to move."""
    table = bytearray(range(256))
    for code in range(1 << encoding.OWNER_SHIFT, 256):
        player = (code >> encoding.OWNER_SHIFT) - 1
        if encoding.state(code) is encoding.FieldState.DEAD:
            table[code] = encoding.dead_code(0)
        elif player < players:
            rest = code & ((1 << encoding.OWNER_SHIFT) - 1)
            table[code] = ((player - to_move) % players + 1) << encoding.OWNER_SHIFT | rest
    return bytes(table)


class _Values(dict[int, int]):
    """Random numbers by field and contents, one per image of the board, made on first use."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._field_at = board.field_at
        self._images = [_at_origin(matrix, board) for matrix in all_matrices()]
        self.base = _lanes(
            sum(_random(str(sorted(map(image, segment)))) for segment in board.segments)
            for image in self._images
        )

    def __missing__(self, key: int) -> int:
        field, code = self._field_at[key >> 8], key & 255
        places = (image(field) for image in self._images)
        found = self[key] = _lanes(_random(f"{place.x},{place.y},{code}") for place in places)
        return found


def _at_origin(matrix: Matrix, board: Board) -> Map:
    x, y = _corner(map(Map(matrix, (0, 0)), board))
    return Map(matrix, (-x, -y))


def _lanes(numbers: Iterable[int]) -> int:
    return sum((number & _MASK) << 8 * _LANE * lane for lane, number in enumerate(numbers))


def _random(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


@lru_cache(maxsize=16)
def _values_of(board: Board) -> _Values:
    return _Values(board)
