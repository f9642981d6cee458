"""How each piece of the board looks: component classes of the theme, colours of the players.

Every state differs from the others without colour as well: by the characters of the diagram,
or by bold, underlined and reversed text. The rules for terminals with sixteen colours or none
are in `few_colors.tcss` and `no_colors.tcss`, loaded only there: Textual tries every rule on
every class, and that is felt when the app starts. Knows roles and marks, not fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.style import Style

from atlantis_core.diagram import Role
from atlantis_tui.board.marks import Mark
from atlantis_tui.settings.options import Colors
from atlantis_tui.terminal.palette import PlayerStyle, player_styles
from atlantis_tui.widgets.component_styles import component_style

if TYPE_CHECKING:
    from textual.widget import Widget

_PARTS = {
    Role.INNER_BORDER: "board--inner-border",
    Role.SEGMENT_BORDER: "board--segment-border",
    Role.AXIS: "board--axis",
    Role.LABEL: "board--label",
    Role.EMPTY: "board--empty",
    Role.DEAD: "board--dead",
    Role.MARK: "board--note",
}
_MARKS = {mark: f"board--{mark.value}" for mark in Mark}
_NOTHING = Style()
_CURSOR = "board--cursor"
_INSIDE = "board--inside"
_DEFAULT_PLAYERS = 6


class CellLook(NamedTuple):
    """All that decides how some cells of a field look."""

    role: Role
    player: int | None = None
    is_growing: bool = False
    kinds: frozenset[Mark] = frozenset()
    is_cursor: bool = False
    is_inside: bool = False
    """Whether the cells are a field's, and not a border or what lies around the board."""


class BoardStyles:
    """The styles of one board view in its present theme, looked up once."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*_PARTS.values(), *_MARKS.values(), _CURSOR, _INSIDE}
    DEFAULT_CSS: ClassVar[str] = """
    BoardView {
        background: $background;
        color: $foreground;
        scrollbar-size: 0 0;
        & > .board--inside { background: $surface; }
        & > .board--inner-border { color: $foreground 35%; }
        & > .board--segment-border { color: $foreground 60%; }
        & > .board--axis { color: $foreground 45%; }
        & > .board--label { color: $foreground 45%; text-style: not bold; }
        & > .board--empty { color: $foreground 40%; }
        & > .board--dead { color: $primary 60%; background: $background; }
        & > .board--note { text-style: bold; }
        & > .board--absent { background: $background; color: $foreground 25%; text-style: none; }
        & > .board--movable { text-style: underline; }
        & > .board--changed { background: $accent 35%; color: $foreground; }
        & > .board--hint { background: $success 40%; }
        & > .board--planned { background: $secondary 55%; color: $foreground; }
        & > .board--exploding { background: $error 70%; color: $foreground; }
        & > .board--reachable { background: $success 30%; color: $foreground; }
        & > .board--source { background: $warning 75%; color: $background; }
        & > .board--cursor { background: $foreground; color: $background; }
    }
    """

    def __init__(self, board: Widget, colors: Sequence[str | None], depth: Colors) -> None:
        self.ground = board.rich_style
        self._parts = {role: component_style(board, name) for role, name in _PARTS.items()}
        self._marks = {mark: component_style(board, name) for mark, name in _MARKS.items()}
        self._cursor = component_style(board, _CURSOR)
        self._inside = component_style(board, _INSIDE)
        background = board.background_colors[1]
        named = (*colors, *[None] * max(_DEFAULT_PLAYERS - len(colors), 0))
        self._players: tuple[PlayerStyle, ...] = player_styles(named, background, depth)
        self._known: dict[CellLook, Style] = {}

    def style(self, look: CellLook) -> Style:
        """The style of some cells; the same question is answered from memory."""
        style = self._known.get(look)
        if style is None:
            style = self._known[look] = self._combine(look)
        return style

    def _combine(self, look: CellLook) -> Style:
        role, player, is_growing, kinds, is_cursor, is_inside = look
        style = self.ground + self._inside if is_inside else self.ground
        if player is not None and role is not Role.DEAD:
            own = self._players[player]
            style += own.growing if is_growing else own.open
        if not (player is not None and is_growing):
            style += self._parts.get(role, _NOTHING)
        for mark, drawn in self._marks.items():
            if mark in kinds:
                style += drawn
        return style + self._cursor if is_cursor else style
