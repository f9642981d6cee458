"""The headless command `atlantis`: results on standard output, trouble on standard error.

Runs anywhere, in any pipe and without a terminal library. Knows nothing of the app: whoever
has one asks `is_command_line` first and opens it for everything else. Nothing but the table
of commands is imported here, so that quick answers stay quick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


def main(
    arguments: Sequence[str] | None = None, *, app_options: Callable[[], str] | None = None
) -> int:
    """Run a command line, by default that of this process, and give the exit status.

    `app_options` describes the options of the app, where there is one, for the overview.

    0: all is well; 1: a problem in a file; 2: a command line that cannot be understood;
    130 and 141: interrupted, and nobody reads the output any more, as shells count it.
    """
    from .dispatch import run

    return run(arguments, app_options)


def is_command_line(arguments: Sequence[str]) -> bool:
    """Whether these arguments are a command rather than a file for the app.

    True also for what looks like a mistyped command, so that `atlantis shwo` gets an answer
    instead of a new game with that name.
    """
    if not arguments:
        return False
    from .table import COMMANDS, GENERAL_OPTIONS, HELP, suggest_command

    first = arguments[0]
    if first in GENERAL_OPTIONS or first == HELP or first in COMMANDS:
        return True
    return first.isalpha() and suggest_command(first) is not None and not _exists(first)


def _exists(path: str) -> bool:
    import os

    return os.path.lexists(path)
