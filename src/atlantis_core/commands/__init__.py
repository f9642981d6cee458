"""The headless command `atlantis`: results on standard output, messages on standard error.

Works in any pipe and imports no terminal library. An app calls `is_command_line` first and opens
itself for all other arguments. Importing this package is cheap, so that short answers stay fast.
"""

from __future__ import annotations

from collections.abc import Sequence

# Type checkers read this name as true; importing it from typing takes time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from .table import Extension


def main(arguments: Sequence[str] | None = None, extension: Extension | None = None) -> int:
    """Run a command line, by default that of this process, and return the exit status.

    0: success; 1: a problem in a file; 2: invalid command line; 130: interrupted; 141: the output
    pipe was closed.
    """
    from .dispatch import run
    from .table import HEADLESS

    return run(arguments, extension or HEADLESS)


def is_command_line(arguments: Sequence[str], extension: Extension | None = None) -> bool:
    """Whether these arguments are a command rather than a file for the app.

    Also true for a mistyped command, so that `atlantis shwo` suggests `show` instead of starting a
    game in a new file of that name.
    """
    if not arguments:
        return False
    from .table import GENERAL_OPTIONS, HEADLESS, HELP, suggest_command

    first = arguments[0]
    commands = (extension or HEADLESS).all_commands()
    if first in GENERAL_OPTIONS or first == HELP or first in commands:
        return True
    return first.isalpha() and suggest_command(first, commands) is not None and not _exists(first)


def _exists(path: str) -> bool:
    import os

    return os.path.lexists(path)
