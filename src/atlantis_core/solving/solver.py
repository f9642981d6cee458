"""Proves the outcome of a position of two players under perfect play.

A player wins if the game ends with them first, whatever the opponent does. Endless play is a
draw: a player who can go on for ever without losing does not lose. (The rules end no such game,
R2.4.) The proof is a table of states with results and distances, in which every entry follows from
others with smaller distances; a checker needs nothing else.

First searches for wins of growing length. If there is none within the first half of the budget,
lists every state that can be reached and propagates results backwards, which also proves draws.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import Enum

from atlantis_core.learning.turns import legal_turns
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.cancelling import IsCancelled, never
from atlantis_core.support.errors import AtlantisError
from .states import StateGraph, TooManyStates

DEFAULT_STATES = 50_000
TURNS_A_STATE = 40
"""Turns that may be played for each allowed state."""
LONGEST_WIN = 60


class SolvingError(AtlantisError):
    """The solver cannot handle a position; the text says why."""


class ProvedResult(Enum):
    """Result for the player to move under perfect play."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


Verdict = tuple[ProvedResult, int]
"""A result, and within how many turns it comes; 0 for a draw."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome of a position, if it was found."""

    verdict: Verdict | None
    """None: not solved within the limits."""
    states: int
    """Number of states examined."""
    line: tuple[Turn, ...] = ()
    """Perfect play of both sides up to the end; empty for a draw."""
    certificate: dict[str, Verdict] = field(default_factory=dict)
    """The verdict of every state on which the result depends, by the notation of a position."""

    @property
    def winner_offset(self) -> int | None:
        """0 if the player to move wins, 1 if the other does; None without a winner."""
        if self.verdict is None or self.verdict[0] is ProvedResult.DRAW:
            return None
        return 0 if self.verdict[0] is ProvedResult.WIN else 1


def solve(
    position: Position,
    most_states: int = DEFAULT_STATES,
    is_cancelled: IsCancelled = never,
) -> Proof:
    """Solve a position; the verdict is None if that needs more states or turns than allowed.

    Raises Cancelled, and SolvingError if there are not two players or a stack is too tall.
    """
    if position.players != 2:
        raise SolvingError(f"this game has {position.players} players (expected 2)")
    if position.tall:
        raise SolvingError("stacks of more than 14 stones cannot be solved")
    return _Search(position, most_states, is_cancelled).run()


class _Search:
    def __init__(self, position: Position, most_states: int, is_cancelled: IsCancelled) -> None:
        self._is_cancelled = is_cancelled
        self._graph = StateGraph(position, most_states, TURNS_A_STATE * most_states)
        self._most_states = most_states
        self._verdicts: dict[int, Verdict] = {}
        self._searched: dict[int, int] = {}
        """The length up to which a state has no result."""

    def run(self) -> Proof:
        graph = self._graph
        try:
            for length in range(LONGEST_WIN):
                if self._look(graph.start, length) is not None:
                    break
                if 2 * len(graph.positions) > self._most_states:
                    break
            if graph.start not in self._verdicts:
                self._propagate(self._list_all())
        except TooManyStates:
            return Proof(None, len(graph.positions))
        verdict = self._verdicts[graph.start]
        return Proof(verdict, len(graph.positions), self._line(), self._certificate())

    # Wins of growing length.

    def _look(self, number: int, length: int) -> Verdict | None:
        """The verdict of a state if the game can be decided within `length` turns."""
        known = self._verdicts.get(number)
        if known is not None:
            return known
        winner = self._graph.winners[number]
        if winner is not None:
            is_won = winner == self._graph.positions[number].to_move
            return self._keep(number, (ProvedResult.WIN if is_won else ProvedResult.LOSS, 0))
        if length == 0 or self._searched.get(number, -1) >= length:
            return None
        is_lost, longest = True, 0
        for after in self._graph.successors(number, self._is_cancelled):
            found = self._look(after, length - 1)
            if found is not None and found[0] is ProvedResult.LOSS:
                return self._keep(number, (ProvedResult.WIN, found[1] + 1))
            if found is None:
                is_lost = False
            else:
                longest = max(longest, found[1])
        if is_lost:
            return self._keep(number, (ProvedResult.LOSS, longest + 1))
        self._searched[number] = length
        return None

    def _keep(self, number: int, verdict: Verdict) -> Verdict:
        self._verdicts[number] = verdict
        return verdict

    # All states, backwards.

    def _list_all(self) -> list[int]:
        """Every state that can be reached from the start."""
        seen, waiting = {self._graph.start}, [self._graph.start]
        for number in waiting:
            for after in self._graph.successors(number, self._is_cancelled):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return waiting

    def _propagate(self, numbers: list[int]) -> None:
        """Results from the ends of the game backwards; what is left is a draw."""
        self._verdicts.clear()
        before: dict[int, list[int]] = {}
        left = {}
        for number in numbers:
            successors = self._graph.successors(number, self._is_cancelled)
            left[number] = len(successors)
            for after in successors:
                before.setdefault(after, []).append(number)
        # Breadth first, so that distances are shortest wins and longest losses.
        waiting = deque(number for number in numbers if self._look(number, 0) is not None)
        while waiting:
            number = waiting.popleft()
            result, length = self._verdicts[number]
            for earlier in before.get(number, ()):
                if earlier in self._verdicts:
                    continue
                left[earlier] -= 1
                if result is ProvedResult.LOSS:
                    self._keep(earlier, (ProvedResult.WIN, length + 1))
                    waiting.append(earlier)
                elif not left[earlier]:
                    self._keep(earlier, (ProvedResult.LOSS, length + 1))
                    waiting.append(earlier)
        for number in numbers:
            self._verdicts.setdefault(number, (ProvedResult.DRAW, 0))

    # The proof.

    def _replies(self, number: int) -> tuple[int, ...]:
        """The successors on which the verdict of a state depends."""
        result, length = self._verdicts[number]
        successors = self._graph.following[number] or ()
        if result is not ProvedResult.WIN:
            return successors
        losing = (
            after
            for after in successors
            if self._verdicts.get(after, (None, 0))[0] is ProvedResult.LOSS
            and self._verdicts[after][1] < length
        )
        return tuple(losing)[:1]

    def _certificate(self) -> dict[str, Verdict]:
        seen, waiting = {self._graph.start}, [self._graph.start]
        for number in waiting:
            new = [after for after in self._replies(number) if after not in seen]
            seen.update(new)
            waiting += new
        return {self._graph.positions[number].notation: self._verdicts[number] for number in seen}

    def _line(self) -> tuple[Turn, ...]:
        """Turns of both sides: the shortest win found, the longest resistance."""
        number, line = self._graph.start, []
        position = self._graph.positions[number]
        if self._verdicts[number][0] is ProvedResult.DRAW:
            return ()
        while self._graph.winners[number] is None:
            number = max(self._replies(number), key=lambda after: self._verdicts[after][1])
            turn = next(
                turn
                for turn in legal_turns(position)
                if self._graph.number_of(play_turn(position, turn)) == number
            )
            line.append(turn)
            position = play_turn(position, turn)
        return tuple(line)
