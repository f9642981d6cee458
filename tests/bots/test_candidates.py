"""How turns are looked for, with a taste of our own: what is tried, kept and given back."""

from __future__ import annotations

from random import Random

import pytest

from atlantis_core.bots.candidates import PASS, ascend, beam, conclude, grab, replace_moves
from atlantis_core.bots.evaluation import Budget, Judge
from atlantis_core.bots.interface import Candidate
from atlantis_core.cancelling import never
from atlantis_core.game import Turn
from atlantis_core.grid import format_moves, parse_moves
from atlantis_core.settling import Step, Trial
from atlantis_core.turns import legal_moves
from tests.little_boards import position

# Three islands, each with one stone that can go right (e.g. b2-c2), left (b2-a2) or elsewhere.
START = position("[a2 b2 c2] [f2 g2 h2] [k2 l2 m2]", "b2:1 g2:1 l2:1", "c2:1")
ENOUGH = 1000
SEEDS = range(12)


class Tasting:
    """Likes turns as a table says, whatever the order of their moves, and all others not at all."""

    def __init__(self, likes: dict[str, float] | None = None, effort: int = ENOUGH) -> None:
        self._likes = {frozenset(names.split()): like for names, like in (likes or {}).items()}
        self._names = {Trial(START).step(move): str(move) for move in legal_moves(START)}
        self.tried: list[frozenset[str]] = []
        self.judge = Judge(START, self._taste, Budget(effort, never))

    def _taste(self, trial: Trial, steps: list[Step]) -> float:
        del trial
        turn = frozenset(self._names[step] for step in steps)
        self.tried.append(turn)
        return self._likes.get(turn, 0.0 if not turn else -9.0)


def turn(text: str) -> Turn:
    return parse_moves(text)


def test_the_island_moves() -> None:
    assert format_moves(legal_moves(START)) == "b2-c2 b2-a2 g2-h2 g2-f2 l2-m2 l2-k2"


@pytest.mark.parametrize("seed", SEEDS)
def test_grabbing_adds_the_best_move_while_that_is_better(seed: int) -> None:
    likes = {"b2-a2": 1.0, "b2-c2": 2.0, "b2-c2 g2-f2": 3.0, "b2-c2 g2-f2 l2-k2": 4.0}
    for moves, expected in enumerate(("", "b2-c2", "b2-c2 g2-f2", "b2-c2 g2-f2 l2-k2")):
        found = grab(Tasting(likes).judge, Random(seed), moves)
        assert found == turn(expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_grabbing_is_content_with_what_nothing_betters(seed: int) -> None:
    same = Tasting({"b2-c2": 2.0, "b2-c2 g2-f2": 2.0, "b2-c2 g2-h2": 2.0})
    assert grab(same.judge, Random(seed), 3) == turn("b2-c2")
    assert grab(Tasting({"b2-c2": 0.0, "g2-f2": 0.0}).judge, Random(seed), 3) == PASS


def test_the_first_of_two_equal_moves_is_grabbed() -> None:
    for seed in SEEDS:
        equal = Tasting({"b2-a2": 1.0, "g2-f2": 1.0, "l2-m2": 1.0})
        [first] = grab(equal.judge, Random(seed), 1)
        seen = [name for tried in equal.tried for name in tried]
        assert str(first) == next(name for name in seen if name in {"b2-a2", "g2-f2", "l2-m2"})


def test_with_little_effort_the_lot_decides_which_moves_are_seen() -> None:
    seen: set[str] = set()
    for seed in range(40):
        hasty = Tasting(effort=2)
        assert grab(hasty.judge, Random(seed), 1) == PASS
        assert hasty.tried[0] == frozenset()
        assert len(hasty.tried) == 2
        seen |= hasty.tried[1]
    assert seen == {str(move) for move in legal_moves(START)}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("best", ["b2-a2", "g2-h2", "l2-m2"])
def test_ascent_looks_at_every_segment(seed: int, best: str) -> None:
    assert ascend(Tasting({best: 1.0}).judge, Random(seed)) == turn(best)


@pytest.mark.parametrize("seed", SEEDS)
def test_ascent_goes_round_again_after_something_got_better(seed: int) -> None:
    """With g2-f2 another move of the first segment becomes the better one, and then it is not."""
    likes = {
        "b2-a2": 5.0,
        "b2-a2 g2-f2": 6.0,
        "b2-c2 g2-f2": 7.0,
        "b2-c2 g2-f2 l2-k2": 8.0,
        "b2-c2 l2-k2": 9.0,
    }
    assert set(ascend(Tasting(likes).judge, Random(seed))) == set(turn("b2-c2 l2-k2"))


def test_ascent_begins_where_it_is_told_and_leaves_for_something_better_only() -> None:
    likes = {"b2-a2": 3.0, "b2-c2": 3.0, "b2-a2 l2-m2": 3.0}
    for seed in SEEDS:
        assert ascend(Tasting(likes).judge, Random(seed), turn("b2-c2")) == turn("b2-c2")
        assert ascend(Tasting({"b2-c2": -1.0}).judge, Random(seed), turn("b2-c2")) == PASS


def test_the_lot_decides_with_which_segment_ascent_begins() -> None:
    begun: set[str] = set()
    for seed in range(40):
        tasting = Tasting()
        ascend(tasting.judge, Random(seed))
        begun |= tasting.tried[1]
    assert begun == {"b2-c2", "g2-h2", "l2-m2"}


def test_ascent_ends_with_its_effort() -> None:
    tasting = Tasting({"b2-a2": 1.0, "g2-f2": 1.0, "l2-k2": 1.0}, effort=3)
    assert len(ascend(tasting.judge, Random(1))) == 1
    assert len(tasting.tried) == 3


LADDER = {
    "b2-a2": 3.0,
    "g2-f2": 2.0,
    "l2-k2": 1.0,
    "g2-f2 l2-k2": 5.0,
    "b2-a2 g2-h2": 4.0,
}


def test_a_beam_keeps_as_many_as_it_is_wide_best_first() -> None:
    assert beam(Tasting(LADDER).judge, 1) == [turn("b2-a2 g2-h2")]
    assert beam(Tasting(LADDER).judge, 2) == [turn("g2-f2 l2-k2"), turn("b2-a2 g2-h2")]
    assert beam(Tasting(LADDER).judge, 3)[2] == turn("b2-a2")


def test_a_beam_that_nothing_betters_is_what_it_began_with() -> None:
    starts = [turn("l2-k2"), turn("b2-a2 g2-h2"), turn("g2-f2 l2-k2")]
    assert beam(Tasting(LADDER).judge, 2, starts) == [starts[2], starts[1]]
    assert beam(Tasting().judge, 1) == [PASS]


def test_a_beam_judges_the_same_moves_once_and_one_move_a_segment() -> None:
    tasting = Tasting(LADDER)
    beam(tasting.judge, 8)
    assert len(set(tasting.tried)) == len(tasting.tried)
    for tried in tasting.tried:
        assert len({name[0] for name in tried}) == len(tried)


def test_a_beam_ends_with_its_effort() -> None:
    tasting = Tasting(LADDER, effort=4)
    assert beam(tasting.judge, 2) == [turn("b2-a2"), PASS]
    assert len(tasting.tried) == 4
    assert beam(tasting.judge, 1, [turn("b2-a2")]) == [turn("b2-a2")]


def test_replacing_tries_every_other_move_and_none() -> None:
    tasting = Tasting()
    replace_moves(tasting.judge, turn("b2-a2 g2-f2"))
    assert {" ".join(sorted(tried)) for tried in tasting.tried} == {
        "g2-f2",
        "b2-a2 g2-f2",
        "b2-c2 g2-f2",
        "b2-a2",
        "b2-a2 g2-h2",
        "b2-a2 g2-f2 l2-k2",
        "b2-a2 g2-f2 l2-m2",
    }
    hasty = Tasting(effort=2)
    replace_moves(hasty.judge, turn("b2-a2"))
    assert len(hasty.tried) == 2


def test_the_answer_is_the_chosen_turn_and_then_the_best_others() -> None:
    tasting = Tasting(LADDER)
    beam(tasting.judge, 8)
    answer = conclude(tasting.judge, turn("g2-f2"), shown=4)
    assert answer.turn == turn("g2-f2")
    assert answer.judged == len(tasting.tried)
    assert answer.candidates == (
        Candidate(turn("g2-f2"), 2.0),
        Candidate(turn("g2-f2 l2-k2"), 5.0),
        Candidate(turn("b2-a2 g2-h2"), 4.0),
        Candidate(turn("b2-a2"), 3.0),
    )
    assert len(conclude(tasting.judge, turn("l2-m2")).candidates) == 5
