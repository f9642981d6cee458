"""The record of a game that is one line of moves: for guests whose files have no variations.

Owns playing on, taking back, commenting, and that a file which was not edited is written as it was
read. How a file looks is for the guest to say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from atlantis_core.colors import RGB
from .defaults import RecordDefaults, default_player_colors
from .errors import GameError
from .protocol import Move, Position, Puzzle


class Step(NamedTuple):
    """A move that was played, as the file writes it, and what is said about it."""

    move: Move
    label: str
    comment: str = ""


class Layout(ABC):
    """How a guest writes a game; a value without state, or one that keeps what else was read."""

    @abstractmethod
    def write(self, record: GameRecord) -> str:
        """The whole file in the canonical layout."""

    def label(self, position: Position, move: Move) -> str:
        """A new move as the file will write it."""
        del position
        return move.text

    def check_comment(self, comment: str) -> None:
        """Raises GameError saying what a comment of this notation cannot hold."""
        raise GameError(f"this notation has no place for comments such as {comment[:40]!r}")


@dataclass(frozen=True)
class GameRecord(RecordDefaults):
    """A start and its moves."""

    title: str
    players: tuple[str, ...]
    start: Position
    layout: Layout
    steps: tuple[Step, ...] = ()
    source: str | None = field(default=None, compare=False)
    """The text that was read; None once something was edited."""
    start_comment: str = ""
    colors: tuple[RGB, ...] = ()
    """If there are none, the usual ones are taken."""
    details: tuple[tuple[str, str], ...] = ()
    puzzle: Puzzle | None = None

    def __post_init__(self) -> None:
        if not self.colors:
            object.__setattr__(self, "colors", default_player_colors(len(self.players)))

    @property
    def last_step(self) -> int:
        return len(self.steps)

    @cached_property
    def _positions(self) -> tuple[Position, ...]:
        positions = [self.start]
        for step in self.steps:
            positions.append(positions[-1].play(step.move))
        return tuple(positions)

    def position(self, step: int) -> Position:
        return self._positions[step]

    def move(self, step: int) -> Move | None:
        return self.steps[step - 1].move

    def label(self, step: int) -> str:
        return self.steps[step - 1].label

    def comment(self, step: int) -> str:
        return self.steps[step - 1].comment if step else self.start_comment

    def text(self) -> str:
        return self.canonical() if self.source is None else self.source

    def canonical(self) -> str:
        return self.layout.write(self)

    def played(self, move: Move) -> GameRecord:
        position = self.position(self.last_step)
        step = Step(move, self.layout.label(position, move))
        longer = replace(self, steps=(*self.steps, step), source=None)
        # What is known of the positions holds on: playing must not cost more with every move.
        longer.__dict__["_positions"] = (*self._positions, position.play(move))
        return longer

    def as_read(self, text: str) -> GameRecord:
        """The same, from a text that says it: written back to the character until it is edited."""
        return replace(self, source=text)

    def cut(self, step: int) -> GameRecord:
        shorter = replace(self, steps=self.steps[:step], source=None)
        shorter.__dict__["_positions"] = self._positions[: step + 1]
        return shorter

    def commented(self, step: int, comment: str) -> GameRecord:
        if comment:
            self.layout.check_comment(comment)
        if not step:
            return replace(self, start_comment=comment, source=None)
        steps: Sequence[Step] = self.steps
        edited = steps[step - 1]._replace(comment=comment)
        return replace(self, steps=(*steps[: step - 1], edited, *steps[step:]), source=None)
