"""The turns played from a position in many games, counted; transpositions are joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from atlantis_core.positions.grid import Move
from atlantis_core.positions.identity import find_map, position_hash
from atlantis_core.positions.position import Position
from atlantis_core.positions.symmetry import Map
from atlantis_core.rules.game import Game, Turn
from .rows import IndexedGame


class Continuation(NamedTuple):
    """The turns played from a position that lead to the same position."""

    turn: Turn
    """One of them, on the board of the position that was asked for."""
    games: int
    wins: int
    """Games that the player to move won."""
    finished: int
    accuracy: float | None
    """Mean accuracy of the player to move in judged games."""
    after: Position
    """The position after one of the turns, on the board of its game."""


def find_in(game: Game, turns: Iterable[int], position: Position) -> tuple[int, Map] | None:
    """The first of these turns after which a game reaches a position, and the symmetry used."""
    for turn in turns:
        if turn <= game.turn_number:
            image = find_map(game.position_after(turn), position)
            if image is not None:
                return turn, image
    return None


_Result = tuple[bool | None, float | None]
"""Whether the player to move won, and its accuracy, as far as they are known."""


class Tree:
    """Counts the turns played from a position; turns that lead to the same position are one."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._found: dict[int, list[tuple[Position, Turn, list[_Result]]]] = {}

    def add(self, known: IndexedGame, game: Game, turns: Iterable[int]) -> bool:
        """Count a game if it reaches the position; returns whether it does.

        `game` may end with the turn after the position: the result is that of `known`.
        """
        found = find_in(game, turns, self._position)
        if found is None:
            return False
        turn, image = found
        if turn < game.turn_number:
            seat = game.position_after(turn).to_move
            won = known.places[seat] == 1 if known.places else None
            accuracy = known.accuracy[seat] if known.accuracy else None
            played = tuple(Move(*map(image, move)) for move in game.turns[turn])
            self._count(game.position_after(turn + 1), played, (won, accuracy))
        return True

    def _count(self, after: Position, turn: Turn, result: _Result) -> None:
        alike = self._found.setdefault(position_hash(after), [])
        for known, _, results in alike:
            if find_map(after, known) is not None:
                results.append(result)
                return
        alike.append((after, turn, [result]))

    def continuations(self) -> list[Continuation]:
        """The turns, most frequent first."""
        found = [
            _continuation(after, turn, results)
            for alike in self._found.values()
            for after, turn, results in alike
        ]
        return sorted(found, key=lambda one: (-one.games, str(one.turn)))


def _continuation(after: Position, turn: Turn, results: Sequence[_Result]) -> Continuation:
    accuracies = [accuracy for _, accuracy in results if accuracy is not None]
    return Continuation(
        turn,
        len(results),
        sum(won is True for won, _ in results),
        sum(won is not None for won, _ in results),
        sum(accuracies) / len(accuracies) if accuracies else None,
        after,
    )


class JoinedTurn(NamedTuple):
    """A turn as it was played in the games of two collections."""

    turn: Turn
    own: Continuation | None
    other: Continuation | None

    @property
    def games(self) -> int:
        return sum(found.games for found in (self.own, self.other) if found is not None)


def join_turns(own: Iterable[Continuation], other: Iterable[Continuation]) -> list[JoinedTurn]:
    """Join the turns of two trees of one position, most frequent first."""
    left: dict[int, list[Continuation]] = {}
    for found in other:
        left.setdefault(position_hash(found.after), []).append(found)
    joined = []
    for found in own:
        alike = left.get(position_hash(found.after), [])
        same = next((one for one in alike if find_map(one.after, found.after)), None)
        if same is not None:
            alike.remove(same)
        joined.append(JoinedTurn(found.turn, found, same))
    rest = (JoinedTurn(one.turn, None, one) for alike in left.values() for one in alike)
    return sorted([*joined, *rest], key=lambda one: (-one.games, str(one.turn)))
