"""The tools that generate the agent's tables are correct and deterministic."""

from __future__ import annotations

from random import Random

import pytest

from atlantis_core.games.kalah.evaluation import SEED, evaluator
from atlantis_core.games.kalah.first_moves import FIRST_MOVES
from atlantis_core.games.kalah.hole_worths import MOVER, WORTHS
from atlantis_core.games.kalah.sowing import pack
from tools.kalah_first_moves import worths_of
from tools.kalah_worths import ROW, SIZE, Seen, evaluate_with, fit, play_game, solve


def test_equations_are_solved() -> None:
    assert solve([[4.0, 1.0], [1.0, 3.0]], [9.0, 5.0]) == pytest.approx([2.0, 1.0])


def test_fit_recovers_the_values_behind_the_gains() -> None:
    dice = Random(1)
    true = {(hole, count): hole * count / 10 for hole in range(7) for count in range(12)}
    seen = []
    for _ in range(4000):
        counts = tuple(dice.randrange(12) for _ in range(14))
        own = sum(true[hole, count] for hole, count in enumerate(counts[:7]))
        others = sum(true[hole, count] for hole, count in enumerate(counts[7:]))
        seen.append(Seen(counts, 1 + own - others))
    worths = fit(seen)
    assert worths[-1] == pytest.approx(1, abs=0.05)
    for (hole, count), worth in true.items():
        assert worths[hole * ROW + count] == pytest.approx(worth, abs=0.1)


def test_training_game_is_repeatable() -> None:
    evaluate = evaluate_with([0.0] * SIZE)
    first = list(play_game(Random(3), evaluate))
    assert first
    assert first == list(play_game(Random(3), evaluate))


def test_stored_tables_have_the_right_shape() -> None:
    assert len(WORTHS) == 7
    assert {len(row) for row in WORTHS} == {ROW}
    assert all(row[0] == 0 for row in WORTHS)
    assert evaluator(7, 98)(pack([3] * 14, 98)) == MOVER
    for (holes, _), worths in FIRST_MOVES.items():
        assert len(worths) == holes


def test_first_moves_are_valued_for_the_player_who_made_them() -> None:
    # After hole 2, North's hole 2 gives another move, and hole 1 then takes the last seed: 1 to 3.
    worths, _ = worths_of(2, 1, 10_000)
    assert worths[1] == -2 * SEED
