"""The table of commands: each is a module and a summary, in the order of the overview.

A command is imported when it is chosen. Its module has `DESCRIPTION` and `EXAMPLES` for its help,
`add_arguments(parser)`, and `run(options)`, which returns the exit status.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable, Iterable

HELP = "help"
GENERAL_OPTIONS = ("-h", "--help", "--version")

Commands = dict[str, tuple[str, str]]
"""Module and summary of each command, by name."""

COMMANDS: Commands = {
    "show": ("atlantis_core.commands.show", "draw a board or position as text"),
    "check": ("atlantis_core.commands.check", "check files for errors"),
    "replay": ("atlantis_core.commands.replay", "print a game turn by turn"),
    "read": ("atlantis_core.commands.read", "review a game in plain text, line by line"),
    "moves": ("atlantis_core.commands.moves", "list the legal moves"),
    "new": ("atlantis_core.commands.new", "set up a new game"),
    "turn": ("atlantis_core.commands.turn", "play a turn and save it to the file"),
    "games": ("atlantis_core.commands.games", "list games, those waiting for you first"),
    "export": ("atlantis_core.commands.export", "export a game as image, animation or web page"),
    "convert": (
        "atlantis_core.commands.convert",
        "convert between JSON, old text format and share codes",
    ),
    "share": ("atlantis_core.commands.share", "print a game as a code for a chat"),
    "fmt": ("atlantis_core.commands.fmt", "format files"),
    "stats": ("atlantis_core.commands.stats", "print statistics of games"),
    "library": ("atlantis_core.commands.library", "index and search many games by position"),
    "shift": ("atlantis_core.commands.shift", "shift a board to positive coordinates"),
    "hint": ("atlantis_core.commands.hint", "suggest the best turn, and say why"),
    "judge": ("atlantis_core.commands.judge", "judge every turn of a game"),
    "solve": ("atlantis_core.commands.solve", "prove who wins a position of two players"),
    "puzzles": ("atlantis_core.commands.puzzles", "find puzzles in games"),
    "match": ("atlantis_core.commands.match", "run a match between bots or agents"),
    "ladder": ("atlantis_core.commands.ladder", "run a tournament of all bots and rate them"),
    "kalah": ("atlantis_core.commands.kalah", "run Kalah matches between agents"),
    "selftest": ("atlantis_core.commands.selftest", "check this installation"),
    "completion": ("atlantis_core.commands.completion", "print a shell completion script"),
    "man": ("atlantis_core.commands.man", "print the manual page"),
    "agent": ("atlantis_core.commands.agent", "run a built-in bot as an agent"),
    "hsn": ("atlantis_core.commands.hsn", "explain and compare HSN states"),
    "map": ("atlantis_core.commands.map", "make maps for chess on graphs"),
}


class Extension(NamedTuple):
    """Commands and options that an app adds to the command line."""

    commands: Commands
    make_option_parser: Callable[[], ArgumentParser] | None
    """Makes a parser of the app's own options."""

    def all_commands(self) -> Commands:
        """The commands of the core, then those of the app."""
        return {**COMMANDS, **self.commands}


HEADLESS = Extension({}, None)
"""No app."""


def suggest_command(word: str, commands: Iterable[str]) -> str | None:
    """Return the command that was probably meant."""
    if len(word) > 20:
        return None
    import difflib

    close = difflib.get_close_matches(word.lower(), (*commands, HELP), n=1, cutoff=0.74)
    return close[0] if close else None
