"""The functions of the engine, over a board and the bytes of a position.

Calls the native function, and the pure one if the native one is missing or returns None. `turn`,
`explore`, `search` and `successors` themselves may return None: the turn is illegal, or Python must
handle it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Move
from . import native, pure
from .values import Bytes, ExploredRow, SearchedRow, StateRow

Function = TypeVar("Function", bound=Callable[..., Any])


def with_pure(quick: Callable[..., Any] | None, thorough: Function) -> Function:
    """The native function, with the pure one as fallback for None."""
    if quick is None:
        return thorough

    # No keyword arguments: they would cost a dictionary for every call.
    def ask(*args: Any) -> Any:
        found = quick(*args)
        return thorough(*args) if found is None else found

    return ask  # type: ignore[return-value]


def _quick(name: str) -> Any:
    """The native function, or None. It has the signature of the pure one."""
    return None if native is None else getattr(native, name)


turn: Callable[[Board, bytes, bytes, int, int, tuple[Move, ...]], Bytes | None]
turn = pure.turn if native is None else _quick("turn")
explore: Callable[..., ExploredRow | None]
explore = pure.explore if native is None else _quick("explore")
search: Callable[..., SearchedRow | None]
search = pure.search if native is None else _quick("search")
successors: Callable[..., tuple[int, list[StateRow]] | None]
successors = pure.successors if native is None else _quick("successors")
play = with_pure(_quick("play"), pure.play)
settle = with_pure(_quick("settle"), pure.settle)
foresee = with_pure(_quick("foresee"), pure.foresee)
judge = with_pure(_quick("judge"), pure.judge)
inputs = with_pure(_quick("inputs"), pure.inputs)
rate = with_pure(_quick("rate"), pure.rate)
measure = with_pure(_quick("measure"), pure.measure)
areas = with_pure(_quick("areas"), pure.areas)
standing = with_pure(_quick("standing"), pure.standing)
is_over = with_pure(_quick("is_over"), pure.is_over)
moves = with_pure(_quick("moves"), pure.moves)
