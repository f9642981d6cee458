"""Measures the colours of boards: what is sent for every theme, mark, player and depth.

`python -m tests.tui.contrasts` writes the tables of docs/colors.md anew from these figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import floor
from pathlib import Path

from rich.color import Color as RichColor
from rich.style import Style
from textual.theme import BUILTIN_THEMES

from atlantis_core.diagram import Role
from atlantis_core.rules.overlays import Claim, Hold
from atlantis_core.support.color_vision import Eyes, distance
from atlantis_core.support.colors import DEFAULT_PALETTE, RGB, SVG_COLORS, xterm_color
from atlantis_tui.board.backgrounds import tide_level
from atlantis_tui.board.marks import QUIET_MARKS, Mark
from atlantis_tui.board.styles import BoardStyles, CellLook, FieldLook, StrokeLook
from atlantis_tui.settings.options import Colors
from atlantis_tui.settings.themes import themes_for
from atlantis_tui.start.set_up import COLORS
from atlantis_tui.terminal.contrast import contrast

PAGE = Path(__file__).parents[2] / "docs" / "colors.md"
BATCH = 6
"""Number of players on one board."""
NAMES = (Role.LABEL, Role.AXIS, Role.DEAD)
REST = (Role.INNER_BORDER, Role.SEGMENT_BORDER, Role.EMPTY, Role.MARK)
STROKES = (Role.INNER_BORDER, Role.SEGMENT_BORDER)


@dataclass(frozen=True, slots=True)
class Background:
    """One way for a field to be marked."""

    name: str
    mark: Mark | None = None
    is_growing: bool = False
    is_cursor: bool = False
    is_dead: bool = False
    hold: Hold | None = None
    """How firmly the player of the look holds the field."""
    tide: int | None = None

    @property
    def stones(self) -> Role:
        """The role of the stones on such a field."""
        return Role.GROWING if self.is_growing else Role.STACK

    def field(self, player: int | None) -> FieldLook:
        grower = player if self.is_growing else None
        claim = None if self.hold is None or player is None else Claim(self.hold, player)
        return FieldLook(self.mark, self.is_cursor, grower, self.is_dead, claim, self.tide)

    def look(self, role: Role, player: int | None = None) -> CellLook:
        return CellLook(role, player, self.field(player))


MARKING = tuple(mark for mark in Mark if mark not in QUIET_MARKS)
"""Marks that change the background; the others have symbols."""
HOLDS = tuple(hold for hold in Hold if hold is not Hold.TIED)
PLAIN = Background("plain")
GROWING = Background("growing", is_growing=True)
BACKGROUNDS = (
    PLAIN,
    GROWING,
    Background("dead", is_dead=True),
    *(Background(mark.value, mark) for mark in MARKING),
    *(Background(f"growing, {mark.value}", mark, is_growing=True) for mark in MARKING),
    *(Background(hold.name.lower(), hold=hold) for hold in HOLDS),
    *(Background(f"sinks in {turn}", tide=tide_level(turn)) for turn in (1, 3, 5)),
    Background("cursor", is_cursor=True),
    Background("growing, cursor", is_growing=True, is_cursor=True),
)


@dataclass(frozen=True, slots=True)
class Look:
    """A theme on a kind of terminal."""

    theme: str
    depth: Colors

    @property
    def variables(self) -> Mapping[str, str]:
        ours = {theme.name: theme for theme in themes_for(self.depth)}
        theme = ours.get(self.theme) or BUILTIN_THEMES[self.theme]
        return {**theme.to_color_system().generate(), **theme.variables}

    def styles(self, colors: Sequence[str]) -> BoardStyles:
        return BoardStyles(self.variables, colors, self.depth)


OURS = tuple(theme.name for theme in themes_for(Colors.TRUE))
OTHERS = tuple(name for name, theme in BUILTIN_THEMES.items() if not theme.ansi)
LOOKS = tuple(
    [Look(name, depth) for name in (*OURS, *OTHERS) for depth in (Colors.TRUE, Colors.MANY)]
    + [Look(name, Colors.FEW) for name, theme in BUILTIN_THEMES.items() if theme.ansi]
)


def shown(color: RichColor | None) -> RGB:
    """The colour that a terminal shows for a sent colour."""
    assert color is not None
    if color.triplet is not None:
        return RGB(*color.triplet)
    assert color.number is not None
    return xterm_color(color.number)


def pair(styles: BoardStyles, look: CellLook) -> tuple[RGB, RGB]:
    """Letters and background of some cells."""
    return shown_pair(styles.style(look))


def shown_pair(style: Style) -> tuple[RGB, RGB]:
    return shown(style.color), shown(style.bgcolor)


@dataclass(frozen=True, slots=True)
class Figures:
    """Worst contrasts on one background."""

    stones: float
    names: float
    rest: float
    strokes: float
    """Of the border, coloured by the field or by any other, on its own ground and on the board."""
    apart: Mapping[Eyes, float]
    """Distance of the two most similar default players, by kind of colour vision."""


@cache
def _boards(look: Look) -> Sequence[tuple[BoardStyles, int]]:
    """Boards with all colours that players can choose, each with its number of players."""
    names = COLORS if look.theme in OTHERS else (*SVG_COLORS,)
    batches = [names[n : n + BATCH] for n in range(0, len(names), BATCH)]
    return [(look.styles(batch), len(batch)) for batch in batches]


@cache
def measure(look: Look, background: Background) -> Figures:
    default = look.styles(DEFAULT_PALETTE)
    stones = min(
        contrast(*pair(styles, background.look(background.stones, player)))
        for styles, players in _boards(look)
        for player in range(players)
    )
    colors = [owner(look, default, background, player) for player in range(BATCH)]
    return Figures(
        stones,
        _worst(default, background, NAMES),
        _worst(default, background, REST),
        min(contrast(*shown_pair(default.stroke(s))) for s in strokes(background)),
        {eyes: min(distance(*two, eyes) for two in combinations(colors, 2)) for eyes in Eyes},
    )


def owner(look: Look, styles: BoardStyles, background: Background, player: int) -> RGB:
    """The colour that tells the owner: of the tile, or of a growing field's letters.

    With 16 colours, growing fields have it on their strokes.
    """
    letters, back = pair(styles, background.look(background.stones, player))
    if not background.is_growing:
        return back
    if look.depth is not Colors.FEW:
        return letters
    field = FieldLook(grower=player)
    return shown_pair(styles.stroke(StrokeLook(Role.INNER_BORDER, field)))[0]


def strokes(background: Background) -> Iterator[StrokeLook]:
    """Borders of a field, on its ground and on the board, and plain borders on its ground."""
    for player in range(BATCH):
        field = background.field(player)
        for role in STROKES:
            yield StrokeLook(role, field, field)
            yield StrokeLook(role, field)
            yield StrokeLook(role, PLAIN.field(None), field)
            for mark in MARKING:
                yield StrokeLook(role, FieldLook(mark), field)


def _worst(styles: BoardStyles, background: Background, roles: Sequence[Role]) -> float:
    players = (None, *range(BATCH))
    return min(
        contrast(*pair(styles, background.look(role, player)))
        for role in roles
        for player in players
    )


def mark_distances(look: Look) -> Mapping[Mark, tuple[float, float]]:
    """Distance of each mark's background to the nearest player and to other backgrounds."""
    styles = look.styles(DEFAULT_PALETTE)
    owners = [
        owner(look, styles, background, player)
        for background in (PLAIN, GROWING)
        for player in range(BATCH)
    ]
    backs: dict[Mark, RGB] = {mark: _back(styles, mark) for mark in MARKING}
    board = pair(styles, PLAIN.look(Role.BLANK))[1]
    return {
        mark: (
            min(distance(back, owner) for owner in owners),
            min(distance(back, other) for other in (board, *_others(backs, mark))),
        )
        for mark, back in backs.items()
    }


def _back(styles: BoardStyles, mark: Mark) -> RGB:
    return pair(styles, Background(mark.value, mark).look(Role.MARK))[1]


def _others(backs: Mapping[Mark, RGB], mark: Mark) -> Iterator[RGB]:
    return (back for other, back in backs.items() if other is not mark)


# The tables.

HEADS = (
    "theme",
    "colours",
    "stones",
    "names",
    "rest",
    "strokes",
    *(e.name.lower() for e in Eyes),
    "marks",
)


def overview() -> Iterator[str]:
    """A line for every theme and depth: the worst of all backgrounds."""
    yield from _head(tuple(head.replace("_", " ") for head in HEADS))
    for look in LOOKS:
        all_figures = [measure(look, background) for background in BACKGROUNDS]
        marks = min(away for away, _ in mark_distances(look).values())
        yield _row(look.theme, look.depth.value, *_worst_of(all_figures), f"{marks:.0f}")


def details(look: Look) -> Iterator[str]:
    """A line for every background of one theme."""
    yield from _head(("background", *(head.replace("_", " ") for head in HEADS[2:-1])))
    for background in BACKGROUNDS:
        yield _row(background.name, *_worst_of([measure(look, background)]))


def _worst_of(figures: Sequence[Figures]) -> Iterator[str]:
    for name in ("stones", "names", "rest", "strokes"):
        yield f"{floor(10 * min(getattr(each, name) for each in figures)) / 10:.1f}"
    for eyes in Eyes:
        yield f"{floor(min(each.apart[eyes] for each in figures)):.0f}"


def _head(words: Sequence[str]) -> Iterator[str]:
    yield _row(*words)
    yield _row(*("---" for _ in words))


def _row(*words: str) -> str:
    return "| " + " | ".join(words) + " |"


def tables() -> Iterator[tuple[str, str]]:
    """Names and contents of the tables of the page."""
    yield "every theme", "\n".join(overview())
    for look in LOOKS:
        if look.theme in OURS:
            yield f"{look.theme} {look.depth.value}", "\n".join(details(look))
    yield "ansi-dark 16", "\n".join(details(Look("ansi-dark", Colors.FEW)))


def find_table(page: str, name: str) -> re.Match[str] | None:
    return re.search(rf"(?<=<!-- {re.escape(name)} -->\n\n).*?(?=\n\n|\n*\Z)", page, re.DOTALL)


def with_table(page: str, name: str, table: str) -> str:
    """The page with this table replaced, or with the table of a new theme added at the end."""
    found = find_table(page, name)
    if found is None:
        theme, _, depth = name.rpartition(" ")
        return f"{page.rstrip()}\n\n`{theme}`, {depth}:\n\n<!-- {name} -->\n\n{table}\n"
    return page[: found.start()] + table + page[found.end() :]


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, table in tables():
        page = with_table(page, name, table)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
