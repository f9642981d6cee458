"""Settling: let everybody pass until nothing grows any more.

Bots judge a position by what it comes to when it is left alone. This runs from explosion to
explosion instead of from turn to turn: for every growing field it is known in which of its
owner's turns it explodes. That saves the turns in which nothing happens, more of them the
fewer fields grow and the more players there are, and it can stop on the way to take a picture.
Gives exactly what repeated empty turns would give; the tests hold it to that.

A `Trial` is a position prepared for trying many turns that are known to be legal. Nothing here
asks whether they are; whoever gets turns from elsewhere plays them with `rules.play_turn`.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from atlantis_core import encoding
from atlantis_core.board import Board
from atlantis_core.grid import Move
from atlantis_core.mechanics import Workbench
from atlantis_core.position import Position
from atlantis_core.rules import play_turn

Step = tuple[int, int, int]
"""A legal move: index of the source, index distance of one step, number of steps."""

_IS_LIVE = bytes(
    int(encoding.owner(code) is not None and (encoding.is_growing(code) or encoding.is_open(code)))
    for code in range(256)
)
"""1 for fields that can explode: somebody's, and not dead."""


def settle(position: Position) -> Position:
    """The position when everybody has passed until nothing grows and nothing is volatile.

    The player to move stays the same: this is a judgement of the position, not a later turn.
    """
    calm = position
    while calm.tall:  # for one round at most: such stacks explode in their owner's next turn
        calm = play_turn(calm, ())
    calming = _Calming(
        calm.board, bytearray(calm.cells), calm.open_neighbours, calm.to_move, calm.players
    )
    calming.run()
    cells, neighbours = bytes(calming.cells), bytes(calming.neighbours)
    return Position(calm.board, calm.players, position.to_move, cells, neighbours)


class Snapshot(NamedTuple):
    """The bytes of a position at one moment; the stones on growing fields are not told."""

    cells: bytes
    neighbours: bytes
    turns: int
    """How many turns it takes from the beginning until the last explosion."""


class Trial:
    """A position prepared for trying many turns of the player to move."""

    __slots__ = ("position",)

    def __init__(self, position: Position) -> None:
        self.position = position

    def step(self, move: Move) -> Step:
        """A legal move as the numbers that trying it needs."""
        (x, y), (to_x, to_y) = move
        distance = max(abs(to_x - x), abs(to_y - y))
        board = self.position.board
        offset = (to_x - x) // distance + (to_y - y) // distance * board.width
        return board.index(move.source), offset, distance

    def play(self, steps: Iterable[Step]) -> Position:
        """The position after a turn of legal moves."""
        bench = self._moved(steps)
        for _ in bench.explode():
            pass
        bench.grow()
        return bench.freeze((bench.player + 1) % bench.players)

    def settle(self, steps: Iterable[Step], soon: int) -> tuple[Snapshot, Snapshot]:
        """What a turn of legal moves comes to: before the turn number `soon`, and in the end.

        The turn itself has number 0. Both are the same object if all is calm so soon.
        """
        if self.position.tall:
            after = self.play(steps)
            settled = settle(after)
            end = Snapshot(settled.cells, settled.open_neighbours, 1)
            return Snapshot(after.cells, after.open_neighbours, 1), end
        bench = self._moved(steps)
        calming = _Calming(
            bench.board, bench.cells, bench.open_neighbours, bench.player, bench.players
        )
        calming.run(soon)
        then = Snapshot(bytes(calming.cells), bytes(calming.neighbours), calming.turns)
        if calming.is_settled:
            return then, then
        calming.run()
        return then, Snapshot(bytes(calming.cells), bytes(calming.neighbours), calming.turns)

    def count_open(self, snapshot: Snapshot) -> int:
        """How many fields are open."""
        return snapshot.cells.translate(encoding.OPEN).count(1)

    def _moved(self, steps: Iterable[Step]) -> Workbench:
        bench = Workbench(self.position)
        for source, offset, distance in steps:
            bench.move(source, offset, distance)
        return bench


class _Calming:
    """Bytes that are played on with empty turns, from the player's explosion phase on.

    Turns are numbered from 0, the player's own. `due` is a heap of ``turn * size + index``:
    fields that may explode in that turn. An entry whose field has changed since is harmless,
    because every field is looked at again when its turn comes. A growing field holds
    ``first[index] + n`` stones when its owner has the explosion phase number n; the byte of
    a growing field does not tell its stones here.
    """

    __slots__ = ("_board", "_due", "_first", "_player", "_players", "cells", "neighbours", "turns")

    def __init__(
        self,
        board: Board,
        cells: bytearray,
        neighbours: bytes | bytearray,
        player: int,
        players: int,
    ) -> None:
        """Takes the cells as its own; they change."""
        self._board = board
        self._player = player
        self._players = players
        self.cells = cells
        self.neighbours = bytearray(neighbours)
        self.turns = 0
        self._first, self._due = _first_explosions(cells, self.neighbours, player, players)

    @property
    def is_settled(self) -> bool:
        return not self._due

    def run(self, stop: int | None = None) -> None:
        """Play empty turns until all is calm, or until it is the turn with the number `stop`."""
        due, players, size = self._due, self._players, len(self.cells)
        end = None if stop is None else stop * size
        while due and (end is None or due[0] < end):
            turn = due[0] // size
            count, place = divmod(turn, players)
            self.turns = turn + 1
            waiting = []
            while due and due[0] < (turn + 1) * size:
                waiting.append(heappop(due) % size)
            touched = self._explode((self._player + place) % players, count, waiting)
            self._foresee(touched, count, place)

    def _explode(  # noqa: C901, PLR0912 -- in one piece: this is what bots spend their time on
        self, mover: int, count: int, waiting: list[int]
    ) -> set[int]:
        """The explosion phase of one turn; gives the fields at which something changed.

        One field after the other, because the order does not matter (R4.3) and waves cost twice
        as much. A neighbour waits only if it has become volatile; that saves three looks in four.
        """
        cells, neighbours = self.cells, self.neighbours
        around, first = self._board.around, self._first
        impact, growing = encoding.impact_table(mover), encoding.growing_code(mover, 0)
        dead, top = encoding.dead_code(mover), growing + 16
        touched: set[int] = set()
        while waiting:
            index = waiting.pop()
            code = cells[index]
            if not dead < code < top:
                continue
            if code < growing:
                if code & 15 < neighbours[index]:
                    continue
                cells[index] = growing
                first[index] = -count
                if not neighbours[index]:
                    waiting.append(index)
                for there in around[index]:
                    neighbours[there] = left = neighbours[there] - 1
                    code = cells[there]
                    after = impact[code]
                    if after:
                        cells[there] = after
                        if dead < after < growing and after & 15 >= left:
                            waiting.append(there)
                    elif growing <= code < top and first[there] + count >= left:
                        waiting.append(there)
            else:
                if first[index] + count < neighbours[index]:
                    continue
                cells[index] = dead
                for there in around[index]:
                    after = impact[cells[there]]
                    if after:
                        cells[there] = after
                        if dead < after < growing and after & 15 >= neighbours[there]:
                            waiting.append(there)
            touched.add(index)
            touched.update(around[index])
        return touched

    def _foresee(self, touched: Iterable[int], count: int, place: int) -> None:
        """Enter when the touched fields explode, as far as it is known now."""
        cells, neighbours, players = self.cells, self.neighbours, self._players
        size = len(cells)
        for index in touched:
            code = cells[index]
            if not _IS_LIVE[code]:
                continue
            later = ((code >> 5) - 1 - self._player) % players
            next_count = count if later > place else count + 1
            if code & 16:
                next_count = max(next_count, neighbours[index] - self._first[index])
            elif code & 15 < neighbours[index]:
                continue
            heappush(self._due, (next_count * players + later) * size + index)


def _first_explosions(
    cells: bytearray, neighbours: bytearray, player: int, players: int
) -> tuple[dict[int, int], list[int]]:
    """The stones on growing fields, and the heap of explosions that are foreseeable now."""
    size, first, due = len(cells), {}, []
    for index in encoding.indices(bytes(cells.translate(_IS_LIVE))):
        code = cells[index]
        stones, count = code & encoding.STONES, 0
        if code & encoding.GROWING_BIT:
            first[index] = stones
            count = max(0, neighbours[index] - stones)
        elif stones < neighbours[index]:
            continue
        later = ((code >> encoding.OWNER_SHIFT) - 1 - player) % players
        due.append((count * players + later) * size + index)
    heapify(due)
    return first, due
