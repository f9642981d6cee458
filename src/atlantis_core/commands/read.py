"""`atlantis read`: a game line by line, for screen readers, pipes and no terminal at all.

Reads lines and prints answers; what is said is up to `dialogue`. Changes are saved at once,
each as it is made, because a closed line must cost nothing.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import suppress

from atlantis_core.dialogue import Dialogue
from atlantis_core.dialogue.state import DialogueError, DialogueState
from atlantis_core.files.saving import NO_FILE
from atlantis_core.review.places import Place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.safe_text import showable
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.saving import save
from atlantis_core.transcript.source import Format
from .addresses import STANDARD_STREAM, parse_address
from .errors import UsageError
from .game_files import OpenedGame, check_turn, open_playable
from .output import emit, emit_wrapped, flush_output, is_terminal

DESCRIPTION = """\
Read a game in a dialogue: a line in, a few plain lines out, nothing redrawn.
Everything the review of the app can do: walk through turns and steps, ask why a
field holds what it holds, areas, threats, comments, variations. 'help' in the
dialogue lists the commands. Commands may also be given after the file, or come
through a pipe; then the exit status is 1 if one could not be answered."""
EXAMPLES = """\
  atlantis read game.json                     talk about a game
  atlantis read game.json#12 'why c5' areas   ask, and be done
  printf 'mark\\nlast\\n' | atlantis read game.json
  atlantis read game.json --brief < questions.txt
"""
PROMPT = "> "


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE[#PLACE]", help="a game; '-' is standard input")
    parser.add_argument(
        "commands", metavar="COMMAND", nargs="*", help="answer these and end, asking nobody"
    )
    parser.add_argument("--brief", action="store_true", help="short answers")
    parser.add_argument(
        "--read-only", action="store_true", help="never write the file; changes are for now only"
    )


def run(options: Namespace) -> int:
    address = parse_address(options.file)
    is_piped = address.path == STANDARD_STREAM
    if is_piped and not options.commands:
        raise UsageError(
            "the game comes from standard input, so the questions cannot "
            "(expected them as arguments, such as 'areas')"
        )
    opened = open_playable(address.path)
    line = opened.line(address)
    turn = check_turn(_first_place(opened) if address.turn is None else address.turn, line)
    walk = ReplayCursor(opened.tree, Place(address.line, turn))
    keeper = _Keeper(opened)
    keep = _forget if options.read_only or is_piped else keeper.keep
    state = DialogueState(walk, opened.cast, keep, keeper.keep_as, is_brief=options.brief)
    dialogue = Dialogue(state)
    is_asked = not options.commands and is_terminal(sys.stdin)
    if not options.commands:
        _say(dialogue.greet() if is_asked else dialogue.greet()[:-1])
    lines = _asked_lines() if is_asked else _given_lines(options.commands)
    _talk(dialogue, lines)
    return 1 if (dialogue.failures and not is_asked) or opened.status else 0


def _first_place(opened: OpenedGame) -> int:
    """The start; of a game that breaks off the turn before the break, which is what matters."""
    return opened.last_turn if opened.problem else 0


def _talk(dialogue: Dialogue, lines: Iterable[str]) -> None:
    for line in lines:
        _say(dialogue.answer(line))
        if dialogue.is_done:
            return


def _say(answer: Iterable[str]) -> None:
    """Print an answer; pictures keep their lines, prose is wrapped."""
    for line in answer:
        if line[:1].isspace() or "  " in line:
            emit(line)
        else:
            emit_wrapped(line, hanging="  ")
    flush_output()


def _given_lines(commands: Iterable[str]) -> Iterator[str]:
    given = tuple(commands)
    if given:
        yield from given
    elif sys.stdin is not None:
        for line in sys.stdin:
            yield line.rstrip("\r\n")


def _asked_lines() -> Iterator[str]:
    with suppress(ImportError):
        import readline  # noqa: F401 -- makes `input` edit lines and remember them
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            emit()
            return


class _Keeper:
    """Saves to the file that was opened, as long as nobody else has changed it; or elsewhere."""

    def __init__(self, opened: OpenedGame) -> None:
        self._name = opened.name
        self._is_readable = opened.is_readable
        self._known = opened.source.fingerprint or NO_FILE
        self._format: Format | None = opened.source.format

    def keep(self, transcript: Transcript) -> str:
        if not self._is_readable:
            raise DialogueError(
                "not saved: the file holds more than could be read, and that would be lost "
                "('save NAME' writes what was read to a new file)"
            )
        self._known = save(
            transcript, self._name, expected=self._known, document_format=self._format
        )
        return "saved"

    def keep_as(self, transcript: Transcript, name: str) -> str:
        """Save under another name, and go on there."""
        self._known = save(transcript, name)
        self._name, self._is_readable, self._format = name, True, None
        return f"saved as {showable(name, 80)}"


def _forget(_: Transcript) -> str:
    return "not saved, as asked"
