"""Games to review: recorded ones as lines, and small ones with known events."""

from __future__ import annotations

from functools import cache

from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.positions.grid import format_moves, parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.review.lines import GameTree
from atlantis_core.rules.game import Game
from atlantis_core.transcript.model import Annotations, Player, Transcript
from tests.little_boards import position
from tests.recorded_games import recorded_game
from tests.translation import engine_start, engine_turn

RECORDED = ("06_triangle6_3p", "f02_5p", "f08_3p", "f17_4p", "g04_hexagon3_3p_ccc")
"""Random and greedy play, tall stacks, growing and dead starts."""


COLORS = ("red", "blue", "green", "cyan", "gold", "pink")


@cache
def recorded(name: str) -> Game:
    record = recorded_game(name)
    return Game(engine_start(record), [engine_turn(turn) for turn in record.turns])


def transcript_of(game: Game, annotations: Annotations | None = None) -> Transcript:
    """A transcript of a game between players without names."""
    start = game.start
    players = tuple(
        Player(FrozenMap(start.stacks(player)), color=COLORS[player])
        for player in range(start.players)
    )
    written = Transcript(start.board.segments, players, game.turns)
    return written if annotations is None else written.with_annotations(annotations)


def tree_of(game: Game) -> GameTree:
    return GameTree(transcript_of(game), game.positions)


def duel() -> Position:
    """Two players on one segment: small enough to follow every stone."""
    return position("B2", "a1:2 b1:1", "c3:2 b3:1")


def played(start: Position, *turns: str) -> Game:
    return Game(start, [parse_moves(turn) for turn in turns])


def notation(game: Game) -> list[str]:
    return [format_moves(turn) for turn in game.turns]
