"""The review of another game as a conversation: steps, comments, judgement, better moves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from atlantis_core.dialogue.verbs import DialogueError, Lines, Verb, Vocabulary
from atlantis_core.games.rendering import render_ansi
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.escape_codes import Depth
from atlantis_core.support.safe_text import encodable, showable
from atlantis_tui.other_games.judging import (
    RecordJudge,
    next_mistake,
    reply_to_attempt,
    summary_lines,
    verdict_words,
)
from atlantis_tui.other_games.words import state_words
from .board_in_words import describe_board, tell_moves
from .conversation import Talk, Topic

if TYPE_CHECKING:
    from atlantis_core.games.protocol import Record
    from atlantis_tui.other_games.document import RecordDocument


class OtherReviewTopic(Topic):
    """Goes through a record step by step; comments are saved at once."""

    def __init__(self, talk: Talk, document: RecordDocument) -> None:
        super().__init__(talk)
        self.vocabulary = REVIEW
        self._document = document
        self._record = document.record
        self._step = self._record.last_step
        self._judge = RecordJudge(document.entry)
        self._wanted: int | None = None
        """The mistake that the user is to improve on."""

    def greet(self) -> Lines:
        yield f"Review of {self._record.last_step} steps; type 'leave' to return."
        yield from self._where()

    def idle(self) -> Lines:
        return self._where()

    def _where(self) -> Iterator[str]:
        """The shown step with its comment, verdict and what follows."""
        record, step = self._record, self._step
        yield showable(f"{step}. {self._mover(step)}{record.label(step)}" if step else "start", 200)
        verdict = self._judge.verdicts(record).get(step)
        if verdict is not None and not self.talk.is_brief:
            yield from (showable(words, 300) for words in verdict_words(record, step, verdict))
        if record.comment(step):
            yield showable(" / ".join(record.comment(step).splitlines()), 500)
        others = [other.label(step) for other in record.variations(step)] if step else []
        if others:
            yield showable(f"variations, not played: {', '.join(others)}", 300)
        if words := state_words(record, step):
            yield showable(words, 200)

    def _mover(self, step: int) -> str:
        mover = self._record.position(step - 1).to_move
        return "" if mover is None else f"{self._record.players[mover]}: "

    # Steps.

    def _go_to(self, step: int) -> Iterator[str]:
        self._wanted = None
        if not 0 <= step <= self._record.last_step:
            raise DialogueError("this is the start" if step < 0 else "this is the last step")
        self._step = step
        yield from self._where()

    def next(self, _: str) -> Lines:
        return self._go_to(self._step + 1)

    def back(self, _: str) -> Lines:
        return self._go_to(self._step - 1)

    def start(self, _: str) -> Lines:
        return self._go_to(0)

    def end(self, _: str) -> Lines:
        return self._go_to(self._record.last_step)

    def goto(self, text: str) -> Lines:
        last = self._record.last_step
        if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= last):
            raise DialogueError(f"not a step: '{showable(text, 20)}' (expected 0 to {last})")
        return self._go_to(int(text))

    def look(self, text: str) -> Lines:
        return describe_board(self._record.position(self._step), text)

    def show(self, _: str) -> Lines:
        picture = self._record.position(self._step).picture(0)
        return list(render_ansi(picture, self._record.colors, Depth.NONE))

    def moves(self, text: str) -> Lines:
        return tell_moves(self._record.position(self._step), text)

    def turns(self, _: str) -> Lines:
        steps = range(1, self._record.last_step + 1)
        return [", ".join(showable(self._record.label(n), 40) for n in steps) or "no moves yet"]

    # Judgement.

    def judge(self, _: str) -> Lines:
        """Judge all moves; Ctrl+C stops and keeps the verdicts."""

        async def judge_all() -> None:
            async for _ in self._judge.run(self._record):
                pass

        try:
            asyncio.run(judge_all())
        except (KeyboardInterrupt, Cancelled):
            self._judge.cancel()
            raise DialogueError("stopped (type 'judge' to go on judging)") from None
        for _, words in summary_lines(self._record, self._judge.verdicts(self._record)):
            yield showable(words, 300)

    def mistake(self, _: str) -> Lines:
        """Go to the next mistake after this step."""
        return self._go_to(next_mistake(self._judge, self._record, self._step + 1))

    def better(self, _: str) -> Lines:
        """Go before this or the next mistake; the next line is the user's move."""
        mistake = next_mistake(self._judge, self._record, self._step)
        played = f"{self._mover(mistake)}{self._record.label(mistake)}"
        self._step, self._wanted = mistake - 1, mistake
        yield showable(f"find a better move than {played}", 200)
        yield "type it, or 'next' to give up"

    def guess(self, line: str) -> Lines:
        """Try a move instead of a mistake."""
        if self._wanted is None:
            raise self.vocabulary.unknown(line.split(maxsplit=1)[0])
        mistake, record = self._wanted, self._record
        move = record.position(mistake - 1).parse_move(line)
        try:
            tried = asyncio.run(self._judge.tried(record, mistake, move))
        except (KeyboardInterrupt, Cancelled):
            raise DialogueError("stopped (type a move to try again)") from None
        reply = reply_to_attempt(self._judge.verdicts(record)[mistake], tried)
        if not tried.mark.is_mistake:
            self._step, self._wanted = mistake, None
        yield showable(f"{move.text}: {reply.replace('press r', 'type a move')}", 300)

    # The file.

    def comment(self, text: str) -> Lines:
        """Read the comment on this step, or write one."""
        if not text:
            return [showable(self._record.comment(self._step), 500) or "no comment"]
        edited: Record = self._record.commented(self._step, encodable(text))
        self._document.edit(edited)
        self._record = self._document.record
        return ["saved" if self._document.path else "written; type 'leave', then 'save FILE'"]

    def leave(self, _: str) -> Lines:
        return self.talk.leave()

    def close(self) -> None:
        self._judge.close()


REVIEW: Vocabulary[Any] = Vocabulary((
    Verb("next n +", "", "the next step", OtherReviewTopic.next),
    Verb("back previous p -", "", "the step before", OtherReviewTopic.back),
    Verb("goto g", "STEP", "go to a step by its number", OtherReviewTopic.goto),
    Verb("start", "", "go to the start", OtherReviewTopic.start),
    Verb("end", "", "go to the last step", OtherReviewTopic.end),
    Verb("judge j", "", "judge every move, and sum up", OtherReviewTopic.judge),
    Verb("mistake m", "", "go to the next mistake, once judged", OtherReviewTopic.mistake),
    Verb("better r", "", "find a better move than this or the next mistake",
         OtherReviewTopic.better),
    Verb("look", "[PLACE]", "the board in words, or what is on a place", OtherReviewTopic.look),
    Verb("moves", "[PLACE]", "the legal moves of the shown position", OtherReviewTopic.moves),
    Verb("show", "", "draw the board", OtherReviewTopic.show),
    Verb("turns", "", "all moves", OtherReviewTopic.turns),
    Verb("comment", "[TEXT]", "read the comment on this step, or write one",
         OtherReviewTopic.comment),
    Verb("leave", "", "return to the game", OtherReviewTopic.leave),
))  # fmt: skip
