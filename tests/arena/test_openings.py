"""Random openings are legal, undecided and the same for every seat; intervals count evidence."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from atlantis_core.arena.groups import count_different, different_groups, score, whole_groups
from atlantis_core.arena.matches import Match
from atlantis_core.arena.openings import random_opening
from atlantis_core.arena.results import MatchFormat, Result
from atlantis_core.arena.tables import evidence_line, standings
from atlantis_core.bots.seats import parse_contestant
from atlantis_core.contests.statistics import share_of_groups, wilson
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start

START = traditional_start(Shape.HEXAGON, 2, 2)
GREEDY, GENTLE, CHANCE = (parse_contestant(name) for name in ("greedy", "gentle", "random"))
MATCH = Match((GENTLE, CHANCE), "hexagon:2", START, openings=4, effort=3)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_opening_is_legal_and_leaves_the_game_open(players: int) -> None:
    start = traditional_start(Shape.HEXAGON, 2, players)
    seen = set()
    for number in range(20):
        turns = random_opening(start, 4, Random(number))
        assert len(turns) == 4
        assert not Game(start, turns).is_over
        seen.add(turns)
    assert len(seen) == 20


def test_match_without_openings_uses_the_fixed_start() -> None:
    assert random_opening(START, 0, Random(1)) == ()


def test_games_of_a_pair_share_an_opening_and_pairs_differ() -> None:
    assert MATCH.opening(0) == MATCH.opening(1) != MATCH.opening(2)
    assert replace(MATCH, seed=2).opening(0) != MATCH.opening(0)
    verdict = MATCH.play(0)
    assert verdict.turns[:4] == MATCH.opening(0)
    assert verdict == MATCH.play(0)


def test_pair_counts_as_one_piece_of_evidence() -> None:
    results = [_result(number) for number in range(7)]
    assert [len(group) for group in whole_groups(results, 2)] == [2, 2, 2]
    (first, _) = standings(results, ["a", "b"])
    shares = [score(group, 0) for group in whole_groups(results, 2)]
    assert (first.share.low, first.share.high) == share_of_groups(shares)[1:]
    assert "intervals are based on 3 pairs; 7 of 7 games differ" in evidence_line(results, 2)


def test_repeated_games_count_once_and_are_reported() -> None:
    fixed = Match((GREEDY, GREEDY), "hexagon:2", START)
    played = MatchFormat(fixed).result_of(0, fixed.play(0))
    results = [replace(played, number=number) for number in range(8)]
    assert len(different_groups(results, 2)) == 1
    assert count_different(results) == 1
    assert "1 of 8 games differ (the players repeat games" in evidence_line(results, 2)


def test_results_without_digest_count_as_different() -> None:
    old = [replace(_result(number), digest="") for number in range(4)]
    assert len(different_groups(old, 2)) == 2
    assert count_different(old) == 4


def _result(number: int) -> Result:
    return MatchFormat(MATCH).result_of(number, MATCH.play(number))


def test_interval_of_scores_0_and_1_is_the_wilson_interval() -> None:
    assert share_of_groups([1.0] * 7 + [0.0] * 3) == pytest.approx(wilson(7, 10))
    narrow, wide = share_of_groups([0.5] * 10), share_of_groups([1.0, 0.0] * 5)
    assert wide.low < narrow.low < 0.5 < narrow.high < wide.high
