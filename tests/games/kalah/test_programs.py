"""Agents as real processes: good ones play, bad ones lose, no process is left over.

Only tests that wait for a time limit use limits below a second; all others use limits that a busy
machine does not reach.
"""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event, Thread

import pytest

from atlantis_core.contests.contestants import NoStartError
from atlantis_core.games.errors import GameError
from atlantis_core.games.kalah.board import Board, new_board
from atlantis_core.games.kalah.game import GAME
from atlantis_core.games.kalah.programs import play_match
from atlantis_core.games.kalah.referee import MatchEnding, Verdict, format_verdict
from atlantis_core.games.protocol import Record
from atlantis_core.processes.protocol_violations import Fault
from atlantis_core.support.cancelling import Cancelled, never
from atlantis_core.support.errors import NotationError
from tests.games.kalah.programs import our_agent, python_agent, walker
from tests.running_processes import assert_ends

if os.name != "posix":
    pytest.skip("agents need process groups and pipes of POSIX", allow_module_level=True)


def play(first: str, second: str, seconds: float = 60, start: Board | None = None) -> Verdict:
    return play_match((first, second), start or new_board(), seconds, head_start=0)


def test_two_agents_play_a_match_to_its_end() -> None:
    verdict = play(walker(), our_agent(50))
    assert verdict.ending is MatchEnding.FINISHED
    assert verdict.winner == 1
    assert sum(verdict.board.stores) == 98
    assert format_verdict(verdict).startswith("0 ")


def test_swap_is_played() -> None:
    verdict = play(walker(first=5), walker(swaps=True))
    assert verdict.ending is MatchEnding.FINISHED
    assert verdict.board.is_swapped
    assert verdict.score(0) == verdict.board.stores[1]


def test_agent_takes_over_a_good_first_move_and_plays_on() -> None:
    verdict = play(walker(first=3), our_agent(50))
    assert verdict.ending is MatchEnding.FINISHED
    assert verdict.board.is_swapped


def test_agent_plays_itself_on_another_board() -> None:
    ours = our_agent(50, "--holes", "3", "--seeds", "2")
    verdict = play(ours, ours, start=new_board(3, 2))
    assert verdict.ending is MatchEnding.FINISHED
    assert sum(verdict.board.stores) == 12


@pytest.mark.parametrize(
    ("body", "ending", "fault"),
    [
        ("hear(); say('MOVE;0')", MatchEnding.FOUL, Fault.GARBAGE),
        ("hear(); say('MOVE;8')", MatchEnding.FOUL, Fault.ILLEGAL_TURN),
        ("hear(); say('SWAP')", MatchEnding.FOUL, Fault.ILLEGAL_TURN),
        ("hear(); say('MOVE;1\\r')", MatchEnding.FOUL, Fault.GARBAGE),
        ("hear(); say('')", MatchEnding.FOUL, Fault.GARBAGE),
        ("hear(); say('\\u00e4')", MatchEnding.FOUL, Fault.GARBAGE),
        ("hear(); sys.stdout.write('M' * 100000)", MatchEnding.FOUL, Fault.ENDLESS_LINE),
        ("sys.exit(3)", MatchEnding.EXIT, Fault.EXIT),
        ("hear(); sys.stdout.write('MOVE;1')", MatchEnding.EXIT, Fault.EXIT),
        ("os.kill(os.getpid(), signal.SIGKILL)", MatchEnding.EXIT, Fault.EXIT),
    ],
)
def test_violation_loses(body: str, ending: MatchEnding, fault: Fault) -> None:
    verdict = play(python_agent(body), walker())
    assert (verdict.ending, verdict.winner) == (ending, 1)
    assert verdict.offence is not None
    assert (verdict.offence.seat, verdict.offence.fault) == (0, fault)


@pytest.mark.parametrize(
    "body",
    [
        "time.sleep(600)",
        "hear(); sys.stdout.write('MOVE;1'); sys.stdout.flush(); time.sleep(600)",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)",
        "while True: sys.stderr.write('x' * 10000)",
    ],
)
def test_silence_loses_and_nothing_hangs(body: str) -> None:
    verdict = play(python_agent(body), walker(), seconds=0.4)
    assert (verdict.ending, verdict.winner) == (MatchEnding.TIMEOUT, 1)


def test_time_limit_covers_the_whole_match() -> None:
    slow = python_agent(
        "hear()\nfor hole in range(1, 8):\n    time.sleep(0.2)\n    say('MOVE;%d' % hole)\n"
        "    line = hear()\n    while not line.endswith('YOU'): line = hear()"
    )
    verdict = play(slow, walker(), seconds=0.5)
    assert verdict.ending is MatchEnding.TIMEOUT
    assert len(verdict.choices) > 1


def test_early_messages_are_read_as_the_next_answers() -> None:
    eager = python_agent("say('MOVE;1'); say('MOVE;2'); say('MOVE;9')\nwhile hear() != 'END': pass")
    verdict = play(eager, walker())
    assert verdict.offence is not None
    assert "hole 9" in verdict.offence.explanation


def test_child_processes_end_with_their_agent(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    body = (
        f"child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))\nhear(); say('no')"
    )
    play(python_agent(body), walker())
    assert_ends(int(note.read_text()))


def test_missing_program_is_an_error_and_not_a_loss() -> None:
    with pytest.raises(NoStartError, match=r"cannot start './no/such'"):
        play("./no/such", walker())
    with pytest.raises(NotationError):
        play("", walker())


class TestProgramAgainstLocalPlayer:
    def record(self, *moves: str) -> Record:
        record = GAME.new("")
        for move in moves:
            record = record.played(record.position(record.last_step).parse_move(move))
        return record

    def test_program_receives_the_moves_since_its_last(self) -> None:
        program = GAME.open_program(walker(), 1)
        try:
            record = self.record("3")
            for _ in range(6):
                while record.position(record.last_step).to_move == 0:
                    moves = record.position(record.last_step).legal_moves()
                    record = record.played(moves[-1])
                record = record.played(program.choose(record, never))
            assert record.last_step > 11
        finally:
            program.close()
            program.close()

    @pytest.mark.parametrize("side", [0, 1])
    def test_program_joins_a_match_in_the_middle(self, side: int) -> None:
        record = self.record("3", "7", "7", "7", "6", "6")
        while record.position(record.last_step).to_move != side:
            record = record.played(record.position(record.last_step).legal_moves()[0])
        first = record.position(record.last_step).legal_moves()[0]
        program = GAME.open_program(walker(), side)
        try:
            assert program.choose(record, never) == first
            # Another move was played instead: it gets the whole match again.
            other = self.record("2", "3")
            while other.position(other.last_step).to_move != side:
                other = other.played(other.position(other.last_step).legal_moves()[0])
            assert program.choose(other, never) == other.position(other.last_step).legal_moves()[0]
        finally:
            program.close()

    @pytest.mark.parametrize("more", [(), ("2",), ("2", "1")])
    def test_program_joins_after_a_swap(self, more: tuple[str, ...]) -> None:
        record = self.record("3", "swap", *more)
        side = record.position(record.last_step).to_move
        assert side is not None
        program = GAME.open_program(walker(), side)
        try:
            moves = record.position(record.last_step).legal_moves()
            assert program.choose(record, never) == moves[0]
        finally:
            program.close()

    def test_program_may_swap(self) -> None:
        program = GAME.open_program(walker(swaps=True), 1)
        try:
            record = self.record("3")
            record = record.played(program.choose(record, never))
            assert record.label(2) == "SWAP"
            record = record.played(record.position(2).parse_move("2"))
            while record.position(record.last_step).to_move == 0:
                record = record.played(record.position(record.last_step).legal_moves()[0])
            assert program.choose(record, never) in record.position(record.last_step).legal_moves()
        finally:
            program.close()

    @pytest.mark.parametrize(
        ("body", "why"),
        [
            ("hear(); say('MOVE;9')", "no hole 9"),
            ("hear(); say('hello')", "not a message"),
            ("hear()", "exited without answering"),
        ],
    )
    def test_violation_is_reported(self, body: str, why: str) -> None:
        program = GAME.open_program(python_agent(body), 0)
        with pytest.raises(GameError, match=why):
            program.choose(self.record(), never)
        program.close()

    def test_program_that_cannot_start_is_reported(self) -> None:
        with pytest.raises(GameError, match="command line"):
            GAME.open_program("", 0)
        with pytest.raises(GameError, match="cannot start"):
            GAME.open_program("./no/such", 0).choose(self.record(), never)

    def test_waiting_can_be_cancelled(self) -> None:
        program = GAME.open_program(python_agent("time.sleep(600)"), 0)
        with pytest.raises(Cancelled):
            program.choose(self.record(), lambda: True)
        program.close()

    def test_close_ends_a_waiting_choice(self) -> None:
        program = GAME.open_program(python_agent("hear(); time.sleep(600)"), 0)
        began, ended = Event(), Event()

        def wait() -> None:
            def is_cancelled() -> bool:
                began.set()
                return False

            with pytest.raises(Cancelled):
                program.choose(self.record(), is_cancelled)
            ended.set()

        thread = Thread(target=wait)
        thread.start()
        assert began.wait(30)
        program.close()
        thread.join(30)
        assert ended.is_set()
