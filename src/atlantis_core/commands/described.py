"""The commands as data, read off their parsers: for completions and for the manual page.

Nothing is said twice: what `--help` shows is what a shell completes and what the manual tells.
"""

from __future__ import annotations

import re
from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import NamedTuple

from .command_lines import make_parser
from .table import COMMANDS, HELP

PROGRAM = "atlantis"
_FILES = ("FILE", "FOLDER", "BOARD", "NAME")
"""Metavariables that begin like these stand for paths."""


class Option(NamedTuple):
    """One option of a command."""

    names: tuple[str, ...]
    metavar: str
    """What follows it; empty for a flag."""
    choices: tuple[str, ...]
    help: str

    @property
    def takes_file(self) -> bool:
        return self.metavar.startswith(_FILES[:3]) or self.names[-1] == "--output"


class Described(NamedTuple):
    name: str
    line: str
    usage: str
    description: str
    examples: str
    options: tuple[Option, ...]
    arguments: tuple[Option, ...]


def describe_commands() -> Iterator[Described]:
    """All commands in the order of the overview."""
    for name, (module_name, line) in COMMANDS.items():
        module = import_module(module_name)
        parser = make_parser(f"{PROGRAM} {name}", module)
        actions = [_describe(action) for action in _actions(parser)]
        usage = " ".join(parser.format_usage().split()).removeprefix("usage: ")
        yield Described(
            name,
            line,
            usage,
            module.DESCRIPTION,
            module.EXAMPLES,
            tuple(action for action in actions if action.names),
            tuple(action for action in actions if not action.names),
        )


def _actions(parser: ArgumentParser) -> list[Action]:
    return [action for action in parser._actions if action.help != SUPPRESS]  # noqa: SLF001 - there is no other way


def _describe(action: Action) -> Option:
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if action.nargs == 0:
        metavar = ""
    elif not metavar:
        metavar = action.dest.upper()
    choices = tuple(str(choice) for choice in action.choices or ())
    told = " ".join((action.help or "").replace("%%", "%").split())
    return Option(tuple(action.option_strings), metavar, choices, told)


def app_options(describe: Callable[[], str] | None) -> tuple[Option, ...]:
    """The options of the app, where there is one, read off their description."""
    text = "" if describe is None else describe()
    return tuple(_read_option(part) for part in re.split(r"\n(?=  -)", text) if part.strip())


def _read_option(text: str) -> Option:
    first, _, others = text.strip().partition("\n")
    head, _, told = first.partition("  ")
    names = tuple(re.findall(r"--?[a-z][a-z-]*", head))
    after = head.rpartition(" ")[2]
    choices = tuple(after.strip("{}").split(",")) if after.startswith("{") else ()
    metavar = "" if after.startswith("-") else after
    return Option(names, metavar, choices, " ".join(f"{told} {others}".split()))


GENERAL = (
    Option(("-h", "--help"), "", (), "show the overview"),
    Option(("--version",), "", (), "show the version"),
)
WORDS = (*COMMANDS, HELP)
