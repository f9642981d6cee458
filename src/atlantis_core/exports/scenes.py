"""A stretch of a game as moments to be shown: the board, what has just happened, in words.

Owns which moments there are and how long each of them stays; `review.steps` owns what a step is.
Every format shows the same moments, so that a film, a recording and a page tell the same story.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from atlantis_core.colors import SVG_COLORS
from atlantis_core.diagram.svg import Paint
from atlantis_core.events import MoveEvent, TurnReport, Wave
from atlantis_core.grid import Field, Move
from atlantis_core.narration import (
    Cast,
    describe_happening,
    describe_outcome,
    describe_to_move,
    turn_heading,
)
from atlantis_core.position import Position
from atlantis_core.review.lines import GameTree, Line
from atlantis_core.review.steps import Phase, Step, steps_of
from atlantis_core.review.variations import MAIN, Path, format_path
from atlantis_core.safe_text import showable
from atlantis_core.scoring import outcome, standing, tally
from atlantis_core.transcript.declared_ending import declared_sentence

SECONDS = {Phase.MOVE: 1.0, Phase.WAVE: 0.8, Phase.GROWTH: 0.7, Phase.NOTHING: 0.7}
"""How long a step stays."""
AFTER_TURN = 0.6
"""So much longer stays what a turn ends with."""
AT_THE_ENDS = 2.0
"""How long the first and the last moment stay."""
HEADER = ("", "player", "stones", "growing", "secured", "leading")


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment: the board and what led to it."""

    turn: int
    step: int | None
    """The step of the turn, from 1; None if the turn is over."""
    position: Position
    heading: str
    """Which turn this is and what was played, safe to show."""
    sentences: tuple[str, ...]
    """What has just happened, or how things stand; safe to show."""
    arrows: tuple[Move, ...] = ()
    exploded: tuple[Field, ...] = ()
    seconds: float = AT_THE_ENDS


@dataclass(frozen=True)
class Story:
    """The turns from `first` to `last` of one line of a game; turn 0 is the start."""

    tree: GameTree
    cast: Cast
    first: int
    last: int
    path: Path = MAIN
    step: int | None = None
    """The step of the last turn at which a picture shows the board; None is its end."""

    @cached_property
    def line(self) -> Line:
        return self.tree.line(self.path)

    @cached_property
    def paint(self) -> Paint:
        colors = [SVG_COLORS[name] for name in self.tree.transcript.colors]
        return Paint(colors, self.cast.letters)

    @property
    def title(self) -> str:
        """What the game is called: by its event, else by its players; safe to show."""
        named = self.tree.transcript.annotations.tags.get("event")
        return showable(str(named), 80) if named else (" - ".join(self.cast.names) or "Atlantis")

    def scenes(self) -> Iterator[Scene]:
        """All moments, beginning with the board before the first turn."""
        yield self.scene(max(0, self.first - 1))
        for turn in range(max(1, self.first), self.last + 1):
            yield from self._steps(turn)

    def final(self) -> Scene:
        """What a picture shows: the board after the last turn, or in the middle of it."""
        if self.step is None or not self.last:
            return self.scene(self.last)
        return list(self._steps(self.last))[self.step - 1]

    def scene(self, turn: int) -> Scene:
        """The board after a turn, with all that led to it."""
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
        """How things stand after a turn: the outcome, or whose turn it is."""
        position = self.line.position_after(turn)
        if not position.players:
            return ()
        ending = outcome(position)
        if ending is not None:
            return describe_outcome(ending, self.cast)
        is_end = not self.path and turn == self.line.turn_number
        declared = declared_sentence(self.tree.transcript) if is_end else None
        return (declared or describe_to_move(position, self.cast),)

    def comment(self, turn: int) -> str:
        """What somebody wrote about a turn, as hostile as the file."""
        if self.path and turn < self.path[-1].turn:
            return ""
        return self.tree.comments(self.path).get(turn, "")

    def _steps(self, turn: int) -> Iterator[Scene]:
        report = self.line.report(turn)
        steps = steps_of(report)
        for number, step in enumerate(steps, 1):
            scene = self._step_scene(turn, number, step, report)
            if number < len(steps):
                yield scene
            elif turn < self.last:
                yield replace(scene, step=None, seconds=scene.seconds + AFTER_TURN)
            else:
                said = (*scene.sentences, *self.state(turn))
                yield replace(scene, step=None, sentences=said, seconds=AT_THE_ENDS)

    def _step_scene(self, turn: int, number: int, step: Step, report: TurnReport) -> Scene:
        event, wave = step.event, step.number if len(report.waves) > 1 else None
        blasts = event.explosions if isinstance(event, Wave) else ()
        return Scene(
            turn,
            number,
            step.after,
            self.heading(turn, report),
            () if event is None else (describe_happening(event, self.cast, wave),),
            (event.move,) if isinstance(event, MoveEvent) else (),
            tuple(sorted(blast.field for blast in blasts)),
            SECONDS[step.phase],
        )


def figures(position: Position, cast: Cast) -> Iterator[tuple[str | int, ...]]:
    """Who has what, a row each under `HEADER`."""
    (stones, growing, *_), (secured, leading) = tally(position), standing(position)
    yield from zip(cast.letters, cast.names, stones, growing, secured, leading, strict=True)
