"""Simulates passes from explosion to explosion instead of turn by turn.

Computes for every growing field in which of its owner's turns it explodes, and skips the turns
without explosions. Can stop on the way for a snapshot. The result equals that of repeated passes.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush

from atlantis_core.engine.values import SnapshotRow
from atlantis_core.positions import encoding
from atlantis_core.positions.board import Board

_IS_LIVE = bytes(
    int(encoding.owner(code) is not None and (encoding.is_growing(code) or encoding.is_open(code)))
    for code in range(256)
)
"""1 for fields that can explode: owned and not dead."""


class Calming:
    """Bytes of a position while all players pass, from the player's explosion phase on.

    Turns are numbered from 0, the player's own. `due` is a heap of ``turn * size + index``:
    fields that may explode in that turn. Stale entries are harmless, because every field is
    checked again in its turn. A growing field has ``first[index] + n`` stones in its owner's
    explosion phase number n; its byte does not contain its stones here.
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
        """Take ownership of the cells, which will change."""
        self._board = board
        self._player = player
        self._players = players
        self.cells = cells
        self.neighbours = bytearray(neighbours)
        self.turns = 0
        """Number of turns from the beginning until the last explosion."""
        self._first, self._due = _first_explosions(cells, self.neighbours, player, players)

    def snapshot(self) -> SnapshotRow:
        """The current bytes."""
        return bytes(self.cells), bytes(self.neighbours), self.turns

    def run(self, stop: int | None = None) -> None:
        """Pass until nothing explodes any more, or until the turn with number `stop`."""
        due, players, size = self._due, self._players, len(self.cells)
        end = None if stop is None else stop * size
        while due and (end is None or due[0] < end):
            turn = due[0] // size
            count, place = divmod(turn, players)
            waiting = []
            while due and due[0] < (turn + 1) * size:
                waiting.append(heappop(due) % size)
            touched = self._explode((self._player + place) % players, count, waiting)
            if touched:  # the entry may be stale: its field has changed
                self.turns = turn + 1
                self._foresee(touched, count, place)

    def _explode(  # noqa: C901, PLR0912 -- in one piece: this is what bots spend their time on
        self, mover: int, count: int, waiting: list[int]
    ) -> set[int]:
        """The explosion phase of one turn. Returns the fields that changed.

        Explodes one field after another, because the order does not matter (R4.3) and waves cost
        twice as much. Queues a neighbour only if it is volatile, which saves three of four checks.
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
        """Queue the next explosions of the changed fields, as far as they are known."""
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
    """The stones on growing fields, and the heap of explosions known so far."""
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
