# The surface of the C file; None means: ask the pure engine.

from atlantis_core.board import Board
from atlantis_core.engine.values import AreaRow, Bytes, FiguresRow, ForesightRow, Step, Weights
from atlantis_core.grid import Move

SURFACE: int

def turn(
    board: Board,
    cells: bytes,
    neighbours: bytes,
    players: int,
    player: int,
    moves: tuple[Move, ...],
    /,
) -> Bytes | None: ...
def play(
    board: Board, cells: bytes, neighbours: bytes, players: int, player: int, steps: list[Step], /
) -> Bytes | None: ...
def settle(
    board: Board,
    cells: bytes,
    neighbours: bytes,
    players: int,
    player: int,
    steps: list[Step],
    soon: int,
    /,
) -> tuple[tuple[bytes, bytes, int], tuple[bytes, bytes, int]] | None: ...
def foresee(
    board: Board, cells: bytes, neighbours: bytes, players: int, player: int, steps: list[Step], /
) -> ForesightRow | None: ...
def judge(
    board: Board,
    cells: bytes,
    neighbours: bytes,
    players: int,
    player: int,
    steps: list[Step],
    weights: Weights,
    /,
) -> float | None: ...
def inputs(
    board: Board, cells: bytes, neighbours: bytes, players: int, player: int, steps: list[Step], /
) -> tuple[tuple[float, ...], ...] | None: ...
def rate(
    board: Board,
    cells: bytes,
    neighbours: bytes,
    players: int,
    player: int,
    steps: list[Step],
    net: bytes,
    /,
) -> tuple[float, ...] | None: ...
def measure(
    board: Board, cells: bytes, neighbours: bytes, players: int, player: int, /
) -> tuple[FiguresRow, ...] | None: ...
def areas(
    board: Board, cells: bytes, neighbours: bytes, players: int, player: int, /
) -> list[AreaRow] | None: ...
def is_over(
    board: Board, cells: bytes, neighbours: bytes, players: int, player: int, /
) -> bool | None: ...
def moves(
    board: Board, cells: bytes, player: int, heights: dict[int, int], /
) -> list[Move] | None: ...
