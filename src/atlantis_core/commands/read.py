"""`atlantis read`: review a game line by line, for screen readers, pipes and scripts.

Reads lines and prints the answers of `dialogue`. Every change is saved at once, so that a lost
connection loses nothing.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress

from atlantis_core.dialogue import Dialogue
from atlantis_core.dialogue.state import DialogueState
from atlantis_core.dialogue.verbs import DialogueError
from atlantis_core.files.saving import NO_FILE
from atlantis_core.review.places import Place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.saving import save
from atlantis_core.transcript.source import Format
from .addresses import STANDARD_STREAM, parse_address
from .errors import UsageError
from .game_files import OpenedGame, check_turn, open_playable
from .line_dialogue import piped_lines, print_answer, typed_lines
from .output import is_terminal, report_about

DESCRIPTION = """\
Review a game in plain text: type a command, get a few lines back. Offers
everything the app's review does. Type 'help' for the commands, or pass them as
arguments or through a pipe; the exit status is 1 if a command fails."""
EXAMPLES = """\
  atlantis read game.json                     review a game
  atlantis read game.json#12 'why c5' areas   run two commands and exit
  printf 'mark\\nlast\\n' | atlantis read game.json
  atlantis read game.json --brief < questions.txt
"""
_HANGING = "  "
"""Indent of the second and later lines of an answer."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE[#PLACE]", help="a game; '-' is standard input")
    parser.add_argument(
        "commands", metavar="COMMAND", nargs="*", help="commands to run; exits afterwards"
    )
    parser.add_argument("--brief", action="store_true", help="short answers")
    parser.add_argument("--read-only", action="store_true", help="never save changes to the file")


def run(options: Namespace) -> int:
    address = parse_address(options.file)
    is_piped = address.path == STANDARD_STREAM
    if is_piped and not options.commands:
        raise UsageError(
            "standard input is the game, so the commands must be arguments "
            "(expected for example 'areas')"
        )
    opened = open_playable(address.path)
    line = opened.line(address)
    turn = check_turn(_first_place(opened) if address.turn is None else address.turn, line)
    cursor = ReplayCursor(opened.tree, Place(address.line, turn))
    saver = _Saver(opened)
    save_changes = _do_not_save if options.read_only or is_piped else saver.save
    dialogue = Dialogue(
        DialogueState(cursor, opened.cast, save_changes, saver.save_as, is_brief=options.brief)
    )
    is_interactive = not options.commands and is_terminal(sys.stdin)
    if not options.commands:
        print_answer(dialogue.greet() if is_interactive else dialogue.greet()[:-1], _HANGING)
    if is_interactive:
        with suppress(ImportError):
            import readline  # noqa: F401 -- gives `input` line editing and history
    given = typed_lines() if is_interactive else piped_lines()
    for command in options.commands or given:
        print_answer(dialogue.answer(command), _HANGING)
        if dialogue.is_done:
            break
    return 1 if (dialogue.failures and not is_interactive) or opened.status else 0


def _first_place(opened: OpenedGame) -> int:
    """The start; in a game that stops at an error, the last turn before it."""
    return opened.last_turn if opened.problem else 0


class _Saver:
    """Saves to the opened file, unless it changed on disk; or to another file."""

    def __init__(self, opened: OpenedGame) -> None:
        self._name = opened.name
        self._is_readable = opened.is_readable
        self._expected = opened.source.fingerprint or NO_FILE
        self._format: Format | None = opened.source.format

    def save(self, transcript: Transcript) -> str:
        if not self._is_readable:
            raise DialogueError(
                "not saved: parts of the file could not be read and would be lost "
                "('save NAME' writes the rest to a new file)"
            )
        self._expected = save(
            transcript,
            self._name,
            expected=self._expected,
            document_format=self._format,
            report=report_about(self._name),
        )
        return "saved"

    def save_as(self, transcript: Transcript, name: str) -> str:
        """Save to another file; later changes go there as well."""
        self._expected = save(transcript, name)
        self._name, self._is_readable, self._format = name, True, None
        return f"saved as {showable(name, 80)}"


def _do_not_save(_: Transcript) -> str:
    return "not saved (read-only)"
