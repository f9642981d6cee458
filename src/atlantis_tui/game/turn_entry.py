"""The entry of a turn: lifted stones, their destination, the plan.

Every move goes through `TurnPlan`, which checks the rules. An illegal move raises IllegalMoveError
and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from atlantis_core.positions.grid import Direction, Field, Move, line_between, neighbour
from atlantis_core.rules.planning import TurnPlan


class TurnEntry:
    """The turn that a person is entering."""

    def __init__(self, plan: TurnPlan, *, is_premove: bool = False) -> None:
        self.plan = plan
        self.is_premove = is_premove
        """Whether another player is to move; the plan waits for the person's turn."""
        self.lifted: Field | None = None
        """The field whose stones have been lifted."""
        self.chosen: int | None = None
        """Index of the selected move of the plan."""
        self.is_preview = False
        """Whether the board shows the preview after the turn."""
        self.is_spent = _is_spent(plan)
        """Whether moves are planned and no stone can move any more."""
        self._replaced: tuple[TurnPlan, TurnPlan] | None = None
        """The plan that replaced another, and the one it replaced."""

    @property
    def is_idle(self) -> bool:
        """Whether no stones are lifted and no preview is shown."""
        return self.lifted is None and not self.is_preview

    def lift(self, field: Field) -> None:
        """Lift the stones of a field; raises IllegalMoveError if none can move."""
        self.plan.check_source(field)
        self.is_preview = False
        self.lifted = field

    def release(self) -> bool:
        """Put the lifted stones back; returns whether there were any."""
        was_lifted, self.lifted = self.lifted is not None, None
        return was_lifted

    def aim(self, direction: Direction, cursor: Field) -> Field:
        """The field that a direction key aims at; without lifted stones, the neighbour.

        The same direction again is one field further, the opposite one nearer, another one starts
        anew. Raises IllegalMoveError if the stones cannot move there.
        """
        source = self.lifted
        if source is None:
            return neighbour(cursor, direction)
        aimed = line_between(Move(source, cursor))
        distance = 1
        if aimed is not None and aimed[0] is direction:
            distance = aimed[1] + 1
        elif aimed is not None and aimed[0] is direction.opposite:
            direction, distance = aimed[0], aimed[1] - 1
        target = neighbour(source, direction, distance)
        if distance:
            self.plan.check(Move(source, target))
        return target

    def land(self, field: Field) -> Move | None:
        """Plan the move of the lifted stones to a field; on their own field, put them back."""
        source = self.lifted
        if source is None or source == field:
            self.lifted = None
            return None
        move = Move(source, field)
        self.add([move])
        return move

    def add(self, moves: Iterable[Move]) -> None:
        """Add moves to the plan, all or none."""
        self._plan(self.plan.add(*moves))
        self.chosen = len(self.plan) - 1 if len(self.plan) else None

    def replace(self, moves: Iterable[Move]) -> bool:
        """Replace the plan; returns whether `restore` can bring back an earlier one."""
        earlier = self.plan
        self._plan(earlier.clear().add(*moves))
        self.chosen = len(self.plan) - 1 if len(self.plan) else None
        is_loss = bool(len(earlier)) and earlier.moves != self.plan.moves
        self._replaced = (self.plan, earlier) if is_loss else None
        return is_loss

    def restore(self) -> bool:
        """Bring back the replaced plan, unless moves were added since; returns whether it did."""
        if self._replaced is None or self._replaced[0].moves != self.plan.moves:
            return False
        self._plan(self._replaced[1])
        self.chosen = len(self.plan) - 1
        self._replaced = None
        return True

    def take_back(self) -> Move | None:
        """Remove the last planned move."""
        return self.drop(len(self.plan) - 1) if len(self.plan) else None

    def drop(self, index: int) -> Move | None:
        """Remove a planned move."""
        if not 0 <= index < len(self.plan):
            return None
        move = self.plan.moves[index]
        self._plan(self.plan.drop(index))
        left = len(self.plan)
        self.chosen = min(index, left - 1) if left else None
        return move

    def choose(self, by: int) -> None:
        """Select another planned move."""
        if len(self.plan):
            last = len(self.plan) - 1
            now = last if self.chosen is None else self.chosen + by
            self.chosen = min(max(now, 0), last)

    def shift(self, by: int) -> bool:
        """Play the selected move earlier or later; returns whether the order changed."""
        if self.chosen is None or not 0 <= self.chosen + by < len(self.plan):
            return False
        self._plan(self.plan.shift(self.chosen, by))
        self.chosen += by
        return True

    def clear(self) -> None:
        self._plan(self.plan.clear())
        self.chosen = None

    def _plan(self, plan: TurnPlan) -> None:
        self.plan = plan
        self.is_spent = _is_spent(plan)
        self.lifted = None
        self.is_preview = False


def _is_spent(plan: TurnPlan) -> bool:
    return bool(plan.moves) and not plan.sources()
