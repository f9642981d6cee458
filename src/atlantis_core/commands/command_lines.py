"""Argument parsers of the commands: the layout of help, errors, and shared options.

Separate from `dispatch`, because `atlantis --version` needs no parser.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable
from types import ModuleType
from typing import NoReturn, TypeVar

from atlantis_core.support.errors import NotationError
from atlantis_core.support.safe_text import encodable, showable
from .errors import UsageError
from .output import WIDEST_TEXT, terminal_width
from .program import with_program_name

T = TypeVar("T")
LARGEST = 10**9 - 1
"""Largest number of options without an upper limit."""


def _help_width() -> int:
    return max(40, min(terminal_width(), WIDEST_TEXT) - 2)


class _Formatter(RawDescriptionHelpFormatter):
    """Takes the width from `output`: argparse would import shutil, which is slow."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_help_width())


class Parser(ArgumentParser):
    """Raises UsageError instead of exiting."""

    def format_help(self) -> str:
        """Wrap the description to the terminal; examples keep their lines."""
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
        description=with_program_name(module.DESCRIPTION),
        epilog=with_program_name("examples:\n" + module.EXAMPLES.rstrip()),
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    # '-#12' is standard input after a turn, not an option; argparse allows only numbers here.
    parser._negative_number_matcher = re.compile(r"-#?[0-9]+")  # noqa: SLF001
    module.add_arguments(parser)
    return parser


def add_place(parser: ArgumentParser, what: str = "a game or a position (pos1:...)") -> None:
    """Add the file of a command that shows one place of it, and `--turn` for ``#TURN``."""
    parser.add_argument("file", metavar="FILE[#PLACE]", help=f"{what}; '-' is standard input")
    add_number(parser, "--turn", turn_number, "use the game up to this turn; 0 is the start")


def add_number(
    parser: ArgumentParser,
    option: str,
    read: Callable[[str], float],
    text: str,
    default: float | None = None,
    metavar: str = "N",
) -> None:
    """Add an option that takes a number; its help ends with the default."""
    if default is not None:
        text = f"{text} (default: {default:g})"
    parser.add_argument(option, metavar=metavar, type=read, default=default, help=text)


def whole_number(problem: str, least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a parser of whole numbers whose error message begins with `problem`."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= 12:
            number = int(text)
            if least <= number <= (LARGEST if most is None else most):
                return number
        expected = f"{least} or more" if most is None else f"{least} to {most}"
        raise ArgumentTypeError(f"{problem}: '{showable(text, 40)}' (expected {expected})")

    return read


turn_number = whole_number("not a turn", 0)
"""Parses a turn: 0 is the start."""


def utf8_text(text: str) -> str:
    """Parse a text that a file will store. Arguments may contain bytes that are not UTF-8."""
    if encodable(text) != text:
        raise ArgumentTypeError(f"not UTF-8: '{showable(text, 40)}' (expected text in UTF-8)")
    return text


def reading(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Make a parser for argparse: turn the NotationError of `parse` into an argument error."""

    def read(text: str) -> T:
        try:
            return parse(text)
        except NotationError as error:
            raise ArgumentTypeError(showable(str(error))) from None

    return read
