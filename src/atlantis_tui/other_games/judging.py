"""Judgement of moves in the review of other games: verdicts, marks, a summary and find better.

Works through the protocol of games alone, so plugins are judged without a line of their own.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Move, Record, Way
from atlantis_core.games.registry import Entry
from atlantis_core.record_judgement import StepsToJudge, StepVerdict
from atlantis_core.review.verdicts import TurnMark, accuracy
from atlantis_core.support.cancelling import IsCancelled
from atlantis_core.support.phrases import counted
from atlantis_tui.game.thinker import BotProcess

Emphasis: TypeAlias = Literal["strong", "plain", "heading"]

_MISTAKES = {
    TurnMark.DOUBTFUL: "doubtful move",
    TurnMark.BAD: "bad move",
    TurnMark.BLUNDER: "blunder",
}


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """The judgement of one step, as work for the bot's process."""

    work: StepsToJudge
    step: int

    def __call__(self, is_cancelled: IsCancelled) -> StepVerdict:
        return self.work.play(self.step - 1, is_cancelled)


@dataclass(slots=True)
class RecordJudge:
    """Judges the lines of a record in another process and keeps the verdicts."""

    entry: Entry
    effort: int | None = None
    is_running: bool = False
    _lines: dict[Way, dict[int, StepVerdict]] = field(default_factory=dict)
    _bots: BotProcess = field(default_factory=BotProcess)

    def verdicts(self, record: Record) -> dict[int, StepVerdict]:
        """The verdicts found so far, by step."""
        return self._lines.get(record.way, {})

    def is_complete(self, record: Record) -> bool:
        return set(self.verdicts(record)) >= set(_moves(record)) != set()

    def mistakes(self, record: Record) -> dict[int, str]:
        """The signs of doubtful, bad and losing moves, by step."""
        found = sorted(self.verdicts(record).items())
        return {step: verdict.mark.value for step, verdict in found if verdict.mark.is_mistake}

    async def run(self, record: Record) -> AsyncIterator[int]:
        """Judge what is missing; yields the number of steps that have a verdict.

        Raises Cancelled after `cancel`, and GameError if the game cannot be judged.
        """
        work = StepsToJudge(self.entry, record, self.effort)
        verdicts = self._lines.setdefault(record.way, {})
        self.is_running = True
        try:
            for step in _moves(record):
                if step not in verdicts:
                    verdicts[step] = await self._bots.ask(JudgeRequest(work, step))
                    yield len(verdicts)
        finally:
            self.is_running = False

    async def tried(self, record: Record, step: int, move: Move) -> StepVerdict:
        """The verdict on another move instead of a step."""
        line = record.cut(step - 1).played(move)
        return await self._bots.ask(JudgeRequest(StepsToJudge(self.entry, line, self.effort), step))

    def cancel(self) -> bool:
        """Stop judging; returns whether it was going on. Keeps the verdicts."""
        was_running = self.is_running
        self._bots.cancel()
        return was_running

    def close(self) -> None:
        self._bots.close()


def _moves(record: Record) -> list[int]:
    steps = range(1, record.last_step + 1)
    return [step for step in steps if record.move(step) is not None]


def chances(verdict: StepVerdict) -> str:
    """``chance to win 42 %, with the best move 62 %``."""
    after, before = 100 * verdict.after, 100 * verdict.before
    exact = ", exact" if verdict.is_exact else ""
    if verdict.loss == 0:
        return f"chance to win {after:.0f} %{exact}"
    return f"chance to win {after:.0f} %, with the best move {before:.0f} %{exact}"


def verdict_words(record: Record, step: int, verdict: StepVerdict) -> list[str]:
    """The chances of a move, and the better one with its reason."""
    words = [f"{verdict.mark.value} {chances(verdict)}".strip()]
    if verdict.mark.is_mistake and verdict.best != record.move(step):
        words.append(f"better: {verdict.best.text} ({verdict.words})")
    return words


def reply_to_attempt(played: StepVerdict, tried: StepVerdict) -> str:
    """Answer to a move that was tried instead of a mistake."""
    if not tried.mark.is_mistake:
        return (
            f"good: chance to win {100 * tried.after:.0f} % instead of {100 * played.after:.0f} %"
        )
    return f"not good enough: {chances(tried)}; press r to try again"


def summary_lines(
    record: Record, verdicts: dict[int, StepVerdict]
) -> Iterator[tuple[Emphasis, str]]:
    """The result, the accuracy and mistakes of each player, and the worst moves."""
    result = record.position(record.last_step).result
    yield "strong", result or "not finished"
    for player, name in enumerate(record.players):
        share = accuracy(verdicts.values(), player)
        figure = "nothing to decide" if share is None else f"accuracy {100 * share:.0f} %"
        marks = [verdict.mark for verdict in verdicts.values() if verdict.player == player]
        counts = [counted(marks.count(mark), noun) for mark, noun in _MISTAKES.items()]
        yield "plain", f"{name}: {figure}, {', '.join(counts)}"
    worst = sorted(verdicts.items(), key=lambda item: (-item[1].loss, item[0]))
    mistakes = [(step, verdict) for step, verdict in worst if verdict.mark.is_mistake]
    for step, verdict in mistakes[:3]:
        name = record.players[verdict.player]
        yield "heading", f"{step}. {name}: {record.label(step)}"
        yield from (("plain", words) for words in verdict_words(record, step, verdict))


def next_mistake(judge: RecordJudge, record: Record, step: int) -> int:
    """The next mistake, counting the shown step. Raises GameError if there is none."""
    if not judge.verdicts(record):
        raise GameError("press j to judge the game first")
    ahead = [mistake for mistake in judge.mistakes(record) if mistake >= step]
    if not ahead:
        raise GameError("no mistake from here on")
    return ahead[0]
