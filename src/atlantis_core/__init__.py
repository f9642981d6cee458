"""Headless core of Atlantis: rules, transcripts, bots and commands.

The names below follow the rule book. A board is made of segments of fields; a position holds
the stones on them; a turn is a list of moves; playing a turn returns the next position.

>>> from atlantis_core import Game, Shape, traditional_start
>>> game = Game(traditional_start(Shape.HEXAGON, 2, players=2))
>>> len(game.legal_moves())
33
>>> position = game.play("b2-b3")
>>> position.to_move
1

Names are imported on first use, so that a short command loads only what it needs.
"""

from atlantis_core.support.facade import open_facade

# Type checkers read this name as true; importing it from typing would double the start-up time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from atlantis_core.positions.board import Board as Board
    from atlantis_core.positions.events import Elimination as Elimination
    from atlantis_core.positions.events import Explosion as Explosion
    from atlantis_core.positions.events import Impact as Impact
    from atlantis_core.positions.events import MoveEvent as MoveEvent
    from atlantis_core.positions.events import TurnReport as TurnReport
    from atlantis_core.positions.events import Wave as Wave
    from atlantis_core.positions.grid import Direction as Direction
    from atlantis_core.positions.grid import Field as Field
    from atlantis_core.positions.grid import Move as Move
    from atlantis_core.positions.grid import format_field as format_field
    from atlantis_core.positions.grid import format_moves as format_moves
    from atlantis_core.positions.grid import format_segment as format_segment
    from atlantis_core.positions.grid import neighbour as neighbour
    from atlantis_core.positions.grid import parse_field as parse_field
    from atlantis_core.positions.grid import parse_move as parse_move
    from atlantis_core.positions.grid import parse_moves as parse_moves
    from atlantis_core.positions.grid import parse_segment as parse_segment
    from atlantis_core.positions.grid import segment_centre as segment_centre
    from atlantis_core.positions.grid import segment_fields as segment_fields
    from atlantis_core.positions.position import Contents as Contents
    from atlantis_core.positions.position import FieldState as FieldState
    from atlantis_core.positions.position import Position as Position
    from atlantis_core.rules.game import Game as Game
    from atlantis_core.rules.game import Turn as Turn
    from atlantis_core.rules.scoring import Area as Area
    from atlantis_core.rules.scoring import Outcome as Outcome
    from atlantis_core.rules.scoring import Reason as Reason
    from atlantis_core.rules.scoring import Standing as Standing
    from atlantis_core.rules.scoring import adjudicate as adjudicate
    from atlantis_core.rules.scoring import areas as areas
    from atlantis_core.rules.scoring import has_decision as has_decision
    from atlantis_core.rules.scoring import is_over as is_over
    from atlantis_core.rules.scoring import outcome as outcome
    from atlantis_core.rules.scoring import standing as standing
    from atlantis_core.rules.scoring import stones_in as stones_in
    from atlantis_core.rules.shapes import Shape as Shape
    from atlantis_core.rules.shapes import hexagon as hexagon
    from atlantis_core.rules.shapes import parse_shape as parse_shape
    from atlantis_core.rules.shapes import rhombus as rhombus
    from atlantis_core.rules.shapes import standard_board as standard_board
    from atlantis_core.rules.shapes import traditional_start as traditional_start
    from atlantis_core.rules.shapes import triangle as triangle
    from atlantis_core.rules.turns import check_move as check_move
    from atlantis_core.rules.turns import check_turn as check_turn
    from atlantis_core.rules.turns import is_legal as is_legal
    from atlantis_core.rules.turns import legal_moves as legal_moves
    from atlantis_core.rules.turns import play_turn as play_turn
    from atlantis_core.rules.turns import report_turn as report_turn
    from atlantis_core.rules.turns import volatile_fields as volatile_fields
    from atlantis_core.support.errors import AtlantisError as AtlantisError
    from atlantis_core.support.errors import GameOverError as GameOverError
    from atlantis_core.support.errors import IllegalMoveError as IllegalMoveError
    from atlantis_core.support.errors import NoSuchTurnError as NoSuchTurnError
    from atlantis_core.support.errors import NotationError as NotationError
    from atlantis_core.support.errors import NothingToRedoError as NothingToRedoError
    from atlantis_core.support.errors import NothingToUndoError as NothingToUndoError
    from atlantis_core.support.errors import Rule as Rule
    from atlantis_core.support.errors import SetupError as SetupError
    from atlantis_core.support.errors import UnknownFieldError as UnknownFieldError
    from atlantis_core.support.errors import UnknownPlayerError as UnknownPlayerError

# The module of every name; tests/test_facade.py compares it with the imports above.
__getattr__, __dir__ = open_facade(
    globals(),
    {
        "positions.board": "Board",
        "support.errors": """
            AtlantisError GameOverError IllegalMoveError NoSuchTurnError NotationError
            NothingToRedoError NothingToUndoError Rule SetupError UnknownFieldError
            UnknownPlayerError
        """,
        "positions.events": "Elimination Explosion Impact MoveEvent TurnReport Wave",
        "rules.game": "Game Turn",
        "positions.grid": """
            Direction Field Move format_field format_moves format_segment neighbour
            parse_field parse_move parse_moves parse_segment segment_centre segment_fields
        """,
        "positions.position": "Contents FieldState Position",
        "rules.scoring": """
            Area Outcome Reason Standing adjudicate areas has_decision is_over outcome
            standing stones_in
        """,
        "rules.shapes": """
            Shape hexagon parse_shape rhombus standard_board traditional_start triangle
        """,
        "rules.turns": """
            check_move check_turn is_legal legal_moves play_turn report_turn volatile_fields
        """,
    },
)
