"""From a command line to an exit status: finds the command, parses, runs, answers for failures.

The only place where errors become messages and statuses. Knows no command by name: they are
in `table`. Every error that a file, a command line or the system can cause is expected here,
so that nobody sees a traceback; one that is not expected is a bug and shows itself as such.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from atlantis_core.errors import AtlantisError
from atlantis_core.safe_text import showable
from .errors import CommandError, UsageError, describe_os_error
from .output import abandon_output, complain, emit, flush_output, prepare_streams
from .table import COMMANDS, GENERAL_OPTIONS, HELP, suggest_command

PROGRAM = "atlantis"
INTERRUPTED = 130
NO_READER = 141
_OVERVIEW = """\
usage: atlantis [FILE[#TURN]]
       atlantis COMMAND ...

Atlantis, a board game of sinking fields. With a file, or with nothing at all,
the app opens; the commands do their work without it, in any pipe.

commands:
{commands}

options:
  -h, --help  show this text
  --version   show the version{app_options}

FILE#TURN is a game after that turn: 0 is the start, and without a turn the
end counts. '-' is standard input or output. Files of other games (maps, Kalah,
tafl, HSN) are opened, checked and shown as well.

examples:
  atlantis new --board hexagon:3 --players 2 -o game.json
  atlantis show game.json
  atlantis game.json

'atlantis COMMAND --help' tells more about a command, with examples."""


AppOptions = Callable[[], str] | None
"""Describes the options of the app, if there is one."""


def run(arguments: Sequence[str] | None, app_options: AppOptions = None) -> int:
    """Run a command line and give the exit status; see `atlantis_core.commands.main`."""
    if arguments is not None:
        return _answer(list(arguments), app_options)
    status = _answer(sys.argv[1:], app_options)
    # The process ends now. Looking for cycles among all that was imported, as Python does
    # at its end, would take a tenth of a small check.
    gc.freeze()
    return status


def _answer(chosen: list[str], app_options: AppOptions) -> int:
    prepare_streams()
    name = chosen[0] if chosen and chosen[0] in COMMANDS else ""
    try:
        status = _run(chosen, app_options)
        flush_output()
    except KeyboardInterrupt:
        abandon_output()
        return INTERRUPTED
    except BrokenPipeError:
        abandon_output()
        return NO_READER
    except CommandError as failure:
        return _fail(name, str(failure), failure.status)
    except AtlantisError as error:
        return _fail(name, str(error), CommandError.status)
    except OSError as error:
        return _fail(name, _describe(error), CommandError.status)
    except (MemoryError, RecursionError):
        return _fail(name, "not enough memory for this", CommandError.status)
    return status


def _run(arguments: list[str], app_options: AppOptions) -> int:
    if not arguments:
        complain(_overview(app_options))
        return UsageError.status
    first, *rest = arguments
    if first == "--version":
        from atlantis_core.engine import RUNNING
        from atlantis_core.version import __version__

        emit(f"{PROGRAM} {__version__} ({RUNNING.value} engine)")
        return 0
    if first in GENERAL_OPTIONS or first == HELP:
        return _help(rest if first == HELP else [], app_options)
    return _run_command(first, rest, app_options)


def _run_command(name: str, arguments: Sequence[str], app_options: AppOptions = None) -> int:
    if name not in COMMANDS:
        raise UsageError(_unknown(name))
    from .command_lines import make_parser

    module = import_module(COMMANDS[name][0])
    try:
        options = make_parser(f"{PROGRAM} {name}", module).parse_args(arguments)
    except SystemExit as done:  # after --help
        return int(done.code or 0)
    options.app_options = app_options
    status: int = module.run(options)
    return status


def _help(names: Sequence[str], app_options: AppOptions) -> int:
    if not names:
        emit(_overview(app_options))
        return 0
    return _run_command(names[0], ["--help"])


def _overview(app_options: AppOptions) -> str:
    room = max(map(len, COMMANDS))
    rows = [f"  {name:<{room}}  {line}" for name, (_, line) in COMMANDS.items()]
    described = "" if app_options is None else f"\n\noptions of the app:\n{app_options()}"
    return _OVERVIEW.format(commands="\n".join(rows), app_options=described)


def _unknown(word: str) -> str:
    shown = showable(word, 60)
    if word.startswith("-"):
        return f"no such option: '{shown}'\n'{PROGRAM} --help' tells more."
    meant = suggest_command(word)
    hint = f" (did you mean '{meant}'?)" if meant else ""
    return f"no such command: '{shown}'{hint}\n'{PROGRAM} --help' lists the commands."


def _fail(name: str, message: str, status: int) -> int:
    if message:
        complain(f"{PROGRAM} {name}: {message}" if name else f"{PROGRAM}: {message}")
    try:
        flush_output()
    except (BrokenPipeError, CommandError):
        abandon_output()
    return status


def _describe(error: OSError) -> str:
    said = describe_os_error(error)
    return f"'{showable(str(error.filename))}': {said}" if error.filename else said
