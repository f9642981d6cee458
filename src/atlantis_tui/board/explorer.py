"""Explorer: the turns played from the shown position, in the games of the library and of the bots.

Searches in threads, and shows what is counted so far. While the explorer is closed, it neither
opens the index nor paints.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.positions.grid import format_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.support.errors import AtlantisError
from atlantis_tui.game.background import run_in_background
from atlantis_tui.game.opening_games import open_opening_games
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.text_lines import Piece, Row, wrapped

if TYPE_CHECKING:
    from atlantis_core.game_library.index import GameIndex
    from atlantis_core.game_library.lookup import Explored
    from atlantis_core.game_library.tree import Continuation, JoinedTurn

MOST_REPLAYED = 5000
"""Games that the explorer replays for one position, the newest in the index."""
_TITLE = "Explorer"
_FIGURES = 11
"""Columns of a number of games and a share of wins."""
_HIGH = 10
"""Lines from which on the title may have one of its own."""


class Explorer:
    """The turns played from a position, with a selected one; closed while `position` is None."""

    def __init__(
        self, screen: BaseScreen, shown: Callable[[], Position], paint: Callable[[], None]
    ) -> None:
        """`shown` returns the position on the screen; `paint` shows the panel again."""
        self._screen, self._shown, self._paint = screen, shown, paint
        self.position: Position | None = None
        self.own: Explored | None = None
        """None until the index has been searched."""
        self.bots: Explored | None = None
        self.turns: Sequence[JoinedTurn] = ()
        self.problem = ""
        self.chosen = 0

    @property
    def is_open(self) -> bool:
        return self.position is not None

    def open(self) -> None:
        """Search for the shown position."""
        self.position = self._shown()
        self.own, self.bots, self.turns, self.problem, self.chosen = None, None, (), "", 0
        self._screen.run_worker(self._explore(self.position), group="explorer", exclusive=True)

    def follow(self) -> None:
        """Search again after the shown position changed."""
        if self.is_open and self.position != self._shown():
            self.open()

    def close(self) -> bool:
        """Close the explorer. Returns whether it was open."""
        was_open, self.position = self.is_open, None
        return was_open

    def choose(self, number: int) -> None:
        self.chosen = min(max(number, 0), max(len(self.turns) - 1, 0))

    @property
    def turn(self) -> Turn | None:
        """The selected turn."""
        return self.turns[self.chosen].turn if self.turns else None

    # Searching.

    async def _explore(self, position: Position) -> None:
        loop = asyncio.get_running_loop()

        def tell(show: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the event loop has ended
                loop.call_soon_threadsafe(show)

        try:
            await run_in_background(lambda: self._count(position, tell))
            await run_in_background(lambda: self._count_bots(position, tell))
        except AtlantisError as error:
            self.problem = str(error)
        self._show(position)

    def _count(self, position: Position, tell: Callable[[Callable[[], None]], None]) -> None:
        """Search the index of the user, in a thread."""
        from atlantis_core.game_library.index import GameIndex
        from atlantis_core.game_library.paths import usual_index

        with closing(GameIndex(usual_index())) as index:
            self._search(index, position, lambda own: tell(lambda: self._show(position, own=own)))

    def _count_bots(self, position: Position, tell: Callable[[Callable[[], None]], None]) -> None:
        with closing(open_opening_games()) as index:
            self._search(
                index, position, lambda bots: tell(lambda: self._show(position, bots=bots))
            )

    def _search(
        self, index: GameIndex, position: Position, found: Callable[[Explored], None]
    ) -> None:
        from atlantis_core.game_library.lookup import exploring

        for explored in exploring(index, position, most=MOST_REPLAYED):
            if self.position is not position:
                return
            found(explored)

    def _show(
        self, position: Position, own: Explored | None = None, bots: Explored | None = None
    ) -> None:
        """Show what has been counted, unless another position is shown meanwhile."""
        if self.position is not position or not self._screen.is_attached:
            return
        self.own, self.bots = own or self.own, bots or self.bots
        if own is not None or bots is not None:
            self._join()
        self._paint()

    def _join(self) -> None:
        """Join the turns of both; the same turn stays selected."""
        from atlantis_core.game_library.tree import join_turns

        chosen = self.turn if self.chosen else None
        counts = (() if found is None else found.continuations for found in (self.own, self.bots))
        self.turns = join_turns(*counts)
        turns = [one.turn for one in self.turns]
        self.chosen = turns.index(chosen) if chosen in turns else 0

    # The panel.

    def lines(self, room: tuple[int, int]) -> list[Row]:
        """The panel: a heading, then a line for each turn, scrolled to the selected one."""
        width, height = room
        if self.problem:
            return [*wrapped([self.problem], width, "bad")]
        if self.own is None:
            return [*wrapped(["searching the library ..."], width, "dim")]
        lines = self._heading(width, height)
        if not self.turns:
            return [*lines, *wrapped([self._advice()], width, "dim")]
        columns = self._columns(width)
        titles = f"{''.join(title for title, _ in columns)} turn"
        lines.append((Piece(cut(titles, width), "dim"),))
        written: list[Row] = []
        for number, found in enumerate(self.turns):
            figures = "".join(_figures(counted(found)) for _, counted in columns)
            text = f"{figures} {format_moves(found.turn) or 'pass'}"
            look = "chosen" if number == self.chosen else "plain"
            written.append((Piece(cut(text, width), look, f"screen.pick_turn({number})"),))
        whole = self._whole_turn(width, len(columns))
        left = max(height - len(lines) - len(whole), 1)
        top = min(max(self.chosen - left // 2, 0), max(len(written) - left, 0))
        return [*lines, *written[top : top + left], *whole]

    def _heading(self, width: int, height: int) -> list[Row]:
        title, counts = Piece(_TITLE, "heading"), Piece(cut(self._counts(), width), "dim")
        if len(f"{_TITLE}  {counts.text}") <= width:
            return [(title, "  ", counts)]
        return [(counts,)] if height < _HIGH else [(title,), (counts,)]

    def _columns(self, width: int) -> list[tuple[str, Callable[[JoinedTurn], _Count]]]:
        """Headings of the figures and what they count: all games if there is little room."""
        both: list[tuple[str, Callable[[JoinedTurn], _Count]]] = []
        if _has_games(self.own):
            both.append(("yours  won ", lambda found: _count_of(found.own)))
        if _has_games(self.bots):
            both.append((" bots  won ", lambda found: _count_of(found.other)))
        if len(both) * _FIGURES + len(" turn") <= width:
            return both
        return [("games  won ", lambda found: _count_of(found.own, found.other))]

    def _whole_turn(self, width: int, columns: int) -> list[Row]:
        """The selected turn, if its row is too narrow for it."""
        text = format_moves(self.turn or ())
        fits = len(text) + columns * _FIGURES < width
        return [] if fits else [(), *wrapped([text], width)]

    def _counts(self) -> str:
        bots = "..." if self.bots is None else _games(self.bots)
        return f"yours: {_games(self.own)}, bots: {bots}"

    def _advice(self) -> str:
        if self.bots is None:
            return "searching the games of the bots ..."
        if _has_games(self.bots) or _has_games(self.own):
            return "No game goes on from here."
        return "Add games on the page Library of the start screen."


def _games(explored: Explored | None) -> str:
    if explored is None:
        return ""
    of = f" of {explored.games + explored.skipped}" if explored.skipped else ""
    return f"{explored.games}{of}"


def _has_games(explored: Explored | None) -> bool:
    return explored is not None and bool(explored.games)


class _Count(NamedTuple):
    """Games with a turn, and those that the player to move won."""

    games: int
    finished: int
    wins: int


def _count_of(*found: Continuation | None) -> _Count:
    there = [one for one in found if one is not None]
    games, finished = sum(one.games for one in there), sum(one.finished for one in there)
    return _Count(games, finished, sum(one.wins for one in there))


def _figures(count: _Count) -> str:
    """Games, and the share that the player to move won."""
    if not count.games:
        return " " * _FIGURES
    won = f"{round(100 * count.wins / count.finished)}%" if count.finished else "-"
    return f"{count.games:>5} {won:>4} "
