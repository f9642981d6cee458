"""Cost of review: opening a long game, and the output to the terminal while stepping through it.

Opening is compared with the engine's bare replay of the same turns; it covers everything before the
first frame except starting Textual: reading, replaying, the tree of lines, the timeline, the list
of turns. Bytes are counted on a pseudo-terminal of 120 by 40.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from atlantis_core.review.lines import GameTree
from atlantis_core.review.places import Place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.variations import MAIN
from atlantis_core.rules.game import Game
from atlantis_core.transcript import dumps, replay
from atlantis_tui.game.document import GameDocument
from atlantis_tui.review.plot_points import strengths
from atlantis_tui.review.turn_rows import TurnRows
from benchmarks.bench_transcripts import TURNS, long_game
from benchmarks.claims import Claim, at_most
from benchmarks.timing import times_costlier
from tests.tui.terminal import Terminal

SIZE = (120, 40)
COLUMNS, ROWS = 117, 30
"""Size of the timeline and of the list of turns."""
READY = "help"
WALK = 60
IDLE_SECONDS = 3.0
_FRAME = b"\x1b[?2026h"


def claims() -> Iterator[Claim]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "long.json"
        transcript = long_game()
        path.write_text(dumps(transcript), encoding="utf-8")
        start, turns = replay(transcript).start, transcript.turns
        opening = times_costlier(lambda: _open(path), than=lambda: Game(start, turns), rounds=3)
        yield at_most(3.0, f"opening {TURNS} turns, hexagon 5, over replay", opening)
        steps, frames, idle = _walk(folder, path)
        yield at_most(
            2_500, "a turn without explosions, hexagon 5, the costliest", max(steps), "bytes"
        )
        yield at_most(
            1_500,
            "a turn without explosions, hexagon 5, the median",
            statistics.median(steps),
            "bytes",
        )
        yield at_most(0, f"idle for {IDLE_SECONDS:g} seconds", idle, "bytes")
        yield at_most(1, "frames of a jump through the whole game", frames, "frames")


def _open(path: Path) -> ReplayCursor:
    document = GameDocument.load(path)
    tree = GameTree(document.transcript, document.game.positions)
    walk = ReplayCursor(tree, Place(MAIN, TURNS))
    strengths(walk.statistics, COLUMNS)
    rows = TurnRows(tree)
    for row, _ in rows.window(walk.place, ROWS):
        rows.facts(row)
    return walk


def _walk(folder: Path, path: Path) -> tuple[list[int], int, int]:
    """Bytes of each of many turns, frames of the longest jump, bytes while idle."""
    command = [sys.executable, "-m", "atlantis_tui", f"{path}#100"]
    home = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(folder))
    with Terminal(command, size=SIZE, environment=home) as terminal:
        terminal.read_until_text(READY)
        terminal.read_until_quiet(1.0)
        sizes = []
        for _ in range(WALK):
            terminal.send("l")
            sizes.append(len(terminal.read(10)) + len(terminal.read_until_quiet(0.1)))
        terminal.send("\x1b[F")
        jump = terminal.read(10) + terminal.read_until_quiet(0.3)
        idle = len(terminal.read(IDLE_SECONDS))
        return sizes, jump.count(_FRAME), idle
