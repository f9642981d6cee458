"""`atlantis read`: a game line by line, for screen readers, pipes and no terminal at all.

Reads lines and prints answers; what is said is up to `dialogue`. Changes are saved at once,
each as it is made, because a closed line must cost nothing.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import suppress

from atlantis_core.commands.addresses import STANDARD_STREAM, parse_address
from atlantis_core.commands.errors import UsageError
from atlantis_core.commands.game_files import OpenedGame, open_game
from atlantis_core.commands.output import emit, emit_wrapped, flush_output, is_terminal
from atlantis_core.dialogue import Dialogue
from atlantis_core.dialogue.state import Save, Talk
from atlantis_core.review.lines import GameTree, Place
from atlantis_core.review.variations import MAIN
from atlantis_core.review.walk import Walk
from atlantis_core.transcript.model import Transcript

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
    parser.add_argument("file", metavar="FILE[#TURN]", help="a game")
    parser.add_argument(
        "commands", metavar="COMMAND", nargs="*", help="answer these and end, asking nobody"
    )
    parser.add_argument("--brief", action="store_true", help="short answers")
    parser.add_argument(
        "--read-only", action="store_true", help="never write the file; changes are for now only"
    )


def run(options: Namespace) -> int:
    address = parse_address(options.file)
    if address.path == STANDARD_STREAM:
        raise UsageError("the game cannot come from standard input: the commands do")
    opened = open_game(address.path)
    turn = 0 if address.turn is None else opened.check_turn(address.turn)
    walk = Walk(GameTree.of_game(opened.transcript, opened.game), Place(MAIN, turn))
    keep = _forget if options.read_only else _saver(opened)
    talk = Talk(walk, opened.cast, keep, is_brief=options.brief)
    dialogue = Dialogue(talk)
    is_asked = not options.commands and is_terminal(sys.stdin)
    if not options.commands:
        _say(dialogue.greet() if is_asked else dialogue.greet()[:-1])
    lines = _asked_lines() if is_asked else _given_lines(options.commands)
    _talk(dialogue, lines)
    return 1 if dialogue.failures and not is_asked else 0


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


def _saver(opened: OpenedGame) -> Save:
    """Saves to the file that was opened, as long as nobody else has changed it."""
    from atlantis_core.files.saving import NO_FILE
    from atlantis_core.transcript.saving import save

    source = opened.transcript.source
    known = (source.fingerprint if source else None) or NO_FILE
    written = source.format if source else None

    def keep(transcript: Transcript) -> str:
        nonlocal known
        known = save(transcript, opened.name, expected=known, document_format=written)
        return "saved"

    return keep


def _forget(_: Transcript) -> str:
    return "not saved, as asked"
