"""Statistics and marked turns; counting in slices changes nothing."""

from __future__ import annotations

import pytest

from atlantis_core.narration import Cast
from atlantis_core.positions.position import FieldState
from atlantis_core.review.game_statistics import (
    GameStatistics,
    Moment,
    MomentKind,
    big_chain,
    biggest_chain,
    facts_of,
    leader_of,
    merge_moments,
    next_marked,
    previous_marked,
)
from atlantis_core.review.reasons import describe_moment
from atlantis_core.rules.scoring import standing, tally
from tests.review.games import RECORDED, recorded


@pytest.mark.parametrize("name", RECORDED)
def test_figures_are_those_of_the_positions(name: str) -> None:
    game = recorded(name)
    statistics = GameStatistics(game.positions)
    for turn, position in enumerate(game.positions):
        figures = statistics.figures(turn)
        assert (figures.secured, figures.leading) == standing(position)
        held = [contents for _, contents in position.occupied()]
        for player in range(position.players):
            mine = [contents for contents in held if contents.player == player]
            assert figures.stones[player] == sum(contents.stones for contents in mine)
            growing = [c for c in mine if c.state is FieldState.GROWING]
            assert figures.growing[player] == len(growing)
        exploded = len(game.report(turn).exploded) if turn else 0
        assert figures.explosions == exploded


@pytest.mark.parametrize("name", RECORDED)
def test_tally_counts_every_field_once(name: str) -> None:
    for position in recorded(name).positions:
        counted = tally(position)
        growing = sum(counted.growing)
        assert counted.open_fields + growing + counted.dead_fields == len(position.board)


@pytest.mark.parametrize("name", RECORDED)
def test_counting_in_slices_finds_the_same_moments(name: str) -> None:
    positions = recorded(name).positions
    at_once, bit_by_bit = GameStatistics(positions), GameStatistics(positions)
    assert at_once.advance(len(positions)) is False
    while bit_by_bit.advance(3):
        assert all(moment.turn <= bit_by_bit.counted for moment in bit_by_bit.moments())
    assert bit_by_bit.is_complete
    assert bit_by_bit.moments() == at_once.moments()


def test_moments_of_a_recorded_game() -> None:
    statistics = GameStatistics(recorded("f17_4p").positions)
    statistics.advance(100)
    assert statistics.moments() == (
        Moment(1, MomentKind.CHAIN, 0, 13),
        Moment(1, MomentKind.ELIMINATION, 3),
        Moment(5, MomentKind.LEAD, 1, 4),
        Moment(9, MomentKind.CHAIN, 0, 12),
        Moment(17, MomentKind.ELIMINATION, 0),
        Moment(19, MomentKind.LEAD, 2, 6),
        Moment(19, MomentKind.ELIMINATION, 1),
    )


def test_line_with_the_same_beginning_is_not_recounted() -> None:
    positions = recorded("f08_3p").positions
    known = GameStatistics(positions)
    known.advance(10)
    branch = GameStatistics(positions[:6], known)
    assert branch.figures(5) is known.figures(5)


@pytest.mark.parametrize(
    ("territory", "before", "leader"),
    [
        ((0, 0), None, None),
        ((0, 0), 1, None),
        ((3, 2), None, 0),
        ((3, 3), None, None),
        ((3, 3), 1, 1),
        ((3, 5, 5), 0, None),
    ],
)
def test_leader_is_the_player_with_most_territory(
    territory: tuple[int, ...], before: int | None, leader: int | None
) -> None:
    assert leader_of(territory, before) == leader


def test_big_chain_is_longer_on_a_larger_board() -> None:
    assert [big_chain(fields) for fields in (7, 133, 427)] == [4, 7, 21]


def test_biggest_chain_is_that_of_the_turn_with_most_explosions() -> None:
    game = recorded("f17_4p")
    statistics = GameStatistics(game.positions)
    statistics.advance(game.turn_number)
    chains = [statistics.figures(turn).explosions for turn in range(1, game.turn_number + 1)]
    assert biggest_chain(game.positions) == max(chains) > 0
    assert biggest_chain(game.positions[:1]) == 0


def test_moving_between_marks() -> None:
    turns = (3, 7, 7, 12)
    assert [next_marked(turns, turn) for turn in (0, 3, 7, 12)] == [3, 7, 12, None]
    assert [previous_marked(turns, turn) for turn in (13, 12, 7, 3)] == [12, 7, 3, None]


def test_moments_are_described_in_words() -> None:
    merged = merge_moments(
        [Moment(5, MomentKind.COMMENT), Moment(1, MomentKind.VARIATION)],
        [
            Moment(5, MomentKind.CHAIN, 0, 13),
            Moment(6, MomentKind.LEAD, 1, 1),
            Moment(7, MomentKind.ELIMINATION, 0),
        ],
    )
    assert [f"{m.turn}: {describe_moment(m, Cast(('Red', 'Blue'), 'RB'))}" for m in merged] == [
        "1: variation",
        "5: big chain: 13 explosions by Red",
        "5: comment",
        "6: Blue takes the lead, by 1 field",
        "7: Red has no stones left",
    ]


def test_eliminated_and_lost_stones_match_the_board() -> None:
    by_moves = by_explosions = surplus = 0
    for name in RECORDED:
        game = recorded(name)
        for turn in range(1, game.turn_number + 1):
            report = game.report(turn)
            facts, player = facts_of(report), report.player
            before, after = tally(report.start).stones, tally(report.end).stones
            gone = [old - new for old, new in zip(before, after, strict=True)]
            assert facts.lost == gone[player] + len(report.grown)
            assert facts.eliminated == sum(gone) - gone[player]
            assert (facts.explosions, facts.waves) == (len(report.exploded), len(report.waves))
            by_moves += report.eliminated_by_moves
            by_explosions += report.eliminated_by_explosions
            surplus += report.surplus
    assert min(by_moves, by_explosions, surplus) > 0, "the games contain every kind of loss"


@pytest.mark.parametrize("name", RECORDED)
def test_strength_is_fields_held_plus_stones(name: str) -> None:
    statistics = GameStatistics(recorded(name).positions)
    for turn in range(len(statistics)):
        figures = statistics.figures(turn)
        territory = [a + b for a, b in zip(figures.secured, figures.leading, strict=True)]
        assert figures.territory == tuple(territory)
        with_stones = [a + b for a, b in zip(territory, figures.stones, strict=True)]
        assert figures.strength == tuple(with_stones)


@pytest.mark.parametrize("name", RECORDED)
def test_chain_is_big_from_the_threshold_on_and_a_lead_is_a_difference(name: str) -> None:
    positions = recorded(name).positions
    statistics = GameStatistics(positions)
    assert statistics.counted == 0
    statistics.advance(len(positions))
    marked = {m.turn: m.size for m in statistics.moments() if m.mark is MomentKind.CHAIN}
    least = big_chain(len(positions[0].board))
    exploded = {turn: statistics.figures(turn).explosions for turn in range(1, len(positions))}
    assert marked == {turn: count for turn, count in exploded.items() if count >= least}
    for moment in statistics.moments():
        territory = sorted(statistics.figures(moment.turn).territory)
        if moment.mark is MomentKind.LEAD:
            assert moment.size == territory[-1] - territory[-2]
        elif moment.mark is MomentKind.ELIMINATION:
            assert moment.size == 0


def test_chain_of_exactly_the_threshold_is_big(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("atlantis_core.review.game_statistics.big_chain", lambda _: 12)
    statistics = GameStatistics(recorded("f17_4p").positions)
    statistics.advance(100)
    sizes = [m.size for m in statistics.moments() if m.mark is MomentKind.CHAIN]
    assert sizes == [13, 12]
