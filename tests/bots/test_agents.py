"""Agents as real processes: good ones play, bad ones lose, no process is left over.

Only tests that wait for a time limit use limits below a second; all others use limits that a busy
machine does not reach.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import sys
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest

from atlantis_core.arena.referee import Ending, PlayedGame, referee
from atlantis_core.bots.agent_player import AgentPlayer, TimeLimits
from atlantis_core.bots.player import BotPlayer
from atlantis_core.bots.registry import bot_named
from atlantis_core.positions.position import Position
from atlantis_core.processes.command_line import parse_command
from atlantis_core.processes.line_process import MAX_LINE, LineProcess
from atlantis_core.processes.protocol_violations import Fault, ProtocolViolation
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.errors import NotationError
from tests.running_processes import assert_ends
from tests.waiting import PATIENCE

if os.name != "posix":
    pytest.skip("agents need process groups and pipes of POSIX", allow_module_level=True)

START = traditional_start(Shape.TRIANGLE, 2, 2)
PATIENT = TimeLimits(turn=60, start=60, goodbye=0.1)
HASTY = TimeLimits(turn=0.1, start=0.2, goodbye=0.1)
EXAMPLES = Path(__file__).parents[2] / "examples" / "agents"
READ_TO_MY_TURN = """
import os, signal, sys, time
def my_turn():
    for line in sys.stdin:
        if line.endswith(";YOU\\n"):
            return True
        if line == "END\\n":
            return False
"""


def python_agent(body: str, limits: TimeLimits = PATIENT) -> AgentPlayer:
    """An agent that runs this code; `my_turn()` reads until the agent has to answer."""
    return AgentPlayer(shlex.join([sys.executable, "-c", READ_TO_MY_TURN + body]), limits)


def play(first: AgentPlayer, start: Position = START) -> PlayedGame:
    """Play this agent in the first seat against a random bot."""
    try:
        return referee(start, [first, BotPlayer(bot_named("random"), seed=1)], turn_limit=20)
    finally:
        first.close()


def assert_lost(verdict: PlayedGame, fault: Fault, words: str) -> None:
    assert verdict.ending is Ending.FORFEIT
    assert verdict.offence is not None
    assert verdict.offence.seat == 0
    assert verdict.offence.fault is fault
    assert words in verdict.offence.explanation
    assert verdict.ranking == (1, 0)


@pytest.mark.parametrize(
    ("interpreter", "example"), [("python3", "pusher.py"), ("node", "wanderer.js")]
)
def test_example_agents_play_whole_games(interpreter: str, example: str) -> None:
    found = sys.executable if interpreter == "python3" else shutil.which(interpreter)
    if found is None:
        pytest.skip(f"there is no {interpreter} on this machine")
    agent = AgentPlayer(shlex.join([found, str(EXAMPLES / example)]), PATIENT)
    start = traditional_start(Shape.HEXAGON, 2, 2)
    verdict = play(agent, start)
    assert verdict.offence is None
    assert len(verdict.turns) == 20 or verdict.ending is Ending.FINISHED
    assert any(verdict.turns[0::2])


def test_built_in_bot_plays_the_same_game_as_an_agent() -> None:
    command = [sys.executable, "-m", "atlantis_core", "agent", "greedy", "--seed", "4"]
    as_agent = play(AgentPlayer(shlex.join(command), PATIENT))
    players = [BotPlayer(bot_named("greedy"), seed=4), BotPlayer(bot_named("random"), seed=1)]
    assert as_agent == referee(START, players, turn_limit=20)


def test_shortest_documented_agent_passes() -> None:
    text = (EXAMPLES.parents[1] / "docs" / "agents.md").read_text("utf-8")
    script = text.partition("```sh\n")[2].partition("```")[0]
    verdict = play(AgentPlayer(shlex.join(["sh", "-c", script]), PATIENT))
    assert verdict.offence is None
    assert verdict.turns
    assert not any(verdict.turns[0::2])


def test_every_fault_is_documented() -> None:
    text = (EXAMPLES.parents[1] / "docs" / "agents.md").read_text("utf-8")
    assert [fault for fault in Fault if f"| `{fault.value}` |" not in text] == []
    assert f"{MAX_LINE:,} bytes" in text


@pytest.mark.parametrize(
    ("said", "fault", "words"),
    [
        ("TURN;b2-z9", Fault.ILLEGAL_TURN, "illegal move 'b2-z9'"),
        ("TURN;b2-b3,b2-b3", Fault.ILLEGAL_TURN, "already started in the segment"),
        ("TURN;b2-b3,nonsense", Fault.GARBAGE, "not a move: 'nonsense'"),
        ("turn", Fault.GARBAGE, "not a turn: 'turn'"),
        ("", Fault.GARBAGE, "not a turn: ''"),
        ("TURN;b2-b\\u0663", Fault.GARBAGE, "non-ASCII text"),
    ],
)
def test_bad_answer_loses(said: str, fault: Fault, words: str) -> None:
    speak = f"sys.stdout.buffer.write('{said}\\n'.encode()); sys.stdout.flush()"
    assert_lost(play(python_agent(f"\nwhile my_turn(): {speak}")), fault, words)


VERSION_2_REQUEST = """
import json, sys
heard, seat = [], None
for line in sys.stdin:
    words = line.strip().split(";")
    if words[0] == "START":
        seat, protocol = int(words[1]), json.loads(line.split(";", 3)[3])["protocol"]
        heard.append(protocol)
    elif words[0] == "CHANGE":
        heard.append(words[3:])
        if words[3] == "YOU":
            print("TURN;\\r" if len(words) > 4 else "PROTOCOL;2\\nTURN", flush=True)
    else:
        break
open(sys.argv[1], "w").write(json.dumps(heard))
"""


def test_protocol_2_reports_who_moved_and_who_is_next(tmp_path: Path) -> None:
    told = tmp_path / "heard.json"
    command = shlex.join([sys.executable, "-c", VERSION_2_REQUEST, str(told)])
    agent = AgentPlayer(command, replace(PATIENT, turns=7, goodbye=60), seed=81)
    others = [BotPlayer(bot_named("random"), seed=seed) for seed in (1, 2)]
    start = traditional_start(Shape.TRIANGLE, 3, 3)
    verdict = referee(start, [others[0], agent, others[1]], turn_limit=7)
    assert verdict.offence is None
    protocol, *changes = json.loads(told.read_text())
    assert protocol == {
        "version": 2,
        "to_move": 1,
        "seed": 81,
        "turn_seconds": 60,
        "first_turn_seconds": 120,
        "turn_limit": 7,
    }
    assert changes == [
        ["OPP"],
        ["YOU"],
        ["OPP", "2", "3"],
        ["OPP", "3", "1"],
        ["YOU", "1", "2"],
        ["OPP", "2", "3"],
        ["OPP", "3", "1"],
        ["YOU", "1", "2"],
    ]


def test_protocol_version_is_accepted_only_before_the_first_answer() -> None:
    agent = python_agent(
        "my_turn(); print('TURN', flush=True)\nmy_turn(); print('PROTOCOL;2\\nTURN')"
    )
    assert_lost(play(agent), Fault.GARBAGE, "not a turn: 'PROTOCOL;2'")


def test_endless_line_loses() -> None:
    agent = python_agent("my_turn()\nwhile True: sys.stdout.write('x' * 4096)")
    assert_lost(play(agent), Fault.ENDLESS_LINE, f"more than {MAX_LINE} bytes")


def test_silence_loses() -> None:
    agent = python_agent("my_turn()\ntime.sleep(60)", HASTY)
    assert_lost(play(agent), Fault.SILENCE, "did not answer within 0.3 seconds")


def test_answer_without_newline_does_not_count() -> None:
    limits = TimeLimits(turn=2, start=0.1, goodbye=0.1)
    agent = AgentPlayer("sh -c 'printf TURN; exec sleep 60'", limits)
    verdict = play(agent)
    assert verdict.offence is not None
    # Depending on timing, the word arrives before the question, or stays unfinished after it.
    assert verdict.offence.fault in {Fault.SILENCE, Fault.GARBAGE}
    assert "'TURN'" in verdict.offence.explanation


def test_exit_in_the_middle_of_a_line_is_reported_as_exit() -> None:
    agent = python_agent("my_turn(); sys.stdout.write('TUR'); sys.stdout.flush()")
    assert_lost(play(agent), Fault.EXIT, "in the middle of a line: 'TUR'")


def test_exit_is_reported_with_status_and_stderr() -> None:
    agent = python_agent("my_turn(); sys.stderr.write('no ideas left\\n'); sys.exit(3)")
    verdict = play(agent)
    assert_lost(verdict, Fault.EXIT, "(status 3)")
    assert_lost(verdict, Fault.EXIT, "last line on stderr: 'no ideas left'")


def test_crash_is_reported_with_its_signal() -> None:
    agent = python_agent("my_turn(); os.kill(os.getpid(), signal.SIGKILL)")
    assert_lost(play(agent), Fault.EXIT, "(signal 9)")


def test_missing_program_loses() -> None:
    assert_lost(play(AgentPlayer("./no/such/agent")), Fault.NO_START, "cannot start")


def test_output_before_a_request_loses() -> None:
    agent = python_agent("while my_turn(): print('TURN\\nTURN', flush=True)")
    verdict = play(agent)
    assert_lost(verdict, Fault.GARBAGE, "wrote a line out of turn: 'TURN'")


def test_megabytes_on_stderr_do_not_block() -> None:
    noise = "sys.stderr.write('x' * 3_000_000); sys.stderr.flush()"
    verdict = play(python_agent(f"\nwhile my_turn(): {noise}; print('TURN', flush=True)"))
    assert verdict.offence is None


def test_agent_that_never_reads_times_out() -> None:
    huge = traditional_start(Shape.HEXAGON, 30, 2)
    agent = AgentPlayer("sleep 60", HASTY)
    assert_lost(play(agent, huge), Fault.SILENCE, "did not answer")


def test_agent_that_ignores_end_is_killed(tmp_path: Path) -> None:
    place = tmp_path / "pid"
    agent = python_agent(
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"open({str(place)!r}, 'w').write(str(os.getpid()))\n"
        "while my_turn(): print('TURN', flush=True)\n"
        "time.sleep(60)"
    )
    verdict = play(agent)
    assert verdict.offence is None
    assert_ends(int(place.read_text()))


def test_child_processes_end_with_their_agent(tmp_path: Path) -> None:
    place = tmp_path / "pid"
    agent = python_agent(
        "import subprocess\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        f"open({str(place)!r}, 'w').write(str(child.pid))\n"
        "my_turn(); sys.exit(0)"
    )
    # The child keeps the pipe open: the agent's exit must be noticed all the same.
    assert_lost(play(agent), Fault.EXIT, "(status 0)")
    assert_ends(int(place.read_text()))


def test_cancelled_agent_answers_again() -> None:
    agent = python_agent("my_turn()\ntime.sleep(60)")
    game, ended = Game(START), Event()

    def ask() -> None:
        with pytest.raises(Cancelled):
            agent.choose(game)
        ended.set()

    thread = Thread(target=ask)
    thread.start()
    while not ended.is_set():  # a cancellation before the start does nothing
        agent.cancel()
        ended.wait(0.01)
    thread.join(timeout=PATIENCE)
    agent.close()
    assert ended.is_set()


def test_agent_joins_a_game_in_the_middle() -> None:
    game = Game(START)
    game.play(())
    agent = python_agent("while my_turn(): print('TURN', flush=True)")
    try:
        assert agent.choose(game) == ()
    finally:
        agent.close()


def test_violation_ends_the_process_and_the_next_game_starts_a_new_one() -> None:
    agent = python_agent("my_turn(); print('nonsense', flush=True)")
    for _ in range(2):
        agent.begin(Game(START), 0)
        with pytest.raises(ProtocolViolation, match="not a turn: 'nonsense'"):
            agent.choose(Game(START))
    agent.close()


@pytest.mark.parametrize("text", ["", "   ", "'unfinished"])
def test_broken_command_line_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a command line"):
        parse_command(text)


def test_interrupt_shortens_only_the_wait_for_a_clean_exit(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(process: LineProcess, seconds: float) -> bool:  # noqa: ARG001 - as it is called
        raise KeyboardInterrupt

    process = LineProcess((sys.executable, "-c", "import time; time.sleep(600)"))
    child = process._tree._child
    monkeypatch.setattr(LineProcess, "_exits_within", interrupt)
    with pytest.raises(KeyboardInterrupt):
        process.close(goodbye=60)
    assert child.returncode == -signal.SIGKILL
