"""Requests hints and shows them: briefly below the board, in full in the side panel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from atlantis_core.positions.grid import format_moves
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import percents
from atlantis_tui.board.planning_board import PlanningBoard
from atlantis_tui.board.player_list import player_list_of
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.hints import Hints
from atlantis_tui.game.known_ratings import known_ratings, rated_percents
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.line_breaks import add_as_fits, list_as_fits, wrap
from atlantis_tui.widgets.text_lines import Piece, Row, flowing, wrapped

if TYPE_CHECKING:
    from atlantis_core.bots.interface import Candidate


class HintPanel:
    """Hints for the turn that is planned on a board."""

    def __init__(
        self,
        frame: BoardFrame,
        board: PlanningBoard,
        hints: Hints,
        document: GameDocument,
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called when a hint appears, changes or disappears."""
        self._frame, self._board, self._hints = frame, board, hints
        self._document, self._changed = document, changed
        board.hints = hints
        self._ratings: tuple[float, ...] = ()
        """Ratings of the players when the hint came; empty if one is unknown."""

    def ask(self) -> None:
        """Request a hint; if one is shown, plan it."""
        shown = self._hints.shown
        if not self._can_ask:
            return
        if shown is None:
            self._look()
            return
        if shown.turn:
            self._board.replace(shown.turn, "the hint is now your plan")
        elif self._board.replace((), "the hint is to pass"):
            # Still shown, so that ending the turn asks no question.
            self._hints.show(self._hints.number)
            self._changed()

    def ask_next(self) -> None:
        """Show the next best hint; the best one follows the last."""
        if not self._can_ask:
            return
        if self._hints.knows(self._document.game):
            self._hints.show_next()
            self._show()
        else:
            self._look()

    @property
    def _can_ask(self) -> bool:
        """Whether the player plans the present turn; asking would stop a bot that thinks."""
        return self._board.entry is not None and not self._board.entry.is_premove

    def drop(self) -> bool:
        """Dismiss the hint or cancel the request; returns whether there was either."""
        was_looking = self._hints.is_looking
        if not self._hints.drop():
            return False
        self._changed()
        self._frame.say("hint cancelled" if was_looking else "")
        return True

    def repeat(self) -> None:
        """Show the message about the hint again, because its room may have changed."""
        if self._hints.shown is not None:
            self._frame.say(self._text(self._hints.shown))

    def rows(self, width: int) -> list[Row]:
        """Rows of the side panel about the shown hint."""
        advice = self._hints.shown
        if advice is None:
            return []
        rows: list[Row] = [(Piece("Hint", "heading"), f" {self._hints.place}")]
        rows += wrapped([format_moves(advice.turn)], width)
        chances = [_chance(advice, player) for player in range(len(advice.chances))]
        rows += self._by_player("to win ", chances, width)
        rated = rated_percents(self._document, advice.chances, self._ratings)
        if rated:
            rows += self._by_player("with ratings ", [f"{share}%" for share in rated], width)
        for reason in advice.reasons:
            first, *others = wrap(reason, width - 2)
            rows += [(f"- {first}",), *((f"  {line}",) for line in others)]
        return rows

    def _by_player(self, name: str, values: Sequence[str], width: int) -> Iterator[Row]:
        """A name, and a value of every player after the player's letter."""
        player_list = player_list_of(self._document, self._frame)
        groups = [(player_list.tile(player), f" {text}  ") for player, text in enumerate(values)]
        return flowing([(Piece(name, "dim"), *groups[0]), *groups[1:]], width)

    def _look(self) -> None:
        self._frame.say("finding a hint ...; Esc cancels")
        self._board.screen.run_worker(self._wait(), exclusive=True, group="thinking")

    async def _wait(self) -> None:
        try:
            is_there = await self._hints.ask(self._document.game, self._document.cast.names)
        except AtlantisError as error:
            self._frame.say(f"no hint: {error}", "bad")
            return
        if is_there and self._board.entry is not None:
            self._ratings = known_ratings(self._document)
            self._show()

    def _show(self) -> None:
        self._changed()
        shown = self._hints.shown
        for move in () if shown is None else shown.turn[:1]:
            self._board.scroll_to_field(move.destination)
            self._board.scroll_to_field(move.source)
        self.repeat()

    def _text(self, advice: Candidate) -> str:
        """The message about a hint; with reasons if there is room and no side panel."""
        width, most = self._frame.message_width, self._frame.message_lines
        player = self._document.game.position.to_move
        chance = f"{self._document.cast[player]} {_chance(advice, player)}"
        keys = "h: use it, H: next" if len(self._hints.answers) > 1 else "h plans it"
        moves = format_moves(advice.turn).split()
        before, after = f"hint {self._hints.place}: ", f"; {chance}; {keys}"
        text = list_as_fits(before, moves, after, width, most)
        return text if self._frame.has_side else add_as_fits(text, advice.reasons, width, most)


def _chance(advice: Candidate, player: int) -> str:
    if advice.is_proved:
        return "wins (proved)" if advice.chances[player] else "loses"
    return f"{percents(advice.chances)[player]}%"
