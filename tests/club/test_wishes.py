"""Games that members wish to start, as text."""

from __future__ import annotations

import pytest

from atlantis_core.rules.shapes import Shape
from atlantis_core.seats import bot_seat
from atlantis_core.support.errors import AtlantisError
from atlantis_core.transcript.clocks import BEGAN_TAG, parse_control
from atlantis_tui.club.wishes import Wish, bots_within, parse_wish

MEMBERS = ("ann", "Ben")


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("hexagon:2", Wish()),
        ("triangle:3 ben open", Wish(Shape.TRIANGLE, 3, ("Ben", None))),
        ("hexagon:2 bot", Wish(others=(bot_seat("gentle"),))),
        (
            "hexagon:2 BOT:greedy 10+5",
            Wish(others=(bot_seat("greedy"),), control=parse_control("10+5")),
        ),
        (
            "hexagon:2 3days ben absent:bot:greedy",
            Wish(others=("Ben",), control=parse_control("3 days"), absent=bot_seat("greedy")),
        ),
    ],
)
def test_wishes_are_parsed(text: str, wish: Wish) -> None:
    assert parse_wish(text, MEMBERS) == wish


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected"),
        ("hexagon:7", "at most side 6"),
        ("hexagon:2 mallory", "no such member"),
        ("hexagon:2 bot:grandmaster", "bot:gentle"),
        ("hexagon:2 bot:nosuch", "bot:gentle"),
        ("hexagon:2 agent:sh", "no such member"),
        ("hexagon:2 ben absent:bot", "needs a time"),
        ("hexagon:2 ben 3weeks", "time control"),
        ("hexagon:2 open open open open open open", "at most 6 players"),
    ],
)
def test_impossible_wishes_are_explained(text: str, problem: str) -> None:
    with pytest.raises(AtlantisError, match=problem):
        parse_wish(text, MEMBERS)


def test_host_limits_the_effort_of_bots() -> None:
    assert bots_within(0) == ()
    assert "grandmaster" not in bots_within(400)
    assert "grandmaster" in bots_within(8000)
    with pytest.raises(AtlantisError, match="no bots"):
        parse_wish("hexagon:2 bot", MEMBERS, most_effort=0)


def test_clock_of_days_starts_with_the_game_unless_a_seat_is_open() -> None:
    def began(text: str) -> bool:
        return BEGAN_TAG in parse_wish(text, MEMBERS).begin("ann").transcript.annotations.tags

    assert began("hexagon:2 ben 3days")
    assert not began("hexagon:2 open 3days")
    assert not began("hexagon:2 ben 10+5")
    assert not began("hexagon:2 ben")


def test_open_seats_have_no_letter_that_looks_like_a_digit() -> None:
    cast = parse_wish("hexagon:2 open open open", MEMBERS).begin("ann").cast
    assert cast.names == ("ann", "Steelblue", "Darkorange", "Cyan")
    assert cast.letters == "CSDY"
