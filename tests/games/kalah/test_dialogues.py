"""The referee, fed with recorded answers, sends the recorded lines."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from atlantis_core.games.kalah.referee import Match, MatchEnding, Verdict, format_verdict
from atlantis_core.processes.protocol_violations import Fault, ProtocolViolation
from tests.games.kalah.recorded import Dialogue, Recording, recordings


@dataclass
class Recorded:
    """Replays the recorded answers of an agent, then exits or falls silent like it."""

    dialogue: Dialogue
    heard: list[str] = field(default_factory=list)
    answers: int = 0

    def send(self, line: str) -> None:
        self.heard.append(line)

    def read_line(self, seconds: float) -> str:
        del seconds
        if self.answers < len(self.dialogue.said):
            self.answers += 1
            return self.dialogue.said[self.answers - 1]
        if self.dialogue.has_left:
            raise ProtocolViolation(Fault.EXIT, "left")
        raise ProtocolViolation(Fault.SILENCE, "silent")


def judge(recording: Recording) -> tuple[Verdict, tuple[Recorded, Recorded]]:
    first, second = map(Recorded, recording.agents)
    return Match((first, second), clock=lambda: 0.0).play(), (first, second)


@pytest.mark.parametrize("name", recordings())
def test_every_line_is_sent_as_recorded(name: str) -> None:
    recording = recordings()[name]
    _, agents = judge(recording)
    for agent, dialogue in zip(agents, recording.agents, strict=True):
        assert tuple(agent.heard) == dialogue.heard
        assert agent.answers == len(dialogue.said)


@pytest.mark.parametrize("name", recordings())
def test_winner_is_the_recorded_one(name: str) -> None:
    recording = recordings()[name]
    verdict, _ = judge(recording)
    printed = [line.split()[0] for line in recording.printed.splitlines()[:2]]
    assert [line.split()[0] for line in format_verdict(verdict).splitlines()] == printed


ENDINGS = {"ill": MatchEnding.FOUL, "quit": MatchEnding.EXIT, "timeout": MatchEnding.TIMEOUT}


@pytest.mark.parametrize("name", recordings())
def test_matches_end_as_their_names_say(name: str) -> None:
    verdict, _ = judge(recordings()[name])
    assert verdict.ending is ENDINGS.get(name.partition("-")[0], MatchEnding.FINISHED)
    assert (verdict.offence is None) == (verdict.ending is MatchEnding.FINISHED)
    if verdict.offence is not None:
        assert verdict.winner == 1 - verdict.offence.seat
