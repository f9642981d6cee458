"""The table of commands: a command is a module and one line here.

Nothing of a command is imported before it is chosen. A command's module has `DESCRIPTION` and
`EXAMPLES` for its help, `add_arguments(parser)` and `run(options)`, which gives the exit status.
"""

from __future__ import annotations

HELP = "help"
GENERAL_OPTIONS = ("-h", "--help", "--version")

COMMANDS = {
    "show": ("atlantis_core.commands.show", "draw a position as text"),
    "check": ("atlantis_core.commands.check", "say what is wrong in files, and where"),
    "replay": ("atlantis_core.commands.replay", "tell a game turn by turn"),
    "read": ("atlantis_core.commands.read", "talk about a game, line by line"),
    "moves": ("atlantis_core.commands.moves", "list the legal moves"),
    "new": ("atlantis_core.commands.new", "set up a new game"),
    "turn": ("atlantis_core.commands.turn", "play a turn in a file"),
    "games": ("atlantis_core.commands.games", "list games, yours to move first"),
    "export": ("atlantis_core.commands.export", "make pictures, films and pages of a game"),
    "convert": ("atlantis_core.commands.convert", "rewrite a file in the other format"),
    "fmt": ("atlantis_core.commands.fmt", "give files the canonical layout"),
    "stats": ("atlantis_core.commands.stats", "compare games in a table"),
    "shift": ("atlantis_core.commands.shift", "move a board into positive coordinates"),
    "hint": ("atlantis_core.commands.hint", "say what a bot would do, and why"),
    "judge": ("atlantis_core.commands.judge", "judge every turn of a game"),
    "match": ("atlantis_core.commands.match", "let programs play each other"),
    "ladder": ("atlantis_core.commands.ladder", "let all bots play each other"),
    "kalah": ("atlantis_core.commands.kalah", "let agents play Kalah"),
    "completion": ("atlantis_core.commands.completion", "complete words in a shell"),
    "man": ("atlantis_core.commands.man", "write the manual page"),
    "agent": ("atlantis_core.commands.agent", "run a bot as a program that plays"),
    "hsn": ("atlantis_core.commands.hsn", "explain and compare HSN states"),
    "map": ("atlantis_core.commands.map", "make maps for chess on graphs"),
    # These open the app on other people's screens, and come with it.
    "host": ("atlantis_tui.hosting.host_command", "let others join a game over ssh"),
    "serve": ("atlantis_tui.hosting.serve_command", "let others join a game in a browser"),
}
"""For every command its module and a line of help, in the order of the overview."""


def suggest_command(word: str) -> str | None:
    """The command that was probably meant."""
    if len(word) > 20:
        return None
    import difflib

    close = difflib.get_close_matches(word.lower(), (*COMMANDS, HELP), n=1, cutoff=0.74)
    return close[0] if close else None
