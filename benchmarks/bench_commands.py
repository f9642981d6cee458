"""Run time of the command `atlantis`, as whole processes of the installed program.

Counts processor time, which other programs on a busy machine do not affect. Compiled modules go to
a folder of the benchmark, as in an installation: machines that disable writing them would
recompile everything every time.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from atlantis_core.diagram import Style
from benchmarks.claims import Claim, at_most
from benchmarks.timing import Work, best_seconds

ROUNDS = 20
"""More than usual, because processes are short and their times vary."""


def claims() -> Iterator[Claim]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _starting_claims(Path(folder))
        yield from _showing_claims(Path(folder))


def _starting_claims(folder: Path) -> Iterator[Claim]:
    small = _new(folder, "hexagon:2")
    bare, version, check = best_seconds(
        _process(folder, sys.executable, "-c", "pass"),
        _process(folder, *_program(), "--version"),
        _process(folder, *_program(), "check", small),
        rounds=ROUNDS,
    )
    yield at_most(5, "atlantis --version, to python -c pass", version / bare)
    yield at_most(5, "atlantis check small.json, to python -c pass", check / bare)


def _showing_claims(folder: Path) -> Iterator[Claim]:
    large, usual = _new(folder, "hexagon:20"), _new(folder, "hexagon:5")
    for style in Style:
        for options in ([], ["--axes", "--labels", "--color", "always"]):
            shown = ["show", "--style", style.value, *options]
            costly, cheap = best_seconds(
                _process(folder, *_program(), *shown, large),
                _process(folder, *_program(), *shown, usual),
                rounds=3,
            )
            title = f"show hexagon 20, to hexagon 5: {style.value}{', all' if options else ''}"
            yield at_most(10, title, costly / cheap)


def _new(folder: Path, board: str) -> str:
    path = folder / f"{board.replace(':', '')}.json"
    made = _process(folder, *_program(), "new", "--board", board, "--force", "-o", str(path))
    made()
    return str(path)


def _program() -> list[str]:
    script = Path(sys.executable).with_name("atlantis")
    return [str(script)] if script.exists() else [sys.executable, "-m", "atlantis_tui"]


def _process(folder: Path, *command: str) -> Work:
    environment = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")

    def work() -> None:
        subprocess.run(  # noqa: S603 - our own program with fixed arguments
            command, check=True, stdout=subprocess.DEVNULL, env=environment
        )

    return work
