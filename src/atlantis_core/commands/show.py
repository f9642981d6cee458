"""`atlantis show`: a position as a picture, and beneath it who has what."""

from __future__ import annotations

import os
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Iterator, Sequence

from atlantis_core.board import Board
from atlantis_core.colors import RGB, SVG_COLORS
from atlantis_core.commands.addresses import choose_turn, parse_address
from atlantis_core.commands.columns import format_table
from atlantis_core.commands.command_lines import add_turn_option
from atlantis_core.commands.game_files import GuestFileError, OpenedGame, open_playable
from atlantis_core.commands.output import emit, emit_wrapped, is_terminal, terminal_width
from atlantis_core.commands.terminal import When, add_color_option, choose_depth
from atlantis_core.diagram import Look, Style, draw_on, layout
from atlantis_core.diagram.ansi import render
from atlantis_core.diagram.layout import Layout
from atlantis_core.narration import describe_outcome
from atlantis_core.position import FieldState, Position
from atlantis_core.scoring import outcome, standing

DESCRIPTION = """\
Draw the position of a game after a turn, by default the last one, or a board.
Beneath it stands who has what. In every style a capital letter owns a stack,
a small letter a growing field; '*' grows, '!' is about to explode, '~' is dead.

Files of other games are drawn after a step, spec in their largest size, mini in
their smallest."""
EXAMPLES = """\
  atlantis show game.json                   the position now
  atlantis show game.json#12 --axes         after turn 12, with the coordinates
  atlantis show game.json --style middle    names and edges in half as many lines
  atlantis show game.json --style mini      two characters a field
  atlantis show game.json --color always | less -R
  atlantis new --board hexagon:2 | atlantis show -
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE[#TURN]", help="a game or a board; '-' is standard input"
    )
    add_turn_option(parser)
    parser.add_argument(
        "--style",
        choices=[style.value for style in Style],
        help="how large; by default spec, on a terminal the largest that fits",
    )
    parser.add_argument("--axes", action="store_true", help="name columns and rows at the edge")
    parser.add_argument(
        "--labels",
        action=BooleanOptionalAction,
        help="name every field; the default in spec and middle",
    )
    parser.add_argument("--no-legend", action="store_true", help="only the picture")
    parser.add_argument("--unicode", action="store_true", help="use more than ASCII")
    parser.add_argument("--svg", action="store_true", help="an SVG document, for web pages")
    add_color_option(parser)


def run(options: Namespace) -> int:
    address = parse_address(options.file)
    turn = choose_turn(address, options.turn)
    try:
        opened = open_playable(address.path)
    except GuestFileError as found:
        from atlantis_core.commands.guests import show_guest

        return show_guest(found, turn, options)
    shown = opened.last_turn if turn is None else opened.check_turn(turn)
    position = opened.game.position_after(shown)
    look = Look(opened.cast.letters, labels=options.labels, is_unicode=options.unicode)
    drawn = draw_on(_choose_layout(options, position.board), position, look=look)
    colors = [SVG_COLORS[name] for name in opened.transcript.colors]
    if options.svg:
        emit(_svg(opened, position, colors, names=options.labels is not False).rstrip("\n"))
        return opened.status
    depth = choose_depth(When(options.color), os.environ, is_terminal=is_terminal())
    for line in render(drawn, colors, depth):
        emit(line)
    if position.players and not options.no_legend:
        _emit_legend(opened, position, shown)
    return opened.status


def _svg(opened: OpenedGame, position: Position, colors: Sequence[RGB], *, names: bool) -> str:
    from atlantis_core.diagram.svg import draw_svg

    return draw_svg(position, colors, opened.cast.letters, names=names)


def _choose_layout(options: Namespace, board: Board) -> Layout:
    if options.style is not None:
        return layout(board, Style(options.style), axes=options.axes)
    if not is_terminal():
        return layout(board, Style.SPEC, axes=options.axes)
    width = terminal_width()
    chosen = (layout(board, style, axes=options.axes) for style in Style)
    return next((fit for fit in chosen if fit.width <= width), None) or layout(
        board, Style.MINI, axes=options.axes
    )


def _emit_legend(opened: OpenedGame, position: Position, turn: int) -> None:
    emit()
    ending = outcome(position)
    state = opened.state_after(turn) if ending is None else ""
    emit_wrapped(f"{_when(turn, opened.last_turn)} {state}")
    if ending is not None:
        for sentence in describe_outcome(ending, opened.cast):
            emit_wrapped(sentence)
    emit()
    header = ("", "player", "stones", "growing", "secured", "leading")
    for line in format_table(header, list(_rows(opened, position))):
        emit(line)


def _when(turn: int, last: int) -> str:
    if not last:
        return "At the start."
    return f"{'After' if turn else 'Before'} turn {turn or 1} of {last}."


def _rows(opened: OpenedGame, position: Position) -> Iterator[tuple[str | int, ...]]:
    held = standing(position)
    stones, growing = [0] * position.players, [0] * position.players
    for _, contents in position.occupied():
        if contents.player is not None:
            stones[contents.player] += contents.stones
            growing[contents.player] += contents.state is FieldState.GROWING
    for player, name in enumerate(opened.cast.names):
        figures = (stones[player], growing[player], held.secured[player], held.leading[player])
        yield (opened.cast.letters[player], name, *figures)
