"""Games: turns, the end, undo and redo, forced passes."""

from __future__ import annotations

import pickle

import pytest

from atlantis_core.positions.grid import parse_moves
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.errors import (
    GameOverError,
    IllegalMoveError,
    NoSuchTurnError,
    NotationError,
    NothingToRedoError,
    NothingToUndoError,
)
from tests.engines import EACH_ENGINE
from tests.little_boards import position, stacks
from tests.recorded_games import NAMES, recorded_game
from tests.translation import engine_start, engine_turn

pytestmark = EACH_ENGINE


def new_game() -> Game:
    return Game(traditional_start(Shape.HEXAGON, 2, players=2))


def test_new_game_has_no_turns() -> None:
    game = new_game()
    assert game.position == game.start
    assert (game.turns, game.turn_number, game.is_over) == ((), 0, False)
    assert (game.can_undo, game.can_redo) == (False, False)
    assert game.outcome is None


def test_play_continues_from_the_last_position() -> None:
    game = new_game()
    after = game.play(parse_moves("b3-b4"))
    assert after == game.position == play_turn(game.start, parse_moves("b3-b4"))
    game.play()
    assert game.turns == (parse_moves("b3-b4"), ())
    assert game.turn_number == 2
    assert len(game.positions) == 3


def test_turn_is_accepted_in_notation() -> None:
    assert new_game().play("b3-b4") == new_game().play(parse_moves("b3-b4"))


@pytest.mark.parametrize("name", ["24_hexagon2_2p", "f17_4p", "g10_triangle4_3p_rcc"])
def test_every_position_of_a_recorded_game_is_kept(name: str) -> None:
    recorded = recorded_game(name)
    game = Game(engine_start(recorded), map(engine_turn, recorded.turns))
    assert game.turn_number == len(recorded.turns)
    for number, turn in enumerate(recorded.turns, start=1):
        assert dict(game.position_after(number).occupied()) == turn.contents
    assert game.is_over
    assert game.outcome is not None
    assert game.outcome.scores == recorded.turns[-1].scores


@pytest.mark.parametrize("name", [name for name in NAMES if "hexagon5" not in name])
def test_r2_2_r2_3_recorded_games_are_forced_and_over_as_recorded(name: str) -> None:
    recorded = recorded_game(name)
    game = Game(engine_start(recorded))
    for turn in recorded.turns:
        game.play(engine_turn(turn))
        assert game.is_over == turn.is_over
        has_decision = turn.has_decision[game.position.to_move]
        assert game.is_forced == (not turn.is_over and not has_decision)


def test_report_of_a_turn() -> None:
    game = new_game()
    game.play("b3-b4")
    game.play()
    assert game.report(1).start == game.start
    assert game.report(1).end == game.report(2).start == game.position_after(1)
    assert game.position_after(0) == game.start


# Undo and redo


def test_undo_and_redo() -> None:
    game = new_game()
    first = game.play("b3-b4")
    second = game.play()
    assert game.undo() == ()
    assert game.undo() == parse_moves("b3-b4")
    assert game.position == game.start
    assert (game.can_undo, game.can_redo) == (False, True)
    assert game.redo() == parse_moves("b3-b4")
    assert game.position == first
    game.redo()
    assert game.position == second
    assert (game.can_undo, game.can_redo) == (True, False)


def test_playing_clears_the_redo_history() -> None:
    game = new_game()
    game.play("b3-b4")
    game.undo()
    game.play("b3-c4")
    assert not game.can_redo
    assert game.turns == (parse_moves("b3-c4"),)


def test_undo_reopens_a_game_that_was_over() -> None:
    recorded = recorded_game("f17_4p")
    game = Game(engine_start(recorded), map(engine_turn, recorded.turns))
    over = [(game.is_over, game.outcome is None)]
    game.undo()
    over.append((game.is_over, game.outcome is None))
    game.redo()
    over.append((game.is_over, game.outcome is None))
    assert over == [(True, False), (False, True), (True, False)]


def test_undo_and_redo_without_history_raise() -> None:
    game = new_game()
    with pytest.raises(NothingToUndoError, match="nothing to undo"):
        game.undo()
    with pytest.raises(NothingToRedoError, match="nothing to redo"):
        game.redo()
    assert game.turn_number == 0


# The end and empty turns


def test_r2_3_no_turn_after_the_end() -> None:
    game = Game(position("[a1 a2 a3 a4]", "a1:1", ""))
    assert game.is_over
    assert game.legal_moves() == ()
    assert not game.is_forced
    with pytest.raises(GameOverError, match="over"):
        game.play()
    assert game.turn_number == 0


def test_r2_3_turns_after_the_end_are_refused_when_loading() -> None:
    start = position("[a1]", "a1:1", "")
    with pytest.raises(GameOverError):
        Game(start, [(), ()])


def test_r2_2_forced_passes_are_played_automatically() -> None:
    shared = "[a1 a2 a3] [b1 b2 b3] [c1 c2 c3] [z9]"
    game = Game(position(shared, "b2:1", "z9:1", "", "c3:1"))
    assert game.play_forced() == 0
    game.play()
    assert game.play_forced() == 2
    assert game.position.to_move == 3
    assert game.play_forced() == 0
    assert game.turns == ((), (), ())


def test_r2_2_growing_fields_alone_bring_a_game_to_its_end() -> None:
    """No player can decide anything; the growing field grows until it explodes."""
    game = Game(position("[a1 a2 a3]", "a2:-1", ""))
    assert game.play_forced() > 0
    assert game.is_over


# Refusals


@pytest.mark.parametrize(
    ("turn", "error"),
    [
        ("h7-h8", IllegalMoveError),
        ("b3-b4 b3-c4", IllegalMoveError),
        ("z9-z8", IllegalMoveError),
        ("b3", NotationError),
        ("b3-b4 nonsense", NotationError),
    ],
)
def test_refused_turn_changes_nothing(turn: str, error: type[Exception]) -> None:
    game = new_game()
    game.play("b3-b4")
    game.play()
    game.play()
    game.undo()
    before = (game.turns, game.positions, game.is_over, game.can_redo)
    with pytest.raises(error):
        game.play(turn)
    assert (game.turns, game.positions, game.is_over, game.can_redo) == before
    game.redo()
    assert game.turn_number == 3


@pytest.mark.parametrize("turn", [-1, 2, 10**9])
def test_unknown_turn_numbers_are_named(turn: int) -> None:
    game = new_game()
    game.play()
    with pytest.raises(NoSuchTurnError, match=str(turn)):
        game.position_after(turn)
    with pytest.raises(NoSuchTurnError, match=str(turn)):
        game.report(turn)


def test_start_has_no_report() -> None:
    with pytest.raises(NoSuchTurnError):
        new_game().report(0)


def test_game_returns_copies_of_its_lists() -> None:
    game = new_game()
    turn = list(parse_moves("b3-b4"))
    game.play(turn)
    turn.clear()
    assert game.turns == (parse_moves("b3-b4"),)
    assert isinstance(game.turns, tuple)
    assert isinstance(game.positions, tuple)


def test_games_survive_pickling() -> None:
    game = new_game()
    game.play("b3-b4")
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - made on this line
    assert again.turns == game.turns
    assert again.positions == game.positions


def test_games_from_one_start_are_independent() -> None:
    start = traditional_start(Shape.TRIANGLE, 3, players=3)
    one, two = Game(start), Game(start)
    one.play()
    assert two.turn_number == 0
    assert stacks(two.position) == stacks(start)
