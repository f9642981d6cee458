"""Positions of tafl, legal moves, and playing them: the only module that decides legality.

A position is immutable. It includes the positions since the last capture, for the repetition rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple, TypeAlias

from atlantis_core.support.errors import AtlantisError
from .captures import Aftermath, after_move
from .movement import moves_of_piece, moves_of_side
from .pieces import KINDS, THE_KING, Code, PieceKind, Pieces, Side, Space, format_space, piece_at
from .position_text import format_position
from .ruleset import Berserk, Escape, Rules, Threefold
from .tables import Move, Tables, end_of, start_of, tables_of
from .walls import has_edge_fort

Key: TypeAlias = tuple[bool, int, int, int, int, int]
"""Side to move, attackers, defenders, and the positions of the special pieces."""


class Past:
    """Earlier positions with their counts, for repetitions; immutable.

    A game may have a hundred thousand half-moves without a capture, and all its positions are
    kept: copying all earlier positions into each would take quadratic space. Each keeps a few
    dictionaries of doubling sizes instead, most of them shared with its predecessor.
    """

    __slots__ = ("_layers",)

    def __init__(self, layers: tuple[dict[Key, int], ...] = ()) -> None:
        self._layers = layers

    def times(self, key: Key) -> int:
        return sum(layer.get(key, 0) for layer in self._layers)

    def boards(self) -> Iterator[tuple[Key, int]]:
        """All positions with how often each occurred."""
        for layer in self._layers:
            yield from layer.items()

    def with_one_more(self, key: Key) -> Past:
        layers = [*self._layers, {key: 1}]
        while len(layers) > 1 and len(layers[-2]) <= len(layers[-1]):
            merged = dict(layers.pop())
            for old, times in layers.pop().items():
                merged[old] = merged.get(old, 0) + times
            layers.append(merged)
        return Past(tuple(layers))


NOTHING = Past()


class Ending(Enum):
    """The way a game ended, in words that follow "attackers win: "."""

    NO_ATTACKERS = "no attackers are left"
    NO_DEFENDERS = "no defenders are left"
    REPETITION = "the position occurred for the third time"
    ESCAPE_TO_EDGE = "the king reached the edge"
    ESCAPE_TO_CORNER = "the king reached a corner"
    KING_CAPTURED = "the king is captured"
    ENCLOSED = "no defender has an empty space beside it"
    EDGE_FORT = "the king is in an edge fort"
    SURROUNDED = "the defenders are surrounded"
    NO_MOVES = "the other side has no legal move"
    RESIGNED = "the other side resigned"


class Outcome(NamedTuple):
    """`winner` is None for a draw."""

    winner: Side | None
    ending: Ending

    @property
    def written(self) -> str:
        """The value of the tag `result`."""
        if self.winner is None:
            return "0"
        return "1" if self.winner is Side.ATTACKERS else "-1"

    def __str__(self) -> str:
        if self.winner is None:
            return f"draw: {self.ending.value}"
        return f"{self.winner.value} win: {self.ending.value}"


class IllegalTaflMoveError(AtlantisError):
    """A move is illegal in a position; the text says why."""


class Position(NamedTuple):
    """`berserk_space` is the space of a berserk piece that must move again, else None."""

    tables: Tables
    pieces: Pieces
    attackers: int
    defenders: int
    to_move: Side
    berserk_space: Space | None
    past: Past
    outcome: Outcome | None

    @property
    def rules(self) -> Rules:
        return self.tables.rules

    @property
    def size(self) -> int:
        return self.tables.size

    def __str__(self) -> str:
        return format_position(self.pieces, self.size)


def start_position(rules: Rules, pieces: Pieces | None = None) -> Position:
    """The start of a game, optionally with other pieces than those of the rules."""
    tables = tables_of(rules)
    pieces = rules.start if pieces is None else pieces
    attackers, defenders = sum(pieces[:KINDS]), sum(pieces[KINDS:])
    side = Side.ATTACKERS if rules.attackers_first else Side.DEFENDERS
    key = _key(pieces, attackers, defenders, side)
    start = Position(
        tables, pieces, attackers, defenders, side, None, NOTHING.with_one_more(key), None
    )
    if legal_moves(start):
        return start
    return start._replace(outcome=Outcome(side.opponent, Ending.NO_MOVES))


def legal_moves(position: Position) -> list[Move]:
    """All legal moves in a fixed order; none once the game is over."""
    tables, pieces, attackers, defenders, side, berserk_space, _, outcome = position
    if outcome is not None:
        return []
    if berserk_space is not None:
        code = _piece(pieces, berserk_space)
        return moves_of_piece(tables, code, berserk_space, pieces, attackers, defenders)
    return moves_of_side(tables, side, pieces, attackers, defenders)


def play_move(position: Position, move: Move) -> Position:
    """Raises `IllegalTaflMoveError`."""
    check_move(position, move)
    return play_legal(position, move)


def check_move(position: Position, move: Move) -> None:
    """Raise `IllegalTaflMoveError` with the reason unless the move is legal."""
    if move not in legal_moves(position):
        size = position.size
        text = f"{format_space(start_of(move), size)}-{format_space(end_of(move), size)}"
        raise IllegalTaflMoveError(f"illegal move '{text}': {_reason(position, move)}")


def consequences(position: Position, move: Move) -> Aftermath:
    """The captures and the board after a legal move; does not check it."""
    tables, pieces, attackers, defenders = position[:4]
    code = _piece(pieces, start_of(move))
    return after_move(tables, pieces, attackers, defenders, code, move)


def play_legal(position: Position, move: Move) -> Position:
    """Like `play_move`, without checking the move."""
    tables, pieces, attackers, defenders, side, _, past, _ = position
    code = _piece(pieces, start_of(move))
    after = after_move(tables, pieces, attackers, defenders, code, move)
    pieces, attackers, defenders = after[:3]
    continues = bool(after.captured) and _continues(tables, after, code, end_of(move))
    berserk_space = end_of(move) if continues else None
    to_move = side if continues else side.opponent
    if (attackers | defenders).bit_count() < (position[2] | position[3]).bit_count():
        past = NOTHING
    times = 1
    if not continues and tables.rules.threefold is not Threefold.IGNORED:
        key = _key(pieces, attackers, defenders, to_move)
        times += past.times(key)
        past = past.with_one_more(key)
    outcome = _outcome(tables, pieces, attackers, defenders, to_move, times)
    if outcome is not None:
        return Position(tables, pieces, attackers, defenders, side.opponent, None, past, outcome)
    return Position(tables, pieces, attackers, defenders, to_move, berserk_space, past, None)


def resign(position: Position) -> Position:
    """The side to move resigns; only while the game goes on."""
    winner = position.to_move.opponent
    return position._replace(
        to_move=winner, berserk_space=None, outcome=Outcome(winner, Ending.RESIGNED)
    )


def _piece(pieces: Pieces, space: Space) -> Code:
    code = piece_at(pieces, space)
    if code is None:
        raise ValueError(f"no piece on space {space}")
    return code


def _key(pieces: Pieces, attackers: int, defenders: int, to_move: Side) -> Key:
    """Repetition key: men, mercenaries and guards are not distinguished."""
    return (
        to_move is Side.ATTACKERS,
        attackers,
        defenders,
        pieces[PieceKind.KING] | pieces[THE_KING],
        pieces[PieceKind.COMMANDER] | pieces[KINDS + PieceKind.COMMANDER],
        pieces[PieceKind.KNIGHT] | pieces[KINDS + PieceKind.KNIGHT],
    )


def _continues(tables: Tables, after: Aftermath, code: Code, at: Space) -> bool:
    mode = tables.rules.berserk
    if mode is Berserk.NONE:
        return False
    pieces, attackers, defenders = after[:3]
    moves = moves_of_piece(tables, code, at, pieces, attackers, defenders)
    if mode is Berserk.MOVE:
        return bool(moves)
    return any(after_move(tables, pieces, attackers, defenders, code, move).plain for move in moves)


def _outcome(
    tables: Tables, pieces: Pieces, attackers: int, defenders: int, to_move: Side, times: int
) -> Outcome | None:
    rules, kings = tables.rules, pieces[THE_KING]
    if not attackers:
        return Outcome(Side.DEFENDERS, Ending.NO_ATTACKERS)
    if not defenders:
        return Outcome(Side.ATTACKERS, Ending.NO_DEFENDERS)
    if times >= 3:
        return Outcome(_repetition_winner(rules.threefold, to_move), Ending.REPETITION)
    if kings & tables.escapes:
        to_edge = rules.escape is Escape.EDGES
        ending = Ending.ESCAPE_TO_EDGE if to_edge else Ending.ESCAPE_TO_CORNER
        return Outcome(Side.DEFENDERS, ending)
    if not kings:
        return Outcome(Side.ATTACKERS, Ending.KING_CAPTURED)
    if not tables.spread(defenders) & ~(attackers | defenders):
        return Outcome(Side.ATTACKERS, Ending.ENCLOSED)
    if rules.edge_forts and has_edge_fort(tables, pieces, attackers, defenders):
        return Outcome(Side.DEFENDERS, Ending.EDGE_FORT)
    if rules.surrounding_is_fatal and _is_surrounded(tables, pieces, attackers, defenders):
        return Outcome(Side.ATTACKERS, Ending.SURROUNDED)
    if not _has_moves(tables, to_move, pieces, attackers, defenders):
        return Outcome(to_move.opponent, Ending.NO_MOVES)
    return None


def _repetition_winner(threefold: Threefold, to_move: Side) -> Side | None:
    if threefold is Threefold.DRAW:
        return None
    return to_move if threefold is Threefold.WIN else to_move.opponent


def _is_surrounded(tables: Tables, pieces: Pieces, attackers: int, defenders: int) -> bool:
    """Whether no defender is reachable from the edge over empty spaces, and none can move there."""
    empty = tables.everything & ~(attackers | defenders)
    reached = tables.edge & ~attackers
    while True:
        if reached & defenders:
            return False
        more = reached | (tables.spread(reached) & ~attackers)
        if more == reached:
            break
        reached = more
    if not empty:
        return True
    moves = moves_of_side(tables, Side.DEFENDERS, pieces, attackers, defenders)
    return not any(1 << end_of(move) & tables.edge for move in moves)


def _has_moves(tables: Tables, side: Side, pieces: Pieces, attackers: int, defenders: int) -> bool:
    own = attackers if side is Side.ATTACKERS else defenders
    # Nearly always some piece has an ordinary empty space beside it, where any piece may go.
    if tables.spread(own) & tables.plain & ~(attackers | defenders):
        return True
    return bool(moves_of_side(tables, side, pieces, attackers, defenders))


def _reason(position: Position, move: Move) -> str:
    size, start, end = position.size, start_of(move), end_of(move)
    code = piece_at(position.pieces, start)
    if position.outcome is not None:
        return f"the game is over ({position.outcome})"
    if code is None:
        return f"there is no piece on {format_space(start, size)}"
    if code not in position.to_move.codes:
        return f"the {position.to_move.value} are to move"
    if position.berserk_space is not None and position.berserk_space != start:
        return f"the piece on {format_space(position.berserk_space, size)} must move again"
    if piece_at(position.pieces, end) is not None:
        return f"there is a piece on {format_space(end, size)}"
    if start % size != end % size and start // size != end // size:
        return "pieces move along ranks and files"
    return f"the piece cannot move from {format_space(start, size)} to {format_space(end, size)}"
