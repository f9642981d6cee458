"""Renders pictures of characters: with ANSI escape sequences for terminals, or as SVG.

The SVG is for games without a drawing of their own: text of fixed width in the players' colours.
Nothing depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from atlantis_core.support.colors import RGB
from atlantis_core.support.escape_codes import FAINT, RESET, REVERSE, Depth, player_codes
from .pictures import Line, Picture, Role, Run

_WIDTH, _HEIGHT = 9, 18
_FONTS = "'DejaVu Sans Mono', 'Liberation Mono', 'Courier New', monospace"
_SVG_STYLE = f"""\
  <style>
    text {{ font-family: {_FONTS}; font-size: {_HEIGHT - 3}px; white-space: pre; }}
    .stroke {{ fill: #999; }}
    .label {{ fill: #777; }}
    .water {{ fill: #5b87a6; }}
    .place {{ fill: #333; }}
    .special {{ fill: #8a5a00; }}
    .mark {{ fill: #b00020; font-weight: bold; }}
    .piece {{ font-weight: bold; paint-order: stroke; stroke: #222; stroke-width: 0.4px; }}
  </style>"""
_ANSI_CODES = {
    Role.STROKE: FAINT,
    Role.LABEL: FAINT,
    Role.WATER: FAINT,
    Role.SPECIAL: "1",
    Role.MARK: REVERSE,
}


def render_svg(picture: Picture, colors: Sequence[RGB]) -> str:
    """A whole document, as large as the picture."""
    width, height = _WIDTH * (picture.width + 2), _HEIGHT * (picture.height + 1)
    space = 'xml:space="preserve"'  # not every renderer supports the style below
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {space} viewBox="0 0 {width} {height}">',
        _SVG_STYLE,
        f'  <rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for number, line in enumerate(picture.lines):
        lines += _draw_line(line, _HEIGHT * (number + 1), colors)
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _draw_line(line: Line, y: int, colors: Sequence[RGB]) -> Iterator[str]:
    column = 1
    for text, role, player in line:
        if text.strip():
            at = f'x="{_WIDTH * column}" y="{y}" textLength="{_WIDTH * len(text)}"'
            color = "" if player is None or role is not Role.PIECE else _fill(colors[player])
            yield f"  <text {at} class={quoteattr(role.value)}{color}>{escape(text)}</text>"
        column += len(text)


def _fill(color: RGB) -> str:
    return f' fill="{color}"'


def render_ansi(picture: Picture, colors: Sequence[RGB], depth: Depth) -> Iterator[str]:
    """The lines of a picture in the players' colours; plain text for `Depth.NONE`."""
    for line in picture.lines:
        yield "".join(_paint(line, colors, depth)).rstrip()


def _paint(line: Line, colors: Sequence[RGB], depth: Depth) -> Iterator[str]:
    """The text of one line; resets all attributes at the end of each run."""
    for run in line:
        codes = "" if depth is Depth.NONE else _codes(run, colors, depth)
        yield f"\x1b[{codes}m{run.text}{RESET}" if codes else run.text


def _codes(run: Run, colors: Sequence[RGB], depth: Depth) -> str:
    if run.player is not None and run.role is Role.PIECE:
        return ";".join(player_codes(colors[run.player], depth, is_background=True))
    return _ANSI_CODES.get(run.role, "")
