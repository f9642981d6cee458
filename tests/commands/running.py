"""Run commands in this process or as the installed program, and return status and output.

In this process standard input and output are real byte streams under a text layer, as in a
process of its own, so that nothing behaves differently because of the test.
"""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from atlantis_core.commands import main
from atlantis_tui.__main__ import EXTENSION
from tests.waiting import PATIENCE

COMMANDS = EXTENSION.all_commands()
"""All commands of the installed program."""
PLAIN = {"TERM": "dumb", "COLUMNS": "80"}
"""An environment without settings of a terminal."""


class Finished(NamedTuple):
    """Status and output of a command."""

    status: int
    out: str
    err: str


class Terminal(io.TextIOWrapper):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def run(
    *arguments: str | Path,
    stdin: bytes = b"",
    is_terminal: bool = False,
    environ: Mapping[str, str] = PLAIN,
) -> Finished:
    """Run a command of the installed program in this process."""
    out, err = (_stream(is_terminal=is_terminal) for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with (
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
        patch.object(sys, "stdin", given),
        patch.dict(os.environ, environ, clear=True),
    ):
        status = main([str(argument) for argument in arguments], EXTENSION)
    return Finished(status, _written(out), _written(err))


def _stream(*, is_terminal: bool) -> io.TextIOWrapper:
    kind = Terminal if is_terminal else io.TextIOWrapper
    return kind(io.BytesIO(), encoding="utf-8", newline="\n")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8")


def program() -> list[str]:
    """The command that starts the installed program."""
    script = Path(sys.executable).with_name("atlantis")
    return [str(script)] if script.exists() else [sys.executable, "-m", "atlantis_tui"]


def process_environment(**changes: str) -> dict[str, str]:
    """The environment of this process, without variables that colour the output."""
    unwanted = {"NO_COLOR", "COLORTERM", "COLUMNS", "PYTHONIOENCODING"}
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return {**kept, "TERM": "dumb", **changes}


def run_process(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None, **changes: str
) -> Finished:
    """Run the installed program and wait for it."""
    return _finish([*program(), *map(str, arguments)], stdin, cwd, changes)


def run_shell(line: str, cwd: Path, **changes: str) -> Finished:
    """Run a line of shell in which `atlantis` is the installed program."""
    atlantis = f'atlantis() {{ {shlex.join(program())} "$@"; }}'
    return _finish(["/bin/sh", "-c", f"{atlantis}\n{line}"], b"", cwd, changes)


def _finish(
    command: Sequence[str], stdin: bytes, cwd: Path | None, changes: Mapping[str, str]
) -> Finished:
    finished = subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=process_environment(**changes),
        check=False,
        timeout=PATIENCE,
    )
    return Finished(finished.returncode, finished.stdout.decode(), finished.stderr.decode())
