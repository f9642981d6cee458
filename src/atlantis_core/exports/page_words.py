"""Texts of a page about turns and players: headings, summaries, verdicts, places, accuracy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from atlantis_core.review.judged_games import Judgement, find_judgement
from atlantis_core.review.places import Place
from atlantis_core.review.reasons import describe_better, describe_verdict, summarise_turn
from atlantis_core.review.variations import MAIN, format_path
from atlantis_core.review.verdicts import TurnMark, TurnVerdict
from atlantis_core.rules.game import Game
from atlantis_core.rules.scoring import outcome
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable, showable_lines
from atlantis_core.transcript.declared_ending import places_of
from .scenes import Story

_SHOWN_TAGS = ("date", "place", "round", "result")
MARKS = (
    "??: blunder, ?: bad, ?!: doubtful, each with a better turn; ~: unclear, the chance falls but"
    " no better turn is known; !: the only good turn; accuracy: 100% for never losing any chance"
)
_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


class TurnWords(NamedTuple):
    """Texts of the page about one turn, safe to show."""

    heading: str
    sentences: tuple[str, ...]
    """A summary of what happened, then the state of the game."""
    mark: str = ""
    """The judge's sign, such as ``?``; empty if there is none."""
    verdict: tuple[str, ...] = ()
    better: str = ""
    """The name of the variation with the better turn; empty if there is none."""
    comment: tuple[str, ...] = ()


class PageWords:
    """The words of a story; its judgement counts for the main line only."""

    def __init__(self, story: Story) -> None:
        self._story = story

    @cached_property
    def judgement(self) -> Judgement | None:
        story = self._story
        return None if story.path else find_judgement(story.tree.transcript)

    def turn(self, turn: int) -> TurnWords:
        story, verdict = self._story, self._verdict(turn)
        report = story.line.report(turn) if turn else None
        happened = () if report is None else (summarise_turn(report, story.cast),)
        words = TurnWords(
            story.heading(turn, report),
            (*happened, *story.state(turn)),
            comment=tuple(showable_lines(story.comment(turn))),
        )
        if verdict is None:
            return words
        told = (describe_verdict(verdict, story.cast), *describe_better(verdict))
        better = self._find_better(turn, verdict)
        return words._replace(mark=verdict.mark.value, verdict=told, better=better)

    def _verdict(self, turn: int) -> TurnVerdict | None:
        return self.judgement.verdicts.get(turn) if self.judgement else None

    def _find_better(self, turn: int, verdict: TurnVerdict) -> str:
        if verdict.best is None:
            return ""
        found = self._story.tree.alternatives(Place(MAIN, turn - 1))
        same = (path for path, v in found if v.turns and set(v.turns[0]) == set(verdict.best))
        return next(map(format_path, same), "")

    @property
    def shows_end(self) -> bool:
        """Whether the story ends where the main line does."""
        story = self._story
        return not story.path and story.last == story.line.turn_number

    def tags(self) -> Iterator[str]:
        """Date, place, round and result, where the file has them."""
        tags = self._story.tree.transcript.annotations.tags
        for name in _SHOWN_TAGS:
            if tags.get(name) is not None:
                yield f"{name}: {showable(str(tags[name]), 80)}"

    def result(self) -> tuple[str, ...]:
        """The ending of the game; empty if it has not ended, or if the page stops earlier."""
        if not self.shows_end or self._places is None:
            return ()
        return self._story.state(self._story.last)

    @cached_property
    def _places(self) -> tuple[int, ...] | None:
        story = self._story
        game = Game(story.line.position_after(0), story.tree.main.turns)
        return places_of(story.tree.transcript, game)

    def player(self, player: int) -> str:
        """Place, fields, accuracy and marks of a player."""
        parts = []
        ending = outcome(self._story.line.last)
        if self.shows_end and self._places is not None:
            parts.append(_ORDINALS[self._places[player] - 1])
            if ending is not None and ending.ranking:
                parts.append(counted(ending.scores[player], "field"))
        if self.judgement is not None:
            share = self.judgement.accuracy(player)
            parts += [] if share is None else [f"accuracy {100 * share:.0f}%"]
            counts = self.judgement.marks_of(player)
            marks = (TurnMark.BLUNDER, TurnMark.BAD, TurnMark.DOUBTFUL, TurnMark.GOOD)
            parts += [f"{counts[mark]} {mark.value}" for mark in marks if counts[mark]]
        return ", ".join(parts)
