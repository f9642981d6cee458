"""`atlantis talk`: play in plain text, line by line, for listeners, pipes and small screens.

Reads lines and prints the answers of a conversation. Writes no escape sequences.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from atlantis_core.commands.errors import CommandError, UsageError
from atlantis_core.commands.line_dialogue import piped_lines, print_answer, typed_lines
from atlantis_core.commands.output import (
    abandon_output,
    emit_wrapped,
    is_terminal,
    prepare_streams,
)
from atlantis_core.dialogue.verbs import Lines
from atlantis_tui.game.document import GameDocument
from atlantis_tui.settings.arguments import PlainText
from .conversation import Talk, Topic
from .game_topic import GameTopic
from .menu_topic import MenuTopic

if TYPE_CHECKING:
    from atlantis_tui.club.store import ClubTerms

DESCRIPTION = """\
Play in plain text: type a line, get a few lines back. Offers games against people
and bots, lessons, puzzles, reviews and other games, for screen readers, braille
displays, slow lines and scripts. Type ? for the commands. From a pipe the exit
status is 1 if a command fails."""
EXAMPLES = """\
  atlantis talk                          begin with the menu
  atlantis talk --new hexagon:2          play a bot
  atlantis talk game.json                continue a game
  atlantis talk --learn                  take the lessons
  printf 'b3-c4\\nend\\nlook\\n' | atlantis talk --new hexagon:2 --brief
"""


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("file", nargs="?", metavar="FILE", help="a game, board, exercise or share code")
    add("--new", metavar="BOARD", help="start a game: hexagon:3, kalah:6x4, tafl:brandub")
    add("--seat", action="append", metavar="WHO", help="who plays a seat; person and bot if absent")
    add("--puzzle", action="store_true", help="solve puzzles")
    add("--learn", action="store_true", help="take the lessons")
    add("--as", dest="own", metavar="SEATS", help="seats of this window in a shared game")
    add("--brief", action="store_true", help="short answers")
    add("--spell", action="store_true", help="write fields as 'c 5'")


def run(options: Namespace) -> int:
    talk = Talk(is_brief=options.brief, spells=options.spell)
    menu = MenuTopic(talk)
    talk.topics.append(menu)
    first = _first_lines(menu, options)
    is_interactive = is_terminal(sys.stdin)
    if is_interactive:
        _use_readline(talk)
    converse(talk, first, _prompted_lines() if is_interactive else piped_lines())
    return 1 if talk.failures and not is_interactive else 0


def _first_lines(menu: MenuTopic, options: Namespace) -> Lines:
    chosen = [options.file is not None, options.new is not None, options.puzzle, options.learn]
    if sum(chosen) > 1:
        raise UsageError("expected only one of FILE, --new, --puzzle and --learn")
    if options.own is not None and options.file is None:
        raise UsageError("--as needs an existing game (expected 'atlantis talk FILE --as SEATS')")
    if options.new is not None:
        return menu.new(" ".join([options.new, *(options.seat or ())]))
    if options.puzzle:
        return menu.puzzles("")
    if options.learn:
        return menu.learn("")
    if options.own is not None:
        return menu.open_path(Path(options.file), options.own)
    return menu.open(options.file) if options.file is not None else menu.greet()


def talk_remotely(document: GameDocument, plain: PlainText) -> int:
    """Let a remote player play one game and nothing else.

    Without readline, some of whose keys read files of the host.
    """
    talk = Talk()
    return _converse_remotely(talk, GameTopic(talk, document, is_remote=True), plain)


def talk_in_club(folder: Path, member: str | None, terms: ClubTerms, plain: PlainText) -> int:
    """Let a member of a club, or a spectator, use its lobby."""
    from .club_topic import ClubTopic

    talk = Talk()
    return _converse_remotely(talk, ClubTopic(talk, folder, member, terms), plain)


def _converse_remotely(talk: Talk, topic: Topic, plain: PlainText) -> int:
    prepare_streams()
    lines = _prompted_lines() if plain is PlainText.TERMINAL else piped_lines()
    try:
        converse(talk, talk.open(topic), lines)
    except (BrokenPipeError, CommandError):
        abandon_output()
    return 0


def converse(talk: Talk, first: Lines, lines: Iterable[str]) -> None:
    """Print the first lines, then answer line by line until the end of the input."""
    try:
        print_answer(first)
        for line in lines:
            print_answer(talk.answer(line))
            if talk.is_done:
                break
    finally:
        talk.close()


def _prompted_lines() -> Iterator[str]:
    emit_wrapped("Type ? for the commands.")
    yield from typed_lines()


def _use_readline(talk: Talk) -> None:
    """History and completion, without the escape sequences of bracketed paste."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, number: int) -> str | None:
        found = [word for word in talk.topic.completions() if word.startswith(text)]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    readline.parse_and_bind("set enable-bracketed-paste off")
