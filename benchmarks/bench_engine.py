"""The engine relative to the oracle of the tests, on recorded games; and large boards to small.

The oracle is the simplest way to write down the rules, so the ratios show what the encoding of
positions gains. Both sides check the moves, and both must agree before anything is measured.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Move, segment_fields
from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import areas, is_over
from atlantis_core.rules.shapes import Shape, segment_centres, traditional_start
from atlantis_core.rules.turns import legal_moves, play_turn, report_turn
from benchmarks.claims import Claim, at_least, at_most
from benchmarks.timing import times_costlier, times_faster
from tests import oracle
from tests.position_size import size_beyond_board
from tests.recorded_games import recorded_game
from tests.translation import engine_start, engine_turn, oracle_start

GAMES = {
    "triangle 6, 3 players": "06_triangle6_3p",
    "hexagon 3, 3 players": "10_hexagon3_3p",
    "hexagon 5, 6 players": "20_hexagon5_6p",
}


@dataclass(frozen=True, slots=True)
class Situation:
    """One turn of a recorded game, ready for either side."""

    position: Position
    turn: tuple[Move, ...]
    world: oracle.World
    oracle_turn: tuple[oracle.Move, ...]


def claims() -> Iterator[Claim]:
    for board, name in GAMES.items():
        recorded = situations(name)
        yield at_least(6, f"a turn, {board}", _ratio(_engine_turn, _oracle_turn, recorded))
        yield at_least(
            8, f"turn, areas, end; {board}", _ratio(_engine_scored, _oracle_scored, recorded)
        )
        yield at_least(4, f"legal moves, {board}", _ratio(_engine_moves, _oracle_moves, recorded))
    yield from _claims_of_large_boards()


def _ratio(
    engine: Callable[[Situation], object],
    oracle_side: Callable[[Situation], object],
    recorded: list[Situation],
) -> float:
    def run_engine() -> None:
        for situation in recorded:
            engine(situation)

    def run_oracle() -> None:
        for situation in recorded:
            oracle_side(situation)

    return times_faster(run_engine, than=run_oracle)


def situations(name: str) -> list[Situation]:
    """All turns of the game: a sample such as every ninth turn could favour some players."""
    game = recorded_game(name)
    position, world = engine_start(game), oracle_start(game)
    found = []
    for turn in game.turns:
        found.append(Situation(position, engine_turn(turn), world, turn.moves))
        position, world = (
            play_turn(position, engine_turn(turn)),
            oracle.play_turn(world, turn.moves),
        )
        assert dict(position.occupied()) == world.contents()
    return found


def _engine_turn(situation: Situation) -> Position:
    return play_turn(situation.position, situation.turn)


def _oracle_turn(situation: Situation) -> oracle.World:
    return oracle.play_turn(situation.world, situation.oracle_turn)


def _engine_scored(situation: Situation) -> object:
    after = play_turn(situation.position, situation.turn)
    return areas(after), is_over(after)


def _oracle_scored(situation: Situation) -> object:
    found = oracle.areas(oracle.play_turn(situation.world, situation.oracle_turn))
    return found, oracle.is_over(found)


def _engine_moves(situation: Situation) -> object:
    return legal_moves(situation.position)


def _oracle_moves(situation: Situation) -> object:
    return oracle.legal_moves(situation.world)


def _claims_of_large_boards() -> Iterator[Claim]:
    sizes = [size_beyond_board(at.position) for at in situations(GAMES["hexagon 5, 6 players"])]
    yield at_most(2048, "a position of hexagon 5 beyond its board", max(sizes), unit="bytes")
    small, large = _quiet_turn(5), _quiet_turn(20)
    yield at_most(12, "a quiet turn, hexagon 20 against 5", times_costlier(large, than=small))
    yield at_most(
        40,
        "building a board, hexagon 20 against 5",
        times_costlier(lambda: _new_hexagon(20), than=lambda: _new_hexagon(5)),
    )


def _new_hexagon(side: int) -> Board:
    """A board that is built again: `hexagon` keeps those that are usual."""
    return Board(segment_fields(centre) for centre in segment_centres(Shape.HEXAGON, side))


def _quiet_turn(side: int) -> Callable[[], Position]:
    """A move of one stone onto another at the start, without explosions."""
    start = traditional_start(Shape.HEXAGON, side, players=6)
    for move in legal_moves(start):
        if not report_turn(start, [move]).waves:
            return lambda: play_turn(start, (move,))
    raise AssertionError(f"no quiet move at the start of hexagon {side}")
