"""Recorded dialogues: every line that an engine and two agents exchanged, agent by agent.

Those of the original engine are in the shared folder beside the project, if it exists; a few of our
own matches are stored here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

OWN = Path(__file__).parent / "dialogues"
SHARED = Path(__file__).parents[4] / "shared" / "companions" / "kalah" / "dialogues"
_LINE = re.compile(r" *([0-9]+\.[0-9]{3}) ([<>!]) (.*)")


@dataclass(frozen=True)
class Dialogue:
    """The lines that one agent received and sent."""

    heard: tuple[str, ...]
    said: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def has_left(self) -> bool:
        """Whether the agent ended its output before END."""
        return "END" not in self.heard and any("ended its output" in note for note in self.notes)


@dataclass(frozen=True)
class Recording:
    name: str
    agents: tuple[Dialogue, Dialogue]
    """In the order of the command line."""
    printed: str
    """The standard output of the engine."""


def recordings() -> dict[str, Recording]:
    """All recordings by name."""
    found = {}
    for folder in (OWN, SHARED):
        for path in sorted(folder.glob("*.agent1.log")):
            name = path.name.removesuffix(".agent1.log")
            found[name] = _load(folder, name)
    return found


def paths() -> list[Path]:
    """All dialogues, as files."""
    return [path for folder in (OWN, SHARED) for path in sorted(folder.glob("*.agent?.log"))]


def _load(folder: Path, name: str) -> Recording:
    first, second = (_dialogue(folder / f"{name}.agent{number}.log") for number in (1, 2))
    printed = (folder / f"{name}.engine.stdout").read_text(encoding="ascii")
    return Recording(name, (first, second), printed)


def _dialogue(path: Path) -> Dialogue:
    parts: dict[str, list[str]] = {"<": [], ">": [], "!": []}
    for line in path.read_text(encoding="ascii").splitlines():
        match = _LINE.fullmatch(line)
        assert match is not None, line
        parts[match[2]].append(match[3])
    return Dialogue(tuple(parts[">"]), tuple(parts["<"]), tuple(parts["!"]))
