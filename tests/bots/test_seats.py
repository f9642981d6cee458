"""How people say who takes a seat."""

from __future__ import annotations

import pytest

from atlantis_core.bots.agent_player import AgentPlayer
from atlantis_core.bots.player import BotPlayer, WorkerPlayer
from atlantis_core.bots.seats import Seat, SeatKind, open_player, open_worker_player, parse_seat
from atlantis_core.errors import NotationError


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
def test_seats_are_read(text: str, seat: Seat) -> None:
    assert parse_seat(text) == seat
    assert parse_seat(str(seat)) == seat


@pytest.mark.parametrize("text", ["", "nobody", "bot:nobody", "bot:", "Master", "human:greedy"])
def test_other_words_are_refused_with_what_there_is(text: str) -> None:
    with pytest.raises(NotationError, match="one of random, gentle, greedy, searcher, master"):
        parse_seat(text)


@pytest.mark.parametrize("text", ["agent:", "agent:  ", "agent:'oops"])
def test_an_agent_needs_a_command_line(text: str) -> None:
    with pytest.raises(NotationError, match="not a command line"):
        parse_seat(text)


def test_a_seat_is_opened_as_the_right_player() -> None:
    bot, agent = parse_seat("greedy"), parse_seat("agent:./mine")
    assert isinstance(open_player(bot), BotPlayer)
    assert isinstance(open_worker_player(bot), WorkerPlayer)
    assert isinstance(open_player(agent), AgentPlayer)
    assert isinstance(open_worker_player(agent), AgentPlayer)
    assert open_player(agent).name == "./mine"
