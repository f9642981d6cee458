"""Styles of the cells of a board, from the theme, the players' colours and the marks.

A stack is a tile in its owner's colour and looks the same on every field. A mark colours the rest
of the field and its strokes; the strokes only, where an overlay colours the field, and for most
marks with 16 colours. Without colours, other characters replace the strokes. Styles are computed,
not taken from style sheets, because contrast must hold in every theme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.color import Color as RichColor
from rich.style import Style

from atlantis_core.diagram import Role
from atlantis_core.positions.position import Contents, FieldState
from atlantis_core.rules.overlays import Claim, Hold
from atlantis_core.support.colors import RGB
from atlantis_tui.settings.options import Colors
from atlantis_tui.terminal.contrast import READABLE, VISIBLE, ink, mix, opposite, rich_color
from atlantis_tui.terminal.palette import (
    BASIC_BLACK,
    BASIC_GREY,
    BASIC_SILVER,
    BASIC_WHITE,
    basic_line,
    basic_tile,
    player_colors,
)
from atlantis_tui.terminal.shades import growing_inks, inks, tiles
from .backgrounds import FRAMES, GROWING, Backgrounds, make_backgrounds, tide_level
from .marks import QUIET_MARKS, Mark

STONES = frozenset({Role.STACK, Role.GROWING})
STROKES = frozenset({Role.INNER_BORDER, Role.SEGMENT_BORDER})
MOST_PLAYERS = 6
_FIRM = 8.0
"""Contrast of segment borders, which are stronger than field borders."""
_FAINT = {
    Role.INNER_BORDER: READABLE,
    Role.EMPTY: VISIBLE,
    Role.LABEL: READABLE,
    Role.AXIS: READABLE,
    Role.SEGMENT_BORDER: _FIRM,
}
"""Contrast by role: just enough to read, so that stones stand out."""
_BASIC_WATER = 6
_BASIC_FRAMES = {
    Mark.DEPARTURE: 5,
    Mark.ARRIVAL: 13,
    Mark.HINT: 14,
    Mark.PLANNED: 12,
    Mark.EXPLODING: 11,
    Mark.REACHABLE: 10,
    Mark.SOURCE: BASIC_WHITE,
}
_BOLD_FRAMES = frozenset(FRAMES) - {Mark.DEPARTURE}
_MARKS = tuple(Mark)


class FieldLook(NamedTuple):
    """What determines the colours of a field's ground and strokes."""

    mark: Mark | None = None
    is_cursor: bool = False
    grower: int | None = None
    """The owner of a growing field."""
    is_dead: bool = False
    claim: Claim | None = None
    """The player who holds the field, if an overlay shows that."""
    tide: int | None = None
    """Number of the background for the round in which the field sinks, if an overlay shows that."""

    @property
    def rank(self) -> int:
        """Whose colour a stroke between two fields has: that of the higher rank; 0 for none."""
        if self.is_cursor:
            return len(_MARKS) + 3
        if self.mark is not None:
            return _MARKS.index(self.mark) + 3
        if self.grower is not None:
            return 3
        return 2 if self.claim is not None else int(self.is_dead)

    @property
    def owner(self) -> int | None:
        """The player who holds the field, if an overlay shows that."""
        return None if self.claim is None else self.claim.player

    @property
    def ground(self) -> FieldLook:
        """The look without a mark that colours only the strokes."""
        has_overlay = self.claim is not None or self.tide is not None
        return self._replace(mark=None) if has_overlay and self.mark in FRAMES else self


PLAIN = FieldLook()


def look_of(
    contents: Contents,
    kinds: frozenset[Mark],
    *,
    is_cursor: bool = False,
    claim: Claim | None = None,
    sinks: int | None = None,
) -> FieldLook:
    """The look of a field; of several marks, the last one counts."""
    marks = [mark for mark in _MARKS if mark in kinds and mark not in QUIET_MARKS]
    is_growing = contents.state is FieldState.GROWING
    return FieldLook(
        marks[-1] if marks else None,
        is_cursor,
        contents.player if is_growing else None,
        contents.state is FieldState.DEAD,
        None if claim is None or claim.hold is Hold.TIED else claim,
        None if sinks is None else tide_level(sinks),
    )


class CellLook(NamedTuple):
    """What determines the style of cells inside a field, or outside of all fields."""

    role: Role
    player: int | None = None
    """The owner of the stones, or the player whom a sign of an overlay names."""
    field: FieldLook = PLAIN
    is_movable: bool = False
    """Whether the cells show stones that can still move."""


class StrokeLook(NamedTuple):
    """What determines the style of border cells."""

    role: Role
    frame: FieldLook = PLAIN
    """The field that colours the stroke."""
    ground: FieldLook = PLAIN
    """The field to whose ground the cells belong; a plain one if they belong to none."""


class BoardStyles:
    """Styles of one board in one theme, cached."""

    def __init__(
        self, variables: Mapping[str, str], colors: Sequence[str | None], depth: Colors
    ) -> None:
        named = (*colors, *[None] * max(MOST_PLAYERS - len(colors), 0))
        self._players = player_colors(named)
        self._make, self._make_stroke = {
            Colors.NONE: (_mono_style, _mono_stroke),
            Colors.FEW: (self._few_style, self._few_stroke),
        }.get(depth, (self._many_style, self._many_stroke))
        self.has_colors = depth is not Colors.NONE
        """Whether marks have colours; otherwise their strokes are other characters."""
        if depth not in (Colors.NONE, Colors.FEW):
            self._backgrounds: Backgrounds = make_backgrounds(variables, depth)
            board = self._backgrounds.board
            self._tiles = tiles(self._players, board, depth)
            self._tints = self._backgrounds.of_players(self._tiles, GROWING)
            self._holds = self._backgrounds.of_holds(self._tiles)
            self._growing = growing_inks(self._players, self._tints, depth)
        self._known: dict[CellLook | StrokeLook, Style] = {}
        self.background = self.style(CellLook(Role.BLANK))

    def style(self, look: CellLook) -> Style:
        style = self._known.get(look)
        if style is None:
            style = self._known[look] = self._make(look) + _emphasis(look)
        return style

    def stroke(self, look: StrokeLook) -> Style:
        style = self._known.get(look)
        if style is None:
            is_bold = look.frame.is_cursor or look.frame.mark in _BOLD_FRAMES
            style = self._known[look] = self._make_stroke(look) + Style(bold=is_bold or None)
        return style

    # Many colours.

    def _many_style(self, look: CellLook) -> Style:
        depth = self._backgrounds.depth
        front, back = self._many_pair(look)
        return Style(color=rich_color(front, depth), bgcolor=rich_color(back, depth))

    def _many_pair(self, look: CellLook) -> tuple[RGB, RGB]:
        """Colours of text and background."""
        role, player = look.role, look.player
        if role is Role.STACK and player is not None:
            return opposite(self._tiles[player]), self._tiles[player]
        if role is Role.GROWING and player is not None:
            return self._growing[player], self._tints[player]
        ground, backgrounds = self._ground(look.field), self._backgrounds
        if role is Role.DEAD:
            return ink(backgrounds.water, ground, READABLE, backgrounds.depth), ground
        if role in _FAINT:
            return self._faint(role, ground), ground
        if role is Role.MARK and player is not None:
            return self._player_ink(player, ground), ground
        return ink(backgrounds.text, ground, READABLE, backgrounds.depth), ground

    def _faint(self, role: Role, ground: RGB) -> RGB:
        start = mix(ground, self._backgrounds.text, 0.25)
        return ink(start, ground, _FAINT[role], self._backgrounds.depth)

    def _ground(self, field: FieldLook) -> RGB:
        backgrounds, mark = self._backgrounds, field.ground.mark
        if field.is_cursor:
            return backgrounds.cursor
        if mark is not None:
            return backgrounds.marks[mark]
        if field.is_dead:
            return backgrounds.sea
        if field.tide is not None:
            return backgrounds.tides[field.tide]
        if field.grower is not None:
            return self._tints[field.grower]
        if field.claim is not None and field.owner is not None:
            return self._holds[field.claim.hold][field.owner]
        return backgrounds.board

    def _many_stroke(self, look: StrokeLook) -> Style:
        backgrounds, ground = self._backgrounds, self._ground(look.ground)
        depth = backgrounds.depth
        front = self._frame_ink(look, ground)
        return Style(color=rich_color(front, depth), bgcolor=rich_color(ground, depth))

    def _frame_ink(self, look: StrokeLook, ground: RGB) -> RGB:
        frame, backgrounds = look.frame, self._backgrounds
        if frame.is_cursor:
            return ink(opposite(ground), ground, _FIRM, backgrounds.depth)
        if frame.mark is not None and frame.mark in FRAMES:
            return ink(FRAMES[frame.mark], ground, READABLE, backgrounds.depth)
        if frame.grower is not None:
            return self._player_ink(frame.grower, ground)
        if frame.owner is not None:
            return self._player_ink(frame.owner, ground)
        if frame.is_dead:
            return ink(backgrounds.water, ground, VISIBLE, backgrounds.depth)
        return self._faint(look.role, ground)

    def _player_ink(self, player: int, ground: RGB) -> RGB:
        return inks(self._players, ground, self._backgrounds.depth)[player]

    # Sixteen colours.

    def _few_style(self, look: CellLook) -> Style:
        return _basic(*self._few_pair(look))

    def _few_pair(self, look: CellLook) -> tuple[int, int]:
        """Colour numbers of text and background."""
        if look.role is Role.STACK and look.player is not None:
            return basic_tile(self._players[look.player])
        if look.role is Role.GROWING:
            return BASIC_WHITE, BASIC_BLACK
        if look.field.is_cursor:
            return BASIC_BLACK, BASIC_WHITE
        if look.field.mark is Mark.SOURCE:
            return BASIC_BLACK, BASIC_SILVER
        if look.role is Role.DEAD:
            return _BASIC_WATER, BASIC_BLACK
        if look.role is Role.MARK:
            return BASIC_WHITE, BASIC_BLACK
        is_faint = look.role in _FAINT and look.role is not Role.SEGMENT_BORDER
        return (BASIC_GREY if is_faint else BASIC_SILVER), BASIC_BLACK

    def _few_stroke(self, look: StrokeLook) -> Style:
        ground = self._few_pair(CellLook(Role.BLANK, field=look.ground))[1]
        if ground != BASIC_BLACK:
            return _basic(BASIC_BLACK, ground)
        return _basic(self._few_frame(look), ground)

    def _few_frame(self, look: StrokeLook) -> int:
        frame = look.frame
        if frame.is_cursor:
            return BASIC_WHITE
        if frame.mark is not None and frame.mark in FRAMES:
            return _BASIC_FRAMES[frame.mark]
        if frame.grower is not None:
            return basic_line(self._players[frame.grower])
        if frame.owner is not None:
            return basic_line(self._players[frame.owner])
        if frame.is_dead:
            return _BASIC_WATER
        return BASIC_GREY if look.role is Role.INNER_BORDER else BASIC_SILVER


def _basic(front: int, back: int) -> Style:
    return Style(color=RichColor.from_ansi(front), bgcolor=RichColor.from_ansi(back))


def _emphasis(look: CellLook) -> Style:
    """Bold for symbols and stones of open fields, underline for stones that can move."""
    is_bold = look.role in (Role.MARK, Role.STACK)
    is_movable = look.is_movable and look.role in STONES
    return Style(bold=is_bold or None, underline=is_movable or None)


# No colours.


def _mono_style(look: CellLook) -> Style:
    if look.role is Role.GROWING:
        return Style(bold=True)
    return Style(reverse=True) if look.role is Role.STACK else Style()


def _mono_stroke(look: StrokeLook) -> Style:
    return Style(bold=True) if look.role is Role.SEGMENT_BORDER else Style()
