"""Exports a range of turns, with variations, comments and judgement, as one self-contained page.

Without JavaScript, and in print, the page is a list of turns with images. With JavaScript it has
one board to step through, turn by turn or wave by wave (`page.js`), fed by the changes from scene
to scene; its address names the turn. All text from the file is escaped, and a content security
policy forbids loading anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from itertools import chain

from atlantis_core.diagram.svg import STYLE, Paint
from atlantis_core.review.lines import Line
from atlantis_core.review.variations import format_path, walk_paths
from atlantis_core.support.safe_text import showable
from .page_board import Looks, draw_board, draw_parts, view_of
from .page_chart import draw_chart
from .page_data import format_data
from .page_words import MARKS, PageWords, TurnWords
from .pictures import SYMBOLS, overlay_meaning
from .scenes import Story

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_MOST_PICTURE_BYTES = 150_000
"""Of the images without JavaScript; longer games show an image of every few turns."""
_BYTES_PER_FIELD = 30


def draw_page(story: Story) -> str:
    """The whole document."""
    stories = [story, *_variations(story)]
    board = story.line.position_after(0).board
    title, words, looks = escape(story.title), PageWords(story), Looks(story)
    data = format_data(stories, looks)  # before the images, because it limits the number of scenes
    every = _picture_interval(stories)
    sections = list(chain.from_iterable(_section(shown, looks, every) for shown in stories))
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{title}</title>",
            f"<style>\n{STYLE}\n{_player_style(story.paint)}\n{_part('page.css')}</style>",
            "</head>",
            "<body>",
            f"<header><h1>{title}</h1>",
            *map(_paragraph, [*words.tags(), *words.result()]),
            f'<ul class="players">{"".join(_players(story, words))}</ul></header>',
            '<svg class="parts" aria-hidden="true">',
            *draw_parts(board),
            *looks.symbols(),
            "</svg>",
            "<main>",
            _part("page.html")
            .replace("VIEW", str(view_of(board)))
            .replace("CHART", "".join(draw_chart(story, words.judgement))),
            '<div class="pictures">',
            *sections,
            "</div>",
            "</main>",
            "<footer>",
            *map(_paragraph, [SYMBOLS, *overlay_meaning(story.overlay)]),
            *map(_paragraph, [MARKS] if words.judgement else []),
            "</footer>",
            f'<script type="application/json" id="game">{data}</script>',
            f"<script>\n{_part('page.js')}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _part(name: str) -> str:
    return (files("atlantis_core.exports") / name).read_text(encoding="utf-8")


def _variations(story: Story) -> Iterator[Story]:
    """The variations that start in the story, and their own variations."""
    depth = len(story.path)
    for path, _ in walk_paths(story.tree.transcript.annotations.variations):
        if path[:depth] == story.path and len(path) > depth:
            start = path[depth].turn
            line = story.tree.line(path)
            if story.first <= start <= story.last + 1 and line.turn_number >= line.first_turn:
                turns = line.first_turn, line.turn_number
                yield Story(story.tree, story.cast, *turns, path, overlay=story.overlay)


def _player_style(paint: Paint) -> str:
    lines = []
    for player, (red, green, blue) in enumerate(paint.colors):
        ink = "#000" if 0.3 * red + 0.6 * green + 0.1 * blue > 128 else "#fff"
        lines.append(f".k{player} {{ --own: rgb({red},{green},{blue}); --ink: {ink}; }}")
    return "\n".join(lines)


def _players(story: Story, words: PageWords) -> Iterator[str]:
    for player, name in enumerate(story.cast.names):
        letter, told = story.cast.letters[player], words.player(player)
        more = f' <span class="told">{escape(told)}</span>' if told else ""
        yield f'<li><span class="swatch k{player}">{letter}</span> {escape(name)}{more}</li>'


def _picture_interval(stories: Iterable[Story]) -> int:
    """1 if every turn has an image, 2 if every second has one, and so on."""
    fields = 0
    for story in stories:
        for turn in range(story.first, story.last + 1):
            fields += sum(1 for _ in story.line.position_after(turn).occupied())
    return 1 + _BYTES_PER_FIELD * fields // _MOST_PICTURE_BYTES


def _section(story: Story, looks: Looks, every: int) -> Iterator[str]:
    name, words = format_path(story.path), PageWords(story)
    heading = f"Variation {name}" if story.path else "The game"
    yield f'<section id="line-{name}"><h2>{heading}</h2>'
    for turn in range(story.first, story.last + 1):
        has_picture = turn == story.last or (turn - story.first) % every == 0
        picture = _picture(story, turn, looks) if has_picture else ""
        yield f"<figure>{_caption(words.turn(turn))}{picture}</figure>"
    yield f"{_problem(story.line)}</section>"


def _problem(line: Line) -> str:
    return f"<p>Stops early: {escape(showable(line.problem))}</p>" if line.problem else ""


def _picture(story: Story, turn: int, looks: Looks) -> str:
    scene = story.scene(turn)
    label, view = escape(f"the board: {scene.heading}", quote=True), view_of(scene.position.board)
    drawn = draw_board(story, scene, looks)
    return f'<svg viewBox="{view}" role="img" aria-label="{label}">{drawn}</svg>'


def _caption(words: TurnWords) -> str:
    mark = f" {words.mark}" if words.mark else ""
    text = "".join(map(_paragraph, (*words.sentences, *words.verdict)))
    comment = "<br>".join(map(escape, words.comment))
    quote = f"<blockquote>{comment}</blockquote>" if comment else ""
    return f"<figcaption><h3>{escape(words.heading)}{mark}</h3>{text}{quote}</figcaption>"


def _paragraph(sentence: str) -> str:
    return f"<p>{escape(sentence)}</p>"
