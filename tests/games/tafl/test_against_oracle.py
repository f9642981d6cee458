"""The engine and the oracle agree on games of any rules."""

from __future__ import annotations

from random import Random

import pytest

from atlantis_core.games.tafl.pieces import LETTERS, Side, format_space
from atlantis_core.games.tafl.play import (
    Position,
    consequences,
    legal_moves,
    play_move,
    start_position,
)
from atlantis_core.games.tafl.rules_text import parse_rules
from atlantis_core.games.tafl.tables import Move, end_of, start_of
from atlantis_core.games.tafl.variants import VARIANTS
from tests.games.tafl import oracle
from tests.games.tafl.random_rules import random_record

PLIES = 30
WINNERS = {"a": Side.ATTACKERS, "d": Side.DEFENDERS, "draw": None}


@pytest.mark.parametrize("batch", range(20))
def test_random_rules_and_boards(batch: int) -> None:
    for seed in range(batch * 20, batch * 20 + 20):
        compare_game(random_record(seed), seed, PLIES)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_variants(variant: object) -> None:
    assert isinstance(variant, tuple)
    compare_game(str(variant[2]), 1, 60)


BESET = "7/t6/3T3/2tKt2/3t3/7/7"
"""The king in the middle, three attackers beside him, a defender on the fourth side."""


@pytest.mark.parametrize(
    ("said", "ranks", "moved", "taken"),
    [
        ("linc:y", BESET, "a2-d2", ["d3"]),
        ("linc:n", BESET, "a2-d2", []),
        ("linc:y", BESET.replace("2tKt2", "2tK3"), "a2-d2", []),
        ("linc:y", BESET.replace("2tKt2", "2tTt2").replace("7/7", "7/6K"), "a2-d2", []),
        ("linc:y", BESET.replace("t6/3T3", "7/t2T3"), "a3-c3", []),
        ("ks:s", "7/7/4n2/7/2cK3/7/7", "e3-e5", ["d5"]),
        ("ks:s", "7/7/4n2/7/2tK3/7/7", "e3-e5", []),
        ("ks:s", "7/7/4n2/2cK3/7/7/7", "e3-e4", []),
    ],
)
def test_captures_that_are_rare_on_random_boards(
    said: str, ranks: str, moved: str, taken: list[str]
) -> None:
    """Linnaean captures, and captures of a king by two elite pieces away from the centre."""
    record = f"dim:7 name:seldom {said} start:/{ranks}/"
    position = start_position(parse_rules(record))
    [move] = [move for move in legal_moves(position) if format_move(move, 7) == moved]
    found = consequences(position, move).captured
    assert [format_space(man.space, 7) for man in found] == taken
    state = oracle.begin(oracle.read_laws(record))
    _, agreed = oracle.all_captures(state.laws, state.board, oracle_move(move, 7))
    assert [oracle.name(space) for space in agreed] == taken


def compare_game(record: str, seed: int, plies: int) -> None:
    dice = Random(seed)
    position = start_position(parse_rules(record))
    state = oracle.begin(oracle.read_laws(record))
    for _ in range(plies):
        check_same(position, state, record)
        moves = legal_moves(position)
        if not moves:
            return
        # Captures, and positions that lead to them, are rare among random moves.
        telling = [move for move in moves if consequences(position, move).captured]
        move = dice.choice(telling if telling and dice.random() < 0.6 else moves)
        spaces = oracle_move(move, position.size)
        _, taken = oracle.all_captures(state.laws, state.board, spaces)
        found = consequences(position, move).captured
        where = f"{record}\n{position} {format_move(move, position.size)}"
        assert [format_space(man.space, position.size) for man in found] == [
            oracle.name(space) for space in taken
        ], where
        assert [LETTERS[man.code] for man in found] == [state.board[space] for space in taken], (
            where
        )
        position, state = play_move(position, move), oracle.play(state, spaces)
    check_same(position, state, record)


def check_same(position: Position, state: oracle.State, record: str) -> None:
    where = f"{record}\n{position}"
    assert str(position) == oracle.write_board(state.laws, state.board), where
    assert position.to_move.value[0] == state.to_move, where
    winner = None if position.outcome is None else position.outcome.winner
    assert bool(state.result) == (position.outcome is not None), (where, state.result)
    assert WINNERS.get(state.result) is winner, where
    ours = {oracle_move(move, position.size) for move in legal_moves(position)}
    assert ours == set(oracle.legal_moves(state)), where
    assert len(ours) == len(legal_moves(position)), where


def oracle_move(move: Move, size: int) -> oracle.Move:
    start, end = divmod(start_of(move), size), divmod(end_of(move), size)
    return (start[1], start[0]), (end[1], end[0])


def format_move(move: Move, size: int) -> str:
    return f"{format_space(start_of(move), size)}-{format_space(end_of(move), size)}"
