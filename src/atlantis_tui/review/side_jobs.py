"""What takes a while in review and must not hold up the keys: a hint, and writing a film or page.

A hint is thought of in another process, an export is written in a thread from a copy of the walk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial

from atlantis_core.cancelling import Cancelled
from atlantis_core.errors import AtlantisError
from atlantis_core.game import Game
from atlantis_core.review.walk import Walk
from atlantis_core.safe_text import showable
from atlantis_core.scoring import is_over
from atlantis_tui.game.thinker import Thinker
from atlantis_tui.widgets.base_screen import BaseScreen
from . import panels
from .walk_view import WalkView


class SideJobs:
    """One hint and one export at a time."""

    def __init__(self, screen: BaseScreen, walk: Walk, view: WalkView) -> None:
        self._screen, self._walk, self._view = screen, walk, view
        self._thinker = Thinker()
        self._is_advised = False

    def close(self) -> None:
        """Nothing is left running."""
        self._thinker.close()

    def drop(self) -> bool:
        """Give up the hint; says whether there was one under way."""
        if self._is_advised:
            self._thinker.cancel()
        return self._is_advised

    def advise(self) -> None:
        """Ask a bot what it would play here."""
        self._run(self._advise(), "hint")

    def export(self, words: str) -> None:
        """Write a picture, a film, a recording or a page."""
        self._run(self._export(words), "export")

    def _run(self, work: Coroutine[None, None, None], group: str) -> None:
        self._screen.run_worker(work, group=group, exclusive=True)

    async def _advise(self) -> None:
        walk, cast, frame = self._walk, self._view.roster.cast, self._view.frame
        position, turn = walk.position, walk.turn
        if not position.players or is_over(position) or walk.is_inside_turn:
            frame.say("there is no turn to choose here")
            return
        frame.say("thinking ...; Esc stops")
        self._is_advised = True
        try:
            found = await self._thinker.advise(Game(position), cast.names)
        except Cancelled:
            frame.say("no hint, as you wish")
            return
        except AtlantisError as error:
            frame.say(str(error), "bad")
            return
        finally:
            self._is_advised = False
        frame.say("")
        heading = f"Hint: {cast[position.to_move]}, after turn {turn}"
        self._screen.show_page(heading, partial(panels.advice_lines, found, position.to_move))

    async def _export(self, words: str) -> None:
        from atlantis_core.exports.requests import export

        walk, frame = self._walk, self._view.frame
        shown = Walk(walk.tree, walk.place)
        if walk.step is not None:
            shown.go(walk.place, walk.step)
        frame.say("writing ...")
        try:
            path = await asyncio.to_thread(export, shown, words, self._view.roster.cast)
        except (AtlantisError, OSError) as error:
            frame.say(str(error), "bad")
        else:
            # Whole: nobody who has been in the app for a while knows in which folder it began.
            frame.say(f"written to {showable(str(path.absolute()), 200)}")
