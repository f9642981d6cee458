"""The native engine refuses arguments of wrong types and sizes without harm.

`make fuzz-native` throws many more at it, under sanitizers; here is one of each kind that once
read freed memory, overflowed, or ended in a SystemError.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from time import thread_time_ns
from types import ModuleType, SimpleNamespace

import pytest

from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine import pure
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, Move
from atlantis_core.positions.position import Position
from atlantis_core.rules.settling import Trial
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import legal_moves, play_turn
from tests.engine.fuzz import EXTREMES, Index
from tests.engines import native_engine

START = traditional_start(Shape.HEXAGON, 2, 2)
STEPS = [Trial(START).step(legal_moves(START)[0])]


@pytest.fixture(scope="module")
def native() -> ModuleType:
    return native_engine()


def refuse() -> None:
    raise AssertionError("code of an argument ran inside the engine")


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("name", ["play", "settle", "foresee", "inputs"])
def test_steps_run_no_code_that_could_change_their_list(
    native: ModuleType, name: str, place: int
) -> None:
    steps: list[tuple[object, ...]] = []
    step: list[object] = list(STEPS[0])
    step[place] = Index(STEPS[0][place], steps.clear)
    steps += [tuple(step), *STEPS]
    del step
    more = [4] if name == "settle" else []
    with pytest.raises(TypeError, match="expected an int"):
        getattr(native, name)(*START.plain, steps, *more)
    assert len(steps) == 2


@pytest.mark.parametrize("first", [10**400, "a", None], ids=["huge", "a", "None"])
def test_a_wrong_number_is_reported_before_the_next_is_read(
    native: ModuleType, first: object
) -> None:
    board, cells, neighbours, *_ = START.plain
    with pytest.raises((TypeError, ValueError)):
        native.measure(board, cells, neighbours, first, Index(0, refuse))
    weights = (first, *SEASONED[1:-1], Index(0, refuse))
    with pytest.raises((TypeError, OverflowError)):
        native.judge(*START.plain, [], weights)


@pytest.mark.parametrize("extreme", EXTREMES)
def test_extreme_numbers_are_refused(native: ModuleType, extreme: int) -> None:
    board, cells, neighbours, players, player = START.plain
    calls: list[Callable[[], object]] = [
        partial(native.measure, board, cells, neighbours, extreme, player),
        partial(native.measure, board, cells, neighbours, players, extreme),
        partial(native.moves, board, cells, neighbours, extreme, player, ()),
        partial(native.moves, board, cells, neighbours, players, extreme, ()),
        partial(native.moves, with_flat(0, extreme), cells, neighbours, players, player, ()),
    ]
    for place in (0, 3):
        odd = with_flat(place, extreme)
        calls += [partial(native.measure, odd, cells, neighbours, players, player)]
    for place in range(3):
        step = list(STEPS[0])
        step[place] = extreme
        calls += [partial(native.play, *START.plain, [tuple(step)])]
    for call in calls:
        with pytest.raises(ValueError, match="expected a number from"):
            call()


def with_flat(place: int, value: int) -> SimpleNamespace:
    """The board, with another number in its geometry."""
    flat: list[object] = list(START.board.flat)
    flat[place] = value
    return SimpleNamespace(flat=tuple(flat))


@pytest.mark.parametrize(
    "moves",
    [
        {},
        None,
        (),
        [],
        [None] * START.board.size,
        [()] * START.board.size,
        [(1, 2)] * 999,
        [3] * 999,
    ],
    ids=["dict", "None", "tuple", "empty", "unknown", "without moves", "too short", "numbers"],
)
def test_moves_that_are_none_are_refused(native: ModuleType, moves: object) -> None:
    board = SimpleNamespace(flat=START.board.flat, moves_at=moves, moves_from=lambda *_: ())
    with pytest.raises(TypeError, match="not the moves of a board"):
        native.moves(board, *START.plain[1:], ())


def test_moves_that_vanish_while_they_are_read_are_refused(native: ModuleType) -> None:
    moves: list[object] = [None] * START.board.size

    def forget(index: int, reach: int) -> None:
        moves.clear()
        moves.extend([None] * index + [(None,) * 6 * reach])

    board = SimpleNamespace(flat=START.board.flat, moves_at=moves, moves_from=forget)
    with pytest.raises(TypeError, match="not the moves of a board"):
        native.moves(board, *START.plain[1:], ())


@pytest.mark.parametrize("extreme", EXTREMES)
def test_any_turn_number_is_a_time_to_stop(native: ModuleType, extreme: int) -> None:
    position = Position.setup(START.board, [{START.board.fields[0]: -2}, {}])
    found = native.settle(*position.plain, [], extreme)
    assert found == pure.settle(*position.plain, [], extreme)


@pytest.mark.parametrize("extreme", EXTREMES)
def test_a_move_to_an_extreme_place_is_left_to_python(native: ModuleType, extreme: int) -> None:
    source = legal_moves(START)[0].source
    for far in (Field(extreme, source.y), Field(source.x, extreme), Field(extreme, extreme)):
        assert native.turn(*START.plain, (Move(source, far),)) is None
        assert native.turn(*START.plain, (Move(far, source),)) is None


@pytest.mark.parametrize("x0", [*EXTREMES, 2**63 - 3, -(2**63) + 1])
def test_boards_anywhere_are_played_as_python_plays_them(native: ModuleType, x0: int) -> None:
    near = START.board.segments
    board = Board([Field(field.x + x0, field.y - x0) for field in segment] for segment in near)
    stacks = [{board.segments[0][0]: 2}, {board.segments[3][0]: 1}]
    position = Position.setup(board, stacks)
    turn = legal_moves(position)[:1]
    assert len(turn) == 1
    after = play_turn(position, turn)
    steps = [Trial(position).step(move) for move in turn]
    assert native.play(*position.plain, steps) == (after.cells, after.open_neighbours)
    played = native.turn(*position.plain, turn)
    assert played in (None, (after.cells, after.open_neighbours))


def test_geometry_with_more_segments_than_fields_is_refused(native: ModuleType) -> None:
    *rest, segments = START.board.flat
    board = SimpleNamespace(flat=(*rest, b"\xff" * len(segments)))
    with pytest.raises(ValueError, match="more segments than fields"):
        native.turn(board, *START.plain[1:], legal_moves(START)[:1])


def test_bytes_beyond_any_board_are_refused(native: ModuleType) -> None:
    cells = bytes(2**21 + 1)
    with pytest.raises(TypeError):
        native.measure(START.board, cells, cells, 2, 0)
    with pytest.raises(TypeError):
        native.moves(START.board, cells, cells, 2, 0, ())


def test_figures_of_a_board_full_of_stones_do_not_overflow(native: ModuleType) -> None:
    """Larger than a board that a file could hold, and stacks without open neighbours."""
    width, height = 1000, 400
    row = bytes([0, *[1 << 5 | 14] * (width - 3), 2 << 5 | 14, 0])
    cells = bytes(width) + row * (height - 2) + bytes(width + 2)
    board = SimpleNamespace(flat=(width, 0, 0, width * height, bytes(2 * len(cells))))
    (mine, other) = native.measure(board, cells, bytes(len(cells)), 2, 0)
    stacks = (width - 3) * (height - 2)
    assert mine == (0, stacks, 14 * stacks, 0, 0, 60 * 14 * 14 * stacks)
    assert other[5] == 60 * 14 * 14 * (height - 2)
    assert mine[5] > 2**32


def turn_on_single_fields(side: int) -> tuple[Position, tuple[Move, ...]]:
    """A board on which every field is a segment, and a turn that moves from all but one."""
    fields = [Field(x, y) for y in range(1, side + 1) for x in range(1, side + 1)]
    stacks = [dict.fromkeys(fields[:-1], 1), {fields[-1]: 1}]
    position = Position.setup(Board([field] for field in fields), stacks)
    to = {True: 1, False: -1}
    moves = (Move(field, Field(field.x + to[field.x < side], field.y)) for field in fields[:-1])
    return position, tuple(moves)


def test_cost_of_a_turn_does_not_grow_with_pairs_of_moves(native: ModuleType) -> None:
    """16 times the moves took 256 times the processor time while each was compared with all others.

    Other work on the machine only ever adds time, so the least of many measurements counts.
    """

    def cost(position: Position, turn: tuple[Move, ...]) -> int:
        begun = thread_time_ns()
        assert native.turn(*position.plain, turn) is not None
        return thread_time_ns() - begun

    few, many = (turn_on_single_fields(side) for side in (22, 88))
    cost_of_few, cost_of_many = cost(*few), cost(*many)
    for _ in range(1000):
        if cost_of_many < 64 * cost_of_few:
            break
        cost_of_few, cost_of_many = min(cost_of_few, cost(*few)), min(cost_of_many, cost(*many))
    assert cost_of_many < 64 * cost_of_few


def test_a_turn_of_many_moves_is_that_of_python(native: ModuleType) -> None:
    position, turn = turn_on_single_fields(12)
    shuffled = list(turn)
    Random(3).shuffle(shuffled)
    after = play_turn(position, shuffled)
    steps = [Trial(position).step(move) for move in shuffled]
    assert native.turn(*position.plain, tuple(shuffled)) == pure.play(*position.plain, steps)
    assert (after.cells, after.open_neighbours) == pure.play(*position.plain, steps)
    assert native.turn(*position.plain, (*turn, turn[70])) is None, "two moves from one segment"
