"""Background jobs of the review screen: hints and exports.

A bot computes the hint in another process; a thread writes the export from a copy of the cursor.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial

from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.rules.game import Game
from atlantis_core.rules.scoring import is_over
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from atlantis_tui.game.thinker import Thinker
from atlantis_tui.widgets.base_screen import BaseScreen
from . import panels
from .replay_view import ReplayView


class BackgroundJobs:
    """Runs one hint and one export at a time."""

    def __init__(self, screen: BaseScreen, replay: ReplayCursor, view: ReplayView) -> None:
        self._screen, self._replay, self._view = screen, replay, view
        self._thinker = Thinker()
        self._is_advised = False

    def close(self) -> None:
        """End the bot's process."""
        self._thinker.close()

    def drop(self) -> bool:
        """Cancel the hint. Returns whether one was being computed."""
        if self._is_advised:
            self._thinker.cancel()
        return self._is_advised

    def advise(self) -> None:
        """Ask a bot for its best turns."""
        self._run(self._advise(), "hint")

    def export(self, words: str) -> None:
        """Write an image, animation, terminal recording or web page."""
        self._run(self._export(words), "export")

    def _run(self, work: Coroutine[None, None, None], group: str) -> None:
        self._screen.run_worker(work, group=group, exclusive=True)

    async def _advise(self) -> None:
        replay, cast, frame = self._replay, self._view.player_list.cast, self._view.frame
        position, turn = replay.position, replay.turn
        if not position.players or is_over(position) or replay.is_inside_turn:
            frame.say("no hint: no player can move here")
            return
        frame.say("thinking ...; Esc stops")
        self._is_advised = True
        try:
            found = await self._thinker.advise(Game(position), cast.names)
        except Cancelled:
            frame.say("hint cancelled")
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

        replay, frame = self._replay, self._view.frame
        shown = ReplayCursor(replay.tree, replay.place)
        if replay.step is not None:
            shown.go(replay.place, replay.step)
        frame.say("writing ...")
        try:
            cast, overlay = self._view.player_list.cast, self._view.board.overlay
            path = await asyncio.to_thread(export, shown, words, cast, overlay=overlay)
        except (AtlantisError, OSError) as error:
            frame.say(str(error), "bad")
        else:
            # Absolute, because users may not know the app's working folder.
            frame.say(f"exported to {showable(str(path.absolute()), 200)}")
