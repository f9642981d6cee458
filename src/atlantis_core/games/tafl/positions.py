"""A tafl position with the interface of the registry: typed moves, notes, pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from atlantis_core.games.defaults import PositionDefaults
from atlantis_core.games.errors import GameError
from atlantis_core.games.pictures import Picture
from atlantis_core.games.protocol import Move
from atlantis_core.support.colors import RGB
from .info_symbols import threats
from .move_text import RESIGNATION, parse_move
from .picture import SIZES, draw_board, draw_board_svg
from .pieces import (
    KIND_NAMES,
    KINDS,
    LETTERS,
    THE_KING,
    PieceKind,
    Side,
    format_space,
    piece_at,
    spaces_of,
)
from .play import IllegalTaflMoveError, Position, check_move, legal_moves, play_legal, resign
from .problems import TaflTextError
from .tables import Move as TaflMove
from .tables import end_of, move_of, start_of

SIDES = ("attackers", "defenders")
_RESIGNING = (RESIGNATION, "resign", "resigns")


@dataclass(frozen=True)
class TaflPosition(PositionDefaults):
    """Equal if the future is the same; ignores the past and the notes."""

    position: Position = field(compare=False)
    extra_notes: tuple[str, ...] = field(default=(), compare=False)
    """Notes from the file: clocks."""

    sizes: int = field(default=SIZES, init=False, compare=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TaflPosition) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[object, ...]:
        at = self.position
        return (at.rules, at.pieces, at.to_move, at.berserk_space, at.outcome)

    def __reduce__(self) -> tuple[object, ...]:
        return TaflPosition, (self.position, self.extra_notes)

    @property
    def text(self) -> str:  # type: ignore[override] # a property here
        return str(self.position)

    @property
    def to_move(self) -> int | None:
        if self.position.outcome is not None:
            return None
        return SIDES.index(self.position.to_move.value)

    @property
    def result(self) -> str | None:
        return None if self.position.outcome is None else str(self.position.outcome)

    @property
    def winner(self) -> int | None:
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return None
        return SIDES.index(outcome.winner.value)

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(protocol_move(move, self.position.size) for move in legal_moves(self.position))

    def legal_moves(self) -> Sequence[Move]:
        return self._moves

    def parse_move(self, text: str) -> Move:
        """Also accepts whole records; ignores their letters and captures."""
        word = "".join(text.split())
        if word.lower() in _RESIGNING and self.position.outcome is None:
            return Move(RESIGNATION)
        size = self.position.size
        try:
            record = parse_move(_spelled(word), size)
            check_move(self.position, record.move)
        except (TaflTextError, IllegalTaflMoveError) as error:
            raise GameError(_sentence(error)) from None
        return protocol_move(record.move, size)

    def play(self, move: Move) -> TaflPosition:
        if move.text == RESIGNATION:
            return TaflPosition(resign(self.position))
        return TaflPosition(play_legal(self.position, engine_move(move, self.position.size)))

    def words(self) -> Sequence[str]:
        """The spaces of each kind of piece, rank by rank from the lowest."""
        at = self.position
        return [
            f"{side.value}: " + ("; ".join(self._pieces_of(side)) or "none")
            for side in (at.to_move, at.to_move.opponent)
        ]

    def _pieces_of(self, side: Side) -> list[str]:
        """``king d4``, ``man d3 c4 e4``: rare pieces first."""
        at = self.position
        found = []
        for code in (side.codes[PieceKind.KING], *side.codes):
            spaces = [format_space(space, at.size) for space in spaces_of(at.pieces[code])]
            words = " ".join([KIND_NAMES[code % KINDS], *spaces])
            if spaces and words not in found:
                found.append(words)
        return found

    def notes(self) -> Sequence[str]:
        return (*self._count(), *self.extra_notes, *self._dangers())

    def picture(self, size: int) -> Picture:
        return draw_board(self.position, size)

    def svg(self, colors: Sequence[RGB]) -> str:
        return draw_board_svg(self.position, colors)

    def _count(self) -> list[str]:
        at = self.position
        king = ", including the king" if at.pieces[THE_KING] else ""
        return [
            f"attackers: {at.attackers.bit_count()} on the board",
            f"defenders: {at.defenders.bit_count()} on the board{king}",
        ]

    def _dangers(self) -> list[str]:
        at = self.position
        if at.outcome is not None:
            return []
        found = []
        if at.berserk_space is not None:
            code = piece_at(at.pieces, at.berserk_space)
            letter = "" if code is None else f"{LETTERS[code]} on "
            found.append(f"{letter}{format_space(at.berserk_space, at.size)} must move again")
        return found + list(threats(at))


def protocol_move(move: TaflMove, size: int) -> Move:
    start, end = format_space(start_of(move), size), format_space(end_of(move), size)
    return Move(f"{start}-{end}", (start, end))


def engine_move(move: Move, size: int) -> TaflMove:
    record = parse_move(move.text, size)
    return move_of(record.start, record.end)


def _spelled(word: str) -> str:
    """A record as a user may type it: in capitals, with blanks or nothing between the spaces."""
    plain = re.fullmatch(r"([a-sA-S]\d{1,2})(?:-|to)?([a-sA-S]\d{1,2})", word, re.ASCII)
    return word if plain is None else f"{plain[1].lower()}-{plain[2].lower()}"


def _sentence(error: TaflTextError | IllegalTaflMoveError) -> str:
    if isinstance(error, IllegalTaflMoveError):
        return str(error)
    return f"{error.message} ({error.hint})" if error.hint else error.message
