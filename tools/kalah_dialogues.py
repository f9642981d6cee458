"""Records matches for the tests: `python -m tools.kalah_dialogues FOLDER`.

Uses the format of the recorded dialogues of the original engine: a line per message with the
seconds since the agent started, ``>`` for input of the agent and ``<`` for its output, and the
output of the referee.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic

from atlantis_core.games.kalah.referee import Match, format_verdict
from atlantis_core.processes.command_line import parse_command
from atlantis_core.processes.line_process import LineProcess
from atlantis_core.processes.protocol_violations import ProtocolViolation
from tests.games.kalah.programs import our_agent, python_agent, walker

MATCHES = {
    "ours-against-walker": (our_agent(300), walker()),
    "walker-against-ours": (walker(first=3), our_agent(300)),
    "both-ours": (our_agent(300), our_agent(300)),
    "walkers-swap": (walker(first=2), walker(swaps=True)),
    "quit-after-one": (python_agent("hear(); say('MOVE;1'); hear()"), walker()),
    "ill-hole-9": (walker(), python_agent("hear(); hear(); say('MOVE;9'); hear()")),
}


class Recorder:
    """An agent whose lines are recorded."""

    def __init__(self, command: str) -> None:
        self._process = LineProcess(parse_command(command))
        self._began = monotonic()
        self.lines: list[str] = []

    def send(self, line: str) -> None:
        self._note(f"> {line}")
        self._process.send(line)

    def read_line(self, seconds: float) -> str:
        try:
            line = self._process.read_line(seconds)
        except ProtocolViolation:
            self._note("! agent ended its output")
            raise
        self._note(f"< {line}")
        return line

    def close(self) -> None:
        self._process.close(1.0)

    def _note(self, text: str) -> None:
        self.lines.append(f"{monotonic() - self._began:8.3f} {text}\n")


def record(folder: Path, name: str, commands: tuple[str, str]) -> None:
    first, second = map(Recorder, commands)
    try:
        verdict = Match((first, second), seconds=60).play()
    finally:
        first.close()
        second.close()
    for number, agent in enumerate((first, second), start=1):
        text = "".join(agent.lines)
        (folder / f"{name}.agent{number}.log").write_text(text, encoding="ascii")
    printed = format_verdict(verdict) + "exit 0\n"
    (folder / f"{name}.engine.stdout").write_text(printed, encoding="ascii")


def main(arguments: list[str]) -> None:
    for name, commands in MATCHES.items():
        record(Path(arguments[0]), name, commands)


if __name__ == "__main__":
    main(sys.argv[1:])
