"""Entering a turn: which stones are lifted, where they are aimed, what is planned.

All ways of entry end in `TurnPlan`, which asks the rules. What the rules refuse is raised and
changes nothing here. Knows fields and keys of directions, no screen.
"""

from __future__ import annotations

from collections.abc import Iterable

from atlantis_core.grid import Direction, Field, Move, line_between, neighbour
from atlantis_core.planning import TurnPlan


class TurnEntry:
    """The turn that a person is entering."""

    def __init__(self, plan: TurnPlan) -> None:
        self.plan = plan
        self.lifted: Field | None = None
        """The field whose stones have been lifted."""
        self.chosen: int | None = None
        """The planned move that list keys work on."""
        self.is_preview = False
        """Whether the board shows how it would be after the turn."""
        self._replaced: tuple[TurnPlan, TurnPlan] | None = None
        """A plan that was put in the place of another, and that other one."""

    @property
    def is_idle(self) -> bool:
        """Whether no stones are lifted and the board is not the one after the turn."""
        return self.lifted is None and not self.is_preview

    def lift(self, field: Field) -> None:
        """Take the stones of a field in hand; raises IllegalMoveError if none can move."""
        self.plan.check_source(field)
        self.is_preview = False
        self.lifted = field

    def release(self) -> bool:
        """Put the stones back; says whether there were any."""
        was_lifted, self.lifted = self.lifted is not None, None
        return was_lifted

    def aim(self, direction: Direction, cursor: Field) -> Field:
        """Where a direction key leads while stones are lifted.

        The same direction again is one field and one stone more, the opposite one less,
        another one a new line. Raises IllegalMoveError if the stones cannot go there.
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
        """Let the lifted stones go to a field; on their own field they are put back."""
        source = self.lifted
        if source is None or source == field:
            self.lifted = None
            return None
        move = Move(source, field)
        self.add([move])
        return move

    def add(self, moves: Iterable[Move]) -> None:
        """Plan these moves, all or none."""
        self._plan(self.plan.add(*moves))
        self.chosen = len(self.plan) - 1 if len(self.plan) else None

    def replace(self, moves: Iterable[Move]) -> bool:
        """Plan these moves instead of all others; says whether `restore` can bring those back."""
        earlier = self.plan
        self._plan(earlier.clear().add(*moves))
        self.chosen = len(self.plan) - 1 if len(self.plan) else None
        is_loss = bool(len(earlier)) and earlier.moves != self.plan.moves
        self._replaced = (self.plan, earlier) if is_loss else None
        return is_loss

    def restore(self) -> bool:
        """Bring back the plan that was replaced; says whether there was one.

        Moves that were planned since then are to be taken back before.
        """
        if self._replaced is None or self._replaced[0].moves != self.plan.moves:
            return False
        self._plan(self._replaced[1])
        self.chosen = len(self.plan) - 1
        self._replaced = None
        return True

    def take_back(self) -> Move | None:
        """Drop the move planned last."""
        return self.drop(len(self.plan) - 1) if len(self.plan) else None

    def drop(self, index: int) -> Move | None:
        """Drop one of the planned moves."""
        if not 0 <= index < len(self.plan):
            return None
        move = self.plan.moves[index]
        self._plan(self.plan.drop(index))
        left = len(self.plan)
        self.chosen = min(index, left - 1) if left else None
        return move

    def choose(self, by: int) -> None:
        """Go up or down in the list of planned moves."""
        if len(self.plan):
            last = len(self.plan) - 1
            now = last if self.chosen is None else self.chosen + by
            self.chosen = min(max(now, 0), last)

    def shift(self, by: int) -> bool:
        """Play the chosen move earlier or later; says whether anything changed."""
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
        self.lifted = None
        self.is_preview = False
