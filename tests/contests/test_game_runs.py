"""Many games of a contest: their cost does not grow with the number of games before them."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.contests.contestants import GameResult
from atlantis_core.contests.game_runs import Series
from atlantis_core.contests.progress import MatchScore

GAMES = 300


class Won(GameResult):
    """A game of the contest below, with the number of times its winner was asked for."""

    order = (0, 1)
    offender = offence = None

    def __init__(self, number: int) -> None:
        self.number = number
        self.asked = 0

    @property
    def winner(self) -> int:
        self.asked += 1
        return self.number % 2


class Contest:
    patience = 1.0

    def play(self, number: int) -> int:
        return number


def series(known: Sequence[Won] = ()) -> tuple[Sequence[Won], str]:
    standing = MatchScore[Won](lambda result: result.winner, (0, 1))
    results = Series(Contest(), GAMES, lambda number, _: Won(number), standing).play(1, known, None)
    return results, str(standing)


def test_every_result_is_counted_once() -> None:
    results, standing = series()
    assert [result.number for result in results] == [*range(GAMES)]
    assert standing == "150 - 150"
    assert {result.asked for result in results} == {1}


def test_known_results_are_counted_and_not_played_again() -> None:
    known = [Won(7), Won(2), Won(GAMES)]
    results, standing = series(known)
    assert results[7] is known[0]
    assert results[2] is known[1]
    assert [result.number for result in results] == [*range(GAMES)]
    assert standing == "150 - 150"


def test_contest_ends_with_the_first_games_that_decide_it() -> None:
    seen = list[int]()

    def enough(results: Sequence[Won]) -> int | None:
        seen.append(len(results))
        return 4 if len(results) >= 4 else None

    standing = MatchScore[Won](lambda result: result.winner, (0, 1))
    known = [Won(2), Won(9)]
    results = Series(Contest(), GAMES, lambda number, _: Won(number), standing, enough).play(
        1, known, None
    )
    assert [result.number for result in results] == [0, 1, 2, 3]
    assert seen == [1, 3, 4], "only when the games in order have become more"
