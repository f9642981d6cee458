"""Atlantis: the rules of the game, its transcripts and its pictures, without a terminal.

The names below read like the rule book. A board is made of segments of fields; a position
says what lies on them; a turn is a list of moves; playing it gives the next position.

>>> from atlantis_core import Game, Shape, traditional_start
>>> game = Game(traditional_start(Shape.HEXAGON, 2, players=2))
>>> len(game.legal_moves())
33
>>> position = game.play("b2-b3")
>>> position.to_move
1
"""

from atlantis_core.board import Board
from atlantis_core.errors import (
    AtlantisError,
    GameOverError,
    IllegalMoveError,
    NoSuchTurnError,
    NotationError,
    Rule,
    SetupError,
    UnknownFieldError,
    UnknownPlayerError,
)
from atlantis_core.events import Elimination, Explosion, Impact, MoveEvent, TurnReport, Wave
from atlantis_core.game import Game, Turn
from atlantis_core.grid import (
    Direction,
    Field,
    Move,
    format_field,
    format_moves,
    format_segment,
    neighbour,
    parse_field,
    parse_move,
    parse_moves,
    parse_segment,
    segment_centre,
    segment_fields,
)
from atlantis_core.position import Contents, FieldState, Position
from atlantis_core.rules import (
    check_move,
    check_turn,
    is_legal,
    legal_moves,
    play_turn,
    report_turn,
    volatile_fields,
)
from atlantis_core.scoring import (
    Area,
    Outcome,
    Reason,
    Standing,
    adjudicate,
    areas,
    has_decision,
    is_over,
    outcome,
    standing,
)
from atlantis_core.shapes import (
    Shape,
    hexagon,
    parse_shape,
    rhombus,
    standard_board,
    traditional_start,
    triangle,
)

__all__ = [
    "Area",
    "AtlantisError",
    "Board",
    "Contents",
    "Direction",
    "Elimination",
    "Explosion",
    "Field",
    "FieldState",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Impact",
    "Move",
    "MoveEvent",
    "NoSuchTurnError",
    "NotationError",
    "Outcome",
    "Position",
    "Reason",
    "Rule",
    "SetupError",
    "Shape",
    "Standing",
    "Turn",
    "TurnReport",
    "UnknownFieldError",
    "UnknownPlayerError",
    "Wave",
    "adjudicate",
    "areas",
    "check_move",
    "check_turn",
    "format_field",
    "format_moves",
    "format_segment",
    "has_decision",
    "hexagon",
    "is_legal",
    "is_over",
    "legal_moves",
    "neighbour",
    "outcome",
    "parse_field",
    "parse_move",
    "parse_moves",
    "parse_segment",
    "parse_shape",
    "play_turn",
    "report_turn",
    "rhombus",
    "segment_centre",
    "segment_fields",
    "standard_board",
    "standing",
    "traditional_start",
    "triangle",
    "volatile_fields",
]
