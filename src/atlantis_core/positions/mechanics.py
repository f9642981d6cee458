"""Movement, explosion and growth on the bytes of a position.

Does not check whether moves are legal or whose turn it is; `turns` does that first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from . import encoding
from .board import Board
from .position import Contents, Position

Losses = list[tuple[int, int]]
"""Index of a field, and the number of stones that each side lost there."""


class MutablePosition:
    """A copy of a position that changes during one turn; `freeze` makes a `Position` of it."""

    __slots__ = ("board", "cells", "open_neighbours", "player", "players", "start", "tall")

    def __init__(self, position: Position) -> None:
        self.board: Board = position.board
        self.players = position.players
        self.player = position.to_move
        self.start = position.cells
        self.cells = bytearray(self.start)
        self.open_neighbours: bytes | bytearray = position.open_neighbours
        self.tall = dict(position.tall) if position.tall else {}

    def contents(self, index: int) -> Contents:
        """The current contents of a field."""
        code = self.cells[index]
        stones = encoding.stones_at(self.cells, self.tall, index)
        return Contents(encoding.state(code), encoding.owner(code), stones)

    def freeze(self, to_move: int) -> Position:
        """The current position. Shares unchanged bytes with the start."""
        tall = tuple(sorted(self.tall.items())) if self.tall else ()
        return Position(
            self.board,
            self.players,
            to_move,
            self.start if self.cells == self.start else bytes(self.cells),
            bytes(self.open_neighbours),
            tall,
        )

    def move(self, source: int, offset: int, distance: int) -> tuple[int, Losses]:
        """Move as many stones as steps (R3.3). Returns the number that land, and the losses."""
        cells, own = self.cells, self.player + 1
        self._add(source, -distance)
        left, losses = distance, []
        destination = source + distance * offset
        for there in range(source + offset, destination + offset, offset):
            code = cells[there]
            if code == encoding.EMPTY or code >> encoding.OWNER_SHIFT == own:
                continue
            lost = min(left, encoding.stones_at(cells, self.tall, there))
            self._add(there, -lost)
            losses.append((there, lost))
            left -= lost
            if not left:
                return 0, losses
        self._add(destination, left)
        return left, losses

    def _add(self, index: int, stones: int) -> None:
        """Add or remove stones on an open field; an empty one gets stones of the player."""
        code = self.cells[index]
        owner = self.player + 1 if code == encoding.EMPTY else code >> encoding.OWNER_SHIFT
        height = stones if code == encoding.EMPTY else (code & encoding.STONES) + stones
        if self.tall or height >= encoding.TALL:
            height = encoding.stones_at(self.cells, self.tall, index) + stones
            encoding.put_open(self.cells, self.tall, index, owner - 1, height)
        else:
            self.cells[index] = owner << encoding.OWNER_SHIFT | height if height else encoding.EMPTY

    def explode(self) -> Iterator[list[int]]:
        """Explode wave by wave until no field of the player is volatile.

        Yields the unordered indices of each wave before applying it. All fields of a wave change
        their state before their stones spread; a stone that would reach another field of the same
        wave would be surplus there anyway (R4.3).
        """
        wave = volatile_indices(self.board, self.cells, self.open_neighbours, self.player)
        if not wave:
            return
        cells, loads = self.cells, encoding.loads(self.player)
        # Without explosions the counts are shared with the previous position.
        neighbours = self.open_neighbours = bytearray(self.open_neighbours)
        while wave:
            yield wave
            self._sink(wave, neighbours)
            near = self._scatter(wave)
            wave = [index for index in near if loads[cells[index]] >= neighbours[index]]

    def _scatter(self, wave: Iterable[int]) -> set[int]:
        """Spread the stones of one wave. Returns the fields that may explode in the next."""
        cells, tall, around = self.cells, self.tall, self.board.around
        impact = encoding.impact_table(self.player)
        near = set(wave)
        for index in wave:
            near.update(around[index])
            for there in around[index]:
                after = impact[cells[there]]
                if after:
                    cells[there] = after
                elif tall and there in tall:
                    self._hit_tall(there)
        return near

    def _sink(self, wave: Iterable[int], neighbours: bytearray) -> None:
        """Make open fields of the wave growing, growing ones dead, and all empty."""
        cells, around = self.cells, self.board.around
        empty_growing = encoding.growing_code(self.player, 0)
        dead = encoding.dead_code(self.player)
        for index in wave:
            if cells[index] & encoding.GROWING_BIT:
                cells[index] = dead
            else:
                cells[index] = empty_growing
                for there in around[index]:
                    neighbours[there] -= 1
            if self.tall:
                self.tall.pop(index, None)

    def _hit_tall(self, index: int) -> None:
        """Take a stone from an opponent's tall stack if its field is open."""
        code = self.cells[index]
        if encoding.is_open(code):
            opponent = (code >> encoding.OWNER_SHIFT) - 1
            encoding.put_open(self.cells, self.tall, index, opponent, self.tall[index] - 1)

    def grow(self) -> None:
        """Add a stone to every growing field of the player (R5)."""
        self.cells = self.cells.translate(encoding.growth_table(self.player))


class _Cursor:
    """A turn played up to some move or wave."""

    __slots__ = ("_current", "_steps", "_waves", "count", "position")

    def __init__(self, start: Position, steps: Sequence[tuple[int, int, int]]) -> None:
        self._current = MutablePosition(start)
        self._steps = steps
        self._waves: Iterator[list[int]] | None = None
        self.count = 0
        self.position: Position | None = None

    def advance(self) -> None:
        """Play the next move or wave."""
        if self.count < len(self._steps):
            self._current.move(*self._steps[self.count])
        else:
            if self._waves is None:
                self._waves = self._current.explode()
                next(self._waves)
            next(self._waves, None)  # the generator applies this wave before it yields the next
        self.count += 1
        self.position = None

    def freeze(self) -> Position:
        if self.position is None:
            self.position = self._current.freeze(self._current.player)
        return self.position


class TurnReplay:
    """The positions during a turn of legal steps, computed on demand.

    Going forwards plays one move or wave at a time; going backwards restarts the turn.
    """

    __slots__ = ("_idle", "_start", "_steps")

    def __init__(self, start: Position, steps: Sequence[tuple[int, int, int]]) -> None:
        self._start = start
        self._steps = steps
        self._idle: list[_Cursor] = []
        """Removed while in use, so that threads do not share one."""

    def after(self, count: int) -> Position:
        """The position after this many moves and waves, with the same player to move."""
        try:
            cursor = self._idle.pop()
        except IndexError:
            cursor = _Cursor(self._start, self._steps)
        if cursor.count > count:
            cursor = _Cursor(self._start, self._steps)
        while cursor.count < count:
            cursor.advance()
        position = cursor.freeze()
        self._idle.append(cursor)
        return position

    def __reduce__(self) -> tuple[type[TurnReplay], tuple[object, ...]]:
        return type(self), (self._start, self._steps)


def volatile_indices(
    board: Board, cells: bytes | bytearray, open_neighbours: bytes | bytearray, player: int
) -> list[int]:
    """All fields of the player with at least as many stones as open neighbours (R4.1).

    Compares all fields in one subtraction, see `encoding.load_table`.
    """
    loads = int.from_bytes(cells.translate(encoding.load_table(player)), "little")
    flags = (loads - int.from_bytes(open_neighbours, "little")) & board.high_bits
    return encoding.indices(flags.to_bytes(board.size, "little"), 0x80) if flags else []
