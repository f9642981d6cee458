"""Memory of a position, for the test and the benchmark that bound it."""

from __future__ import annotations

import sys

from atlantis_core.positions.board import Board
from atlantis_core.positions.position import Position


def size_beyond_board(position: Position) -> int:
    """Bytes of a position and its parts, without the shared board."""
    held = [getattr(position, name) for name in position.__slots__]
    own = [value for value in held if not isinstance(value, Board)]
    return sys.getsizeof(position) + sum(map(sys.getsizeof, own))
