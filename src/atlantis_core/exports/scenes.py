"""Splits a range of turns into scenes: the board and a description of what just happened.

Defines the scenes and their durations; `review.steps` defines steps. Every format shows the same
scenes, so animations, recordings and pages agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from atlantis_core.diagram.svg import Paint
from atlantis_core.narration import (
    Cast,
    describe_outcome,
    describe_to_move,
    describe_turn_step,
    turn_heading,
)
from atlantis_core.positions.events import MoveEvent, TurnReport, Wave
from atlantis_core.positions.grid import Field, Move
from atlantis_core.positions.position import Position
from atlantis_core.review.lines import GameTree, Line
from atlantis_core.review.steps import Phase, Step, steps_of
from atlantis_core.review.variations import MAIN, Path, format_path
from atlantis_core.rules.overlays import Overlay
from atlantis_core.rules.scoring import outcome, standing, tally
from atlantis_core.support.colors import SVG_COLORS
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.declared_ending import declared_sentence
from .errors import ExportError

SECONDS = {Phase.MOVE: 1.0, Phase.WAVE: 0.8, Phase.GROWTH: 0.7, Phase.NOTHING: 0.7}
"""Duration of a step."""
AFTER_TURN = 0.6
"""Additional duration of the last step of a turn."""
FIRST_AND_LAST = 2.0
"""Duration of the first and the last scene."""
MOST_FIELDS = 1_000_000
"""Fields of all scenes of an export together; bounds its memory, 100 bytes each in a page."""
HEADER = ("", "player", "stones", "growing", "secured", "leading")


@dataclass(frozen=True, slots=True)
class Scene:
    """One step of a turn, or its result: the board and what led to it."""

    turn: int
    step: int | None
    """The step of the turn, from 1; None for its result."""
    position: Position
    heading: str
    """The turn and its moves, safe to show."""
    sentences: tuple[str, ...]
    """Sentence about the turn, or the state of the game; safe to show."""
    arrows: tuple[Move, ...] = ()
    exploded: tuple[Field, ...] = ()
    seconds: float = FIRST_AND_LAST


@dataclass(frozen=True)
class Story:
    """The turns from `first` to `last` of one line of a game; turn 0 is the start."""

    tree: GameTree
    cast: Cast
    first: int
    last: int
    path: Path = MAIN
    step: int | None = None
    """The step of the last turn that an image shows; None for its result."""
    overlay: Overlay = Overlay.NONE
    """Signs in the fields."""

    @cached_property
    def line(self) -> Line:
        return self.tree.line(self.path)

    @cached_property
    def paint(self) -> Paint:
        colors = [SVG_COLORS[name] for name in self.tree.transcript.colors]
        return Paint(colors, self.cast.letters)

    @property
    def title(self) -> str:
        """The game's event, else its players; safe to show."""
        named = self.tree.transcript.annotations.tags.get("event")
        return showable(str(named), 80) if named else (" - ".join(self.cast.names) or "Atlantis")

    def scenes(self) -> Iterator[Scene]:
        """All scenes, beginning with the board before the first turn.

        Raises ExportError when they become too many, see `check_fields`.
        """
        for number, scene in enumerate(self._all_scenes(), 1):
            check_fields(number * len(scene.position.board))
            yield scene

    def _all_scenes(self) -> Iterator[Scene]:
        yield self.scene(max(0, self.first - 1))
        for turn in range(max(1, self.first), self.last + 1):
            yield from self._steps(turn)

    def final(self) -> Scene:
        """The scene of an image: the board after the last turn, or after its `step`."""
        if self.step is None or not self.last:
            return self.scene(self.last)
        return list(self._steps(self.last))[self.step - 1]

    def scene(self, turn: int) -> Scene:
        """The board after a turn, with its moves and explosions."""
        report = self.line.report(turn) if turn else None
        return Scene(
            turn,
            None,
            self.line.position_after(turn),
            self.heading(turn, report),
            self.state(turn),
            tuple(event.move for event in report.moves) if report else (),
            tuple(sorted(set(report.exploded))) if report else (),
        )

    def heading(self, turn: int, report: TurnReport | None) -> str:
        where = f"[{format_path(self.path)}] " if self.path else ""
        return where + ("Start" if report is None else turn_heading(turn, report, self.cast))

    def state(self, turn: int) -> tuple[str, ...]:
        """The state of the game after a turn: the outcome, or whose turn it is."""
        position = self.line.position_after(turn)
        if not position.players:
            return ()
        ending = outcome(position)
        if ending is not None:
            return describe_outcome(ending, self.cast)
        is_end = not self.path and turn == self.line.turn_number
        declared = declared_sentence(self.tree.transcript, self.cast.names) if is_end else None
        return (declared or describe_to_move(position, self.cast),)

    def comment(self, turn: int) -> str:
        """The comment on a turn, unsanitised."""
        if self.path and turn < self.path[-1].turn:
            return ""
        return self.tree.comments(self.path).get(turn, "")

    def steps(self, turn: int) -> Iterator[Scene]:
        """Every step of a turn, from 1."""
        report = self.line.report(turn)
        for number, step in enumerate(steps_of(report), 1):
            yield self._step_scene(turn, number, step, report)

    def _steps(self, turn: int) -> Iterator[Scene]:
        """The steps of a turn, one at a time; the last one is its result."""
        steps = self.steps(turn)
        scene = next(steps)
        for following in steps:
            yield scene
            scene = following
        if turn < self.last:
            yield replace(scene, step=None, seconds=scene.seconds + AFTER_TURN)
        else:
            sentences = (*scene.sentences, *self.state(turn))
            yield replace(scene, step=None, sentences=sentences, seconds=FIRST_AND_LAST)

    def _step_scene(self, turn: int, number: int, step: Step, report: TurnReport) -> Scene:
        event, wave = step.event, step.number if len(report.waves) > 1 else None
        explosions = event.explosions if isinstance(event, Wave) else ()
        return Scene(
            turn,
            number,
            step.after,
            self.heading(turn, report),
            () if event is None else (describe_turn_step(event, self.cast, wave),),
            (event.move,) if isinstance(event, MoveEvent) else (),
            tuple(sorted(explosion.field for explosion in explosions)),
            SECONDS[step.phase],
        )


def check_fields(number: int) -> None:
    """Raise ExportError if the scenes of an export have more than this number of fields."""
    if number > MOST_FIELDS:
        raise ExportError(
            f"too long to export: the boards of all steps have more than {MOST_FIELDS:,} fields "
            "(expected fewer turns, e.g. '#1..50')"
        )


def figures(position: Position, cast: Cast) -> Iterator[tuple[str | int, ...]]:
    """A row of figures per player, with the columns of `HEADER`."""
    (stones, growing, *_), (secured, leading) = tally(position), standing(position)
    yield from zip(cast.letters, cast.names, stones, growing, secured, leading, strict=True)
