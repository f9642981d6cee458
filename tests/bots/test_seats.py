"""Parsing of seats and contestants."""

from __future__ import annotations

import pytest

from atlantis_core.bots.agent_player import AgentPlayer
from atlantis_core.bots.player import BotPlayer
from atlantis_core.bots.registry import BOTS, choose_seat
from atlantis_core.bots.seats import format_contestant, open_player, parse_contestant
from atlantis_core.processes.command_line import MAX_COMMAND_LINE, parse_command
from atlantis_core.seats import Seat, SeatKind
from atlantis_core.support.errors import NotationError


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("master", Seat(SeatKind.BOT, "master")),
        ("bot:greedy", Seat(SeatKind.BOT, "greedy")),
        (
            "agent:python3 'my agent.py' --fast",
            Seat(SeatKind.AGENT, "python3 'my agent.py' --fast"),
        ),
        ("agent: ./mine ", Seat(SeatKind.AGENT, "./mine")),
    ],
)
def test_seats_are_parsed(text: str, seat: Seat) -> None:
    assert parse_contestant(text) == seat
    assert parse_contestant(format_contestant(seat)) == seat


@pytest.mark.parametrize("text", ["", "nobody", "bot:nobody", "bot:", "Master", "human:greedy"])
def test_unknown_names_are_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(NotationError, match=f"one of {', '.join(BOTS)}, or"):
        parse_contestant(text)


@pytest.mark.parametrize(
    "text",
    [
        "agent:",
        "agent:  ",
        "agent:'oops",
        "agent:''",
        "agent:a\0b",
        "agent:\ud800",
        "agent:" + "a " * 4096,
    ],
)
def test_agent_needs_a_command_line(text: str) -> None:
    with pytest.raises(NotationError, match="not a command line"):
        parse_contestant(text)


def test_command_line_length_limit_is_exact() -> None:
    longest = "x" * MAX_COMMAND_LINE
    assert parse_command(longest) == (longest,)
    with pytest.raises(NotationError, match="not a command line"):
        parse_command(longest + "x")


def test_seat_opens_the_right_player() -> None:
    bot, agent = parse_contestant("greedy"), parse_contestant("agent:./mine")
    assert isinstance(open_player(bot), BotPlayer)
    assert isinstance(open_player(agent), AgentPlayer)
    assert open_player(agent).name == "./mine"


def test_seat_of_a_stored_game_is_utf8() -> None:
    with pytest.raises(NotationError, match="expected text in UTF-8"):
        choose_seat("agent:./A\udce9B")
