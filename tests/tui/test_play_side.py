"""The side panel of a game."""

from __future__ import annotations

from rich.style import Style

from atlantis_core.narration import make_cast
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.play.side import turn_lines
from atlantis_tui.widgets.text_lines import TextLines


def test_newest_turn_is_last() -> None:
    game = Game(traditional_start(Shape.HEXAGON, 2, players=2))
    for _ in range(5):
        game.play()
    players = PlayerList(make_cast([None, None], ["crimson", "steelblue"]), (Style(), Style()))
    text = TextLines(*turn_lines(players, game, 30, 3)).text
    assert [line.split()[0] for line in text.splitlines()] == ["3", "4", "5"]
