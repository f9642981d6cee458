"""The lines of the protocol, in both directions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.games.kalah.board import Side, Swap
from atlantis_core.games.kalah.messages import (
    AgentAnswer,
    Change,
    End,
    Next,
    Start,
    parse_answer,
    parse_message,
)
from atlantis_core.support.errors import NotationError
from tests.games.kalah.recorded import recordings


@pytest.mark.parametrize("name", recordings())
def test_recorded_engine_lines_round_trip(name: str) -> None:
    for dialogue in recordings()[name].agents:
        for line in dialogue.heard:
            assert str(parse_message(line)) == line


@pytest.mark.parametrize(
    ("line", "choice"),
    [("MOVE;3", 3), ("MOVE;03", 3), ("MOVE;+3", 3), ("MOVE;8", 8), ("SWAP", Swap.SWAP)],
)
def test_answers_are_parsed_like_the_original(line: str, choice: int | Swap) -> None:
    assert parse_answer(line) == AgentAnswer(choice)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "MOVE",
        "MOVE;",
        "MOVE;0",
        "MOVE;-1",
        "MOVE;-0",
        "MOVE; 1",
        "MOVE;1 ",
        " MOVE;1",
        "MOVE;1\r",
        "MOVE;1;",
        "MOVE;3;4",
        "move;1",
        "MOVE;1.0",
        "MOVE;1_0",
        "MOVE;0x1",
        "MOVE;++1",
        "MOVE;+",
        "MOVE;\N{ARABIC-INDIC DIGIT THREE}",
        "MOVE;2147483648",
        "MOVE;" + "9" * 5000,
        "SWAP;",
        "swap",
        "END",
        "CHANGE;1;1,1,1,1;YOU",
    ],
)
def test_invalid_answers_are_refused(line: str) -> None:
    with pytest.raises(NotationError):
        parse_answer(line)


def test_messages_are_values() -> None:
    assert parse_message("START;North") == Start(Side.NORTH)
    assert parse_message("END") == End()
    change = parse_message("CHANGE;SWAP;1,0,2,1;YOU")
    assert change == Change(Swap.SWAP, (1, 0, 2, 1), Next.YOU)
    assert str(AgentAnswer(3)) == "MOVE;3"
    assert str(AgentAnswer(Swap.SWAP)) == "SWAP"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "START",
        "START;South;1",
        "START;south",
        "CHANGE;1;1,1,1,1",
        "CHANGE;2;1,1,1,1;YOU",
        "CHANGE;0;1,1,1,1;YOU",
        "CHANGE;01;1,1,1,1;YOU",
        "CHANGE;swap;1,1,1,1;YOU",
        "CHANGE;1;1,1,1;YOU",
        "CHANGE;1;1,1,1,;YOU",
        "CHANGE;1;1,1,1,x;YOU",
        "CHANGE;1;1,1,1,1;ME",
        "END;",
        "END ",
    ],
)
def test_invalid_engine_messages_are_refused(line: str) -> None:
    with pytest.raises(NotationError):
        parse_message(line)


@given(st.text(), st.sampled_from([parse_answer, parse_message]))
def test_random_text_is_read_or_refused(text: str, parse: Callable[[str], object]) -> None:
    try:
        message = parse(text)
    except NotationError:
        return
    assert parse(str(message)) == message
