"""A board of Kalah with sides and stores, and the moves of a match: the complete rules.

Handles turns, the first move that never repeats, the pie rule and the result; `sowing` moves the
seeds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from atlantis_core.support.errors import AtlantisError, NotationError
from .sowing import Holes, Sown, Turn, pack, sower, unpack

HOLES = 7
SEEDS = 7
_STATE = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:,(?:0|[1-9][0-9]{0,8}))*")
_EXAMPLE = "two times as many holes and a store, such as '7,7,0,7,8,1'"


class Side(Enum):
    """The two sides of a board; South moves first."""

    SOUTH = 0
    NORTH = 1

    @property
    def other(self) -> Side:
        return Side.NORTH if self is Side.SOUTH else Side.SOUTH

    def __str__(self) -> str:
        return self.name.capitalize()


class Swap(Enum):
    """The only move that is not a hole (pie rule)."""

    SWAP = "SWAP"


Choice = int | Swap
"""A move: a hole to empty, from 1, or the swap of sides."""


class IllegalChoiceError(AtlantisError):
    """A choice is illegal now; the text says why."""


@dataclass(frozen=True)
class Board:
    """The seeds on both sides, the player to move, and the number of choices made."""

    holes: tuple[tuple[int, ...], tuple[int, ...]]
    """Rows of South and North, by the value of `Side`; hole 1 first."""
    stores: tuple[int, int]
    mover: Side | None = Side.SOUTH
    """None when the match is over."""
    choices: int = 0
    """The number of choices made, for the pie rule."""
    is_swapped: bool = False
    """Whether the first player now has the north side."""

    @property
    def size(self) -> int:
        """Holes per side."""
        return len(self.holes[0])

    @cached_property
    def seeds(self) -> int:
        """All seeds in the game."""
        return sum(map(sum, self.holes)) + sum(self.stores)

    @property
    def player(self) -> int | None:
        """The player to move: 0 for the one who began as South, 1 for the other."""
        return None if self.mover is None else self.mover.value ^ self.is_swapped

    @property
    def may_swap(self) -> bool:
        return self.choices == 1 and self.mover is not None

    @property
    def lead(self) -> int:
        """South's store minus North's."""
        return self.stores[0] - self.stores[1]

    @property
    def winner(self) -> Side | None:
        """The winner of a finished match; None for a draw."""
        if self.mover is not None or not self.lead:
            return None
        return Side.SOUTH if self.lead > 0 else Side.NORTH

    @cached_property
    def packed(self) -> Holes:
        """The holes packed for `sowing`; only while the match goes on."""
        if self.mover is None:
            raise ValueError("the match is over")
        own, others = self.holes[self.mover.value], self.holes[self.mover.other.value]
        return pack(own + others, self.seeds)

    @cached_property
    def sown(self) -> dict[int, Sown]:
        """The results of emptying each legal hole, by its number from 1."""
        if self.mover is None:
            return {}
        moves = sower(self.size, self.seeds)(self.packed)
        return {move[3] + 1: move for move in reversed(moves)}

    def legal_choices(self) -> tuple[Choice, ...]:
        """Holes in order, then the swap."""
        return (*self.sown, Swap.SWAP) if self.may_swap else tuple(self.sown)

    def check_choice(self, choice: Choice) -> None:
        """Raises IllegalChoiceError."""
        if self.mover is None:
            raise IllegalChoiceError("the match is over")
        if choice is Swap.SWAP:
            if not self.may_swap:
                raise IllegalChoiceError("only the reply to the first move can be a swap")
        elif not 1 <= choice <= self.size:
            raise IllegalChoiceError(f"there is no hole {choice} (expected 1 to {self.size})")
        elif choice not in self.sown:
            raise IllegalChoiceError(f"hole {choice} of {self.mover} is empty")

    def play(self, choice: Choice) -> Board:
        """The board afterwards; raises IllegalChoiceError."""
        self.check_choice(choice)
        if choice is Swap.SWAP:
            return self._swapped()
        return self._after(self.sown[choice])

    def _swapped(self) -> Board:
        """The same seeds; the first player now has North and is to move."""
        return Board(self.holes, self.stores, self.mover, self.choices + 1, is_swapped=True)

    def _after(self, move: Sown) -> Board:
        holes, gain, turn, _ = move
        mover = self._mover
        if turn == Turn.OVER:
            lead = gain + (self.lead if mover is Side.SOUTH else -self.lead)
            own = (self.seeds + lead) // 2
            return self._made(mover, ((0,) * self.size,) * 2, (own, self.seeds - own), None)
        counts = unpack(holes, 2 * self.size, self.seeds)
        first, second = counts[: self.size], counts[self.size :]
        rows = (first, second) if turn == Turn.AGAIN else (second, first)
        # The very first move of a match never gives another one.
        is_again = turn == Turn.AGAIN and self.choices > 0
        stores = (self.stores[mover.value] + gain, self.stores[mover.other.value])
        return self._made(mover, rows, stores, mover if is_again else mover.other)

    @property
    def _mover(self) -> Side:
        if self.mover is None:
            raise AssertionError("checked before")
        return self.mover

    def _made(
        self,
        mover: Side,
        rows: tuple[tuple[int, ...], tuple[int, ...]],
        stores: tuple[int, int],
        following: Side | None,
    ) -> Board:
        """A board from the mover's view."""
        if mover is Side.NORTH:
            rows, stores = rows[::-1], stores[::-1]
        return Board(rows, stores, following, self.choices + 1, self.is_swapped)


def new_board(holes: int = HOLES, seeds: int = SEEDS) -> Board:
    """The start of a match."""
    if holes < 1 or seeds < 1:
        raise ValueError(f"no board: {holes} holes with {seeds} seeds each")
    row = (seeds,) * holes
    return Board((row, row), (0, 0))


def state_of(board: Board) -> tuple[int, ...]:
    """North's holes and store, then South's."""
    south, north = board.holes
    return (*north, board.stores[1], *south, board.stores[0])


def format_counts(state: tuple[int, ...]) -> str:
    return ",".join(map(str, state))


def format_state(board: Board) -> str:
    return format_counts(state_of(board))


def parse_state(text: str) -> tuple[int, ...]:
    """The numbers of a state. Does not check whether it can occur."""
    if _STATE.fullmatch(text) is None:
        raise NotationError(text, "state", _EXAMPLE)
    counts = tuple(map(int, text.split(",")))
    if len(counts) % 2 or len(counts) < 4:
        raise NotationError(text, "state", _EXAMPLE)
    return counts


def board_of_state(counts: tuple[int, ...], mover: Side | None, choices: int) -> Board:
    middle = len(counts) // 2
    north, south = counts[:middle], counts[middle:]
    return Board((south[:-1], north[:-1]), (south[-1], north[-1]), mover, choices)
