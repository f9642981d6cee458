"""The pure Python engine: works everywhere and is the reference for the native one.

Defines the functions of the surface; the modules of this package and `mechanics` implement them.
"""

from __future__ import annotations

from atlantis_core.engine.values import (
    FADING,
    ROUNDS_SOON,
    AreaRow,
    Bytes,
    FiguresRow,
    ForesightRow,
    SnapshotRow,
    StandingRow,
    Steps,
    Weights,
)
from atlantis_core.positions import encoding
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Move
from atlantis_core.positions.mechanics import MutablePosition
from atlantis_core.positions.position import Position, Tall
from . import net as net_of
from .areas import find_areas, find_standing, is_calm
from .figures import count_open, measure_bytes
from .judgement import features, odds, scores
from .quiet_turns import Calming


def turn(*position_and_moves: object) -> Bytes | None:
    """Return None: `turns` plays the turn."""
    del position_and_moves
    return None


def explore(*position_and_plan: object) -> None:
    """Return None: the bots explore in Python."""
    del position_and_plan


def search(*position_and_plans: object) -> None:
    """Return None: the bots search in Python."""
    del position_and_plans


def successors(*position_and_limits: object) -> None:
    """Return None: the solver lists the turns in Python."""
    del position_and_limits


def play(
    board: Board, cells: bytes, counts: bytes, players: int, player: int, steps: Steps
) -> Bytes:
    """The bytes after a turn of legal steps."""
    moved = _moved(board, cells, counts, players, player, steps)
    for _ in moved.explode():
        pass
    moved.grow()
    return bytes(moved.cells), bytes(moved.open_neighbours)


def settle(  # noqa: PLR0913, PLR0917, RUF100 -- a turn of a position, and when soon is
    board: Board, cells: bytes, counts: bytes, players: int, player: int, steps: Steps, soon: int
) -> tuple[SnapshotRow, SnapshotRow]:
    """The position after a turn of legal steps: before turn number `soon`, and settled.

    The turn itself has number 0. Returns the same object twice if nothing explodes after `soon`.
    """
    calming = _calming(board, cells, counts, players, player, steps)
    calming.run(soon)
    return _to_the_end(calming)


def _to_the_end(calming: Calming) -> tuple[SnapshotRow, SnapshotRow]:
    """The current and the settled position; the same object if nothing explodes."""
    then = calming.snapshot()
    calming.run()
    return then, then if calming.turns == then[2] else calming.snapshot()


def foresee(
    board: Board, cells: bytes, counts: bytes, players: int, player: int, steps: Steps
) -> ForesightRow:
    """The figures of every player after a turn of legal steps, soon and settled."""
    calming = _calming(board, cells, counts, players, player, steps)
    calming.run(ROUNDS_SOON * players)
    return _foresee(board, players, calming)


def _foresee(board: Board, players: int, calming: Calming) -> ForesightRow:
    """The figures from soon on."""
    soon, end = _to_the_end(calming)
    near = measure_bytes(soon[0], soon[1], players, board.width)
    settled = near if soon is end else measure_bytes(end[0], end[1], players, board.width)
    certainty = 1.0 if soon is end else pow(FADING, end[2] // players)
    return near, settled, certainty, count_open(soon[0]) / len(board)


def judge(  # noqa: PLR0913, PLR0917, RUF100 -- a turn of a position, and what it is judged by
    board: Board,
    cells: bytes,
    counts: bytes,
    players: int,
    player: int,
    steps: Steps,
    weights: Weights,
) -> float:
    """The player's log odds of winning after a turn of legal steps."""
    foreseen = foresee(board, cells, counts, players, player, steps)
    return odds(scores(features(*foreseen, player), weights), player)


def inputs(
    board: Board, cells: bytes, counts: bytes, players: int, player: int, steps: Steps
) -> tuple[tuple[float, ...], ...]:
    """The inputs of the network for every player after a turn of legal steps."""
    calming = _calming(board, cells, counts, players, player, steps)
    calming.run(1)
    now = bytes(calming.cells)
    figures = measure_bytes(now, bytes(calming.neighbours), players, board.width)
    sight = net_of.Sight(figures, *net_of.count_moves(board, now, players))
    calming.run(ROUNDS_SOON * players)
    foresight = _foresee(board, players, calming)
    return net_of.inputs(sight, foresight, len(board), player)


def rate(  # noqa: PLR0913, PLR0917, RUF100 -- a turn of a position, and what it is rated by
    board: Board, cells: bytes, counts: bytes, players: int, player: int, steps: Steps, net: bytes
) -> tuple[float, ...]:
    """Each player's winning chance after a turn of legal steps, by a network."""
    return net_of.rate(inputs(board, cells, counts, players, player, steps), net)


def measure(
    board: Board, cells: bytes, counts: bytes, players: int, player: int
) -> tuple[FiguresRow, ...]:
    """The figures of every player in a settled position."""
    del player
    return measure_bytes(cells, counts, players, board.width)


def areas(board: Board, cells: bytes, counts: bytes, players: int, player: int) -> list[AreaRow]:
    """All areas, in the order of their lowest index."""
    del counts, player
    return list(find_areas(cells, players, board.width))


def standing(board: Board, cells: bytes, counts: bytes, players: int, player: int) -> StandingRow:
    """Secured and leading fields of every player, and the players who can decide something."""
    del counts, player
    return find_standing(cells, players, board.width)


def is_over(board: Board, cells: bytes, counts: bytes, players: int, player: int) -> bool:
    """Whether every open field is in a stable area (R2.3)."""
    del counts, player
    return is_calm(cells, players, board.width)


def moves(
    board: Board, cells: bytes, counts: bytes, players: int, player: int, tall: Tall
) -> tuple[Move, ...]:
    """All moves of a player, by source, direction and distance. `tall`: heights above 14."""
    del counts
    if not players:
        return ()
    is_open, lines, heights = cells.translate(encoding.OPEN), board.lines, dict(tall)
    found: list[Move] = []
    for index in encoding.indices(cells.translate(encoding.own_stack_flags(player))):
        height = cells[index] & encoding.STONES
        for line in lines[index, heights[index] if height == encoding.TALL else height]:
            for there, move in line:
                if not is_open[there]:
                    break
                found.append(move)
    return tuple(found)


def _calming(
    board: Board, cells: bytes, counts: bytes, players: int, player: int, steps: Steps
) -> Calming:
    moved = _moved(board, cells, counts, players, player, steps)
    return Calming(board, moved.cells, moved.open_neighbours, player, players)


def _moved(
    board: Board, cells: bytes, counts: bytes, players: int, player: int, steps: Steps
) -> MutablePosition:
    moved = MutablePosition(Position(board, players, player, cells, counts))
    for source, offset, distance in steps:
        moved.move(source, offset, distance)
    return moved
