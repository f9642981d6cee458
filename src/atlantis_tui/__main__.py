"""`atlantis` and `python -m atlantis_tui`: commands go to the core, all else opens the app.

Imports nothing heavy: `atlantis check` must not wait for the screen.
"""

import sys
from collections.abc import Sequence

from atlantis_core.commands import is_command_line
from atlantis_core.commands import main as run_command


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = sys.argv[1:] if arguments is None else list(arguments)
    if is_command_line(chosen):
        return run_command(arguments, app_options=_describe_options)
    from atlantis_tui.app import main as open_app

    return open_app(chosen)


def _describe_options() -> str:
    """The options of the app, for the overview that `atlantis --help` prints."""
    from atlantis_tui.settings.arguments import make_parser

    _, _, described = make_parser(has_help=False).format_help().partition("\noptions:\n")
    return described.partition("\n\n")[0].rstrip()


if __name__ == "__main__":
    sys.exit(main())
