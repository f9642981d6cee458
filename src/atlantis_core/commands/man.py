"""`atlantis man`: the manual page, from the same source as the help."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from atlantis_core.version import __version__
from .described import GENERAL, Described, Option, app_options, describe_commands
from .output import emit_lines

DESCRIPTION = """\
Write the manual page, in the language of man."""
EXAMPLES = """\
  atlantis man | man -l -
  atlantis man > ~/.local/share/man/man1/atlantis.1
"""


def add_arguments(_parser: ArgumentParser) -> None:
    """It has none."""


def run(options: Namespace) -> int:
    general = (*GENERAL, *app_options(options.app_options))
    emit_lines(_page(list(describe_commands()), general))
    return 0


def _page(commands: list[Described], general: tuple[Option, ...]) -> Iterator[str]:
    yield f'.TH ATLANTIS 1 "" "atlantis {__version__}" "Games"'
    yield from (".SH NAME", _text("atlantis - a board game of sinking fields"))
    yield from (".SH SYNOPSIS", ".B atlantis", "[OPTIONS] [FILE[#PLACE]]", ".br")
    yield from (".B atlantis", "COMMAND ...")
    yield ".SH DESCRIPTION"
    yield _text("With a file, or with nothing at all, the app opens; the commands do their work")
    yield _text("without it, in any pipe. FILE#PLACE is a game after a turn: #12, or #12.1/14 in a")
    yield _text("variation; 0 is the start, and without a place the end counts. '-' is standard")
    yield _text("input or output.")
    yield ".SH OPTIONS"
    yield from _options(general)
    yield ".SH COMMANDS"
    for command in commands:
        yield from _command(command)
    yield ".SH EXIT STATUS"
    for status, told in (
        ("0", "all is well"),
        ("1", "a problem in a file"),
        ("2", "a command line that cannot be understood"),
        ("130", "interrupted"),
        ("141", "nobody reads the output any more"),
    ):
        yield from (".TP", f".B {status}", _text(told))


def _command(command: Described) -> Iterator[str]:
    yield from (f".SS {_text(command.name)}", ".B " + _text(command.usage), ".PP")
    for paragraph in command.description.split("\n\n"):
        yield from (_text(" ".join(paragraph.split())), ".PP")
    yield from _options(command.options)
    yield from (".PP", ".nf", ".RS")
    yield from map(_text, command.examples.rstrip("\n").split("\n"))
    yield from (".RE", ".fi")


def _options(options: tuple[Option, ...]) -> Iterator[str]:
    for option in options:
        after = f" {option.metavar}" if option.metavar else ""
        yield from (".TP", ".B " + _text(", ".join(option.names) + after))
        words = f"one of {', '.join(option.choices)}" if option.choices else ""
        yield _text(option.help or words or "see the documentation")


def _text(text: str) -> str:
    """Text that man takes as text: no escapes, no requests at the beginning of a line."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped
