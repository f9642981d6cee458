"""Names, letters, colours and seats of the players, as shown beside the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from rich.style import Style
from textual.widget import Widget

from atlantis_core.diagram import Role
from atlantis_core.narration import Cast
from atlantis_core.positions.position import Position
from atlantis_core.rules.overlays import Claim, Hold
from atlantis_core.seats import Seat, SeatKind
from atlantis_core.support.columns import display_width
from atlantis_tui.game.document import GameDocument
from atlantis_tui.settings.options import Colors, Options
from atlantis_tui.terminal.palette import muted, player_styles
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.text_lines import Piece
from .areas import Pen
from .styles import BoardStyles, CellLook, FieldLook
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
    tiles: tuple[Style, ...] = ()
    """Styles of the players' stacks."""
    sea: Style = Style()  # noqa: RUF009 -- immutable
    holds: tuple[Mapping[Hold, Style], ...] = ()
    """Styles of the fields that players hold, for the legend; empty with few colours."""

    def letter(self, player: int) -> Piece:
        """The letter as a tile of one cell."""
        return Piece(self.cast.letters[player], self._tile(player))

    def tile(self, player: int) -> Piece:
        """The letter as a tile like a stack on the board."""
        return Piece(f" {self.cast.letters[player]} ", self._tile(player))

    def name_style(self, player: int) -> Style:
        """The style of a name beside its tile: plain where names would be tiles, too."""
        style = self.styles[player]
        return style if style.bgcolor is None else Style()

    def pen(self, *, is_ascii: bool) -> Pen:
        """Draws large areas of land."""
        return Pen(self.areas or self.styles, is_ascii, self.sea)

    def _tile(self, player: int) -> Style:
        return (self.tiles or self.styles)[player]

    def fitted_name(self, player: int, width: int) -> str:
        """What the player is called, without the seat or cut if there is less room."""
        called = self.called(player)
        return called if display_width(called) <= width else cut(self.cast.names[player], width)

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
    depth = getattr(widget.app, "color_depth", Colors.TRUE)
    board = BoardStyles(widget.app.theme_variables, document.colors, depth)
    players = range(len(document.colors))
    tiles = tuple(board.style(CellLook(Role.STACK, player)) for player in players)
    sea = board.style(CellLook(Role.DEAD, field=FieldLook(is_dead=True)))
    areas = muted(tiles, widget)
    holds = tuple(_holds_of(board, player) for player in players)
    has_tints = depth in (Colors.TRUE, Colors.MANY)
    cast, seats = document.cast, document.seats
    return PlayerList(cast, styles, seats, areas, tiles, sea, holds if has_tints else ())


def _holds_of(board: BoardStyles, player: int) -> Mapping[Hold, Style]:
    return {
        hold: board.style(CellLook(Role.BLANK, field=FieldLook(claim=Claim(hold, player))))
        for hold in (Hold.SECURED, Hold.ALONE, Hold.FIRST)
    }


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
