"""Cost of the worst files relative to honest ones of their size, and quitting while they are open.

Measures processor time of whole commands, honest and hostile files in turn, so that a busy machine
changes little. Quitting is measured on a pseudo-terminal, from Ctrl+Q to the end of the process,
relative to quitting an ordinary game; the claim's name includes the milliseconds.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.claims import Claim, at_most
from benchmarks.timing import best_seconds
from tests.costly_files import LARGEST, SMALLEST, costly, honest, unpack
from tests.tui.terminal import Terminal, app_command

SIZE = (80, 24)
ROUNDS = 3
FILES = 50_000
GROWN = 3 << 30
GAME = b"""{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "C5"],
"players": [{"stacks": {"b2": 2}}, {"stacks": {"d6": 1}}], "turns": []}"""


def claims() -> Iterator[Claim]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from _costs(folder / "game.json")
        yield from _quitting(folder)


def _costs(path: Path) -> Iterator[Claim]:
    """An honest file of the same size has a fixed cost, and one per byte."""
    small, large = path.with_name("small.json"), path.with_name("large.json")
    small.write_bytes(honest(SMALLEST))
    large.write_bytes(honest(LARGEST))
    for name, content in costly():
        path.write_bytes(content)
        share = min(LARGEST, len(unpack(content))) / LARGEST
        for command in ("check", "show", "replay"):
            runs = [partial(_run, command, file) for file in (path, small, large)]
            cost, least, most = best_seconds(*runs, rounds=2)
            title = f"{command}, {name}, {round(share * LARGEST / 1000)} KB, over honest"
            yield at_most(5.0, title, cost / (least + (most - least) * share))


def _run(command: str, path: Path) -> None:
    words = [sys.executable, "-m", "atlantis_core", command, str(path)]
    subprocess.run(words, capture_output=True, check=False, timeout=600)  # noqa: S603 -- our own


def _quitting(folder: Path) -> Iterator[Claim]:
    plain = folder / "plain" / "game.json"
    plain.parent.mkdir()
    plain.write_bytes(GAME)
    usual = _quit(folder, plain)
    for name, path in _places(folder):
        spent = _quit(folder, path)
        title = f"quitting {name} ({1000 * spent:.0f} ms), over a game ({1000 * usual:.0f} ms)"
        yield at_most(3.0, title, spent / usual)


def _places(folder: Path) -> Iterator[tuple[str, Path]]:
    crowd = folder / "crowd"
    crowd.mkdir()
    for number in range(FILES):
        (crowd / f"{number}.json").touch()
    yield f"{FILES} files", crowd
    for name, content in (("a pipe", None), *costly()):
        path = folder / name / "game.json"
        path.parent.mkdir()
        if content is None:
            os.mkfifo(path)
        else:
            path.write_bytes(content)
        yield name, path.parent
    yield "the review of many variations", folder / "a variation of every turn" / "game.json#1"
    grown = folder / "grown" / "game.json"
    grown.parent.mkdir()
    with grown.open("wb") as file:
        file.truncate(GROWN)
    yield "a file of 3 GB", grown.parent


def _quit(folder: Path, path: Path) -> float:
    """Seconds from Ctrl+Q, pressed at the first screen, to the end; the best of a few."""
    homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(folder))
    best = float("inf")
    for _ in range(ROUNDS):
        with Terminal(app_command(str(path)), size=SIZE, environment=homes) as terminal:
            terminal.read_until_text("Esc" if path.is_dir() else "help")
            began = time.perf_counter()
            terminal.send("\x11")
            terminal.wait()
            best = min(best, time.perf_counter() - began)
    return best
