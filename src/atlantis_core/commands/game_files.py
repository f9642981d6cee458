"""From a path on the command line to a transcript or a game, with manners.

What is wrong in a file is told on standard error, with the source line where somebody looks
at a terminal; a command that goes on after warnings says how many there are, not each of
them. Does not decide what a command does with a file.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from atlantis_core.diagnostics import (
    MESSAGE_LIMIT,
    Diagnostic,
    draw_diagnostics,
    format_diagnostic,
)
from atlantis_core.errors import AtlantisError, NoSuchTurnError
from atlantis_core.files.errors import SaveError
from atlantis_core.game import Game
from atlantis_core.games.guest_files import GameFile, describe_formats, read_guest_file
from atlantis_core.narration import Cast, describe_to_move, make_cast
from atlantis_core.safe_text import showable
from atlantis_core.transcript.declared_ending import declared_sentence
from atlantis_core.transcript.errors import TranscriptError
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.reader import Reading, read
from atlantis_core.transcript.replaying import replay
from atlantis_core.transcript.source import Source
from .addresses import Address, check_no_variation, choose_turn, parse_address
from .errors import CommandError, ReportedError, UsageError
from .inputs import Content, name_of, read_content
from .output import complain, is_terminal

if TYPE_CHECKING:
    from atlantis_core.review.lines import GameTree, Line


@dataclass(frozen=True)
class OpenedGame:
    """A file that was read and played: to its end, or to the turn before one that is wrong."""

    name: str
    source: Source
    """The text that it was read from."""
    transcript: Transcript
    game: Game
    cast: Cast
    problem: str = ""
    """Why not all of it could be played, safe to show; empty if all could."""
    is_readable: bool = True
    """Whether the transcript holds all that the file says: if not, it must not be saved there."""

    @property
    def status(self) -> int:
        """What a command that shows the game ends with."""
        return ReportedError.status if self.problem else 0

    @property
    def last_turn(self) -> int:
        return self.game.turn_number

    @cached_property
    def tree(self) -> GameTree:
        """The game with its variations."""
        from atlantis_core.review.lines import GameTree

        return GameTree(self.transcript, self.game.positions, self.problem)

    def line(self, address: Address) -> Line:
        """The line that an address names; raises UsageError if there is none."""
        from atlantis_core.review.variations import NoSuchVariationError

        try:
            return self.tree.line(address.line)
        except NoSuchVariationError as error:
            raise UsageError(str(error)) from error

    def save(self, transcript: Transcript) -> None:
        """Save over the file, in its format, unless somebody else has changed it meanwhile."""
        from atlantis_core.files.saving import NO_FILE
        from atlantis_core.transcript.saving import save

        expected = self.source.fingerprint or NO_FILE
        save(transcript, self.name, expected=expected, document_format=self.source.format)

    def state_after(self, turn: int) -> str:
        """What is to be said of a game that is not over by the rules, as a sentence."""
        position = self.game.position_after(turn)
        ending = declared_sentence(self.transcript) if turn == self.last_turn else None
        return ending or describe_to_move(position, self.cast)


def check_turn(turn: int | None, line: Line | Game) -> int:
    """A turn of a line, its last one for None; raises UsageError if there is no such turn."""
    if turn is None:
        return line.turn_number
    if turn > line.turn_number:
        raise UsageError(str(NoSuchTurnError(turn, line.turn_number)))
    return turn


class GuestFileError(CommandError):
    """A file of another game. Commands that serve the guests of the table, too, catch it."""

    turn: int | None = None
    """Which one was asked for; None is the last."""

    def __init__(self, path: str, file: GameFile, content: Content) -> None:
        is_kind = f"is {file.entry.files}, and this command is for Atlantis games only"
        super().__init__(f"'{showable(name_of(path))}' {is_kind}")
        self.path = path
        self.file = file
        self.content = content


def read_path(path: str) -> Reading:
    """Read a file or standard input; raises CommandError if there is no reading it."""
    content = read_content(path)
    game_file = read_guest_file(content.data, name_of(path))
    if game_file is not None:
        raise GuestFileError(path, game_file, content)
    return read(content.data, name_of(path), content.modified_ns, describe_formats())


def open_transcript(path: str) -> Transcript:
    """Read a transcript; raises ReportedError after telling what is wrong in it."""
    return open_source(path)[0]


def open_source(path: str) -> tuple[Transcript, Source]:
    """Like `open_transcript`, with the text that it came from."""
    reading = read_path(path)
    if reading.document is None or reading.problems.has_errors:
        diagnostics = reading.source.locate(reading.problems)
        tell(diagnostics, reading.source.text)
        raise ReportedError
    transcript = reading.document.transcript
    tell_warnings(path, transcript.warnings)
    return transcript, reading.source


def open_at(options: Namespace) -> tuple[OpenedGame, Line, int]:
    """What ``FILE#PLACE`` and `--turn` name: the game, the line, and the turn, which is there."""
    address = parse_address(options.file)
    turn = choose_turn(address, options.turn)
    try:
        opened = open_playable(address.path)
    except GuestFileError as found:
        check_no_variation(address)
        found.turn = turn
        raise
    line = opened.line(address)
    return opened, line, check_turn(turn, line)


def open_game(path: str) -> OpenedGame:
    """Read a game and play it; raises ReportedError after telling what is wrong in it."""
    opened = open_playable(path)
    if opened.status:
        raise ReportedError
    return opened


def open_playable(path: str) -> OpenedGame:
    """Like `open_game`, but a game with an illegal or unreadable turn is told of and opened up
    to there.

    For commands that show: whoever mends a turn wants to see the board before it.
    """
    reading = read_path(path)
    document = reading.document
    if document is None or document.playable is None:
        tell(reading.source.locate(reading.problems), reading.source.text)
        raise ReportedError
    transcript = document.transcript
    unreadable = reading.source.locate(reading.problems) if reading.problems.has_errors else ()
    if unreadable:
        tell(unreadable, reading.source.text)
        # What could not be read must not look as if nobody had moved.
        transcript = transcript.with_turns(transcript.turns[: document.playable])
    else:
        tell_warnings(path, transcript.warnings)
    problem = next((found.message for found in unreadable if found.is_error), "")
    game, refused = _replay(transcript)
    return OpenedGame(
        path,
        reading.source,
        transcript,
        game,
        cast_of(transcript),
        showable(refused or problem, MESSAGE_LIMIT),
        is_readable=not unreadable,
    )


def _replay(transcript: Transcript) -> tuple[Game, str]:
    """The game as far as it can be played, and what is wrong with the turn after that."""
    try:
        return replay(transcript), ""
    except TranscriptError as error:
        tell(error.diagnostics, "" if error.source is None else error.source.text)
        if error.game is None:
            raise ReportedError from error
        return error.game, error.diagnostics[0].message


def cast_of(transcript: Transcript) -> Cast:
    """What the players of a transcript are called."""
    return make_cast([player.name for player in transcript.players], transcript.colors)


def for_each(command: str, paths: Iterable[str], work: Callable[[str], int]) -> int:
    """Do the work for every file, also after one that fails; gives the highest status.

    `command` is named in front of what goes wrong.
    """
    highest = 0
    for path in paths:
        try:
            status = work(path)
        except CommandError as failure:
            if str(failure):
                complain(f"atlantis {command}: {failure}")
            status = failure.status
        except SaveError as error:  # names the file itself
            complain(f"atlantis {command}: {error}")
            status = CommandError.status
        except AtlantisError as error:
            complain(f"atlantis {command}: '{showable(path)}': {error}")
            status = CommandError.status
        highest = max(highest, status)
    return highest


def tell(diagnostics: Iterable[Diagnostic], text: str) -> None:
    """Say what is wrong in a file, on a terminal with the lines that it is about."""
    if is_terminal(sys.stderr):
        complain(draw_diagnostics(diagnostics, text))
    else:
        for diagnostic in diagnostics:
            complain(format_diagnostic(diagnostic))


def tell_warnings(path: str, warnings: Sequence[Diagnostic]) -> None:
    """Say what is doubtful in a file that can be used all the same, in one line."""
    if len(warnings) == 1:
        complain(format_diagnostic(warnings[0]))
    elif warnings:
        shown = showable(path)
        complain(f"{shown}: {len(warnings)} warnings ('atlantis check {shown}' lists them)")
