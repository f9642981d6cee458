"""Draws a scene as an SVG image: caption, board with arrows and marks, legend.

Escapes text from files, which callers have already sanitised. Wraps lines by estimated width,
because only the viewer knows the font.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from atlantis_core.diagram.svg import (
    STYLE,
    Box,
    box_around,
    draw_arrow,
    draw_ground,
    draw_held,
    draw_ring,
    draw_sign,
)
from atlantis_core.narration import make_cast
from atlantis_core.positions.grid import Field
from atlantis_core.review.lines import GameTree
from atlantis_core.rules.game import Game
from atlantis_core.rules.overlays import Overlay, overlay_signs
from atlantis_core.support import columns
from atlantis_core.support.colors import RGB
from atlantis_core.support.columns import display_width
from atlantis_core.transcript.library import transcript_of
from .scenes import Scene, Story, figures

MARGIN = 12.0
LINE = 18.0
"""Height of a line of text."""
MIN_WIDTH = 420.0
SYMBOLS = (
    "3A: stack, 2a*: growing, ~: dead, !: about to explode; arrow: move, broken ring: explosion"
)
TEXT_STYLE = """\
    .title, .caption, .row, .symbols { text-anchor: start; fill: #111; }
    .title { font-size: 15px; font-weight: bold; }
    .caption { font-size: 12px; }
    .row { font-size: 12px; }
    .symbols { font-size: 10px; fill: #555; }"""
_LETTER_WIDTH = 6.9
"""Upper estimate of the average width of a 12-pixel letter; some fonts are wide."""
_SYMBOL_WIDTH, _SYMBOL_LINE = 6.0, 13.0
"""The same for the 10-pixel letters below the legend, and the height of their lines."""
_SWATCH = 18.0
_LONGEST_ROW = "A  : 100 stones, 10 growing, 100 secured, 100 leading"


class PictureFrame(NamedTuple):
    """The area of a whole image, and the board's area in it."""

    view: Box
    board: Box
    caption_lines: int
    symbols: tuple[str, ...]
    """The meaning of the symbols, in lines that fit."""

    @property
    def letters(self) -> int:
        """The maximum number of letters in a line of text."""
        return int((self.view.width - 2 * MARGIN) / _LETTER_WIDTH)

    @property
    def left(self) -> float:
        return self.view.left + MARGIN

    @property
    def below(self) -> float:
        """The top of the legend."""
        return self.board.top + self.board.height + LINE


def frame_for(story: Story, caption_lines: int = 1) -> PictureFrame:
    """Area for a story's board, caption lines above it, and a line per player below.

    As wide as the longest row of the legend can become.
    """
    position = story.line.position_after(0)
    box = box_around(position.board)
    names = story.cast.names if position.players else ()
    rows = [_SWATCH + _LETTER_WIDTH * display_width(_LONGEST_ROW + name) for name in names]
    width = max(box.width, MIN_WIDTH, *(2 * MARGIN + row for row in rows), 0)
    symbols = wrap([SYMBOLS], int((width - 2 * MARGIN) / _SYMBOL_WIDTH))
    above = MARGIN + LINE * caption_lines
    beneath = LINE * (len(names) + 1.5) + _SYMBOL_LINE * (len(symbols) - 1) + MARGIN
    left = box.left - (width - box.width) / 2
    view = Box(left, box.top - above, width, box.height + above + beneath)
    return PictureFrame(view, box, caption_lines, tuple(symbols))


def draw_scene(story: Story, scene: Scene, *, names: bool = True) -> str:
    """A whole SVG document of one scene; `names` adds the name of every field."""
    board = scene.position.board
    frame, caption = frame_scene(story, scene)
    lines = [
        *begin(frame.view, story.title),
        *draw_text(frame, "title", [story.title], 0),
        *draw_text(frame, "caption", caption, 1),
        *draw_ground(board, names=names),
        *draw_held(scene.position, story.paint, names=names),
        *draw_signs(story, scene).values(),
        *(draw_ring(field) for field in scene.exploded),
        *(draw_arrow(move) for move in scene.arrows),
        *draw_legend(frame, story, scene),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def draw_signs(story: Story, scene: Scene) -> dict[Field, str]:
    """The signs of the story's overlay."""
    signs = overlay_signs(scene.position, story.overlay, story.cast.letters)
    beside = {field for field, _ in scene.position.occupied()}
    return {
        field: draw_sign(field, sign.text, is_high=field in beside) for field, sign in signs.items()
    }


def frame_scene(story: Story, scene: Scene) -> tuple[PictureFrame, list[str]]:
    """The area of a scene's image, and the lines of its caption."""
    sentences = [scene.heading, *scene.sentences, *overlay_meaning(story.overlay)]
    caption = wrap(sentences, frame_for(story).letters)
    return frame_for(story, 1 + len(caption)), caption


def picture_of_game(game: Game) -> str:
    """The last turn of a game as one picture; players without names are called by colour."""
    transcript = transcript_of(game)
    cast = make_cast([player.name for player in transcript.players], transcript.colors)
    story = Story(GameTree(transcript, game.positions), cast, game.turn_number, game.turn_number)
    return draw_scene(story, story.final())


def overlay_meaning(overlay: Overlay) -> list[str]:
    """Meaning of the signs of an overlay, for a caption."""
    return [overlay.meaning] if overlay is not Overlay.NONE else []


def begin(view: Box, title: str, *, is_clear: bool = False) -> Iterator[str]:
    """The head of every image: size, title, styles and, unless it is clear, white background."""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" '
        f'width="{view.width:.0f}" height="{view.height:.0f}" role="img">'
    )
    yield f"<title>{escape(title)}</title>"
    yield f"<style>\n{STYLE}\n{TEXT_STYLE}\n</style>"
    if not is_clear:
        yield (
            f'<rect x="{view.left:.1f}" y="{view.top:.1f}" width="{view.width:.1f}" '
            f'height="{view.height:.1f}" fill="#fff"/>'
        )


def wrap(sentences: Sequence[str], letters: int) -> list[str]:
    """Wrap sentences to lines of at most this many letters."""
    width = max(20, letters)
    return [line for sentence in sentences for line in columns.wrap(sentence, width)]


def draw_text(frame: PictureFrame, kind: str, lines: Sequence[str], first: int) -> Iterator[str]:
    """Lines above the board, starting at line `first`."""
    for number, line in enumerate(lines, first):
        y = frame.view.top + MARGIN + LINE * (number + 0.6)
        yield f'<text class="{kind}" x="{frame.left:.1f}" y="{y:.1f}">{escape(line)}</text>'


def draw_legend(frame: PictureFrame, story: Story, scene: Scene) -> Iterator[str]:
    """A row per player, and the meaning of the symbols."""
    rows = legend_rows(story, scene) if scene.position.players else []
    for number, row in enumerate(rows):
        yield draw_swatch(frame, number, story.paint.colors[number])
        yield draw_row(frame, number, row)
    yield from draw_symbols(frame, len(rows))


def draw_symbols(frame: PictureFrame, rows: int) -> Iterator[str]:
    """The meaning of the symbols, below the rows of the players."""
    for number, line in enumerate(frame.symbols):
        y = frame.below + LINE * (rows + 0.2) + _SYMBOL_LINE * number
        yield f'<text class="symbols" x="{frame.left:.1f}" y="{y:.1f}">{escape(line)}</text>'


def legend_rows(story: Story, scene: Scene) -> list[str]:
    """The legend's text for every player."""
    rows = figures(scene.position, story.cast)
    return [
        f"{letter}  {name}: {stones} stones, {growing} growing, "
        f"{secured} secured, {leading} leading"
        for letter, name, stones, growing, secured, leading in rows
    ]


def draw_row(frame: PictureFrame, number: int, row: str) -> str:
    """The text of one legend row."""
    y = frame.below + LINE * number
    return f'<text class="row" x="{frame.left + _SWATCH:.1f}" y="{y:.1f}">{escape(row)}</text>'


def draw_swatch(frame: PictureFrame, number: int, color: RGB) -> str:
    """The colour of a player."""
    y = frame.below + LINE * number
    red, green, blue = color
    return (
        f'<rect x="{frame.left:.1f}" y="{y - 10:.1f}" width="12" height="12" '
        f'fill="rgb({red},{green},{blue})" stroke="#222"/>'
    )
