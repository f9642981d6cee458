"""A board as a position of the registry: selectable moves, pictures, animated sowings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from atlantis_core.games.defaults import PositionDefaults
from atlantis_core.games.errors import GameError
from atlantis_core.games.pictures import Mark, Picture, Place
from atlantis_core.games.protocol import Drawn, Move, Preview, Record
from atlantis_core.support.phrases import counted
from .board import Board, Choice, IllegalChoiceError, Side, Swap, format_state
from .drawing import PLAYERS, SIZES, Pits, draw, hole_place, store_place
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
    players: tuple[str, str] = field(default=PLAYERS, compare=False)
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
        return f"{self._owner(board.winner)} wins {most} to {least}"

    @property
    def winner(self) -> int | None:
        board = self.board
        return None if board.winner is None else board.winner.value ^ board.is_swapped

    def _owner(self, side: Side) -> str:
        """The name of the player who has a side."""
        return self.players[side.value ^ self.board.is_swapped]

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
        return KalahPosition(self.board.play(choice_of(move)), self.players)

    def frames(self, move: Move) -> Sequence[Drawn]:
        choice = choice_of(move)
        if isinstance(choice, Swap) or self.board.mover is None:
            return ()
        return _sowing(self, self.board.mover, choice)

    def preview(self, move: Move) -> Preview | None:
        mover, choice = self.board.mover, choice_of(move)
        if isinstance(choice, Swap) or mover is None:
            return None
        return _ending(self.board, mover, choice)

    @property
    def pits(self) -> Pits:
        board = self.board
        return Pits(board.holes, board.stores, board.is_swapped, self.players)

    def picture(self, size: int) -> Picture:
        drawn = draw(self.pits, size)
        holes = {place: spot for place, spot in drawn.spots.items() if place[1:]}
        return Picture(drawn.lines, holes)

    def words(self) -> Sequence[str]:
        """The holes of both sides in the order of sowing, those of the player to move first."""
        sides = (Side.NORTH, Side.SOUTH) if self.board.mover is Side.NORTH else tuple(Side)
        return [
            f"{self._owner(side)} ({side}), from hole 1: "
            + " ".join(map(str, self.board.holes[side.value]))
            for side in sides
        ]

    def notes(self) -> Sequence[str]:
        board = self.board
        lines = [
            f"{self._owner(side)}: store {board.stores[side.value]}, "
            f"holes {sum(board.holes[side.value])}"
            for side in Side
        ]
        if board.may_swap:
            lines.append(
                f"you may swap instead of moving: take the side of {self._owner(Side.SOUTH)}"
            )
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


def _ending(board: Board, mover: Side, hole: int) -> Preview:
    """Hole in which the last seed of a sowing falls, and its effect."""
    seeds = board.holes[mover.value][hole - 1]
    pits = sown_pits(board.size, hole - 1, seeds)
    last, after = pits[-1], board.play(hole)
    if last == board.size:
        place, where = store_place(mover), "your store"
    elif last < board.size:
        place, where = hole_place(mover, last + 1), f"your hole {last + 1}"
    else:
        opposite = last - board.size
        place, where = hole_place(mover.other, opposite), f"the opponent's hole {opposite}"
    stored = after.stores[mover.value] - board.stores[mover.value]
    captured = stored - pits.count(board.size)
    if after.mover is None:
        own, others = after.stores[mover.value], after.stores[mover.other.value]
        follows = f"; the match ends {own} to {others}"
    elif after.mover is mover:
        follows = "; you move again"
    else:
        follows = f"; you capture {counted(captured, 'seed')}" if captured else ""
    return Preview(place, f"{counted(seeds, 'seed')}, the last one in {where}{follows}")


def _sowing(position: KalahPosition, mover: Side, hole: int) -> list[SowingFrame]:
    """A frame for every seed, and one with all seeds sown before a capture or the end."""
    board = position.board
    rows = [list(row) for row in board.holes]
    stores = list(board.stores)
    hand = rows[mover.value][hole - 1]
    rows[mover.value][hole - 1] = 0

    def frame(place: Place) -> SowingFrame:
        south, north = map(tuple, rows)
        words = f"{counted(hand, 'seed')} in hand"
        sown = (south, north), (stores[0], stores[1])
        pits = Pits(*sown, board.is_swapped, position.players, words, mover)
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
