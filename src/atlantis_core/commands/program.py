"""The name under which the user started the program, in help and messages.

Every distribution installs `atlantis` under a second name as well, because a program of another
project may have the first one.
"""

from __future__ import annotations

import sys

NAMES = ("atlantis", "atlantis-tui", "atlantis-core")
"""The commands that the distributions install; the first one is used where none was."""


def program_name() -> str:
    """The command that started this process; `atlantis` for `python -m` and for tests."""
    name = sys.argv[0].replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
    return name if name in NAMES else NAMES[0]


def how_to_get_the_app() -> str:
    """The command that starts the app, or the one that installs it."""
    from importlib.util import find_spec

    return "atlantis-tui" if find_spec("atlantis_tui") else "pip install atlantis-tui"


def with_program_name(text: str) -> str:
    """Put the name that was used into a help text, which is written for `atlantis`."""
    name = program_name()
    if name == NAMES[0]:
        return text
    import re

    return re.sub(rf"(?<![A-Za-z]){NAMES[0]}(?![A-Za-z_-])", name, text)
