"""Find and run the command of a command line; turn every failure into a message and a status.

Errors that a file, a command line or the system can cause never show a traceback; any other
exception is a bug and does.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module

from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from .errors import CommandError, UsageError, describe_os_error
from .output import abandon_output, complain, emit, flush_output, prepare_streams
from .program import how_to_get_the_app, program_name, with_program_name
from .table import GENERAL_OPTIONS, HELP, Extension, suggest_command

INTERRUPTED = 130
PIPE_CLOSED = 141
_OVERVIEW = """\
usage: {usage}

Atlantis, a board game of sinking fields. {about}

commands:
{commands}

options:
  -h, --help  show this text
  --version   show the version{app_options}

FILE#TURN is the position after that turn: 0 is the start, the default is the
last turn. '-' is standard input or output. Files of other games (maps, Kalah,
tafl, HSN) can be opened, checked and shown as well.

examples:
  atlantis new --board hexagon:3 --players 2 -o game.json
  atlantis show game.json{app_example}

Run 'atlantis COMMAND --help' for details and examples."""


_USAGE, _APP_USAGE = "atlantis COMMAND ...", "atlantis [FILE[#TURN]]\n       atlantis COMMAND ..."
_ABOUT = "This is the core\nwithout the app, for programs, bots and pipes. The app: {how}."
_APP_ABOUT = """\
Without a command, atlantis opens the
app. Commands run without the app and work in pipes."""


def run(arguments: Sequence[str] | None, extension: Extension) -> int:
    """Run a command line and return the exit status; see `atlantis_core.commands.main`."""
    if arguments is not None:
        return _run_safely(list(arguments), extension)
    status = _run_safely(sys.argv[1:], extension)
    # The process ends now: skip the last search for cycles, a tenth of the time of a small check.
    gc.freeze()
    return status


def _run_safely(arguments: list[str], extension: Extension) -> int:
    prepare_streams()
    name = arguments[0] if arguments and arguments[0] in extension.all_commands() else ""
    try:
        status = _run(arguments, extension)
        flush_output()
    except KeyboardInterrupt:
        abandon_output()
        return INTERRUPTED
    except BrokenPipeError:
        abandon_output()
        return PIPE_CLOSED
    except CommandError as failure:
        return _fail(name, str(failure), failure.status)
    except AtlantisError as error:
        return _fail(name, str(error), CommandError.status)
    except OSError as error:
        return _fail(name, _describe(error), CommandError.status)
    except (MemoryError, RecursionError):
        return _fail(name, "out of memory", CommandError.status)
    return status


def _run(arguments: list[str], extension: Extension) -> int:
    if not arguments:
        complain(_overview(extension))
        return UsageError.status
    first, *rest = arguments
    if first == "--version":
        from atlantis_core.engine import RUNNING
        from atlantis_core.version import __version__

        emit(f"{program_name()} {__version__} ({RUNNING.value} engine)")
        return 0
    if first == HELP and rest:
        return _run_command(rest[0], ["--help"], extension)
    if first in GENERAL_OPTIONS or first == HELP:
        emit(_overview(extension))
        return 0
    return _run_command(first, rest, extension)


def _run_command(name: str, arguments: Sequence[str], extension: Extension) -> int:
    commands = extension.all_commands()
    if name not in commands:
        raise UsageError(_unknown(name, extension))
    from .command_lines import make_parser

    module = import_module(commands[name][0])
    try:
        options = make_parser(f"{program_name()} {name}", module).parse_args(arguments)
    except SystemExit as done:  # after --help
        return int(done.code or 0)
    options.extension = extension
    status: int = module.run(options)
    return status


def _overview(extension: Extension) -> str:
    commands = extension.all_commands()
    width = max(map(len, commands))
    rows = [f"  {name:<{width}}  {summary}" for name, (_, summary) in commands.items()]
    has_app = extension.make_option_parser is not None
    overview = _OVERVIEW.format(
        usage=_APP_USAGE if has_app else _USAGE,
        about=_APP_ABOUT if has_app else _ABOUT.format(how=how_to_get_the_app()),
        commands="\n".join(rows),
        app_options=_app_options(extension),
        app_example="\n  atlantis game.json" if has_app else "",
    )
    return with_program_name(overview)


def _app_options(extension: Extension) -> str:
    if extension.make_option_parser is None:
        return ""
    _, _, described = extension.make_option_parser().format_help().partition("\noptions:\n")
    return "\n\noptions of the app:\n" + described.partition("\n\n")[0].rstrip()


def _unknown(word: str, extension: Extension) -> str:
    shown = showable(word, 60)
    if word.startswith("-"):
        return f"no such option: '{shown}'\n'{program_name()} --help' shows details."
    meant = suggest_command(word, extension.all_commands())
    hint = f" (did you mean '{meant}'?)" if meant else ""
    if not meant and extension.make_option_parser is None:
        hint = f" (files are opened, and games hosted, by the app: {how_to_get_the_app()})"
    return f"no such command: '{shown}'{hint}\n'{program_name()} --help' lists the commands."


def _fail(name: str, message: str, status: int) -> int:
    if message:
        program = program_name()
        complain(f"{program} {name}: {message}" if name else f"{program}: {message}")
    try:
        flush_output()
    except (BrokenPipeError, CommandError):
        abandon_output()
    return status


def _describe(error: OSError) -> str:
    reason = describe_os_error(error)
    return f"'{showable(str(error.filename))}': {reason}" if error.filename else reason
