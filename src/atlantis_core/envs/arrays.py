"""Moves as numbers and positions as arrays, for one board. Does not depend on the environments.

Action 0 ends the turn. Action ``1 + (field * 6 + direction) * 5 + distance - 1`` moves a stack:
fields in the order of the board, directions in the order of `Direction`, distance 1 to 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from atlantis_core.positions import encoding
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position

END_TURN = 0
FARTHEST = 5
"""No stack is taller at the start of its owner's turn: six stones always explode."""
FIXED_PLANES = 5
"""Planes that do not depend on the number of players."""
Array = Any
"""A numpy array: numpy is optional, and its types are not checked here."""


def plane_names(players: int) -> tuple[str, ...]:
    """Names of the planes of an observation, in order."""
    others = (f"stones of player {n} after the own one" for n in range(2, players))
    return (
        "1 if the field is on the board",
        "1 if it is open",
        "1 if it is growing",
        "1 if a move of this turn may start there: its segment is unused",
        "stones that moves of this turn send there",
        "own stones",
        "stones of the next player",
        *others,
    )


class BoardArrays:
    """The numbering of moves and the layout of observations on a board."""

    def __init__(self, board: Board) -> None:
        width = board.width
        height = (board.size - 2) // width
        self.actions = 1 + len(board) * len(board.offsets) * FARTHEST
        self.shape = (height - 2, width - 1)
        """Rows and columns of a plane: the padding of the grid is left out."""
        rows: Array = np.arange(1, height - 1)[:, None] * width
        self._inside = (rows + np.arange(1, width)[None, :]).ravel()
        self._places = {int(index): place for place, index in enumerate(self._inside)}
        self.moves: list[Move | None] = [None]
        segments = [-1]
        for index in board.field_at:
            found = (board.lines.line(index, offset, FARTHEST) for offset in board.offsets)
            for line in found:
                moves = [move for _, move in line]
                self.moves += [*moves, *[None] * (FARTHEST - len(moves))]
            segments += [board.segment_at[index]] * len(board.offsets) * FARTHEST
        self.number_of = {move: at for at, move in enumerate(self.moves) if move is not None}
        self.segment_of = segments
        """The segment in which each action starts."""
        numbers = np.array(segments)
        count = len(board.segments)
        self.elsewhere = [(numbers != segment).astype(np.int8) for segment in range(count)]
        """Mask by segment: 1 for the actions that start in another one."""
        owners = np.full(board.size, -1)
        for index, segment in board.segment_at.items():
            owners[index] = segment
        inside = owners[self._inside]
        self.segment_places = [np.flatnonzero(inside == segment) for segment in range(count)]

    def place_of(self, board: Board, move: Move) -> int:
        """Index of a move's destination in a flat plane."""
        return self._places[board.index(move.destination)]

    def mask(self, moves: tuple[Move, ...]) -> Array:
        """1 for the end of the turn and for each of these moves."""
        mask: Array = np.zeros(self.actions, np.int8)
        mask[[END_TURN, *map(self.number_of.__getitem__, moves)]] = 1
        return mask

    def planes(self, position: Position, player: int) -> Array:
        """A position as a player sees it, at the start of a turn; one flat row per plane."""
        cells = np.frombuffer(position.cells, np.uint8)[self._inside]
        return _table(position.players, player)[:, cells]

    def batch(self, positions: Sequence[Position], player: int) -> Array:
        """The planes of several positions of one game: by plane, position and place."""
        joined = b"".join(position.cells for position in positions)
        cells = np.frombuffer(joined, np.uint8).reshape(len(positions), -1)[:, self._inside]
        return _table(positions[0].players, player)[:, cells]


@cache
def _table(players: int, viewer: int) -> Array:
    """The value of every plane for every byte of a position."""
    table: Array = np.zeros((FIXED_PLANES + players, 256), np.int8)
    for code in range(256):
        if code == encoding.NOWHERE:
            continue
        player = encoding.owner(code)
        table[0, code] = 1
        table[1, code] = table[3, code] = encoding.is_open(code)
        table[2, code] = encoding.is_growing(code)
        if player is not None and player < players:
            stones = min(code & encoding.STONES, encoding.TALL)
            table[FIXED_PLANES + (player - viewer) % players, code] = stones
    return table
