"""The tafl engine relative to the dictionary oracle of the tests: plies per second.

A ply consists of all legal moves, playing one of them, its captures and the result of the game. The
games are random ones of four variants, and both sides must agree on every ply before anything is
measured.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from atlantis_core.games.search import search
from atlantis_core.games.tafl.native_search import IS_NATIVE, native_best_move
from atlantis_core.games.tafl.opponent import TaflNode
from atlantis_core.games.tafl.play import Position, legal_moves, play_legal, start_position
from atlantis_core.games.tafl.tables import Move, end_of, start_of
from atlantis_core.games.tafl.variants import find_variant
from benchmarks.claims import Claim, at_least
from benchmarks.timing import times_faster
from tests.games.tafl import oracle

VARIANTS = ("brandub", "tablut", "copenhagen", "alea-evangelii")
PLIES = 40
SEARCHED = ("brandub", "fetlar", "copenhagen")


class _Ply(NamedTuple):
    position: Position
    move: Move
    state: oracle.State
    spaces: oracle.Move


def claims() -> Iterator[Claim]:
    for name in VARIANTS:
        plies = _plies(name)
        yield at_least(5, f"tafl plies, {name}", _ratio(plies))
    if IS_NATIVE:
        for name in SEARCHED:
            yield at_least(10, f"positions of the tafl bot, {name}, native engine", _searched(name))


def _searched(name: str) -> float:
    """Positions per second of the native search, relative to the one in Python."""
    variant = find_variant(name)
    assert variant is not None
    start = start_position(variant.rules)
    quick, slow = native_best_move(start, 40_000), search(TaflNode(start), 1_000)
    faster = times_faster(
        lambda: native_best_move(start, 40_000), than=lambda: search(TaflNode(start), 1_000)
    )
    return faster * quick.judged / slow.judged


def _ratio(plies: list[_Ply]) -> float:
    def play_engine() -> None:
        for ply in plies:
            legal_moves(ply.position)
            play_legal(ply.position, ply.move)

    def play_oracle() -> None:
        for ply in plies:
            oracle.legal_moves(ply.state)
            oracle.play(ply.state, ply.spaces)

    return times_faster(play_engine, than=play_oracle)


def _plies(name: str) -> list[_Ply]:
    variant = find_variant(name)
    assert variant is not None
    position, dice = start_position(variant.rules), Random(name)
    state = oracle.begin(oracle.read_laws(variant.record))
    found: list[_Ply] = []
    while len(found) < PLIES and position.outcome is None:
        moves = legal_moves(position)
        assert {_spaces(move, position.size) for move in moves} == set(oracle.legal_moves(state))
        move = dice.choice(moves)
        found.append(_Ply(position, move, state, _spaces(move, position.size)))
        position, state = play_legal(position, move), oracle.play(state, found[-1].spaces)
        assert str(position) == oracle.write_board(state.laws, state.board)
    return found


def _spaces(move: Move, size: int) -> oracle.Move:
    (rank, file), (to_rank, to_file) = divmod(start_of(move), size), divmod(end_of(move), size)
    return (file, rank), (to_file, to_rank)
