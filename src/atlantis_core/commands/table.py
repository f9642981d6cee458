"""The table of commands: a command is a module and one line here.

Nothing of a command is imported before it is chosen. A command's module has `DESCRIPTION` and
`EXAMPLES` for its help, `add_arguments(parser)` and `run(options)`, which gives the exit status.
"""

from __future__ import annotations

from typing import NamedTuple

HELP = "help"
GENERAL_OPTIONS = ("-h", "--help", "--version")


class Command(NamedTuple):
    """One line of the table."""

    name: str
    module: str
    help: str


COMMANDS = (
    Command("show", "atlantis_core.commands.show", "draw a position as text"),
    Command("check", "atlantis_core.commands.check", "say what is wrong in files, and where"),
    Command("replay", "atlantis_core.commands.replay", "tell a game turn by turn"),
    Command("read", "atlantis_core.commands.read", "talk about a game, line by line"),
    Command("moves", "atlantis_core.commands.moves", "list the legal moves"),
    Command("new", "atlantis_core.commands.new", "set up a new game"),
    Command("convert", "atlantis_core.commands.convert", "rewrite a file in the other format"),
    Command("fmt", "atlantis_core.commands.fmt", "give files the canonical layout"),
    Command("stats", "atlantis_core.commands.stats", "compare games in a table"),
    Command("shift", "atlantis_core.commands.shift", "move a board into positive coordinates"),
)


def find_command(name: str) -> Command | None:
    """The command with exactly this name."""
    return next((command for command in COMMANDS if command.name == name), None)


def suggest_command(word: str) -> str | None:
    """The command that was probably meant."""
    if len(word) > 20:
        return None
    import difflib

    names = [command.name for command in COMMANDS]
    close = difflib.get_close_matches(word.lower(), names, n=1, cutoff=0.6)
    return close[0] if close else None
