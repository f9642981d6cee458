"""Exports a range of turns, with variations and comments, as one self-contained HTML page.

Without JavaScript, and in print, the page is a list of images, one per turn. With JavaScript it has
one board to step through, move by move and wave by wave (`page.js`), fed by the changes from scene
to scene. All text from the file is escaped, and a content security policy forbids loading anything.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files

from atlantis_core.diagram.drawing import find_volatile
from atlantis_core.diagram.svg import STYLE, Paint, box_around, centre, draw_arrow, draw_ring
from atlantis_core.diagram.svg import draw_ground as draw_board
from atlantis_core.positions.grid import Field, name_pairs
from atlantis_core.positions.position import Contents, FieldState, Position
from atlantis_core.review.lines import Line
from atlantis_core.review.variations import format_path, walk_paths
from atlantis_core.support.safe_text import showable, showable_lines
from .pictures import SYMBOLS
from .scenes import Scene, Story

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_HEX = "20,0 10,17.3 -10,17.3 -20,0 -10,-17.3 10,-17.3"


def draw_page(story: Story) -> str:
    """The whole document."""
    stories = [story, *_variations(story)]
    board = story.line.position_after(0).board
    title = escape(story.title)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>\n{STYLE}\n{_player_style(story.paint)}\n{_part('page.css')}</style>",
            "</head>",
            "<body>",
            f"<header><h1>{title}</h1>",
            f'<ul class="players">{"".join(_players(story))}</ul></header>',
            '<svg class="parts" aria-hidden="true">',
            _symbol("ground", draw_board(board, names=False)),
            _symbol("names", _names(story)),
            _symbol("hex", [f'<polygon points="{_HEX}"/>']),
            "</svg>",
            _part("page.html").replace("VIEW", str(box_around(board))),
            '<main class="pictures">',
            *(_section(shown) for shown in stories),
            "</main>",
            f"<footer><p>{escape(SYMBOLS)}</p></footer>",
            f'<script type="application/json" id="game">{_data(story, stories)}</script>',
            f"<script>\n{_part('page.js')}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _symbol(name: str, elements: Iterable[str]) -> str:
    return f'<symbol id="{name}" overflow="visible">{"".join(elements)}</symbol>'


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
                yield Story(story.tree, story.cast, line.first_turn, line.turn_number, path)


def _player_style(paint: Paint) -> str:
    lines = []
    for player, (red, green, blue) in enumerate(paint.colors):
        ink = "#000" if 0.3 * red + 0.6 * green + 0.1 * blue > 128 else "#fff"
        lines.append(f".k{player} {{ --own: rgb({red},{green},{blue}); --ink: {ink}; }}")
    return "\n".join(lines)


def _players(story: Story) -> Iterator[str]:
    for player, name in enumerate(story.cast.names):
        letter = story.cast.letters[player]
        yield f'<li><span class="swatch k{player}">{letter}</span> {escape(name)}</li>'


def _names(story: Story) -> Iterator[str]:
    for field in story.line.position_after(0).board:
        x, y = centre(field)
        yield f'<text class="name" x="{x:.1f}" y="{y + 14:.1f}">{field}</text>'


def _section(story: Story) -> str:
    name = format_path(story.path)
    heading = f"Variation {name}" if story.path else "The game"
    figures = [_figure(story, turn) for turn in range(story.first, story.last + 1)]
    ended = _problem(story.line)
    return f'<section id="line-{name}"><h2>{heading}</h2>{"".join(figures)}{ended}</section>'


def _problem(line: Line) -> str:
    return f"<p>Stops early: {escape(showable(line.problem))}</p>" if line.problem else ""


def _figure(story: Story, turn: int) -> str:
    scene = story.scene(turn)
    view = box_around(scene.position.board)
    drawn = [
        '<use href="#ground"/>',
        *(_held(*item) for item in _contents(scene.position, story.paint)),
        '<use href="#names"/>',
        *map(draw_ring, scene.exploded),
        *map(draw_arrow, scene.arrows),
    ]
    text = "".join(f"<p>{escape(sentence)}</p>" for sentence in scene.sentences)
    return (
        f"<figure><figcaption><h3>{escape(scene.heading)}</h3>{text}"
        f"{_comment(story, turn)}</figcaption>"
        f'<svg viewBox="{view}" role="img">{"".join(drawn)}</svg></figure>'
    )


def _comment(story: Story, turn: int) -> str:
    lines = showable_lines(story.comment(turn))
    return f"<blockquote>{'<br>'.join(map(escape, lines))}</blockquote>" if lines else ""


Look = tuple[Field, str, str]
"""A field, its CSS classes, and its text."""


def _contents(position: Position, paint: Paint) -> Iterator[Look]:
    volatile = find_volatile(position)
    for field, held in position.occupied():
        yield field, _kind(held), paint.written(held, is_volatile=field in volatile)


def _kind(held: Contents) -> str:
    if held.state is FieldState.DEAD or held.player is None:
        return "sunk"
    return f"k{held.player} {'growing' if held.state is FieldState.GROWING else 'open'}"


def _held(field: Field, kind: str, written: str) -> str:
    x, y = centre(field)
    return (
        f'<g class="{kind}" transform="translate({x:.1f} {y:.1f})">'
        f'<use href="#hex"/><text y="4">{written}</text></g>'
    )


def _data(story: Story, stories: list[Story]) -> str:
    """The script's data, escaped so that it cannot close its element."""
    board = story.line.position_after(0).board
    document = {
        "fields": {str(field): [round(part, 1) for part in centre(field)] for field in board},
        "lines": [
            {
                "name": format_path(shown.path),
                "problem": showable(shown.line.problem),
                "scenes": list(_scenes(shown)),
            }
            for shown in stories
        ],
    }
    text = json.dumps(document, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _scenes(story: Story) -> Iterator[dict[str, object]]:
    """The scenes, each with the fields that changed since the previous one."""
    before: dict[str, list[str]] = {}
    for scene in story.scenes():
        now = {str(f): [kind, text] for f, kind, text in _contents(scene.position, story.paint)}
        changed = {name: look for name, look in now.items() if before.get(name) != look}
        gone = {name: None for name in before if name not in now}
        yield {**_described(story, scene), "fields": {**changed, **gone}}
        before = now


def _described(story: Story, scene: Scene) -> dict[str, object]:
    return {
        "turn": scene.turn,
        "over": scene.step is None,
        "heading": scene.heading,
        "sentences": list(scene.sentences),
        "comment": list(showable_lines(story.comment(scene.turn))),
        "arrows": name_pairs(scene.arrows),
        "exploded": [str(field) for field in scene.exploded],
        "ms": round(1000 * scene.seconds),
    }
