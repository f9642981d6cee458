"""The search: exact if it says so, deterministic, and stronger than the simple one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from atlantis_core.games.kalah.board import Board, Swap, new_board
from atlantis_core.games.kalah.chooser import EFFORT, Chooser
from atlantis_core.games.kalah.evaluation import SEED, evaluator
from atlantis_core.games.kalah.first_moves import FIRST_MOVES
from atlantis_core.games.kalah.search import Searcher
from atlantis_core.games.kalah.sowing import Holes, Turn, pack, sower
from atlantis_core.support.cancelling import Cancelled
from tests.games.kalah import oracle
from tools.kalah_anchor import CompactAnchor, play_game


def best_gain(holes: int, seeds: int, board: Holes) -> int:
    """Exhaustive search to the end."""
    best = -1000
    for after, gain, turn, _ in sower(holes, seeds)(board):
        rest = 0 if turn == Turn.OVER else turn * best_gain(holes, seeds, after)
        best = max(best, gain + rest)
    return best


def few_seeds(holes: int, seeds: int, count: int) -> Iterator[Holes]:
    dice = Random(holes)
    while count:
        counts = [0] * (2 * holes)
        for _ in range(seeds):
            counts[dice.randrange(2 * holes)] += 1
        if any(counts[:holes]) and any(counts[holes:]):
            count -= 1
            yield pack(counts, seeds)


@pytest.mark.parametrize(("holes", "seeds"), [(3, 6), (5, 5), (7, 5)])
def test_boards_with_few_seeds_are_solved_exactly(holes: int, seeds: int) -> None:
    for board in few_seeds(holes, seeds, 25):
        found = Searcher(holes, seeds).search(board, 10_000)
        assert found.is_exact
        assert found.worth == SEED * best_gain(holes, seeds, board)


def test_small_match_is_solved_completely() -> None:
    board = new_board(3, 2).play(1)
    found = Searcher(3, 12).search(board.packed, 100_000)
    assert found.is_exact
    assert found.worth == SEED * best_gain(3, 12, board.packed)


def test_expected_line_is_legal() -> None:
    board = new_board().play(3)
    found = Searcher(7, 98).search(board.packed, 20_000)
    assert len(found.line) > 3
    for hole in found.line:
        board = board.play(hole + 1)


def test_effort_is_not_exceeded_and_determines_the_answer() -> None:
    board = new_board().play(5)
    first = Searcher(7, 98).search(board.packed, 5000)
    assert first == Searcher(7, 98).search(board.packed, 5000)
    assert first.judged <= 5000 + 7


def test_search_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        Searcher(7, 98).search(new_board().packed, EFFORT, lambda: True)


def test_evaluation_is_symmetric() -> None:
    evaluate = evaluator(7, 98)
    dice = Random(7)
    tempo = evaluate(pack([4] * 14, 98))
    for _ in range(50):
        rows = [dice.randrange(12) for _ in range(14)]
        there = evaluate(pack(rows, 98)) - tempo
        back = evaluate(pack(rows[7:] + rows[:7], 98)) - tempo
        assert there == -back


def test_boards_of_any_size_are_evaluated() -> None:
    for holes, seeds in ((1, 1), (3, 40), (12, 3), (20, 20)):
        board = new_board(holes, seeds)
        chosen = Chooser(holes, board.seeds).choose(board, 300)
        assert chosen.choice in board.legal_choices()


class TestPieRule:
    def test_first_move_is_the_fairest(self) -> None:
        worths = FIRST_MOVES[7, 7]
        chosen = Chooser(7, 98).choose(new_board(), 100)
        assert isinstance(chosen.choice, int)
        assert abs(worths[chosen.choice - 1]) == min(map(abs, worths))

    @pytest.mark.parametrize("hole", range(1, 8))
    def test_good_first_move_is_taken_over(self, hole: int) -> None:
        board = new_board().play(hole)
        chosen = Chooser(7, 98).choose(board, 100)
        assert (chosen.choice is Swap.SWAP) == (FIRST_MOVES[7, 7][hole - 1] > 0)

    def test_search_decides_without_a_table(self) -> None:
        size = 5, 4
        assert size not in FIRST_MOVES
        decisions = set()
        for hole in range(1, 6):
            board = new_board(*size).play(hole)
            worth = Searcher(5, 40).search(board.packed, 3000).worth - SEED * board.lead
            chosen = Chooser(5, 40).choose(board, 3000)
            assert (chosen.choice is Swap.SWAP) == (worth < 0)
            decisions.add(chosen.choice is Swap.SWAP)
        assert decisions == {True, False}

    def test_swap_is_only_chosen_as_the_second_move(self) -> None:
        board = new_board().play(3).play(Swap.SWAP)
        assert isinstance(Chooser(7, 98).choose(board, 100).choice, int)


def random_board(dice: Random, choices: int) -> Board:
    board = new_board()
    for _ in range(choices):
        board = board.play(dice.choice(list(board.sown)))
    return board


def test_compact_anchor_searches_the_same_tree_as_the_simple_one() -> None:
    dice = Random(5)
    for _ in range(3):
        board = random_board(dice, 12)
        assert board.mover is not None
        world = oracle.set_up(7, 7)
        world.to_move, world.moves = board.mover.name.lower(), board.choices
        for side, row, store in zip(oracle.SIDES, board.holes, board.stores, strict=True):
            for pit, count in enumerate((*row, store), start=1):
                world.seeds[side, pit] = count
        plain, compact = oracle.Anchor(depth=5), CompactAnchor(depth=5)
        assert compact.choose(board) == plain.choose(world)
        assert compact.nodes == plain.nodes


def test_agent_beats_the_simple_search_with_fewer_boards() -> None:
    """A sample of `python -m tools.kalah_anchor`, which plays a hundred games at depth 10."""
    games = [play_game(number, effort=2500, depth=7, seed=3) for number in range(8)]
    assert sum(game.lead > 0 for game in games) >= 6
    ours = sum(game.boards for game in games) / sum(game.moves for game in games)
    plain = sum(game.nodes for game in games) / sum(game.answers for game in games)
    assert ours <= plain
