"""Names, letters, colours and seats of the players, as shown beside the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from rich.style import Style
from textual.widget import Widget

from atlantis_core.narration import Cast
from atlantis_core.positions.position import Position
from atlantis_core.seats import Seat, SeatKind
from atlantis_tui.game.document import GameDocument
from atlantis_tui.settings.options import Options
from atlantis_tui.terminal.palette import muted, player_styles
from atlantis_tui.widgets.text_lines import Piece
from .view import BoardView

B = TypeVar("B", bound=BoardView)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """Labels of the players in the colours and letters that they have on the board."""

    cast: Cast
    styles: tuple[Style, ...]
    seats: tuple[Seat, ...] = ()
    areas: tuple[Style, ...] = ()
    """Styles for large areas."""

    def letter(self, player: int) -> Piece:
        return Piece(f"{self.cast.letters[player]} ", self.styles[player])

    def called(self, player: int) -> str:
        """The player's name, followed by the seat unless a person plays or the name says it."""
        name = self.cast.names[player]
        if not self.seats or self.seats[player].kind is SeatKind.PERSON:
            return name
        label = self.seats[player].label
        return name if name.casefold() == label.casefold() else f"{name} [{label}]"


def player_list_of(document: GameDocument, widget: Widget) -> PlayerList:
    """The players of a game in colours readable on the widget's background."""
    styles = player_styles(document.colors, widget)
    return PlayerList(document.cast, styles, document.seats, muted(styles, widget))


def board_of(
    kind: type[B],
    document: GameDocument,
    options: Options,
    position: Position | None = None,
    name: str = "board",
) -> B:
    """A board widget for a game, at its current position or the given one."""
    board = kind(
        position or document.game.position,
        colors=document.colors,
        letters=document.cast.letters,
        zoom=options.zoom,
        labels=options.labels,
        id=name,
    )
    board.cast = document.cast
    board.follows = ("zoom", "labels", "overlay")
    board.set_reactive(BoardView.overlay, options.overlay)
    return board
