"""Judges the moves in the review of another game, and asks for better ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.errors import AtlantisError
from atlantis_tui.widgets.text_lines import Line, Piece
from .judging import RecordJudge, next_mistake, reply_to_attempt, summary_lines

if TYPE_CHECKING:
    from .review_screen import RecordReviewScreen

_JUDGING = "still judging; Esc stops"


class JudgedReview:
    """The judgement of a review screen: runs it, sums it up, and asks for better moves."""

    def __init__(self, screen: RecordReviewScreen, judge: RecordJudge) -> None:
        self._screen = screen
        self._judge = judge

    async def run(self) -> None:
        """Judge the shown line."""
        screen = self._screen
        screen.frame.say("judging ...")
        try:
            async for judged in self._judge.run(screen.record):
                screen.paint()
                last = screen.record.last_step
                screen.frame.say(f"judged {judged} of {last} moves; Esc stops")
        except Cancelled:
            screen.frame.say("stopped; press j to go on judging")
        except AtlantisError as error:
            screen.frame.say(str(error), "bad")
        else:
            screen.frame.say("judged: n goes to the next mistake, r finds a better move, j sums up")

    def show_summary(self) -> bool:
        """Show the summary if the shown line is judged; returns whether it is."""
        record = self._screen.record
        is_complete = self._judge.is_complete(record)
        if is_complete:
            lines: list[Line] = []
            for emphasis, words in summary_lines(record, self._judge.verdicts(record)):
                lines += [()] if emphasis == "heading" else []
                lines += [(Piece(words, emphasis),), *([()] if emphasis == "strong" else [])]
            self._screen.show_text("Judgement", lines)
        return is_complete

    def refuses(self) -> bool:
        """Say so if there is nothing to judge, or if a judgement is running: a new worker would
        cancel it.
        """
        if not self.has_moves:
            self._screen.frame.say("nothing to judge: this file has no moves")
        elif self._judge.is_running:
            self._screen.frame.say(_JUDGING)
        return not self.has_moves or self._judge.is_running

    @property
    def has_moves(self) -> bool:
        """Whether the notation has moves: HSN states do not."""
        record = self._screen.record
        return any(record.move(step) is not None for step in range(1, record.last_step + 1))

    async def find_better(self) -> None:
        """Go to the position before a mistake and ask for a better move."""
        screen, record = self._screen, self._screen.record
        try:
            step = next_mistake(self._judge, record, screen.step)
            played = self._judge.verdicts(record)[step]
            screen.action_go_to(step - 1)
            about = f"{record.players[played.player]}, instead of {record.label(step)}"
            typed = await screen.ask_text("Find a better move", "", about)
            if not typed:
                screen.action_go_to(step)
                return
            move = record.position(step - 1).parse_move(typed)
            screen.frame.say("thinking ...")
            tried = await self._judge.tried(record, step, move)
        except Cancelled:
            screen.frame.say("")
        except AtlantisError as error:
            screen.frame.say(str(error), "bad")
        else:
            if tried.mark.is_mistake:
                screen.action_go_to(step)
            screen.frame.say(f"{move.text}: {reply_to_attempt(played, tried)}")
