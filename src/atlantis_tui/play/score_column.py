"""Score column of a small window: figures of the players and the last turns, beside the board.

Pure functions. The column takes the place of the side panel where that has no room.
"""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.positions.grid import format_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.support.columns import display_width
from atlantis_tui.board.player_lines import Figures
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.text_lines import Piece, Row
from .side import figures_of, position_shown

_GOALS = "hold the most fields; F2: rules; one move per segment", "hold the most fields; F2: rules"
_WORDS = ("stones", "growing", "safe", "leading")
_BEFORE_NAMES = 4
"""Columns of the sign of the player to move and the letter."""
_SHORT = ("st", "gr", "sa", "le")
"""The headings that a narrow side panel uses, too."""


def short_goal(width: int) -> str:
    """The goal in one line, for windows without a side panel."""
    return next((goal for goal in _GOALS if len(goal) <= width), _GOALS[-1])


def score_lines(
    player_list: PlayerList,
    game: Game,
    entry: TurnEntry | None,
    room: tuple[int, int],
    shown: Position | None = None,
) -> list[Row]:
    """The lines for a width and height: as many lines per player as there is room for.

    `shown` is the position after the turn being animated.
    """
    width, height = room
    position, to_move = position_shown(game, entry, shown)
    players = position.players
    longest = max(map(display_width, player_list.cast.names), default=0)
    gap = " " if longest < width - _BEFORE_NAMES else ""
    lines: list[Row] = []
    for player, values in enumerate(figures_of(position)):
        mark = Piece(">" if player == to_move else " ", "strong")
        letter = player_list.tile(player)
        called = gap + cut(player_list.cast.names[player], width - _BEFORE_NAMES - len(gap))
        name = Piece(called, player_list.name_style(player))
        if players * (len(_WORDS) + 2) <= height + 1:
            lines += [] if not player else [()]
            lines.append((mark, letter, name))
            lines += [(f"{value:>3} {word}",) for value, word in zip(values, _WORDS, strict=True)]
        elif players * 3 <= height:
            lines += [(mark, letter, name), *(("".join(pair),) for pair in _pairs(values))]
        else:
            lines.append((mark, letter, f"{values[0]:>{width - 7}} {_SHORT[0]}"))
    left = height - len(lines) - 1
    if left > 0 and game.turns:
        lines += [(), *_last_turns(player_list, game, width, left)]
    return lines[:height]


def _pairs(values: Figures) -> Iterator[list[str]]:
    """The figures two by two, with short headings."""
    written = [f"{value:>3}{word}" for value, word in zip(values, _SHORT, strict=True)]
    return (written[at : at + 2] for at in (0, 2))


def _last_turns(player_list: PlayerList, game: Game, width: int, most: int) -> Iterator[Row]:
    """The last turns in notation, the newest last."""
    turns, players = game.turns, game.start.players
    for number in range(max(len(turns) - most, 0), len(turns)):
        player = (game.start.to_move + number) % players
        yield player_list.letter(player), f" {cut(format_moves(turns[number]), width - 2)}"
