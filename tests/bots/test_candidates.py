"""Search for turns with a prepared evaluation: what is tried, kept and returned."""

from __future__ import annotations

from random import Random

import pytest

from atlantis_core.bots.candidates import PASS, ascend, beam, conclude, grab, replace_moves
from atlantis_core.bots.evaluation import Budget, Judge
from atlantis_core.bots.interface import Candidate
from atlantis_core.positions.grid import format_moves, parse_moves
from atlantis_core.rules.game import Turn
from atlantis_core.rules.settling import Step, Trial
from atlantis_core.rules.turns import legal_moves
from atlantis_core.support.cancelling import never
from tests.little_boards import position

# Three islands, each with one stone that can go right (e.g. b2-c2), left (b2-a2) or elsewhere.
START = position("[a2 b2 c2] [f2 g2 h2] [k2 l2 m2]", "b2:1 g2:1 l2:1", "c2:1")
ENOUGH = 1000
SEEDS = range(12)


class Recorder:
    """Values turns by a table, whatever the order of their moves (others 0), and records them."""

    def __init__(self, likes: dict[str, float] | None = None, effort: int = ENOUGH) -> None:
        self._likes = {frozenset(names.split()): like for names, like in (likes or {}).items()}
        self._names = {Trial(START).step(move): str(move) for move in legal_moves(START)}
        self.tried: list[frozenset[str]] = []
        self.judge = Judge(START, self._evaluate, Budget(effort, never))

    def _evaluate(self, trial: Trial, steps: list[Step]) -> float:
        del trial
        turn = frozenset(self._names[step] for step in steps)
        self.tried.append(turn)
        return self._likes.get(turn, 0.0 if not turn else -9.0)


def turn(text: str) -> Turn:
    return parse_moves(text)


def test_the_island_moves() -> None:
    assert format_moves(legal_moves(START)) == "b2-c2 b2-a2 g2-h2 g2-f2 l2-m2 l2-k2"


@pytest.mark.parametrize("seed", SEEDS)
def test_grab_adds_the_best_move_while_it_improves(seed: int) -> None:
    likes = {"b2-a2": 1.0, "b2-c2": 2.0, "b2-c2 g2-f2": 3.0, "b2-c2 g2-f2 l2-k2": 4.0}
    for moves, expected in enumerate(("", "b2-c2", "b2-c2 g2-f2", "b2-c2 g2-f2 l2-k2")):
        found = grab(Recorder(likes).judge, Random(seed), moves)
        assert found == turn(expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_grab_stops_without_improvement(seed: int) -> None:
    same = Recorder({"b2-c2": 2.0, "b2-c2 g2-f2": 2.0, "b2-c2 g2-h2": 2.0})
    assert grab(same.judge, Random(seed), 3) == turn("b2-c2")
    assert grab(Recorder({"b2-c2": 0.0, "g2-f2": 0.0}).judge, Random(seed), 3) == PASS


def test_grab_takes_the_first_of_equal_moves() -> None:
    for seed in SEEDS:
        equal = Recorder({"b2-a2": 1.0, "g2-f2": 1.0, "l2-m2": 1.0})
        [first] = grab(equal.judge, Random(seed), 1)
        seen = [name for tried in equal.tried for name in tried]
        assert str(first) == next(name for name in seen if name in {"b2-a2", "g2-f2", "l2-m2"})


def test_small_effort_tries_random_moves() -> None:
    seen: set[str] = set()
    for seed in range(40):
        hasty = Recorder(effort=2)
        assert grab(hasty.judge, Random(seed), 1) == PASS
        assert hasty.tried[0] == frozenset()
        assert len(hasty.tried) == 2
        seen |= hasty.tried[1]
    assert seen == {str(move) for move in legal_moves(START)}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("best", ["b2-a2", "g2-h2", "l2-m2"])
def test_ascent_tries_every_segment(seed: int, best: str) -> None:
    assert ascend(Recorder({best: 1.0}).judge, Random(seed)) == turn(best)


@pytest.mark.parametrize("seed", SEEDS)
def test_ascent_revisits_segments_after_an_improvement(seed: int) -> None:
    """g2-f2 makes another move of the first segment better, and then g2-f2 no longer is."""
    likes = {
        "b2-a2": 5.0,
        "b2-a2 g2-f2": 6.0,
        "b2-c2 g2-f2": 7.0,
        "b2-c2 g2-f2 l2-k2": 8.0,
        "b2-c2 l2-k2": 9.0,
    }
    assert set(ascend(Recorder(likes).judge, Random(seed))) == set(turn("b2-c2 l2-k2"))


def test_ascent_keeps_its_start_unless_a_turn_is_better() -> None:
    likes = {"b2-a2": 3.0, "b2-c2": 3.0, "b2-a2 l2-m2": 3.0}
    for seed in SEEDS:
        assert ascend(Recorder(likes).judge, Random(seed), turn("b2-c2")) == turn("b2-c2")
        assert ascend(Recorder({"b2-c2": -1.0}).judge, Random(seed), turn("b2-c2")) == PASS


def test_ascent_starts_with_a_random_segment() -> None:
    begun: set[str] = set()
    for seed in range(40):
        recorder = Recorder()
        ascend(recorder.judge, Random(seed))
        begun |= recorder.tried[1]
    assert begun == {"b2-c2", "g2-h2", "l2-m2"}


def test_ascent_stops_when_the_effort_is_spent() -> None:
    recorder = Recorder({"b2-a2": 1.0, "g2-f2": 1.0, "l2-k2": 1.0}, effort=3)
    assert len(ascend(recorder.judge, Random(1))) == 1
    assert len(recorder.tried) == 3


LADDER = {
    "b2-a2": 3.0,
    "g2-f2": 2.0,
    "l2-k2": 1.0,
    "g2-f2 l2-k2": 5.0,
    "b2-a2 g2-h2": 4.0,
}


def test_beam_keeps_its_width_best_first() -> None:
    assert beam(Recorder(LADDER).judge, 1) == [turn("b2-a2 g2-h2")]
    assert beam(Recorder(LADDER).judge, 2) == [turn("g2-f2 l2-k2"), turn("b2-a2 g2-h2")]
    assert beam(Recorder(LADDER).judge, 3)[2] == turn("b2-a2")


def test_beam_without_improvement_returns_its_start() -> None:
    starts = [turn("l2-k2"), turn("b2-a2 g2-h2"), turn("g2-f2 l2-k2")]
    assert beam(Recorder(LADDER).judge, 2, starts) == [starts[2], starts[1]]
    assert beam(Recorder().judge, 1) == [PASS]


def test_beam_judges_each_set_of_moves_once_with_one_move_per_segment() -> None:
    recorder = Recorder(LADDER)
    beam(recorder.judge, 8)
    assert len(set(recorder.tried)) == len(recorder.tried)
    for tried in recorder.tried:
        assert len({name[0] for name in tried}) == len(tried)


def test_beam_stops_when_the_effort_is_spent() -> None:
    recorder = Recorder(LADDER, effort=4)
    assert beam(recorder.judge, 2) == [turn("b2-a2"), PASS]
    assert len(recorder.tried) == 4
    assert beam(recorder.judge, 1, [turn("b2-a2")]) == [turn("b2-a2")]


def test_replace_moves_tries_every_other_move_and_none() -> None:
    recorder = Recorder()
    replace_moves(recorder.judge, turn("b2-a2 g2-f2"))
    assert {" ".join(sorted(tried)) for tried in recorder.tried} == {
        "g2-f2",
        "b2-a2 g2-f2",
        "b2-c2 g2-f2",
        "b2-a2",
        "b2-a2 g2-h2",
        "b2-a2 g2-f2 l2-k2",
        "b2-a2 g2-f2 l2-m2",
    }
    hasty = Recorder(effort=2)
    replace_moves(hasty.judge, turn("b2-a2"))
    assert len(hasty.tried) == 2


def test_answer_is_the_chosen_turn_followed_by_the_best_others() -> None:
    recorder = Recorder(LADDER)
    beam(recorder.judge, 8)
    answer = conclude(recorder.judge, turn("g2-f2"), shown=4)
    assert answer.turn == turn("g2-f2")
    assert answer.judged == len(recorder.tried)
    assert answer.candidates == (
        Candidate(turn("g2-f2"), 2.0),
        Candidate(turn("g2-f2 l2-k2"), 5.0),
        Candidate(turn("b2-a2 g2-h2"), 4.0),
        Candidate(turn("b2-a2"), 3.0),
    )
    assert len(conclude(recorder.judge, turn("l2-m2")).candidates) == 5
