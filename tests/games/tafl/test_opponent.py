"""The bot: finds short wins, is deterministic, can be cancelled."""

from __future__ import annotations

import pytest

from atlantis_core.games.errors import GameError
from atlantis_core.games.search import WON
from atlantis_core.games.tafl.evaluation import worth_for_defenders
from atlantis_core.games.tafl.game import GAME
from atlantis_core.games.tafl.opponent import best_move
from atlantis_core.games.tafl.pieces import Side
from atlantis_core.games.tafl.play import Position, start_position
from atlantis_core.games.tafl.positions import protocol_move
from atlantis_core.games.tafl.rules_text import parse_rules
from atlantis_core.games.tafl.variants import VARIANTS
from atlantis_core.support.cancelling import Cancelled
from benchmarks.tafl_strength import play_game, play_greedily, play_randomly

EDGE = "dim:7 ks:w esc:e surf:n cen: cor: "


def position_of(record: str) -> Position:
    return start_position(parse_rules(record))


@pytest.mark.parametrize(
    ("record", "move"),
    [
        (f"{EDGE} start:/7/7/7/2tK3/7/t6/4t1T/", "e7-e4"),
        (f"{EDGE} atkf:n start:/7/7/7/3K3/7/7/t6/", None),
        ("dim:7 atkf:n surf:n start:/t6/7/7/7/7/7/1K4t/", "b7-a7"),
    ],
)
def test_win_in_one_is_found(record: str, move: str | None) -> None:
    position = position_of(record)
    found = best_move(position, 200)
    assert found.worth == WON - 1
    assert found.judged <= 400
    if move is not None:
        assert protocol_move(found.move, 7).text == move


def test_fork_is_found_two_moves_ahead() -> None:
    """The king moves to a space with two ways to corners."""
    record = "dim:7 ks:w atkf:n surf:n cen: start:/7/1t5/t6/2tK1T1/7/t5t/3t3/"
    found = best_move(position_of(record), 20_000)
    assert found.worth >= WON - 3


def test_answer_is_repeatable() -> None:
    record = GAME.new("tablut")
    first, second = (GAME.think(record, 500) for _ in range(2))
    assert first == second
    assert first.move in record.position(0).legal_moves()
    assert first.words
    assert first.judged <= 1_000


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_bot_plays_every_variant(variant: tuple[str, str, str]) -> None:
    record = GAME.new(variant[0])
    for _ in range(3):
        record = record.played(GAME.think(record, 30).move)
    assert record.last_step == 3


def test_search_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        GAME.think(GAME.new("copenhagen"), None, lambda: True)


def test_finished_game_has_no_hint() -> None:
    record = GAME.new("brandub")
    over = record.played(record.position(0).parse_move("---"))
    with pytest.raises(GameError, match="there is no legal move"):
        GAME.think(over)


def test_evaluation_favours_what_helps_the_king() -> None:
    shut = worth_for_defenders(position_of(f"{EDGE} start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"))
    opened = worth_for_defenders(position_of(f"{EDGE} start:/3t3/3t3/7/ttTKTtt/3T3/3t3/2Tt3/"))
    fewer = worth_for_defenders(position_of(f"{EDGE} start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/7/"))
    assert shut < fewer
    assert shut != opened


@pytest.mark.parametrize("ours", Side)
def test_bot_beats_random_play(ours: Side) -> None:
    """A few games; `python -m benchmarks.tafl_strength` plays hundreds."""
    for seed in range(3):
        assert play_game("brandub", ours, play_randomly, seed, 150) == "won"
    assert play_game("brandub", ours, play_greedily, 0, 600) == "won"
