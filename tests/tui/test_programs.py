"""Agents in the app: real processes that play, are stopped, and end."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest
from textual.widgets import Input

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind, parse_seat
from atlantis_core.support.errors import NotationError
from atlantis_tui.game.document import GameDocument
from atlantis_tui.play.bars import Mode
from atlantis_tui.start.new_game_screen import NewGameScreen
from atlantis_tui.start.set_up import SetUp
from tests.little_boards import position
from tests.tui.driving import Driver, playing
from tests.tui.walking import walking

if os.name != "posix":
    pytest.skip("agents need process groups and pipes of POSIX", allow_module_level=True)

START = traditional_start(Shape.TRIANGLE, 2, 2)
LISTENER = """
import os, sys
log = open({log!r}, "a", buffering=1)
print("begins", os.getpid(), file=log)
for line in sys.stdin:
    name, *rest = line.rstrip("\\n").split(";")
    print(name, rest[0] if name == "CHANGE" else "", rest[-1] if rest else "", file=log)
    if rest and rest[-1] == "YOU":
        print({answer!r}, flush=True)
"""
"""Writes down what it is told and always answers the same."""


DEAF = """
import os, time
with open({log!r}, "w") as log:
    print("begins", os.getpid(), file=log)
time.sleep(600)
"""


def program(body: str) -> Seat:
    return Seat(SeatKind.AGENT, shlex.join([sys.executable, "-c", body]))


def listener(log: Path, answer: str = "TURN") -> Seat:
    return program(LISTENER.format(log=str(log), answer=answer))


def said(log: Path) -> list[str]:
    return [" ".join(line.split()) for line in log.read_text().splitlines()]


def begins(log: Path) -> list[int]:
    """The processes that have been started."""
    return [int(line.split()[1]) for line in said(log) if line.startswith("begins")]


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def until_persons_turn(driver: Driver, turn: int) -> None:
    await driver.until(
        lambda: driver.document.game.turn_number == turn and driver.state() is Mode.PLANNING
    )


async def test_agent_plays_gets_every_turn_and_ends_with_the_app(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with playing(START, seats=(PERSON, listener(log)), size=(120, 40)) as driver:
        await driver.type("b3-c4")
        await driver.press("t")
        await until_persons_turn(driver, 2)
        assert driver.document.game.turns[1] == ()
        await driver.press("t")
        await until_persons_turn(driver, 4)
        assert "[agent]" in driver.text("side")
    (process,) = begins(log)
    assert not is_running(process)
    heard = [line for line in said(log) if line.startswith("CHANGE")]
    assert heard == ["CHANGE b3-c4 YOU", "CHANGE OPP", "CHANGE YOU", "CHANGE OPP"]
    assert said(log)[-1] == "END"


async def test_undo_restarts_the_agent(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with playing(START, seats=(PERSON, listener(log))) as driver:
        await driver.press("t")
        await until_persons_turn(driver, 2)
        await driver.press("U")
        assert driver.document.game.turn_number == 0
        await driver.type("b3-c4")
        await driver.press("t")
        await until_persons_turn(driver, 2)
    assert len(begins(log)) == 2
    assert [line for line in said(log) if line.endswith("YOU")] == [
        "CHANGE YOU",
        "CHANGE b3-c4 YOU",
    ]
    assert said(log).count("END") == 2
    assert not any(map(is_running, begins(log)))


@pytest.mark.parametrize(
    ("body", "fault", "words"),
    [
        ("print('TURN;a1-z99')", "illegal turn", "illegal move 'a1-z99'"),
        ("print('hello')", "garbage", "hello"),
        ("raise SystemExit(3)", "exit", "exited without answering"),
    ],
)
async def test_agent_that_breaks_the_protocol_is_reported_and_restarted(
    body: str, fault: str, words: str
) -> None:
    waits = "import sys\nfor line in sys.stdin:\n  if line.endswith(';YOU\\n'): break\n"
    async with playing(START, seats=(PERSON, program(waits + body))) as driver:
        await driver.press("t")
        await driver.until(lambda: "press b to try again" in driver.message)
        name = driver.document.cast[1]
        assert driver.message.startswith(f"{name}, the agent: {fault}: ")
        assert words in driver.message
        await driver.press("b")
        await driver.until(lambda: "press b to try again" in driver.message)
        await driver.press("t")
        await until_persons_turn(driver, 2)


async def test_missing_program_is_reported() -> None:
    seat = Seat(SeatKind.AGENT, "no-such-program-anywhere")
    async with playing(START, seats=(PERSON, seat)) as driver:
        await driver.press("t")
        await driver.until(lambda: "cannot start 'no-such-program-anywhere'" in driver.message)
        assert ", the agent: no start: " in driver.message


async def test_agent_that_never_answers_can_be_stopped(tmp_path: Path) -> None:
    log = tmp_path / "log"
    deaf = DEAF.format(log=str(log))
    async with playing(START, seats=(PERSON, program(deaf))) as driver:
        await driver.press("t")
        await driver.until(lambda: log.exists() and bool(log.read_text()))
        assert driver.state() is Mode.THINKING
        assert "Esc stop agent" in driver.text("keys")
        await driver.press("escape")
        await until_persons_turn(driver, 1)
        assert ", the agent, was stopped" in driver.message
        assert driver.text("keys").startswith(" b let it play")
        await driver.press("t")
        assert driver.document.game.turn_number == 2
    (process,) = begins(log)
    assert not is_running(process)


async def test_redo_lets_the_agent_play_again(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    deaf = DEAF.format(log=str(log)).replace('"w"', '"a"')
    async with playing(START, seats=(PERSON, program(deaf))) as driver:
        await driver.press("t")
        await driver.until(lambda: log.exists() and len(begins(log)) == 1)
        await driver.press("U", "R")
        assert driver.state() is Mode.THINKING
        await driver.until(lambda: len(begins(log)) == 2)
        assert driver.state() is Mode.THINKING
        await driver.press("t")
        assert driver.document.game.turn_number == 1
        await driver.press("escape")
        await until_persons_turn(driver, 1)
        await driver.until(lambda: not any(map(is_running, begins(log))))


async def test_agent_gets_the_end_of_the_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    start = position("B2", "a1:1 a2:1", "c3:1")
    async with playing(start, seats=(PERSON, listener(log))) as driver:
        await driver.press("t")
        await until_persons_turn(driver, 2)
        await driver.type("a2-b3")
        await driver.press("t")
        await until_persons_turn(driver, 4)
        await driver.type("b3-c3")
        await driver.press("t")
        await driver.until(lambda: driver.state() is Mode.OVER)
        await driver.until(lambda: said(log)[-1] == "END")
        assert said(log)[-2].endswith("END")


async def test_agent_can_be_chosen_for_a_new_game() -> None:
    async with walking(screen=NewGameScreen) as walker:
        screen = walker.on(NewGameScreen)
        await walker.press("a")
        assert "select a player first" in walker.text("message")
        screen.rows.choose("seat 1")
        await walker.press("a", *"cat -n", "enter")
        await walker.until(lambda: screen.set_up.players[1].seat == Seat(SeatKind.AGENT, "cat -n"))
        assert "runs 'cat -n'" in walker.text("message")
        assert screen.set_up.names[1] == "Agent 2"
        await walker.press("a", "quotation_mark", "enter")
        await walker.until(lambda: walker.app.screen.query_one(Input).value == '"')
        await walker.press("escape")
        assert screen.set_up.players[1].seat == Seat(SeatKind.AGENT, "cat -n")
        await walker.press("right")
        assert screen.set_up.players[1].seat.kind is not SeatKind.AGENT
        await walker.press("left")
        assert screen.set_up.players[1].seat == Seat(SeatKind.AGENT, "cat -n")


def test_agent_seats_are_described_in_words() -> None:
    seat = parse_seat("agent:python3 'my agent.py' --level 3")
    assert seat == Seat(SeatKind.AGENT, "python3 'my agent.py' --level 3")
    assert parse_seat(str(seat)) == seat
    assert SetUp().with_agent(0, " cat ").players[0].seat == Seat(SeatKind.AGENT, "cat")
    for text in ("agent:", "agent:  ", "agent:'"):
        with pytest.raises(NotationError):
            parse_seat(text)


async def test_invalid_command_in_a_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(START, seats=(Seat(SeatKind.AGENT, "sh -c 'foo"), PERSON), path=path).save()
    document = GameDocument.load(path)
    document.trust(document.seats[0])
    async with playing(document=document) as driver:
        await driver.until(lambda: "not a command line" in driver.message)
