"""States of the solver: positions up to symmetry, and the states that follow each.

Two positions are one state if a symmetry of the board maps one onto the other, or if they differ
only in who killed a dead field (R4.4).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from atlantis_core.engine import surface
from atlantis_core.learning.turns import legal_turns
from atlantis_core.positions import encoding
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import FieldState, Position
from atlantis_core.positions.symmetry import Map, Symmetry
from atlantis_core.rules.scoring import has_decision, outcome
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.cancelling import Cancelled, IsCancelled

Key = bytes
_DEAD = min(code for code in range(256) if encoding.state(code) is FieldState.DEAD)
_ALIKE = bytes(
    _DEAD if encoding.state(code) is FieldState.DEAD and code != encoding.NOWHERE else code
    for code in range(256)
)
"""Gives all dead fields the same code."""


class TooManyStates(Exception):  # noqa: N818 - not an error: the search ends
    """The limit of states or turns is reached."""


class StateGraph:
    """The states that have been seen, by number, and their successors."""

    def __init__(self, start: Position, most_states: int, most_turns: int) -> None:
        """Raises TooManyStates when more states or turns are needed than allowed."""
        self._orders = symmetries(start.board)
        self._packed_orders = b"".join(array("H", order).tobytes() for order in self._orders)
        self._numbers: dict[Key, int] = {}
        self.positions: list[Position] = []
        self.winners: list[int | None] = []
        """The winner of each state in which the game is over."""
        self.following: list[tuple[int, ...] | None] = []
        """The successors of each state; None if not computed yet."""
        self._most_states = most_states
        self._turns_left = most_turns
        self.start = self.number_of(start)

    def number_of(self, position: Position) -> int:
        """The number of a position's state; a new one if it was never seen."""
        key = self.key_of(position)
        number = self._numbers.get(key)
        return self._add(key, position) if number is None else number

    def _add(self, key: Key, position: Position) -> int:
        if len(self.positions) >= self._most_states:
            raise TooManyStates
        number = self._numbers[key] = len(self.positions)
        ending = outcome(position)
        self.positions.append(position)
        self.winners.append(None if ending is None else ending.winner)
        self.following.append(None if ending is None else ())
        return number

    def key_of(self, position: Position) -> Key:
        """The same bytes for all positions of a state."""
        cells = position.cells.translate(_ALIKE)
        images = (bytes(map(cells.__getitem__, order)) for order in self._orders)
        return bytes([position.to_move]) + min(images)

    def successors(self, number: int, is_cancelled: IsCancelled) -> tuple[int, ...]:
        """The states after every turn, each once, in the order of the turns."""
        known = self.following[number]
        if known is None:
            if is_cancelled():
                raise Cancelled
            found = self._numbers_after(number, is_cancelled)
            known = self.following[number] = tuple(dict.fromkeys(found))
        return known

    def _numbers_after(self, number: int, is_cancelled: IsCancelled) -> Iterator[int]:
        """The states after every turn, by the engine; in Python if it cannot list them."""
        position = self.positions[number]

        def check() -> None:
            if is_cancelled():
                raise Cancelled

        limits = self._packed_orders, self._turns_left, self._most_states, check
        listed = None
        if has_decision(position, position.to_move):
            listed = surface.successors(*position.plain, *limits)
        if listed is None:
            yield from map(self.number_of, self._positions_after(number))
            return
        played, states = listed
        for key, cells, open_neighbours in states:
            there = self._numbers.get(key)
            if there is None:
                there = self._add(key, position.followed_by(cells, open_neighbours))
            yield there
        self._turns_left -= played
        if self._turns_left < 0:
            raise TooManyStates

    def _positions_after(self, number: int) -> Iterator[Position]:
        position = self.positions[number]
        seen = set()
        for turn in legal_turns(position):
            self._turns_left -= 1
            if self._turns_left < 0:
                raise TooManyStates
            after = play_turn(position, turn)
            if after.cells not in seen:
                seen.add(after.cells)
                yield after


def symmetries(board: Board) -> tuple[tuple[int, ...], ...]:
    """For every symmetry of a board, where each byte of the image comes from.

    A symmetry maps fields to fields and segments to segments. Bytes outside the board are left
    out; the identity comes first.
    """
    fields = board.fields
    segments = {frozenset(segment) for segment in board.segments}
    rotations = Symmetry.SIXTHS.matrices
    mirror = Symmetry.LEFT_RIGHT.matrices[1]
    found = []
    for matrix in (*rotations, *(_product(mirror, matrix) for matrix in rotations)):
        plain = Map(matrix, (0, 0))
        turned = [plain(field) for field in fields]
        shift = (
            min(field.x for field in fields) - min(field.x for field in turned),
            min(field.y for field in fields) - min(field.y for field in turned),
        )
        image = Map(matrix, shift)
        if {frozenset(map(image, segment)) for segment in segments} == segments:
            found.append(tuple(_index(board, image(field)) for field in fields))
    return tuple(found)


def _product(
    one: tuple[int, int, int, int], other: tuple[int, int, int, int]
) -> tuple[int, int, int, int]:
    (a, b, c, d), (e, f, g, h) = one, other
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


def _index(board: Board, field: Field) -> int:
    index = board.find(field)
    assert index is not None  # noqa: S101 - the image of a field of the board
    return index
