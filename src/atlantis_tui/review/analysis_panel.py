"""Judgement in review: asking for it, seeing it, walking through mistakes, finding better turns.

Holds one judge at work and hands what it found to the file. A turn that somebody finds instead of a
mistake is judged by the same bot with the same effort, so that the answer is comparable.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING

from atlantis_core.cancelling import Cancelled
from atlantis_core.errors import AtlantisError
from atlantis_core.game import Turn
from atlantis_core.grid import format_moves
from atlantis_core.review.places import Place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.variations import MAIN
from atlantis_core.safe_text import showable
from atlantis_tui import routes
from atlantis_tui.game.thinker import Thinker
from atlantis_tui.widgets.base_screen import BaseScreen
from .edits import Edits
from .game_analysis import GameAnalysis
from .replay_view import ReplayView

if TYPE_CHECKING:
    from atlantis_core.review.judged_games import Judgement


class AnalysisPanel:
    """Everything that `j`, `n`, `N` and `r` do about a judgement."""

    def __init__(
        self, screen: BaseScreen, replay: ReplayCursor, view: ReplayView, edits: Edits
    ) -> None:
        self._screen, self._replay, self._view, self._edits = screen, replay, view, edits
        self._judge_at_work = GameAnalysis(view.frame.say)
        self._thinker = Thinker()
        self._is_checking = False

    def close(self) -> None:
        """Nothing is left running."""
        self._judge_at_work.close()
        self._thinker.close()

    def drop(self) -> bool:
        """Stop what a bot thinks about; says whether it did."""
        if self._is_checking:
            self._thinker.cancel()
            return True
        return self._judge_at_work.stop()

    # GameAnalysis.

    def toggle(self) -> None:
        """Judge the game if nobody has; else show chances on the timeline, or strength again."""
        replay, view = self._replay, self._view
        if self._judge_at_work.is_running:
            view.frame.say("it is being judged already; Esc stops")
        elif not replay.tree.main.turn_number:
            view.frame.say("no turn has been played: there is nothing to judge")
        elif replay.judgement is None or replay.judgement.missing(replay.tree.main.turn_number):
            self._run(self._judge())
        else:
            view.show_chances(is_shown=not view.shows_chances)
            self._say_shown(replay.judgement)

    async def _judge(self) -> None:
        replay, view = self._replay, self._view
        turns = replay.tree.main.turns
        try:
            judgement = await self._judge_at_work.judge(replay, view.player_list.cast.names)
        except AtlantisError as error:
            view.frame.say(str(error), "bad")
            return
        if replay.tree.main.turns != turns:
            view.frame.say("the game has changed meanwhile: what was judged is dropped", "bad")
            return
        replay.keep_judgement(judgement)
        is_whole = not judgement.missing(len(turns))
        self._edits.keep("judged" if is_whole else "judged as far as it came; j goes on")
        if replay.judgement is not None:
            view.show_chances(is_shown=True)
            if is_whole and not self._edits.has_unsaved:
                self._say_shown(replay.judgement)

    def _say_shown(self, judgement: Judgement) -> None:
        frame, cast = self._view.frame, self._view.player_list.cast
        if not self._view.shows_chances:
            frame.say("strength of each player; j shows chances")
            return
        shares = [(name, judgement.accuracy(player)) for player, name in enumerate(cast.names)]
        known = [(name, share) for name, share in shares if share is not None]
        told = ", ".join(f"{name} {100 * share:.0f}%" for name, share in known)
        found = len(judgement.mistakes)
        frame.say(
            f"chances, by {showable(judgement.bot, 20)}; accuracy: {told}; mistakes: {found} (n N)"
        )

    # Mistakes.

    def replay(self, direction: int) -> bool | None:
        """Go to a mistake while chances are shown; None if it is not for mistakes now."""
        if not self._view.shows_chances:
            return None
        return self._replay.go_to_mistake(direction)

    def learn(self) -> None:
        """Stand before the mistake at hand, or the next one, and look for something better."""
        replay, view = self._replay, self._view
        if replay.judgement is None:
            view.frame.say("nobody has judged this game yet: j does")
            return
        if replay.path or replay.turn not in replay.judgement.mistakes:
            after = [
                turn for turn in replay.judgement.mistakes if turn > replay.turn or replay.path
            ]
            if not after:
                view.frame.say("there is no mistake after this turn")
                return
            replay.go(Place(MAIN, after[0]))
        turn = replay.turn
        replay.go_to_turn(turn - 1)
        view.paint()
        route = routes.TryTurn(replay, lambda moves: self._run(self._check(turn, moves)))
        self._screen.atlantis.open(route)

    async def _check(self, turn: int, moves: Turn) -> None:
        """Judge a turn that was found in the place of a mistake."""
        from atlantis_core.review.judgement import TurnQuestion, bot_and_effort

        replay, frame = self._replay, self._view.frame
        judgement, main = replay.judgement, replay.tree.main
        if judgement is None:
            return
        before = main.position_after(turn - 1)
        names = self._view.player_list.cast.names
        bot, effort = bot_and_effort((judgement.bot, judgement.effort))
        question = TurnQuestion(before, moves, bot, effort, names)
        frame.say(f"{bot} looks at {format_moves(moves)} ...; Esc stops")
        self._is_checking = True
        try:
            verdict = await self._thinker.judge(question)
        except Cancelled:
            frame.say("not judged")
            return
        except AtlantisError as error:
            frame.say(str(error), "bad")
            return
        finally:
            self._is_checking = False
        chance = round(100 * verdict.after[verdict.player])
        if verdict.best is None:
            frame.say(f"right: {format_moves(moves)} keeps {chance} percent; n: the next mistake")
        else:
            lost = round(100 * verdict.loss)
            frame.say(f"not yet: it loses {lost} percent; r tries again, n: the next mistake")

    def _run(self, work: Coroutine[None, None, None]) -> None:
        self._screen.run_worker(work)
