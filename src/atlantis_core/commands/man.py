"""`atlantis man`: print the manual page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from atlantis_core.version import __version__
from .described import Described, Option, describe_commands, general_options
from .output import emit_lines
from .program import program_name

DESCRIPTION = "Print the manual page in roff format."
EXAMPLES = """\
  atlantis man | man -l -
  atlantis man > ~/.local/share/man/man1/atlantis.1
"""
SUMMARY = "a board game of sinking fields"


def add_arguments(_parser: ArgumentParser) -> None:
    """Add nothing."""


def run(options: Namespace) -> int:
    extension = options.extension
    emit_lines(_page(list(describe_commands(extension)), general_options(extension)))
    return 0


def _page(commands: list[Described], general: tuple[Option, ...]) -> Iterator[str]:
    program = program_name()
    yield f'.TH {_text(program.upper())} 1 "" "{program} {__version__}" "Games"'
    yield from (".SH NAME", f"{_text(program)} \\- {_text(SUMMARY)}")
    yield from (".SH SYNOPSIS", f".B {_text(program)}", "[OPTIONS] [FILE[#PLACE]]", ".br")
    yield from (f".B {_text(program)}", "COMMAND ...")
    yield ".SH DESCRIPTION"
    yield _text(f"Without a command, {program} opens the app. Commands run without the app and")
    yield _text(
        "work in pipes. FILE#PLACE is the position after a turn: #12, or #12.1/14 in a variation;"
    )
    yield _text("0 is the start, the default is the last turn. '-' is standard input or output.")
    yield ".SH OPTIONS"
    yield from _options(general)
    yield ".SH COMMANDS"
    for command in commands:
        yield from _command(command)
    yield ".SH EXIT STATUS"
    for status, meaning in (
        ("0", "success"),
        ("1", "a problem in a file"),
        ("2", "invalid command line"),
        ("130", "interrupted"),
        ("141", "the output pipe was closed"),
    ):
        yield from (".TP", f".B {status}", meaning)


def _command(command: Described) -> Iterator[str]:
    yield from (f".SS {_text(command.name)}", ".B " + _text(command.usage), ".PP")
    for paragraph in command.description.split("\n\n"):
        yield from (_text(" ".join(paragraph.split())), ".PP")
    yield from _options(command.options)
    for action in command.actions:
        yield from (".PP", ".B " + _text(action.usage))
        yield from _options(action.options)
    yield from (".PP", ".nf", ".RS")
    yield from map(_text, command.examples.rstrip("\n").split("\n"))
    yield from (".RE", ".fi")


def _options(options: tuple[Option, ...]) -> Iterator[str]:
    for option in options:
        value = f" {option.metavar}" if option.metavar else ""
        yield from (".TP", ".B " + _text(", ".join(option.names) + value), _text(option.help))


def _text(text: str) -> str:
    """Escape what roff would read as an escape or, at the beginning of a line, as a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped
