"""A position: the contents of every field of a board, and the player to move.

Positions are immutable, compare and hash by value, and are small enough to keep one for every
turn of a game. `turns` plays them. `Position.setup` checks that a position can exist.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from atlantis_core.support.errors import SetupError, UnknownFieldError, UnknownPlayerError
from atlantis_core.support.facade import late
from . import encoding
from .board import Board
from .encoding import MAX_PLAYERS, MAX_STONES, FieldState
from .grid import Field, parse_field

__all__ = ["MAX_PLAYERS", "MAX_STONES", "Contents", "FieldState", "Position"]

T = TypeVar("T")
U = TypeVar("U")
Tall = tuple[tuple[int, int], ...]


class Contents(NamedTuple):
    """State, owner and stones of a field. An open field without stones has no owner: None."""

    state: FieldState
    player: int | None
    stones: int


class Position:
    """An immutable position; make one with `Position.setup` or by playing a turn."""

    __slots__ = ("_board", "_cells", "_open_neighbours", "_players", "_tall", "_to_move")

    def __init__(
        self,
        board: Board,
        players: int,
        to_move: int,
        cells: bytes,
        open_neighbours: bytes,
        tall: Tall = (),
    ) -> None:
        """Internal: takes encoded bytes and checks nothing."""
        self._board = board
        self._players = players
        self._to_move = to_move
        self._cells = cells
        self._open_neighbours = open_neighbours
        self._tall = tall

    @classmethod
    def setup(
        cls, board: Board, stacks: Sequence[Mapping[Field, int]], to_move: int = 0
    ) -> Position:
        """A position from the stacks of each player, with values as in transcripts (R7.5).

        A positive number is a stack on an open field, a negative one a growing field with
        that many stones, 0 a dead field. An empty growing field cannot be expressed: between
        turns every growing field has a stone.
        """
        _check_setup(board, stacks, to_move)
        cells = bytearray(board.size)
        for index in board.field_at:
            cells[index] = encoding.EMPTY
        tall: dict[int, int] = {}
        for player, own in enumerate(stacks):
            for field, value in own.items():
                index = board.index(field)
                cells[index] = _encode(player, value)
                if abs(value) >= encoding.TALL:
                    tall[index] = abs(value)
        fixed = bytes(cells)
        neighbours = encoding.count_open_neighbours(fixed, board.width)
        return cls(board, len(stacks), to_move, fixed, neighbours, tuple(sorted(tall.items())))

    @classmethod
    def parse(cls, notation: str) -> Position:
        """Read the one-line notation of a position (docs/notation.md)."""
        position: Position = late("rules.notation", "parse_position")(notation)
        return position

    @property
    def notation(self) -> str:
        """The position in one line; `parse` reads it, and equal positions have the same."""
        text: str = late("rules.notation", "format_position")(self)
        return text

    @property
    def board(self) -> Board:
        return self._board

    @property
    def players(self) -> int:
        """The number of players; they are numbered from 0."""
        return self._players

    @property
    def to_move(self) -> int:
        """The player whose turn it is."""
        return self._to_move

    @property
    def cells(self) -> bytes:
        """The encoded fields (see `encoding`)."""
        return self._cells

    @property
    def open_neighbours(self) -> bytes:
        """Number of open fields next to every index."""
        return self._open_neighbours

    @property
    def tall(self) -> Tall:
        """Index and height of the stacks that are too tall for their byte, in order."""
        return self._tall

    def tall_at(self, index: int) -> dict[int, int]:
        """Like `tall`, only for one index; empty if its stack fits.

        Uses bisection: a start may have tens of thousands of tall stacks, and building a
        dictionary of all for every field takes minutes.
        """
        at = bisect_left(self._tall, (index,))
        return {there: height for there, height in self._tall[at : at + 1] if there == index}

    @property
    def plain(self) -> tuple[Board, bytes, bytes, int, int]:
        """The arguments of engine functions; without the heights of tall stacks."""
        return self._board, self._cells, self._open_neighbours, self._players, self._to_move

    def ask(self, function: Callable[[Board, bytes, bytes, int, int, T], U], about: T) -> U:
        """Call a function of the engine with `plain` and one more argument.

        Quicker than unpacking `plain`; bots do this for every position.
        """
        return function(
            self._board, self._cells, self._open_neighbours, self._players, self._to_move, about
        )

    def as_turn_of(self, player: int) -> Position:
        """The same board with another player to move."""
        self.check_player(player)
        return Position(
            self._board, self._players, player, self._cells, self._open_neighbours, self._tall
        )

    def followed_by(self, cells: bytes, open_neighbours: bytes) -> Position:
        """For the engine: these bytes on the same board, with the next player to move."""
        to_move = (self._to_move + 1) % self._players
        return Position(self._board, self._players, to_move, cells, open_neighbours)

    def __getitem__(self, field: Field | str) -> Contents:
        """The contents of a field, given as `Field` or as a name such as ``"c5"``."""
        there = parse_field(field) if isinstance(field, str) else field
        index = self._board.find(there)
        if index is None:
            raise UnknownFieldError(there)
        return self._contents(index)

    def _contents(self, index: int) -> Contents:
        code = self._cells[index]
        tall = self.tall_at(index) if self._tall else {}
        stones = encoding.stones_at(self._cells, tall, index)
        return Contents(encoding.state(code), encoding.owner(code), stones)

    def occupied(self) -> Iterator[tuple[Field, Contents]]:
        """All fields but the open empty ones, in the order of the board."""
        board = self._board
        found = encoding.indices(self._cells.translate(encoding.OCCUPIED))
        for index in sorted(found, key=board.order.__getitem__):
            yield board.field_at[index], self._contents(index)

    def stacks(self, player: int) -> dict[Field, int]:
        """The stacks of one player, as `setup` takes them.

        Raises SetupError for an empty growing field, which exists only during a turn.
        """
        self.check_player(player)
        return {
            field: _transcript_value(field, contents)
            for field, contents in self.occupied()
            if contents.player == player
        }

    def open_neighbour_count(self, field: Field) -> int:
        """The number of open fields next to a field: this many stones make it explode."""
        return self._open_neighbours[self._board.index(field)]

    def check_player(self, player: object) -> None:
        """Raise UnknownPlayerError unless this is the number of a player."""
        if type(player) is not int or not 0 <= player < self._players:
            raise UnknownPlayerError(player, self._players)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self._cells == other._cells
            and self._to_move == other._to_move
            and self._players == other._players
            and self._tall == other._tall
            and self._board == other._board
        )

    def __hash__(self) -> int:
        return hash((self._cells, self._to_move))

    def __reduce__(self) -> tuple[type[Position], tuple[Board, int, int, bytes, bytes, Tall]]:
        held = (self._board, self._players, self._to_move, self._cells)
        return type(self), (*held, self._open_neighbours, self._tall)

    def __str__(self) -> str:
        """Draw the board as `atlantis show` does, players being A to F."""
        return str(late("diagram", "draw")(self))

    def _repr_svg_(self) -> str:
        """Draw the board for a notebook."""
        picture: str = late("diagram.svg", "picture_of")(self)
        return picture

    def __repr__(self) -> str:
        return f"<Position on {self._board!r}, players={self._players}, to_move={self._to_move}>"


def _encode(player: int, value: int) -> int:
    if value > 0:
        return encoding.open_code(player, value)
    return encoding.growing_code(player, -value) if value else encoding.dead_code(player)


def _transcript_value(field: Field, contents: Contents) -> int:
    if contents.state is not FieldState.GROWING:
        return contents.stones
    if not contents.stones:
        raise SetupError([f"'{field}' is growing but empty, which is possible only during a turn"])
    return -contents.stones


def _check_setup(board: Board, stacks: Sequence[object], to_move: object) -> None:
    problems: list[str] = []
    if len(stacks) > MAX_PLAYERS:
        problems.append(f"{len(stacks)} players (expected at most {MAX_PLAYERS})")
    if type(to_move) is not int or not 0 <= to_move < max(len(stacks), 1):
        problems.append(f"player {to_move!r} to move (expected 0 to {max(len(stacks) - 1, 0)})")
    owners: dict[Field, int] = {}
    for player, own in enumerate(stacks):
        if not isinstance(own, Mapping):
            problems.append(f"player {player} has {own!r} (expected stone counts by field)")
            continue
        for field, value in own.items():
            problems.extend(_stack_problems(board, owners, player, field, value))
    if problems:
        raise SetupError(problems)


def _stack_problems(
    board: Board, owners: dict[Field, int], player: int, field: Field, value: object
) -> Iterator[str]:
    if field not in board:
        yield f"player {player} has stones on '{_name(field)}', which is not on the board"
    elif owners.setdefault(field, player) != player:
        yield f"field '{_name(field)}' belongs to player {owners[field]} and player {player}"
    if type(value) is not int:
        yield f"'{_name(field)}' holds {value!r} (expected a whole number)"
    elif abs(value) > MAX_STONES:
        yield f"'{_name(field)}' holds {value} stones (expected at most {MAX_STONES})"


def _name(field: object) -> str:
    return str(field)
