"""How each piece of the board looks: component classes of the theme, colours of the players.

Every state differs from the others without colour as well: by the characters of the diagram,
or by bold, underlined and reversed text. Knows roles and marks, not fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.style import Style

from atlantis_core.diagram import Role
from atlantis_tui.component_styles import component_style
from atlantis_tui.marks import Mark
from atlantis_tui.options import Colors
from atlantis_tui.palette import PlayerStyle, player_styles

if TYPE_CHECKING:
    from textual.widget import Widget

_PARTS = {
    Role.BLANK: "board--blank",
    Role.INNER_BORDER: "board--inner-border",
    Role.SEGMENT_BORDER: "board--segment-border",
    Role.AXIS: "board--axis",
    Role.LABEL: "board--label",
    Role.EMPTY: "board--empty",
    Role.STACK: "board--stack",
    Role.GROWING: "board--growing",
    Role.DEAD: "board--dead",
    Role.MARK: "board--note",
}
_MARKS = {mark: f"board--{mark.value}" for mark in Mark}
_CURSOR = "board--cursor"
_DEFAULT_PLAYERS = 6


class CellLook(NamedTuple):
    """All that decides how some cells of a field look."""

    role: Role
    player: int | None = None
    is_growing: bool = False
    kinds: frozenset[Mark] = frozenset()
    is_cursor: bool = False


class BoardStyles:
    """The styles of one board view in its present theme, looked up once."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*_PARTS.values(), *_MARKS.values(), _CURSOR}
    DEFAULT_CSS: ClassVar[str] = """
    BoardView {
        background: $background;
        color: $foreground;
        scrollbar-size: 0 0;
        & > .board--inner-border { color: $foreground 35%; }
        & > .board--segment-border { color: $foreground 60%; }
        & > .board--axis { color: $foreground 45%; }
        & > .board--label { color: $foreground 45%; text-style: not bold; }
        & > .board--empty { color: $foreground 40%; }
        & > .board--dead { color: $primary-darken-1; }
        & > .board--note { text-style: bold; }
        & > .board--movable { text-style: underline; }
        & > .board--changed { background: $accent 35%; color: $foreground; }
        & > .board--hint { background: $success 40%; }
        & > .board--planned { background: $secondary 55%; color: $foreground; }
        & > .board--exploding { background: $error 70%; color: $foreground; }
        & > .board--reachable { background: $success 30%; color: $foreground; }
        & > .board--source { background: $warning 75%; color: $background; }
        & > .board--cursor { background: $foreground; color: $background; }

        &:ansi {
            & > .board--inner-border, & > .board--axis { color: ansi_bright_black; }
            & > .board--label, & > .board--empty { color: ansi_bright_black; }
            & > .board--segment-border { color: ansi_default; }
            & > .board--dead { color: ansi_blue; }
            & > .board--changed { background: ansi_yellow; color: ansi_black; }
            & > .board--hint { background: ansi_green; color: ansi_black; }
            & > .board--planned { background: ansi_cyan; color: ansi_black; }
            & > .board--exploding { background: ansi_red; color: ansi_bright_white; }
            & > .board--reachable { background: ansi_green; color: ansi_black; }
            & > .board--source { background: ansi_yellow; color: ansi_black; }
            & > .board--cursor { background: ansi_white; color: ansi_black; }
        }
        &:nocolor {
            & > .board--changed { text-style: underline; }
            & > .board--hint { text-style: underline; }
            & > .board--planned { text-style: underline; }
            & > .board--exploding { text-style: bold; }
            & > .board--reachable { text-style: underline; }
            & > .board--source { text-style: bold underline reverse; }
            & > .board--cursor { text-style: reverse; }
        }
    }
    """

    def __init__(self, board: Widget, colors: Sequence[str | None], depth: Colors) -> None:
        self.ground = board.rich_style
        self._parts = {role: component_style(board, name) for role, name in _PARTS.items()}
        self._marks = {mark: component_style(board, name) for mark, name in _MARKS.items()}
        self._cursor = component_style(board, _CURSOR)
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
        role, player, is_growing, kinds, is_cursor = look
        style = self.ground
        if player is not None and role is not Role.DEAD:
            own = self._players[player]
            style += own.growing if is_growing else own.open
        if role not in (Role.BLANK, Role.STACK, Role.GROWING) and not (
            player is not None and is_growing
        ):
            style += self._parts[role]
        for mark, drawn in self._marks.items():
            if mark in kinds:
                style += drawn
        return style + self._cursor if is_cursor else style
