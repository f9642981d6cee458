"""Ratings: the reference numbers are those of openskill 6.2.0, model PlackettLuce."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.positions.grid import parse_moves
from atlantis_tui.club import store
from atlantis_tui.club.derived import DERIVED_FILE
from atlantis_tui.club.ratings import FIRST_SHOWN, PlayedGame, Rating, rate, updated
from atlantis_tui.game.document import GameDocument
from tests.club.conftest import add_game

REFERENCE = {
    (1, 2): ((28.077759, 7.997309), (25.619123, 7.120175)),
    (1, 1): ((25.327737, 7.997309), (27.746471, 7.120175)),
    (3, 1, 2): ((21.860195, 7.963079), (30.445867, 7.199652), (30.987344, 6.178417)),
    (1, 1, 3): ((26.093856, 8.150392), (28.624105, 7.199652), (29.904894, 6.239666)),
    (4, 2, 2, 1, 5, 6): (
        (27.207417, 8.152294),
        (28.664941, 7.242341),
        (31.384879, 6.263602),
        (35.290208, 5.290897),
        (36.70793, 4.276283),
        (39.080945, 3.292001),
    ),
}
"""For players with means 25, 28, 31 ... and deviations 8.3, 7.3, 6.3 ..."""


@pytest.mark.parametrize("places", REFERENCE, ids=str)
def test_update_agrees_with_openskill(places: tuple[int, ...]) -> None:
    before = [Rating(25.0 + 3 * n, 8.3 - n) for n in range(len(places))]
    for rating, (mean, deviation) in zip(updated(before, places), REFERENCE[places], strict=True):
        assert rating.mean == pytest.approx(mean, abs=1e-6)
        assert rating.deviation == pytest.approx(deviation, abs=1e-6)
        assert rating.games == 1


@given(st.permutations(range(1, 5)))
def test_rating_follows_the_places_and_not_the_order_of_seats(places: list[int]) -> None:
    ratings = updated([Rating()] * 4, places)
    means = [ratings[places.index(place)].mean for place in (1, 2, 3, 4)]
    assert means == sorted(means, reverse=True)


def test_newcomers_have_the_first_rating_and_odd_games_do_not_count() -> None:
    assert Rating().shown == FIRST_SHOWN == 1000
    assert Rating(26.0, 8.0).shown == 1080
    assert rate([PlayedGame(("ann", "ann"), (1, 2)), PlayedGame(("ann",), (1,))]) == {}


def test_table_is_the_same_after_every_rebuild(club: Path) -> None:
    members = ("ann", "ben", "cleo")
    for number, (loser, names) in enumerate(
        [(1, ("Ann", "ben")), (1, ("ann", "cleo")), (0, ("cleo", "ben")), (0, ("ben", "Zoe"))]
    ):
        document = GameDocument.load(add_game(club, f"over-{number}", *names))
        document.play(parse_moves("b3-c4"))
        document.give_up(loser)
        document.save()

    games = store.list_games(club, "ann")
    ratings = store.rate_members(club, games, members, is_host=True)
    store._rate_once.cache_clear()
    stored = store.rate_members(club, tuple(reversed(games)), members)
    store._rate_once.cache_clear()
    (club / DERIVED_FILE).unlink()
    again = store.rate_members(club, games, members)

    assert ratings == stored == again
    assert {name: rating.games for name, rating in ratings.items()} == dict.fromkeys(members, 2)
    assert ratings["ann"].shown > ratings["ben"].shown > ratings["cleo"].shown
