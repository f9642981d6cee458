"""The built-in agent, line by line."""

from __future__ import annotations

import io

import pytest

from atlantis_core.games.kalah.agent import run_agent
from atlantis_core.games.kalah.board import Board, Swap, new_board
from atlantis_core.games.kalah.first_moves import FIRST_MOVES
from atlantis_core.games.kalah.messages import parse_answer
from atlantis_core.support.errors import NotationError


def answers(*lines: str, start: Board | None = None) -> list[str]:
    out = io.StringIO()
    run_agent([f"{line}\n" for line in lines], out, 200, start)
    return out.getvalue().splitlines()


def test_south_moves_at_once_and_north_waits() -> None:
    assert len(answers("START;South", "END")) == 1
    assert answers("START;North", "END") == []


def test_agent_answers_only_changes_that_say_you() -> None:
    state = "7,7,7,7,7,7,7,0,0,8,8,8,8,8,8,1"
    assert answers("START;North", f"CHANGE;1;{state};OPP", "END") == []
    assert len(answers("START;North", f"CHANGE;1;{state};YOU", "END")) == 1


def test_agent_changes_sides_after_the_opponents_swap() -> None:
    state = "1,0,0,0,0,0,0,45,0,0,0,0,0,0,1,51"
    [_, answer] = answers("START;South", f"CHANGE;SWAP;{state};YOU")
    assert answer == "MOVE;1"


def test_agent_plays_south_after_its_own_swap() -> None:
    good = 1 + FIRST_MOVES[7, 7].index(max(FIRST_MOVES[7, 7]))
    first = new_board().play(good)
    south, north = first.holes
    state = ",".join(map(str, (*north, 0, *south, first.stores[0])))
    swap, move = answers(
        "START;North",
        f"CHANGE;{good};{state};YOU",
        "CHANGE;1;0,8,8,8,8,8,8,1,0,0,0,0,0,0,1,48;YOU",
    )
    assert parse_answer(swap).choice is Swap.SWAP
    assert move == "MOVE;7"


def test_agent_ends_with_the_input() -> None:
    assert answers("START;North") == []
    assert answers() == []


@pytest.mark.parametrize(
    "line", ["hello", "CHANGE;1;1,1,1,1;YOU", "CHANGE;1;1,0,1,0;YOU;", "START;South\r"]
)
def test_invalid_message_is_an_error(line: str) -> None:
    with pytest.raises(NotationError):
        answers(line)


def test_agent_without_seeds_raises() -> None:
    with pytest.raises(NotationError, match="seeds"):
        answers("START;North", "CHANGE;1;0,0,1,1;YOU")
