"""Styles of the cells of a board, from the theme, the players' colours and the marks.

A mark changes the background of a field. Stones keep their owner's colour in a shade that is
readable on it; with 16 colours, stones stay on black and the rest of the field is marked. Every
state also differs without colour, by characters or by bold, underlined and reversed text.
Styles are computed, not taken from style sheets, because contrast must hold in every theme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.color import Color as RichColor
from rich.style import Style

from atlantis_core.diagram import Role
from atlantis_core.support.colors import RGB
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
from .backgrounds import Backgrounds, make_backgrounds
from .marks import Mark

STONES = frozenset({Role.STACK, Role.GROWING})
MOST_PLAYERS = 6
_FIRM = 6.0
"""Contrast of segment borders, which are stronger than field borders."""
_FAINT = {
    Role.INNER_BORDER: VISIBLE,
    Role.EMPTY: VISIBLE,
    Role.LABEL: READABLE,
    Role.AXIS: READABLE,
    Role.SEGMENT_BORDER: _FIRM,
}
"""Contrast by role: just enough to read, so that stones stand out."""
_MONO = {
    Mark.CHANGED: Style(underline=True),
    Mark.HINT: Style(underline=True, reverse=True),
    Mark.PLANNED: Style(underline=True),
    Mark.EXPLODING: Style(bold=True),
    Mark.REACHABLE: Style(underline=True),
    Mark.SOURCE: Style(bold=True, underline=True, reverse=True),
}


class CellLook(NamedTuple):
    """Everything that determines the style of some cells."""

    role: Role
    player: int | None = None
    is_growing: bool = False
    kinds: frozenset[Mark] = frozenset()
    is_cursor: bool = False
    is_inside: bool = False
    """Whether the cells belong to a field without borders."""


class BoardStyles:
    """Styles of one board in one theme, cached."""

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
            self._backgrounds: Backgrounds = make_backgrounds(variables, depth)
        self._known: dict[CellLook, Style] = {}
        self.background = self.style(CellLook(Role.BLANK))

    def style(self, look: CellLook) -> Style:
        style = self._known.get(look)
        if style is None:
            style = self._known[look] = self._combine(look)
        return style

    def sign(self, look: CellLook, player: int) -> Style:
        """The style of an overlay's sign: that of a mark, with many colours in the player's."""
        style = self.style(look)
        if self._combine != self._many_style:
            return style
        depth = self._backgrounds.depth
        shade = inks(self._players, self._background(look), depth)[player]
        return style + Style(color=rich_color(shade, depth))

    # Many colours.

    def _many_style(self, look: CellLook) -> Style:
        depth, background = self._backgrounds.depth, self._background(look)
        front, back = rich_color(self._ink(look, background), depth), rich_color(background, depth)
        return Style(color=front, bgcolor=back) + _emphasis(look)

    def _background(self, look: CellLook) -> RGB:
        backgrounds = self._backgrounds
        if look.is_cursor:
            return backgrounds.cursor
        marked = [
            background for mark, background in backgrounds.marks.items() if mark in look.kinds
        ]
        if marked:
            return marked[-1]
        if look.role is Role.DEAD or Mark.ABSENT in look.kinds:
            return backgrounds.board
        if look.is_growing and look.player is not None:
            return backgrounds.of_players(self._players)[look.player]
        return backgrounds.tile if look.is_inside else backgrounds.board

    def _ink(self, look: CellLook, background: RGB) -> RGB:
        backgrounds, role = self._backgrounds, look.role
        if look.player is not None and role is not Role.DEAD:
            if look.is_growing and background == backgrounds.of_players(self._players)[look.player]:
                return opposite(background)
            if role in STONES:
                return inks(self._players, background, backgrounds.depth)[look.player]
        if role is Role.DEAD:
            return ink(backgrounds.water, background, READABLE, backgrounds.depth)
        if role in _FAINT:
            start = mix(background, backgrounds.text, 0.25)
            return ink(start, background, _FAINT[role], backgrounds.depth)
        return ink(backgrounds.text, background, READABLE, backgrounds.depth)

    # Sixteen colours.

    def _few_style(self, look: CellLook) -> Style:
        front, back = map(RichColor.from_ansi, self._few_pair(look))
        return Style(color=front, bgcolor=back) + _emphasis(look)

    def _few_pair(self, look: CellLook) -> tuple[int, int]:
        """Colour numbers of text and background."""
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
    """Bold for symbols and stones of open fields, underline for stones that can move."""
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
