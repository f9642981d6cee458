"""The explorer beside a game: lists turns played from the present position, and plans them."""

from __future__ import annotations

from collections.abc import Callable

from atlantis_tui.board.explorer import Explorer
from atlantis_tui.board.planning_board import PlanningBoard
from atlantis_tui.game.document import GameDocument
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.text_lines import Row
from .side import LOW


class ExplorerPanel:
    """Opens and closes an explorer in the side panel, and plans its turns on the board."""

    def __init__(
        self,
        screen: BaseScreen,
        frame: BoardFrame,
        board: PlanningBoard,
        document: GameDocument,
        paint: Callable[[], None],
    ) -> None:
        self._frame, self._board, self._document, self._paint = frame, board, document, paint
        self.explorer = Explorer(screen, lambda: document.game.position, paint)
        self._has_planned = False

    def toggle(self) -> None:
        """Open the explorer, or close it."""
        if self.close():
            return
        if not self._document.game.position.players:
            self._frame.say("this board has no players")
            return
        self._has_planned = False
        self.explorer.open()
        if not self._frame.has_side:
            self._frame.want_side(is_wanted=True)
        self._paint()

    def close(self) -> bool:
        """Close the explorer. Returns whether it was open."""
        was_open = self.explorer.close()
        if was_open:
            self._frame.want_side(None)
            self._paint()
        return was_open

    def follow(self) -> None:
        """Show the turns of the present position after a turn was played or undone."""
        if self.explorer.is_open and self.explorer.position != self._document.game.position:
            self._has_planned = False
            self.explorer.follow()

    def plan_next(self) -> None:
        """Plan the most frequent turn; each further call, the next one. Opens the explorer."""
        if not self.explorer.is_open:
            self.toggle()
            return
        count = len(self.explorer.turns)
        if count:
            self.plan((self.explorer.chosen + 1) % count if self._has_planned else 0)

    def plan(self, number: int) -> None:
        """Plan a turn of the explorer."""
        entry, explorer = self._board.entry, self.explorer
        if entry is None or entry.is_premove:
            self._frame.say(self._board.why_not)
            return
        explorer.choose(number)
        if explorer.turn is None:
            return
        self._has_planned = True
        if explorer.turn:
            self._board.replace(explorer.turn, "this turn is now your plan")
        else:
            self._board.replace((), "they passed")
        self._paint()

    def rows(self, width: int) -> list[Row]:
        """Rows of the side panel; none while the explorer is closed."""
        if not self.explorer.is_open:
            return []
        height = self._frame.side_room[1]
        return self.explorer.lines((width, height if height < LOW else height // 2))
