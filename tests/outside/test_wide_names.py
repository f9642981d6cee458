"""Wide and combining characters in names shift no column on the terminal."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from atlantis_core.support.columns import display_width
from tests.outside.watching import Seen

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
NAMES = ("Ōskar 🦊 李雷", "Zoe\u0308", "雷李 Ben Bon")
SEEN = ("Ōskar 🦊 李雷", "Zoë", "雷李 Ben Bon")
"""The names as an emulator reports them."""


def write_game(path: Path, players: int) -> None:
    stacks = ({"a1": 2}, {"c1": 1}, {"d1": 1})
    named = [{"name": name, "stacks": own} for name, own in zip(NAMES, stacks, strict=True)]
    game = {
        "format": "Atlantis transcript",
        "version": "1.0",
        "segments": [["a1", "b1", "c1"], ["d1", "e1"]],
        "players": named[:players],
    }
    path.write_text(json.dumps(game), encoding="utf-8")


def rows_of(seen: Seen, *names: str) -> list[str]:
    """The line of each name below the title."""
    return [next(line for line in seen.lines()[1:] if name in line) for name in names]


def figures_of(seen: Seen) -> list[str]:
    """The line with the name and the figures of each player: four, or three beside long names."""
    lines = [line.rstrip() for line in seen.lines()]
    found = [line for line in lines if re.search(r"[^\d ]( +\d+){3,4}$", line)]
    assert len(found) == len(SEEN)
    return found


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_tables_of_players_line_up(size: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "names.json"
    write_game(path, 3)
    with Seen(tmp_path, (str(path), "--no-animation"), size) as seen:
        seen.wait_for("PlayScreen", SEEN[0], SEEN[2])
        assert len(set(map(display_width, figures_of(seen)))) == 1
        seen.type("v")
        seen.wait_for("ReviewScreen", SEEN[0], SEEN[2])
        assert len(set(map(display_width, figures_of(seen)))) == 1


def test_result_lines_up(tmp_path: Path) -> None:
    path = tmp_path / "names.json"
    write_game(path, 2)
    with Seen(tmp_path, (str(path), "--no-animation"), (80, 24)) as seen:
        seen.type(":a1 c1\r")
        seen.wait_for("PlayScreen", "1>")
        seen.type("t")
        seen.wait_for("StoryScreen", "judged by")
        rows = rows_of(seen, " C ", " S ")
        assert len({display_width(re.split(r"%|- ", row)[0]) for row in rows}) == 1


def test_rows_of_a_new_game_line_up(tmp_path: Path) -> None:
    with Seen(tmp_path, (), (80, 24)) as seen:
        seen.type("n")
        seen.wait_for("NewGameScreen", "Start game")
        seen.type("\x1b[B\x1b[B\x1b[B\x1b[B\x1b[Bn")
        seen.wait_for("TextDialog", "Name")
        seen.type(NAMES[0])
        seen.wait_for("TextDialog", SEEN[0])
        seen.type("\r")
        seen.wait_for("NewGameScreen", SEEN[0][:5])
        seats = [line for line in seen.lines() if line.startswith(("  C ", "  S "))]
        assert len(seats) == 2
        assert len({display_width(line[: line.index("<")]) for line in seats}) == 1
        assert len({display_width(line[: line.index(">")]) for line in seats}) == 1
