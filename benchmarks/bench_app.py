"""Output and latency of the app on a pseudo-terminal of 120 by 40.

The first frame is compared with that of an empty Textual app in the same run; bytes are counted as
the terminal receives them, with everything on screen that reacts to a key.
"""

import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from atlantis_core import Shape, traditional_start
from atlantis_core.diagram import Style, layout
from atlantis_core.positions.grid import Field
from atlantis_core.rules.overlays import Overlay
from atlantis_tui.board.paths import middle
from atlantis_tui.game.document import GameDocument
from benchmarks.claims import Claim, at_most
from tests.tui.terminal import Terminal

SIZE = (120, 40)
SMALL, LARGE = 5, 20
SCROLLED = 10
ESCAPE = "\x1b"
PAUSE = 0.4
"""Seconds without output after a dialog has opened or closed."""
DIALOG_BOUNDS = (((80, 24), 3_000), (SIZE, 5_000))
"""Size of the window, and bytes to open or close a dialog, pages of help included."""
REVIEW_STEPS = 20
TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"
REVIEWED = f"{TRANSCRIPTS / 'games' / 'hexagon-3-3-players.json'}#3"
MIDDLE = 30
"""Turns of a game in which help covers many stacks."""
ROUNDS = 12
IDLE_SECONDS = 3.0
STEPS = "wwweeedddsssaaaqqqwedsaqeeddssaaqqww"
READY = "help"
EMPTY_APP = f"""
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("{READY}")

Empty().run()
"""


def claims() -> Iterator[Claim]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small, large = _game(folder, SMALL), _game(folder, LARGE)
        yield at_most(2.2, "first frame, hexagon 5, over an empty app", _first_frame(folder, small))
        yield from _step_claims(folder, small, large)
        for size, bound in DIALOG_BOUNDS:
            yield from _dialog_claims(folder, size, bound)
            for path in (_game(folder, 2), _game(folder, 3), _middle_game(folder), REVIEWED):
                yield _help_claim(folder, path, size, bound)
        yield from _review_claims(folder)


def _dialog_claims(folder: Path, size: tuple[int, int], bound: int) -> Iterator[Claim]:
    """What opens and closes over a board that fills the window."""
    at = f"{size[0]}x{size[1]}"
    with _open(folder, _game(folder, SCROLLED), size) as terminal:
        terminal.read_until_text(READY)
        terminal.read_until_quiet(1.5)
        steps = CursorSteps(terminal)
        for key in ("t", ESCAPE, "?", ESCAPE, ":20", ESCAPE):
            steps.step(key, PAUSE)
        question, prompt = max(steps.sizes[:2]), max(steps.sizes[4:])
        yield at_most(bound, f"open or close a question, {at}", question, "bytes")
        yield at_most(bound, f"open or close help, {at}", max(steps.sizes[2:4]), "bytes")
        yield at_most(bound, f"open or close the prompt, {at}", prompt, "bytes")
        scrolling = CursorSteps(terminal)
        for key in "++" + "w" * 12:
            scrolling.step(key)
        worst = max(scrolling.sizes[2:])
        yield at_most(3 * bound, f"a step that scrolls hexagon {SCROLLED}, {at}", worst, "bytes")


def _help_claim(folder: Path, path: Path | str, size: tuple[int, int], bound: int) -> Claim:
    with _open(folder, path, size) as terminal:
        terminal.read_until_text(READY)
        terminal.read_until_quiet(1.5)
        steps = CursorSteps(terminal)
        for _ in Overlay:
            for key in ("?", ESCAPE, "O"):
                steps.step(key, 2 * PAUSE)
    name = f"open or close help, {Path(path).stem}, {size[0]}x{size[1]}"
    helped = [count for place, count in enumerate(steps.sizes) if place % 3 < 2]
    return at_most(bound, name, max(helped), "bytes")


def _review_claims(folder: Path) -> Iterator[Claim]:
    with _open(folder, REVIEWED) as terminal:
        terminal.read_until_text(READY)
        terminal.read_until_quiet(1.5)
        steps = CursorSteps(terminal)
        for _ in range(REVIEW_STEPS):
            steps.step("\x1b[C")
    yield at_most(2_500, "a review step of three players, the costliest", max(steps.sizes), "bytes")


def _step_claims(folder: Path, small: Path, large: Path) -> Iterator[Claim]:
    with _open(folder, small) as first, _open(folder, large) as second:
        walks = (CursorSteps(first), CursorSteps(second))
        for terminal, side in ((first, SMALL), (second, LARGE)):
            terminal.read_until_text(READY)
            terminal.read_until_quiet(0.5)
            # From the middle, where steps go in all directions and field names are typical.
            terminal.send(f":goto {_middle(side)}\r")
            terminal.read_until_quiet(0.5)
        # Alternating, so that a busy machine slows both.
        for key in STEPS:
            for walk in walks:
                walk.step(key)
        idle = len(first.read(IDLE_SECONDS))
    near, far = walks
    yield at_most(900, "a cursor step, hexagon 5, the costliest", max(near.sizes), "bytes")
    yield at_most(0, f"idle for {IDLE_SECONDS:g} seconds", idle, "bytes")
    ratio = statistics.median(far.sizes) / statistics.median(near.sizes)
    yield at_most(1.0, "bytes of a step, hexagon 20 over hexagon 5", ratio)
    yield at_most(2.0, "time of a step, hexagon 20 over hexagon 5", far.pace / near.pace)


def _middle(side: int) -> Field:
    return middle(layout(traditional_start(Shape.HEXAGON, side, players=6).board, Style.MINI))


def _game(folder: Path, side: int) -> Path:
    path = folder / f"hexagon{side}.json"
    path.unlink(missing_ok=True)
    GameDocument.new(traditional_start(Shape.HEXAGON, side, players=6)).save_as(path)
    return path


def _middle_game(folder: Path) -> Path:
    """The reviewed game, stopped in the middle, to play on."""
    path = folder / "middle.json"
    path.unlink(missing_ok=True)
    record = json.loads((TRANSCRIPTS / "games" / "hexagon-3-3-players.json").read_text("utf-8"))
    record["turns"] = record["turns"][:MIDDLE]
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def _first_frame(folder: Path, path: Path) -> float:
    ours = [sys.executable, "-m", "atlantis_tui", str(path)]
    empty = [sys.executable, "-c", EMPTY_APP]
    best = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for number, command in enumerate((ours, empty)):
            best[number] = min(best[number], _seconds_to_ready(folder, command))
    return best[0] / best[1]


def _seconds_to_ready(folder: Path, command: Sequence[str]) -> float:
    """Processor time of a program until its first frame; it is killed then."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    with Terminal(command, size=SIZE, environment=_homes(folder)) as terminal:
        terminal.read_until_text(READY)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime


class CursorSteps:
    """Steps of a cursor: the bytes and the latency of each."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self.sizes: list[int] = []
        self._seconds: list[float] = []

    def step(self, key: str, pause: float = 0.1) -> None:
        started = time.perf_counter()
        self._terminal.send(key)
        first = self._terminal.read(10)
        self._seconds.append(time.perf_counter() - started)
        self.sizes.append(len(first) + len(self._terminal.read_until_quiet(pause)))

    @property
    def pace(self) -> float:
        """Seconds of an undisturbed step: the fastest quarter."""
        return statistics.quantiles(self._seconds, n=4)[0]


def _open(folder: Path, path: Path | str, size: tuple[int, int] = SIZE) -> Terminal:
    command = [sys.executable, "-m", "atlantis_tui", str(path), "--no-animation"]
    return Terminal(command, size=size, environment=_homes(folder))


def _homes(folder: Path) -> dict[str, str]:
    """Keeps the user's options and plans out of the benchmark."""
    return dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(folder))
