"""Compares the engine with the oracle after every turn, on random boards and in random games."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from atlantis_core.positions.events import TurnReport, Wave
from atlantis_core.positions.grid import Field, Move
from atlantis_core.positions.position import Contents, FieldState, Position
from atlantis_core.rules import scoring, turns
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.errors import IllegalMoveError
from tests import oracle
from tests.engines import EACH_ENGINE
from tests.strategies import Setup, seeds, setups
from tests.translation import engine_moves, engine_start, oracle_start, oracle_world

pytestmark = EACH_ENGINE


def choose_turn(world: oracle.World, dice: Random, most: int = 7) -> list[oracle.Move]:
    """A random number of random legal moves."""
    turn: list[oracle.Move] = []
    for _ in range(dice.randint(0, most)):
        legal = oracle.legal_moves(world, turn)
        if not legal:
            break
        turn.append(dice.choice(legal))
    return turn


def check_legal_moves(position: Position, world: oracle.World, earlier: list[oracle.Move]) -> None:
    found = turns.legal_moves(position, engine_moves(earlier))
    assert sorted(found) == sorted(oracle.legal_moves(world, earlier))
    assert len(set(found)) == len(found)


def check_score(position: Position, world: oracle.World) -> None:
    expected = oracle.areas(world)
    found = scoring.areas(position)
    assert sorted((area.fields, area.is_stable, area.owner) for area in found) == sorted(
        (tuple(sorted(area.fields)), area.is_stable, area.only_occupant) for area in expected
    )
    assert {area.fields: scoring.stones_in(position, area) for area in found} == {
        tuple(sorted(area.fields)): area.stones for area in expected
    }
    secured = oracle.secured(expected, world.players)
    leading = oracle.leading(expected, world.players)
    assert scoring.standing(position).secured == secured
    assert scoring.standing(position).leading == leading
    assert scoring.is_over(position) == oracle.is_over(expected)
    assert scoring.rank(secured) == oracle.ranking(secured)
    result = scoring.outcome(position)
    assert (result is not None) == oracle.is_over(expected)
    if result is not None:
        assert (result.scores, result.ranking) == (secured, oracle.ranking(secured))
    both = tuple(map(sum, zip(secured, leading, strict=True)))
    assert scoring.adjudicate(position).scores == both
    for player in range(world.players):
        assert scoring.has_decision(position, player) == oracle.has_decision(expected, player)


def check_same(position: Position, world: oracle.World) -> None:
    assert dict(position.occupied()) == world.contents()
    assert position.to_move == world.to_move
    assert sorted(turns.volatile_fields(position)) == sorted(oracle.volatile_fields(world))
    check_score(position, world)
    again = [position.stacks(player) for player in range(position.players)]
    assert Position.setup(position.board, again, position.to_move) == position


@given(setups(), st.lists(seeds, min_size=2, max_size=10))
@settings(max_examples=500)
def test_random_boards_and_turns(setup: Setup, seeds: list[int]) -> None:
    position, world = (
        engine_start(setup),
        oracle_start(setup),
    )
    check_same(position, world)
    for seed in seeds:
        check_legal_moves(position, world, [])
        turn = choose_turn(world, Random(seed))
        check_legal_moves(position, world, turn)
        position = turns.play_turn(position, engine_moves(turn))
        world = oracle.play_turn(world, turn)
        check_same(position, world)
    event(f"over: {scoring.is_over(position)}")


STARTS = [
    (Shape.TRIANGLE, 3, 3),
    (Shape.RHOMBUS, 2, 4),
    (Shape.HEXAGON, 2, 2),
    (Shape.HEXAGON, 2, 5),
    (Shape.HEXAGON, 2, 6),
]


@pytest.mark.parametrize(("shape", "side", "players"), STARTS)
@pytest.mark.parametrize("seed", range(3))
def test_long_games_from_the_standard_starts(
    shape: Shape, side: int, players: int, seed: int
) -> None:
    dice = Random(seed)
    position = traditional_start(shape, side, players, dummies={1} if seed == 2 else ())
    world = oracle_world(position)
    for _ in range(40):
        turn = choose_turn(world, dice)
        position = turns.play_turn(position, engine_moves(turn))
        world = oracle.play_turn(world, turn)
        check_same(position, world)


@given(setups(), seeds)
@settings(max_examples=300)
def test_r4_3_explosions_in_any_order_give_the_same_position(setup: Setup, seed: int) -> None:
    world = oracle_start(setup)
    turn = choose_turn(world, Random(seed))
    after = turns.play_turn(engine_start(setup), engine_moves(turn))
    for shuffle in (Random(seed), Random(seed + 1)):
        shuffled = oracle.play_turn(world, turn, shuffle)
        assert dict(after.occupied()) == shuffled.contents()


@given(setups(longest=4), seeds)
@settings(max_examples=150)
def test_r3_1_legal_moves_equal_the_moves_that_check_move_accepts(setup: Setup, seed: int) -> None:
    """Brute force: every pair of fields, including some off the board."""
    position = engine_start(setup)
    world = oracle_start(setup)
    earlier = choose_turn(world, Random(seed), most=2)
    x, y = setup.fields[0]
    places = [*setup.fields, (x - 1, y), (x + 60, y - 60)]
    allowed = set()
    for pair in ((source, destination) for source in places for destination in places):
        (move,) = engine_moves([pair])
        passes = _passes(position, move, engine_moves(earlier))
        assert passes == oracle.is_legal(world, pair, earlier)
        assert passes == turns.is_legal(position, move, engine_moves(earlier))
        if passes:
            allowed.add(move)
    assert set(turns.legal_moves(position, engine_moves(earlier))) == allowed


def _passes(position: Position, move: Move, earlier: tuple[Move, ...]) -> bool:
    try:
        turns.check_move(position, move, earlier)
    except IllegalMoveError:
        return False
    return True


@given(setups(), seeds)
@settings(max_examples=300)
def test_reports_agree_with_the_positions(setup: Setup, seed: int) -> None:
    position = engine_start(setup)
    world = oracle_start(setup)
    turn = engine_moves(choose_turn(world, Random(seed)))
    report = turns.report_turn(position, turn)
    assert report.start == position
    assert report.player == position.to_move
    assert report.end == turns.play_turn(position, turn)
    assert tuple(made.move for made in report.moves) == turn
    settled = _follow_waves(report, _follow_moves(report))
    for field in report.grown:
        state, player, stones = settled[field]
        settled[field] = Contents(state, player, stones + 1)
    assert settled == _contents(report.end)


def _contents(position: Position) -> dict[Field, Contents]:
    return {field: position[field] for field in position.board.fields}


def _open(player: int, stones: int) -> Contents:
    return Contents(FieldState.OPEN, player if stones else None, stones)


def _follow_moves(report: TurnReport) -> dict[Field, Contents]:
    """Replay the movement from the events alone and compare the positions."""
    held = _contents(report.start)
    for made in report.moves:
        source, destination = made.move
        held[source] = _open(report.player, held[source].stones - made.stones)
        for fall in made.eliminations:
            assert held[fall.field].player == fall.opponent != report.player
            held[fall.field] = _open(fall.opponent, held[fall.field].stones - fall.stones)
        fallen = sum(fall.stones for fall in made.eliminations)
        assert made.landed == made.stones - fallen >= 0
        if made.landed:
            held[destination] = _open(report.player, held[destination].stones + made.landed)
        assert held == _contents(made.after)
    return held


def _follow_waves(report: TurnReport, held: dict[Field, Contents]) -> dict[Field, Contents]:
    """Replay the explosions from the events alone."""
    before = report.moves[-1].after if report.moves else report.start
    for wave in report.waves:
        exploding = [blast.field for blast in wave.explosions]
        assert sorted(exploding) == sorted(turns.volatile_fields(before, report.player))
        _check_stones_of(wave)
        for blast in wave.explosions:
            assert (blast.was, report.player, blast.stones) == held[blast.field]
            after = FieldState.GROWING if blast.was is FieldState.OPEN else FieldState.DEAD
            held[blast.field] = Contents(after, report.player, 0)
        for impact in wave.impacts:
            assert impact.before == held[impact.field]
            held[impact.field] = impact.after
        assert held == _contents(wave.after)
        before = wave.after
    assert turns.volatile_fields(before, report.player) == ()
    return dict(held)


def _check_stones_of(wave: Wave) -> None:
    """Check that the stones of explosions and impacts add up."""
    flown = sorted((blast.field, near) for blast in wave.explosions for near in blast.targets)
    arrived = sorted((source, impact.field) for impact in wave.impacts for source in impact.sources)
    assert flown == arrived
    for blast in wave.explosions:
        assert blast.surplus == blast.stones - len(blast.targets) >= 0
    for impact in wave.impacts:
        assert impact.gained + impact.eliminated == len(impact.sources)
        own = impact.before.stones - impact.eliminated + impact.gained
        assert impact.after.stones == own
