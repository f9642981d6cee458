"""`atlantis selftest`: check an installation, with nothing but what is installed."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from atlantis_core import engine
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.extras import Extra, install_command
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from atlantis_core.version import __version__
from .output import emit, flush_output

if TYPE_CHECKING:
    from atlantis_core.rules.game import Game

DESCRIPTION = """\
Check this installation: replay recorded games with both engines, save and load,
draw, let a bot and an agent play, and open the app on a pseudo-terminal. Prints
one line per check, takes seconds and does not touch your files.

The exit status is 1 if a check failed. Checks that this system cannot run are
skipped with the reason."""
EXAMPLES = """\
  atlantis selftest                  the app too
  python -m atlantis_core selftest   where only the core is installed
"""
APP = "atlantis_tui"
"""The package of the app, which is a separate process here: the core does not import it."""
RECORDED = {
    "atl1:4D12Kn3m1j0mEJssVCx4ADCYhhPDaBmpgmyl5kV7FHqPn6DyNZLKzsYXU8wjb5WwOi7hYTHL": (
        "pos1:hexagon2:C2,3.,C2,.,C3,2.,C,4.,2C2,C0,C2,.,2C0,C3,C0,C3,4C0,4.,C4,C2,.,7C0,C3,3.,"
        "C2,2.:3A"
    ),
    "atl1:gNHz2PN2VPZzNfLRMV7UKJOC8llHQ6i8lrcXZODlpguGyCbph6Mnu0URjD3hAG41zy0iGHsG5Tacw5RZs44L3z": (
        "pos1:hexagon3:12A0,A2,A0,A2,A,5.,A2,A,A3,4.,A0,A3,A0,2.,A2,.,A3,A0,.,A3,A0,.,A4,21.,A4,"
        ".,A,22.,A,14.,A,21.,A2,7.:2B"
    ),
    "atl1:1IItDqUkImn6r8KaNQBS9geEjLtSB0": (
        "pos1:triangle4:.,2B,.,B0,B2,8B0,B,B0,2.,B0,2C0,9B0,C0,2B0,9C0,14B0,14C0:3C"
    ),
}
"""Share codes of recorded games for two and three players, and the positions they end in."""
SECONDS = 60
"""Time limit of every process that a check starts."""
_REPLAY = """\
import sys
from atlantis_core.engine import RUNNING
from atlantis_core.rules.share_code import parse_game
for code in sys.argv[1:]:
    print(RUNNING.value, parse_game(code).position.notation)
"""


class CheckFailedError(AtlantisError):
    """A check found something wrong."""


class CheckSkipped(AtlantisError):  # noqa: N818 - not an error
    """A check that the system cannot run."""


def add_arguments(_parser: ArgumentParser) -> None:
    """Add nothing."""


def run(options: Namespace) -> int:
    del options
    emit(f"atlantis {__version__}, Python {sys.version.split()[0]}, {sys.platform}")
    results = [_passes(name, check) for name, check in checks()]
    has_app = find_spec(APP) is not None
    for extra in Extra:
        if has_app or not extra.is_of_app:
            emit(_describe_extra(extra))
    failed = results.count(False)
    emit(f"{counted(failed, 'check')} failed" if failed else "all checks passed")
    return 1 if failed else 0


def checks() -> Iterator[tuple[str, Callable[[], str]]]:
    """The checks by name. Each returns a remark, or raises CheckFailedError or CheckSkipped."""
    yield "distributions", _check_distributions
    yield "pure engine", lambda: _check_engine(engine.Engine.PURE)
    yield "native engine", lambda: _check_engine(engine.Engine.NATIVE)
    yield "save and load", _check_files
    yield "draw", _check_drawing
    yield "bot", _check_bot
    yield "agent", _check_agent
    yield "app", _check_app


def _passes(name: str, check: Callable[[], str]) -> bool:
    try:
        remark = check()
    except CheckSkipped as reason:
        _tell("skipped", name, str(reason))
    except Exception as error:  # noqa: BLE001 - a broken installation can fail in any way
        found = str(error) if isinstance(error, AtlantisError) else repr(error)
        _tell("FAILED", name, showable(found, 400))
        return False
    else:
        _tell("ok", name, remark)
    return True


def _tell(result: str, name: str, remark: str) -> None:
    emit(f"{result:<8} {name}: {remark}")
    flush_output()


def _describe_extra(extra: Extra) -> str:
    if extra.missing:
        return f"extra    {extra.extra}: not installed ({install_command(extra)})"
    return f"extra    {extra.extra}: installed"


def _check_distributions() -> str:
    """Two distributions contain the core; with different versions one overwrites the other."""
    found = {}
    for name in ("atlantis-core", "atlantis-tui"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    told = ", ".join(f"{name} {version}" for name, version in found.items())
    if len(set(found.values())) > 1:  # an editable install may lag behind alone
        raise CheckFailedError(f"{told}, but the code is {__version__}; install one of them again")
    return told or "not installed, running from sources"


def _check_engine(wanted: engine.Engine) -> str:
    loaded = engine.load()
    if wanted is engine.Engine.NATIVE and isinstance(loaded, str):
        raise CheckSkipped(loaded)
    command = [sys.executable, "-c", _REPLAY, *RECORDED]
    printed = _output(command, {**os.environ, engine.VARIABLE: wanted.value})
    expected = [f"{wanted.value} {end}" for end in RECORDED.values()]
    if printed.splitlines() != expected:
        raise CheckFailedError(f"games end in other positions: {printed}")
    return f"{counted(len(RECORDED), 'game')} replayed"


def _output(command: list[str], environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(  # noqa: S603 - this Python with fixed arguments
        command,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=False,
        timeout=SECONDS,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        raise CheckFailedError(f"status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def _recorded_game() -> Game:
    from atlantis_core.rules.share_code import parse_game

    return parse_game(next(iter(RECORDED)))


def _check_files() -> str:
    game = _recorded_game()
    names = ("game.json", "game.json.gz", "game.txt")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            path = Path(folder, name)
            game.save(path)
            game.save(path)  # replaces the file
            if type(game).load(path).positions != game.positions:
                raise CheckFailedError(f"{name} holds another game than was saved")
        left = sorted(path.name for path in Path(folder).iterdir())
    if left != sorted(names):
        raise CheckFailedError(f"saving left files behind: {left}")
    return ", ".join(names)


def _check_drawing() -> str:
    position = _recorded_game().position
    drawn = str(position)
    picture = ET.fromstring(position._repr_svg_())  # noqa: S314 - our own picture, as notebooks ask for it
    if not picture.tag.endswith("svg") or not drawn.strip():
        raise CheckFailedError("a drawing is empty")
    return f"text of {counted(len(drawn.splitlines()), 'line')}, SVG"


def _check_bot() -> str:
    from atlantis_core import Game, Shape, bots, traditional_start

    game = Game(traditional_start(Shape.HEXAGON, 2, players=2))
    names = ("greedy", "random")
    while not game.is_over and game.turn_number < 20:
        game.play(bots.get(names[game.turn_number % 2]).choose(game.position).turn)
    return f"{' and '.join(names)} played {counted(game.turn_number, 'turn')}"


def _check_agent() -> str:
    """An agent is a child process that reads and writes lines."""
    from atlantis_core import Game, Shape, traditional_start
    from atlantis_core.bots.agent_player import AgentPlayer

    command = shlex.join((sys.executable, "-m", "atlantis_core", "agent", "random"))
    agent = AgentPlayer(command, seed=1)
    game = Game(traditional_start(Shape.HEXAGON, 2, players=2))
    try:
        agent.begin(game, 0)
        game.play(agent.choose(game))
    finally:
        agent.close()
    return "answered in a process of its own"


def _check_app() -> str:
    if find_spec(APP) is None:
        raise CheckSkipped("not installed (pip install atlantis-tui)")
    if sys.platform == "win32" or find_spec("pty") is None or find_spec("termios") is None:
        raise CheckSkipped("this system has no pseudo-terminals")
    with tempfile.TemporaryDirectory() as home:
        return _run_app(home)


def _run_app(home: str) -> str:
    """Open the app on a terminal, wait for its first screen, and press Ctrl+Q."""
    import pty

    own, theirs = pty.openpty()
    folders = ("HOME", *(f"XDG_{kind}_HOME" for kind in ("CACHE", "CONFIG", "DATA", "STATE")))
    size = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"}
    app = subprocess.Popen(  # noqa: S603 - this Python with fixed arguments
        [sys.executable, "-m", APP],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **dict.fromkeys(folders, home), **size},
        cwd=home,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        _wait_for_text(own, b"New game")
        os.write(own, b"\x11")
        _wait_for_text(own, b"")
        status = app.wait(SECONDS)
    finally:
        app.kill()
        app.wait(SECONDS)
        os.close(own)
    if status:
        raise CheckFailedError(f"the app ended with status {status}")
    return "opened and closed on a pseudo-terminal"


def _wait_for_text(terminal: int, text: bytes) -> None:
    """Read what the app draws until it contains a text, or to the end if the text is empty."""
    import select
    import time

    seen, deadline = b"", time.monotonic() + SECONDS
    while not (text and text in seen):
        ready, _, _ = select.select([terminal], [], [], max(0, deadline - time.monotonic()))
        try:
            chunk = os.read(terminal, 1 << 16) if ready else b""
        except OSError:  # the app has closed its side
            chunk = b""
        if not chunk and text:
            raise CheckFailedError(f"the app does not show '{text.decode()}'")
        if not chunk:
            return
        seen += chunk
