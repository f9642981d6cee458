"""The bot: the native search where it knows the position, else `games.search` with move ordering.

The two are different searches: the same effort gives different moves.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from atlantis_core.games.search import WON, Found, search
from atlantis_core.support.cancelling import IsCancelled, never
from .evaluation import worth_for_defenders
from .native_search import can_search, native_best_move
from .pieces import THE_KING, Side
from .play import Position, legal_moves, play_legal
from .tables import Move, end_of, start_of

DEFAULT_EFFORT = 25_000
NATIVE_EFFORT = 1_000_000
"""Default number of positions of the native search: about as long as the other takes."""
_BEGINNER = 10
_NATIVE_GENTLE, _NATIVE_STRONG = 12, 200
"""Efforts of levels per space: these look two and three half-moves ahead on most boards."""
_GENTLE, _STRONG = 800, 5_000
_SIDES = (Side.ATTACKERS, Side.DEFENDERS)


class TaflNode(NamedTuple):
    """A position in the search. Its key ignores repetitions."""

    position: Position

    @property
    def to_move(self) -> int:
        return 0 if self.position.to_move is Side.ATTACKERS else 1

    def key(self) -> Hashable:
        at = self.position
        return at.pieces, at.to_move is Side.ATTACKERS, at.berserk_space

    def moves(self) -> Sequence[Move]:
        """Legal moves: escapes, then those of or next to the king, next to enemies, others."""
        at = self.position
        enemies = at.defenders if at.to_move is Side.ATTACKERS else at.attackers
        beside, kings = at.tables.spread(enemies), at.pieces[THE_KING]
        near_king = at.tables.spread(kings)
        escapes = at.tables.escapes

        def rank(move: Move) -> int:
            end = 1 << end_of(move)
            if kings >> start_of(move) & 1:
                return 0 if end & escapes else 1
            return 1 if end & near_king else 2 if end & beside else 3

        return sorted(legal_moves(at), key=rank)

    def after(self, move: Move) -> TaflNode:
        return TaflNode(play_legal(self.position, move))

    def verdict(self, player: int) -> int | None:
        outcome = self.position.outcome
        if outcome is None:
            return None
        if outcome.winner is None:
            return 0
        return WON if outcome.winner is _SIDES[player] else -WON

    def worth(self, player: int) -> int:
        worth = worth_for_defenders(self.position)
        return worth if _SIDES[player] is Side.DEFENDERS else -worth


def level_efforts(position: Position) -> tuple[int, ...]:
    """The efforts of the levels below master in a game that begins here."""
    if can_search(position):
        spaces = position.size**2
        return _BEGINNER, _NATIVE_GENTLE * spaces, _NATIVE_STRONG * spaces
    return _BEGINNER, _GENTLE, _STRONG


def best_move(
    position: Position, effort: int | None = None, is_cancelled: IsCancelled = never
) -> Found[Move]:
    """The best move of a position in which the game goes on; deterministic."""
    if can_search(position):
        wanted = NATIVE_EFFORT if effort is None else effort
        return native_best_move(position, wanted, is_cancelled)
    wanted = DEFAULT_EFFORT if effort is None else effort
    return search(TaflNode(position), wanted, is_cancelled)
