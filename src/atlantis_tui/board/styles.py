"""How each piece of the board looks: colours of the theme and of the players, signs in bold.

Marks change the ground that a field stands on. What stands there keeps its owner's colour, in a
shade that can be read on that ground; where a terminal has too few colours for that, stones keep
black behind them and the rest of the field is marked. Every state also differs from the others
without colour: by the characters of the diagram, or by bold, underlined and reversed text.
Computed and not taken from style sheets, because contrast must hold on every theme. Knows roles
and marks, not fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.color import Color as RichColor
from rich.style import Style

from atlantis_core.colors import RGB
from atlantis_core.diagram import Role
from atlantis_tui.settings.options import Colors
from atlantis_tui.terminal.contrast import READABLE, VISIBLE, ink, mix, opposite, rich_color
from atlantis_tui.terminal.palette import (
    BASIC_BLACK,
    BASIC_GREY,
    BASIC_SILVER,
    BASIC_WHITE,
    basic_pair,
    player_colors,
)
from atlantis_tui.terminal.shades import inks
from .backgrounds import Grounds, make_grounds
from .marks import Mark

STONES = frozenset({Role.STACK, Role.GROWING})
MOST_PLAYERS = 6
_FIRM = 6.0
"""Contrast of the borders of segments, which are stronger than those of fields."""
_FAINT = {
    Role.INNER_BORDER: VISIBLE,
    Role.EMPTY: VISIBLE,
    Role.LABEL: READABLE,
    Role.AXIS: READABLE,
    Role.SEGMENT_BORDER: _FIRM,
}
"""How strong each kind of text is: as little as can be read, so that stones stand out."""
_MONO = {
    Mark.CHANGED: Style(underline=True),
    Mark.HINT: Style(underline=True, reverse=True),
    Mark.PLANNED: Style(underline=True),
    Mark.EXPLODING: Style(bold=True),
    Mark.REACHABLE: Style(underline=True),
    Mark.SOURCE: Style(bold=True, underline=True, reverse=True),
}


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
    """The styles of one board in one theme, each worked out once."""

    def __init__(
        self, variables: Mapping[str, str], colors: Sequence[str | None], depth: Colors
    ) -> None:
        named = (*colors, *[None] * max(MOST_PLAYERS - len(colors), 0))
        self._players = player_colors(named)
        self._combine = {
            Colors.NONE: _mono_style,
            Colors.FEW: self._few_style,
        }.get(depth, self._many_style)
        if depth not in (Colors.NONE, Colors.FEW):
            self._grounds: Grounds = make_grounds(variables, depth)
        self._known: dict[CellLook, Style] = {}
        self.ground = self.style(CellLook(Role.BLANK))

    def style(self, look: CellLook) -> Style:
        """The style of some cells; the same question is answered from memory."""
        style = self._known.get(look)
        if style is None:
            style = self._known[look] = self._combine(look)
        return style

    # Many colours.

    def _many_style(self, look: CellLook) -> Style:
        depth, ground = self._grounds.depth, self._ground(look)
        front, back = rich_color(self._ink(look, ground), depth), rich_color(ground, depth)
        return Style(color=front, bgcolor=back) + _emphasis(look)

    def _ground(self, look: CellLook) -> RGB:
        grounds = self._grounds
        if look.is_cursor:
            return grounds.cursor
        marked = [ground for mark, ground in grounds.marks.items() if mark in look.kinds]
        if marked:
            return marked[-1]
        if look.role is Role.DEAD or Mark.ABSENT in look.kinds:
            return grounds.board
        if look.is_growing and look.player is not None:
            return grounds.of_players(self._players)[look.player]
        return grounds.tile if look.is_inside else grounds.board

    def _ink(self, look: CellLook, ground: RGB) -> RGB:
        grounds, role = self._grounds, look.role
        if look.player is not None and role is not Role.DEAD:
            if look.is_growing and ground == grounds.of_players(self._players)[look.player]:
                return opposite(ground)
            if role in STONES:
                return inks(self._players, ground, grounds.depth)[look.player]
        if role is Role.DEAD:
            return ink(grounds.water, ground, READABLE, grounds.depth)
        if role in _FAINT:
            start = mix(ground, grounds.text, 0.25)
            return ink(start, ground, _FAINT[role], grounds.depth)
        return ink(grounds.text, ground, READABLE, grounds.depth)

    # Sixteen colours.

    def _few_style(self, look: CellLook) -> Style:
        front, back = map(RichColor.from_ansi, self._few_pair(look))
        return Style(color=front, bgcolor=back) + _emphasis(look)

    def _few_pair(self, look: CellLook) -> tuple[int, int]:
        """The numbers of ink and ground."""
        if look.role in STONES and look.player is not None:
            front, back = basic_pair(self._players[look.player])
            return (back, front) if look.is_growing != look.is_cursor else (front, back)
        if look.is_cursor:
            return BASIC_BLACK, BASIC_WHITE
        if look.kinds & _MONO.keys():
            is_quiet = not look.kinds & (_MONO.keys() - {Mark.CHANGED})
            return BASIC_BLACK, BASIC_GREY if is_quiet else BASIC_SILVER
        if look.is_growing and look.player is not None and look.role is not Role.DEAD:
            front, back = basic_pair(self._players[look.player])
            return back, front
        if look.role is Role.DEAD:
            return _BASIC_WATER, BASIC_BLACK
        is_faint = look.role in _FAINT and look.role is not Role.SEGMENT_BORDER
        return (BASIC_GREY if is_faint else BASIC_SILVER), BASIC_BLACK


_BASIC_WATER = 6


def _emphasis(look: CellLook) -> Style:
    """Signs and stones of open fields are bold; stones that can move are underlined."""
    is_stone = look.role in STONES
    is_bold = look.role is Role.MARK or (is_stone and not look.is_growing)
    is_movable = is_stone and Mark.MOVABLE in look.kinds
    return Style(bold=is_bold or None, underline=is_movable or None)


def _mono_style(look: CellLook) -> Style:
    style = _emphasis(look)
    for mark, drawn in _MONO.items():
        if mark in look.kinds:
            style += drawn
    return style + Style(reverse=True) if look.is_cursor else style
