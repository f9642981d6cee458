"""The story of a game: what decided it, its worst turn, its biggest chain."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.review.game_statistics import GameStatistics, MomentKind
from atlantis_core.review.judged_games import Judgement
from atlantis_core.review.story import biggest_chain, decisive_turn, worst_turn
from atlantis_core.review.verdicts import TurnMark, TurnVerdict
from atlantis_core.support.phrases import percents
from atlantis_core.transcript import load, replay

GAMES = sorted((Path(__file__).parents[2] / "transcripts" / "games").glob("*-[23]-players.json"))


def judged(*chances: float, losses: dict[int, float] | None = None) -> Judgement:
    """A judgement of two players from the first player's chances, the start included."""
    verdicts = {}
    for turn in range(1, len(chances)):
        before, after = chances[turn - 1], chances[turn]
        loss = (losses or {}).get(turn, 0.0)
        mark = TurnMark.BAD if loss else TurnMark.NONE
        pairs = (before, 1 - before), (after, 1 - after)
        verdicts[turn] = TurnVerdict((turn - 1) % 2, *pairs, loss, None, (), mark)
    return Judgement("master", 1, verdicts)


@pytest.mark.parametrize(
    ("chances", "winner", "turn"),
    [
        ((0.5, 0.6, 0.4, 0.7, 1.0), 0, 3),
        ((0.6, 0.6, 0.7), 0, 0),
        ((0.5, 0.4, 0.3), 1, 1),
        ((0.5, 0.6, 0.7), 1, None),
    ],
)
def test_decisive_turn_is_where_the_last_lead_begins(
    chances: tuple[float, ...], winner: int, turn: int | None
) -> None:
    found = decisive_turn(judged(*chances), len(chances) - 1, winner)
    assert (None if found is None else found.turn) == turn


def test_decisive_turn_waits_until_all_turns_are_judged() -> None:
    whole = judged(0.5, 0.6, 0.7, 0.8)
    part = Judgement("master", 1, {turn: whole.verdicts[turn] for turn in (1, 3)})
    assert decisive_turn(part, 3, 0) is None


def test_worst_turn_is_the_greatest_loss_of_the_asked_players() -> None:
    judgement = judged(0.9, 0.6, 0.9, 0.4, 0.5, losses={1: 0.3, 2: 0.3, 3: 0.5, 4: 0.1})
    worst = [worst_turn(judgement, players) for players in ((0, 1), (1,), ())]
    assert [moment and (moment.turn, moment.player) for moment in worst] == [(3, 0), (2, 1), None]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_biggest_chain_is_the_greatest_of_all_turns(path: Path) -> None:
    game = replay(load(path))
    found = biggest_chain(GameStatistics(game.positions), game.positions)
    sizes = [len(game.report(turn).exploded) for turn in range(1, game.turn_number + 1)]
    if found is None:
        assert not any(sizes)
    else:
        assert found.mark is MomentKind.CHAIN
        assert found.size == max(sizes)
        assert found.turn == sizes.index(max(sizes)) + 1


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=6).filter(any))
def test_percents_add_up_to_100_and_differ_by_less_than_one(weights: list[int]) -> None:
    chances = [weight / sum(weights) for weight in weights]
    found = percents(chances)
    assert sum(found) == 100
    pairs = zip(found, chances, strict=True)
    assert all(abs(value - 100 * chance) < 1.001 for value, chance in pairs)
