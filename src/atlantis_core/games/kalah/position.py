"""A board as a position of the registry: selectable moves, pictures, animated sowings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from atlantis_core.games.defaults import PositionDefaults
from atlantis_core.games.errors import GameError
from atlantis_core.games.pictures import Mark, Picture, Place
from atlantis_core.games.protocol import Drawn, Move, Record
from atlantis_core.support.phrases import counted
from .board import Board, Choice, IllegalChoiceError, Side, Swap, format_state
from .drawing import SIZES, Pits, draw, hole_place, store_place
from .sowing import sown_pits

SWAP = "swap"
_TYPED = re.compile(r"(?:move;\+?|([ns]))?([0-9]{1,6})")


@dataclass(frozen=True)
class SowingFrame:
    """A frame of a sowing: the contents, the last filled pit, the seeds in hand."""

    pits: Pits
    place: Place

    @property
    def sizes(self) -> int:
        return SIZES

    def picture(self, size: int) -> Picture:
        return draw(self.pits, size).marked({self.place: Mark.LAST})


@dataclass(frozen=True)
class KalahPosition(PositionDefaults):
    """A board with the interface of a position."""

    board: Board
    sizes = SIZES

    @property
    def text(self) -> str:  # type: ignore[override]  # a property here
        return format_state(self.board)

    @property
    def to_move(self) -> int | None:
        return self.board.player

    @property
    def result(self) -> str | None:
        board = self.board
        if board.mover is not None:
            return None
        if board.winner is None:
            return f"a draw, {board.stores[0]} to {board.stores[1]}"
        most, least = max(board.stores), min(board.stores)
        whose = ("first", "second")[board.winner.value ^ board.is_swapped]
        player = f", the {whose} player," if board.is_swapped else ""
        return f"{board.winner.name.lower()}{player} wins {most} to {least}"

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        mover = self.board.mover
        if mover is None:
            return ()
        return tuple(
            Move(SWAP)
            if isinstance(choice, Swap)
            else Move(str(choice), (hole_place(mover, choice),))
            for choice in self.board.legal_choices()
        )

    def legal_moves(self) -> Sequence[Move]:
        return self._moves

    def parse_move(self, text: str) -> Move:
        typed = "".join(text.lower().split())
        match = _TYPED.fullmatch(typed)
        if typed != SWAP and match is None:
            example = self._moves[0].text if self._moves else "3"
            raise GameError(
                f"not a hole: {text[:40]!r} (expected a number such as {example!r}, or 'swap')"
            )
        mover = self.board.mover
        if match is not None and match[1] and mover and match[1] != mover.name[0].lower():
            raise GameError(f"'{text.strip()[:40]}' is not a hole of {mover}, who moves")
        choice: Choice = Swap.SWAP if match is None else int(match[2])
        try:
            self.board.check_choice(choice)
        except IllegalChoiceError as error:
            raise GameError(str(error)) from None
        return self.move_of(choice)

    def move_of(self, choice: Choice) -> Move:
        """The move of a legal choice."""
        typed = SWAP if isinstance(choice, Swap) else str(choice)
        return next(move for move in self._moves if move.text == typed)

    def play(self, move: Move) -> KalahPosition:
        return KalahPosition(self.board.play(choice_of(move)))

    def frames(self, move: Move) -> Sequence[Drawn]:
        choice = choice_of(move)
        if isinstance(choice, Swap) or self.board.mover is None:
            return ()
        return _sowing(self.board, self.board.mover, choice)

    def picture(self, size: int) -> Picture:
        drawn = draw(Pits(self.board.holes, self.board.stores, self.board.is_swapped), size)
        holes = {place: spot for place, spot in drawn.spots.items() if place[1:]}
        return Picture(drawn.lines, holes)

    def notes(self) -> Sequence[str]:
        board = self.board
        lines = [
            f"{side}: store {board.stores[side.value]}, holes {sum(board.holes[side.value])}"
            for side in Side
        ]
        if board.may_swap:
            lines.append("you may swap instead of moving: take South's side")
        if board.is_swapped:
            lines.append("the sides were swapped")
        return lines


def kalah_position(record: Record, step: int) -> KalahPosition:
    """A position of a Kalah record."""
    position = record.position(step)
    if not isinstance(position, KalahPosition):
        raise TypeError(f"not a position of Kalah: {position!r}")
    return position


def choice_of(move: Move) -> Choice:
    return Swap.SWAP if move.text == SWAP else int(move.text)


def _sowing(board: Board, mover: Side, hole: int) -> list[SowingFrame]:
    """A frame for every seed, and one with all seeds sown before a capture or the end."""
    rows = [list(row) for row in board.holes]
    stores = list(board.stores)
    hand = rows[mover.value][hole - 1]
    rows[mover.value][hole - 1] = 0

    def frame(place: Place) -> SowingFrame:
        south, north = map(tuple, rows)
        words = f"{counted(hand, 'seed')} in hand"
        pits = Pits((south, north), (stores[0], stores[1]), board.is_swapped, words, mover)
        return SowingFrame(pits, place)

    frames = [frame(hole_place(mover, hole))]
    for pit in sown_pits(board.size, hole - 1, hand):
        hand -= 1
        if pit == board.size:
            stores[mover.value] += 1
            place = store_place(mover)
        else:
            side = mover if pit < board.size else mover.other
            at = pit if pit < board.size else pit - board.size - 1
            rows[side.value][at] += 1
            place = hole_place(side, at + 1)
        frames.append(frame(place))
    after = board.play(hole)
    is_last_shown = (tuple(map(tuple, rows)), tuple(stores)) == (after.holes, after.stores)
    return frames[:-1] if is_last_shown else frames
