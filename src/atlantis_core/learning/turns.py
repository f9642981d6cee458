"""Enumerates all turns that a player could play, for small boards.

A turn has at most one move per segment, so the number of turns is a product and grows fast. Orders
of the same moves are enumerated only where they can matter (R3.4), so "every reply" is complete.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from atlantis_core.positions.grid import Field, Move, way_of
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import has_decision
from atlantis_core.rules.turns import legal_moves


def legal_turns(position: Position) -> Iterator[Turn]:
    """Every turn of the player to move that can lead to a distinct position.

    In a fixed order, the empty turn first. A player without a decision has only that one.
    """
    if not has_decision(position, position.to_move):
        yield ()
        return
    choices = [(None, *moves) for moves in _moves_by_segment(position)]
    meetings = {move: _meetings(position, move) for moves in choices for move in moves if move}
    for chosen in product(*choices):
        moves = tuple(move for move in chosen if move is not None)
        yield from _orders(moves, meetings)


def _moves_by_segment(position: Position) -> list[list[Move]]:
    by_segment: dict[int, list[Move]] = {}
    for move in legal_moves(position):
        by_segment.setdefault(position.board.segment_of(move.source), []).append(move)
    return list(by_segment.values())


def _meetings(position: Position, move: Move) -> frozenset[Field]:
    """The fields on the path of a move that opponents occupy."""
    return frozenset(
        field for field in way_of(move) if position[field].player not in {None, position.to_move}
    )


def _orders(moves: Turn, meetings: dict[Move, frozenset[Field]]) -> Iterator[Turn]:
    """The moves in every order that can matter: of those that meet opponents on one field."""
    rivals = [
        move
        for move in moves
        if any(meetings[move] & meetings[other] for other in moves if other != move)
    ]
    if not rivals:
        yield moves
        return
    others = tuple(move for move in moves if move not in rivals)
    for order in permutations(rivals):
        yield (*order, *others)
