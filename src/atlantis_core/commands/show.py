"""`atlantis show`: draw a board or a position, with the standing of the players below."""

from __future__ import annotations

import os
from argparse import ArgumentParser, BooleanOptionalAction, Namespace

from atlantis_core.diagram import MODERATE, Look, Style, layout
from atlantis_core.diagram.layout import Layout
from atlantis_core.exports.scenes import Story
from atlantis_core.exports.text import legend_lines, picture_lines, state_sentences
from atlantis_core.positions.board import Board
from atlantis_core.rules.overlays import Overlay
from .command_lines import add_place
from .game_files import RecordAt, open_at
from .output import WIDEST_TEXT, emit, emit_lines, is_terminal, terminal_width
from .terminal import When, add_color_option, choose_depth

DESCRIPTION = """\
Draw a board or a position, by default the last one of a game, with each player's
stones and fields below. A capital letter marks a stack, a small letter a growing
field; '*' is growing, '!' is about to explode, '~' is dead.

For files of other games, draws the position after a step. These drawings have
fewer sizes: large, broad and spec are the same."""
EXAMPLES = """\
  atlantis show game.json                   the current position
  atlantis show game.json#12 --axes         after turn 12, with coordinates
  atlantis show game.json --style middle    labels and edges in half as many lines
  atlantis show game.json#12.1/14           a turn of a variation
  atlantis show game.json --style mini      two characters per field
  atlantis show game.json --color always | less -R
  atlantis new --board hexagon:2 | atlantis show -
"""


def add_arguments(parser: ArgumentParser) -> None:
    add_place(parser, "a game, a board, or a position (pos1:...)")
    parser.add_argument(
        "--style",
        choices=[style.value for style in Style],
        help="size (default: spec; on a terminal spec, middle, compact or mini, as fits)",
    )
    parser.add_argument("--axes", action="store_true", help="label columns and rows at the edge")
    parser.add_argument(
        "--labels",
        action=BooleanOptionalAction,
        help="label every field (default except in compact and mini)",
    )
    parser.add_argument(
        "--overlay",
        choices=[overlay.value for overlay in Overlay],
        default=Overlay.NONE.value,
        help="territory: who holds or reaches each field; tide: when each sinks if all pass",
    )
    parser.add_argument("--no-legend", action="store_true", help="draw the board only")
    parser.add_argument("--unicode", action="store_true", help="use Unicode characters")
    parser.add_argument("--svg", action="store_true", help="print an SVG image")
    add_color_option(parser)


def run(options: Namespace) -> int:
    at = open_at(options)
    if isinstance(at, RecordAt):
        from .other_games import show_record

        return show_record(at, options)
    opened, line, shown = at
    overlay = Overlay(options.overlay)
    story = Story(opened.tree, opened.cast, shown, shown, line.path, overlay=overlay)
    if options.svg:
        emit(_svg(story, options).rstrip("\n"))
        return opened.status
    position = line.position_after(shown)
    look = Look(opened.cast.letters, labels=options.labels, is_unicode=options.unicode)
    depth = choose_depth(When(options.color), os.environ, is_terminal=is_terminal())
    chosen = _choose_layout(options, position.board)
    emit_lines(picture_lines(position, story, chosen, look, depth, overlay), is_styled=True)
    if position.players and not options.no_legend:
        width = min(terminal_width(), WIDEST_TEXT)
        meaning = [overlay.meaning] if overlay is not Overlay.NONE else []
        sentences = [*meaning, *state_sentences(story, shown)]
        emit_lines(legend_lines(position, story, sentences, width))
    return opened.status


def _svg(story: Story, options: Namespace) -> str:
    if options.no_legend:
        from atlantis_core.diagram.svg import draw_svg

        position = story.line.position_after(story.last)
        return draw_svg(position, story.paint, names=options.labels is not False)
    from atlantis_core.exports.pictures import draw_scene

    return draw_scene(story, story.scene(story.last), names=options.labels is not False)


def _choose_layout(options: Namespace, board: Board) -> Layout:
    if options.style is not None:
        return layout(board, Style(options.style), axes=options.axes)
    if not is_terminal():
        return layout(board, Style.SPEC, axes=options.axes)
    width = terminal_width()
    chosen = (layout(board, style, axes=options.axes) for style in MODERATE)
    return next((fit for fit in chosen if fit.width <= width), None) or layout(
        board, Style.MINI, axes=options.axes
    )
