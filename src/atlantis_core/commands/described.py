"""The commands and their options as data, read from their parsers.

Completions and the manual page are made from this, so they say what `--help` says.
"""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

from .command_lines import make_parser
from .program import program_name, with_program_name
from .table import Extension

_FILES = ("FILE", "FOLDER", "BOARD")
"""Beginnings of metavariables that are paths."""


class Option(NamedTuple):
    """An option or a positional argument."""

    names: tuple[str, ...]
    metavar: str
    """Name of its value; empty for a flag."""
    choices: tuple[str, ...]
    help: str

    @property
    def takes_file(self) -> bool:
        return self.metavar.startswith(_FILES) or self.names[-1] == "--output"


class Described(NamedTuple):
    """A command, or an action of a command such as ``map new``."""

    name: str
    summary: str
    usage: str
    description: str
    examples: str
    options: tuple[Option, ...]
    arguments: tuple[Option, ...]
    actions: tuple[Described, ...]

    @property
    def all_options(self) -> tuple[Option, ...]:
        """The options of the command and of its actions, each name once."""
        nested = (option for action in self.actions for option in action.options)
        return tuple({option.names: option for option in (*self.options, *nested)}.values())


def describe_commands(extension: Extension) -> Iterator[Described]:
    """Yield all commands in the order of the overview."""
    for name, (module_name, summary) in extension.all_commands().items():
        module = import_module(module_name)
        parser = make_parser(f"{program_name()} {name}", module)
        described = _describe_parser(name, summary, parser)
        yield described._replace(
            description=with_program_name(module.DESCRIPTION),
            examples=with_program_name(module.EXAMPLES),
        )


def general_options(extension: Extension) -> tuple[Option, ...]:
    """Options that need no command: those of the overview and of the app."""
    own = (
        Option(("-h", "--help"), "", (), "show the overview"),
        Option(("--version",), "", (), "show the version"),
    )
    if extension.make_option_parser is None:
        return own
    described = (_describe(action) for action in _actions(extension.make_option_parser()))
    return (*own, *(option for option in described if option.names))


def _describe_parser(name: str, summary: str, parser: ArgumentParser) -> Described:
    actions = _actions(parser)
    options = [_describe(action) for action in actions]
    usage = " ".join(parser.format_usage().split()).removeprefix("usage: ")
    return Described(
        name,
        summary,
        usage,
        parser.description or "",
        "",
        tuple(option for option in options if option.names),
        tuple(option for option in options if not option.names),
        tuple(_describe_parser(*found) for action in actions for found in _nested(action)),
    )


def _nested(action: Action) -> Iterator[tuple[str, str, ArgumentParser]]:
    for name, parser in action.choices.items() if isinstance(action.choices, dict) else ():
        yield name, "", parser


def _actions(parser: ArgumentParser) -> list[Action]:
    return [action for action in parser._actions if action.help != SUPPRESS]  # noqa: SLF001 - argparse has no public list


def _describe(action: Action) -> Option:
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if action.nargs == 0:
        metavar = ""
    elif not metavar:
        metavar = action.dest.upper()
    choices = tuple(str(choice) for choice in action.choices or ())
    text = " ".join((action.help or "").replace("%%", "%").split())
    return Option(tuple(action.option_strings), metavar, choices, text)
