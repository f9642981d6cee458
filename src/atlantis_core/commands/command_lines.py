"""Command lines: argparse with our manners.

Owns what all commands share: how help looks, how mistakes are reported, options that several
commands have. Apart from `dispatch`, because `atlantis --version` needs no parser.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable
from types import ModuleType
from typing import NoReturn, TypeVar

from atlantis_core.errors import NotationError
from atlantis_core.safe_text import showable
from .errors import UsageError
from .output import WIDEST_TEXT, terminal_width

T = TypeVar("T")
LARGEST = 10**9 - 1
"""The largest number where nothing else says so."""


def _help_width() -> int:
    return max(40, min(terminal_width(), WIDEST_TEXT) - 2)


class _Formatter(RawDescriptionHelpFormatter):
    """Knows the width of the terminal without an import that takes as long as a small check."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_help_width())


class Parser(ArgumentParser):
    """Reports mistakes as failures, so that they are shown like all others."""

    def format_help(self) -> str:
        """The help as wide as the terminal; only examples stay as they were written."""
        import textwrap

        paragraphs = (self.description or "").split("\n\n")
        self.description = "\n\n".join(textwrap.fill(text, _help_width()) for text in paragraphs)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        usage = self.format_usage().rstrip()
        raise UsageError(f"{showable(message)}\n{usage}\n'{self.prog} --help' shows details.")


def make_parser(prog: str, module: ModuleType) -> ArgumentParser:
    parser = Parser(
        prog=prog,
        description=module.DESCRIPTION,
        epilog="examples:\n" + module.EXAMPLES.rstrip(),
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    # Standard input after a turn, '-#12', is no option; argparse knows such words only as numbers.
    parser._negative_number_matcher = re.compile(r"-#?[0-9]+")  # noqa: SLF001
    module.add_arguments(parser)
    return parser


def add_turn_option(parser: ArgumentParser) -> None:
    """Add `--turn`, which says the same as ``#TURN``."""
    add_number(parser, "--turn", turn_number, "after which turn; 0 is the start")


def add_number(
    parser: ArgumentParser,
    option: str,
    read: Callable[[str], float],
    told: str,
    default: float | None = None,
    metavar: str = "N",
) -> None:
    """Add an option that takes a number; its help ends with what holds without it."""
    if default is not None:
        told = f"{told}; {default:g} by default"
    parser.add_argument(option, metavar=metavar, type=read, default=default, help=told)


def whole_number(wrong: str, least: int, most: int | None = None) -> Callable[[str], int]:
    """What reads a number of the command line, and says of another text that it is `wrong`."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= 12:
            number = int(text)
            if least <= number <= (LARGEST if most is None else most):
                return number
        expected = f"{least} or more" if most is None else f"{least} to {most}"
        raise ArgumentTypeError(f"{wrong}: '{showable(text, 40)}' (expected {expected})")

    return read


turn_number = whole_number("not a turn", 0)
"""A turn on the command line: 0 is the start."""


def reading(parse: Callable[[str], T]) -> Callable[[str], T]:
    """What reads a word of the command line as `parse` does, and says what is wrong with it."""

    def read(text: str) -> T:
        try:
            return parse(text)
        except NotationError as error:
            raise ArgumentTypeError(showable(str(error))) from None

    return read
