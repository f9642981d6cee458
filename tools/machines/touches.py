"""Which tests can differ on another machine: chosen by what their source text touches."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from functools import cache
from pathlib import Path


class Touch(Enum):
    """Something that machines have in different ways.

    The value is a pattern for the path and the text of a test file. Only the file itself counts:
    through its helpers nearly every test touches nearly everything.
    """

    PROCESSES = r"\b(Popen|app_command|run_shell)\b|\bTerminal\(|\bsignal\."
    PERMISSIONS = r"chmod|umask|st_mode|PermissionError|geteuid"
    HOME = r"XDG_|\bHOME\b|Path\.home"
    HOSTING = r"\Atests/hosting/"
    READERS = r"\Atests/(transcript|fuzzing)/"
    LOCALE = r"\b(LC_ALL|LANG|PYTHONIOENCODING|PYTHONUTF8|locale)\b"
    CLOCK = r"\b(datetime|date|localtime|strftime|st_mtime\w*|utime)\b"
    GIT = r'"git"|\bgit (init|commit|config)\b'
    SHELLS = r"\b(zsh|fish)\b"
    BROWSER = r"\bopen_browser\b"
    ENGINE = r"\b(EACH_ENGINE|native_engine|native)\b"
    STDIN = r"\bstdin\b"
    PAUSES = r"\b(sleep|monotonic|wait_for|pause)\(|\btimeout="


def select_tests(root: Path, touches: Iterable[Touch]) -> tuple[str, ...]:
    """The test files below `root` that touch any of these, in order."""
    pattern = re.compile("|".join(f"(?:{touch.value})" for touch in touches))
    return tuple(
        name for name, text in _read_tests(root).items() if pattern.search(f"{name}\n{text}")
    )


@cache
def _read_tests(root: Path) -> dict[str, str]:
    files = sorted((root / "tests").rglob("test_*.py"))
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in files}
