"""The sequential test stops, with error rates close to the nominal ones."""

from __future__ import annotations

from random import Random

import pytest

from atlantis_core.contests.sequential import SequentialTest, parse_test
from atlantis_core.support.errors import NotationError


def pairs(chance: float, alike: float, dice: Random, count: int = 1000) -> list[float]:
    """Scores of pairs; in a share of `alike` both games have the same result."""
    found = []
    for _ in range(count):
        first = dice.random() < chance
        second = first if dice.random() < alike else dice.random() < chance
        found.append((first + second) / 2)
    return found


@pytest.mark.parametrize("alike", [0.0, 0.5])
def test_error_rates_match_the_nominal_ones(alike: float) -> None:
    test, dice = SequentialTest(0, 100), Random(3)
    equal = [test.decide(pairs(0.5, alike, dice)) for _ in range(200)]
    better = [test.decide(pairs(0.64, alike, dice)) for _ in range(200)]  # 100 Elo
    assert None not in equal + better
    wrongly_better = sum(found is not None and found[0] == test.elo1 for found in equal)
    wrongly_equal = sum(found is not None and found[0] == test.elo0 for found in better)
    assert wrongly_better <= 20, "the nominal rate is 5 %; 20 of 200 leaves room for chance"
    assert wrongly_equal <= 20


def test_few_pairs_decide_nothing() -> None:
    test = SequentialTest(0, 200)
    assert test.decide([1.0, 1.0, 1.0]) is None
    found = test.decide([1.0] * 40)
    assert found is not None
    assert found[0] == 200
    assert 4 <= found[1] < 20


def test_decision_depends_only_on_the_first_pairs() -> None:
    scores = pairs(0.7, 0.0, Random(1))
    test = SequentialTest(0, 50)
    decided = test.decide(scores)
    assert decided is not None
    assert test.decide(scores[: decided[1]]) == decided
    assert test.decide(scores[: decided[1] - 1]) is None


def test_tests_are_parsed_and_formatted() -> None:
    assert parse_test("elo0=0 elo1=20") == SequentialTest(0, 20)
    formatted = str(parse_test(" elo1=20  elo0=-5 alpha=0.01 "))
    assert formatted == "elo0=-5 elo1=20 alpha=0.01 beta=0.05"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "elo0=0",
        "elo0=20 elo1=0",
        "elo0=0 elo1=x",
        "elo0=0 elo1=nan",
        "elo0=0 elo1=1 alpha=0",
        "elo0=0 elo1=9 elo1=9",
        "elo0=0 elo1=9 gamma=1",
        "elo0=0 elo1=1e9",
    ],
)
def test_invalid_tests_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a sequential test"):
        parse_test(text)
