"""Who sits around the board: names, letters, colours, and who plays for whom.

A roster names them beside the board in the same colours and letters that they have on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from rich.style import Style
from textual.widget import Widget

from atlantis_core.narration import Cast
from atlantis_core.position import Position
from atlantis_core.seats import Seat, SeatKind
from atlantis_tui.game.document import GameDocument
from atlantis_tui.settings.options import Options
from atlantis_tui.terminal.palette import player_styles
from atlantis_tui.widgets.text_lines import Piece
from .view import BoardView

B = TypeVar("B", bound=BoardView)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The players as they are named on a screen."""

    cast: Cast
    styles: tuple[Style, ...]
    seats: tuple[Seat, ...] = ()

    def letter(self, player: int) -> Piece:
        return Piece(f"{self.cast.letters[player]} ", self.styles[player])

    def called(self, player: int) -> str:
        """The name, and who plays if that is no person."""
        name = self.cast.names[player]
        if not self.seats or self.seats[player].kind is SeatKind.PERSON:
            return name
        return f"{name} [{self.seats[player].label}]"


def player_list_of(document: GameDocument, widget: Widget) -> PlayerList:
    """The players of a game in colours that can be read on a widget."""
    return PlayerList(document.cast, player_styles(document.colors, widget), document.seats)


def board_of(
    kind: type[B],
    document: GameDocument,
    options: Options,
    position: Position | None = None,
    name: str = "board",
) -> B:
    """A board for a game, at its present position or another one."""
    board = kind(
        position or document.game.position,
        colors=document.colors,
        letters=document.cast.letters,
        zoom=options.zoom,
        labels=options.labels,
        id=name,
    )
    board.cast = document.cast
    return board
