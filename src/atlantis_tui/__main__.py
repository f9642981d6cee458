"""`atlantis` and `python -m atlantis_tui`: run a command of the core, or else open the app.

Imports nothing heavy, so that `atlantis check` does not wait for Textual.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_core.commands import is_command_line
from atlantis_core.commands import main as run_command
from atlantis_core.commands.table import Extension

if TYPE_CHECKING:
    from argparse import ArgumentParser


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = sys.argv[1:] if arguments is None else list(arguments)
    if is_command_line(chosen, EXTENSION):
        return run_command(arguments, EXTENSION)
    from atlantis_tui.app import main as open_app

    return open_app(chosen)


def _make_option_parser() -> ArgumentParser:
    from atlantis_tui.settings.arguments import make_parser

    return make_parser(has_help=False)


EXTENSION = Extension(
    {
        "host": ("atlantis_tui.hosting.host_command", "host a game over SSH"),
        "talk": ("atlantis_tui.talk.command", "play in plain text, line by line"),
        "serve": ("atlantis_tui.hosting.serve_command", "host a game in web browsers"),
    },
    _make_option_parser,
)


if __name__ == "__main__":
    sys.exit(main())
