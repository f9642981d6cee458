"""Judgement in review: judging the game, showing chances, visiting mistakes, retrying turns.

A turn that the user tries instead of a mistake is judged by the same bot with the same effort, so
that the results are comparable.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING

from atlantis_core.positions.grid import format_moves
from atlantis_core.review.places import Place
from atlantis_core.review.reasons import describe_tried
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.variations import MAIN
from atlantis_core.rules.game import Turn
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from atlantis_tui import routes
from atlantis_tui.game.thinker import Thinker
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.line_breaks import fits
from .edits import Edits
from .game_analysis import GameAnalysis
from .replay_view import ReplayView

if TYPE_CHECKING:
    from atlantis_core.review.judged_games import Judgement


class AnalysisPanel:
    """Handles the keys `j`, `n`, `N` and `r`, and saves the judgement."""

    def __init__(
        self, screen: BaseScreen, replay: ReplayCursor, view: ReplayView, edits: Edits
    ) -> None:
        self._screen, self._replay, self._view, self._edits = screen, replay, view, edits
        self._analysis = GameAnalysis(view.frame.say)
        self._thinker = Thinker()
        self._is_checking = False
        self._tried = self._next_to_try = 0
        """The mistake tried last, and the turn at which `r` goes on from there."""

    def close(self) -> None:
        """End the bots' processes."""
        self._analysis.close()
        self._thinker.close()

    def drop(self) -> bool:
        """Stop judging. Returns whether a bot was running."""
        if self._is_checking:
            self._thinker.cancel()
            return True
        return self._analysis.stop()

    # Judging.

    def toggle(self) -> None:
        """Judge the game if it is not judged yet, else switch between chances and strength."""
        replay, view = self._replay, self._view
        if self._analysis.is_running:
            view.frame.say("already judging; Esc stops")
        elif not replay.tree.main.turn_number:
            view.frame.say("nothing to judge: no turns played yet")
        elif replay.judgement is None or replay.judgement.missing(replay.tree.main.turn_number):
            self._run(self._judge())
        else:
            view.show_chances(is_shown=not view.shows_chances)
            self._say_shown(replay.judgement)

    async def _judge(self) -> None:
        replay, view = self._replay, self._view
        turns = replay.tree.main.turns
        try:
            judgement = await self._analysis.judge(replay, view.player_list.cast.names)
        except AtlantisError as error:
            view.frame.say(str(error), "bad")
            return
        if replay.tree.main.turns != turns:
            view.frame.say("the game has changed: judgement discarded", "bad")
            return
        replay.keep_judgement(judgement)
        is_whole = not judgement.missing(len(turns))
        self._edits.keep("judged" if is_whole else "judging stopped; press j to continue")
        if replay.judgement is not None:
            view.show_chances(is_shown=True)
            if is_whole and not self._edits.has_unsaved:
                self._say_shown(replay.judgement)

    def _say_shown(self, judgement: Judgement) -> None:
        frame, cast = self._view.frame, self._view.player_list.cast
        if not self._view.shows_chances:
            frame.say("showing strength; press j for winning chances")
            return
        shares = [(name, judgement.accuracy(player)) for player, name in enumerate(cast.names)]
        known = [(name, share) for name, share in shares if share is not None]
        accuracy = ", ".join(f"{name} {100 * share:.0f}%" for name, share in known)
        found = f"accuracy: {accuracy}; mistakes: {len(judgement.mistakes)} (n N)"
        judge = f"; judged by {showable(judgement.bot, 20)}"
        # A second line would cover the marks of the timeline.
        frame.say(found + judge if fits(found + judge, frame.message_width, 1) else found)

    # Mistakes.

    def go_to_mistake(self, direction: int) -> bool | None:
        """Go to the next or previous mistake; None if chances are not shown."""
        if not self._view.shows_chances:
            return None
        return self._replay.go_to_mistake(direction)

    def find_better(self) -> None:
        """Let the user try another turn instead of the current or next mistake."""
        replay, view = self._replay, self._view
        if replay.judgement is None:
            view.frame.say("not judged yet: press j")
            return
        turn = next((t for t in replay.judgement.mistakes if t >= self._first_to_try()), None)
        if turn is None:
            view.frame.say("no more mistakes after this turn")
            return
        self._tried = self._next_to_try = replay.sought = turn
        replay.go(Place(MAIN, turn - 1))
        view.paint()
        verdict = replay.judgement.verdicts[turn]
        played = format_moves(replay.tree.main.turns[turn - 1])
        goal = f"{verdict.percent_after}% with {played}"
        route = routes.TryTurn(replay, lambda moves: self._run(self._check(turn, moves)), goal)
        self._screen.atlantis.open(route)

    def _first_to_try(self) -> int:
        """The first turn of the main line that `r` may offer here."""
        replay = self._replay
        if replay.path:
            return replay.path[0].turn
        return self._next_to_try if replay.turn == self._tried - 1 else replay.turn

    async def _check(self, turn: int, moves: Turn) -> None:
        """Judge a turn that was tried instead of a mistake."""
        from atlantis_core.review.judgement import TurnQuestion, bot_and_effort

        replay, frame = self._replay, self._view.frame
        judgement, main = replay.judgement, replay.tree.main
        if judgement is None:
            return
        before = main.position_after(turn - 1)
        names = self._view.player_list.cast.names
        bot, effort = bot_and_effort((judgement.bot, judgement.effort))
        question = TurnQuestion(before, moves, bot, effort, names)
        frame.say(f"{bot} is judging {format_moves(moves)} ...; Esc stops")
        self._is_checking = True
        try:
            is_played = main.position_after(turn) == play_turn(before, moves)
            known = judgement.verdicts[turn]
            verdict = known if is_played else await self._thinker.judge(question)
        except Cancelled:
            frame.say("not judged")
            return
        except AtlantisError as error:
            frame.say(str(error), "bad")
            return
        finally:
            self._is_checking = False
        next_steps = "r: try again, n: next mistake"
        if verdict.best is None:
            next_steps = "r: next mistake"
            if turn == self._tried:
                self._next_to_try = turn + 1
                replay.sought = None
                self._view.paint()
        said = describe_tried(moves, verdict, known)
        frame.say(f"{said}; {next_steps}")

    def _run(self, work: Coroutine[None, None, None]) -> None:
        self._screen.run_worker(work)
