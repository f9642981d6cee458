"""Open the files that a command line names, and report their diagnostics on standard error.

On a terminal, errors are shown with their source lines. A command that continues after several
warnings prints only their number.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from atlantis_core.files.errors import SaveError
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.narration import Cast, describe_to_move, make_cast
from atlantis_core.opening import GameFile, Opened, TranscriptFile, open_bytes
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.notation import is_notation
from atlantis_core.support.diagnostics import (
    MESSAGE_LIMIT,
    Diagnostic,
    Lines,
    draw_diagnostics,
    format_diagnostic,
)
from atlantis_core.support.errors import AtlantisError, NoSuchTurnError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.declared_ending import declared_sentence
from atlantis_core.transcript.errors import TranscriptError
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.replaying import replay
from atlantis_core.transcript.source import Format, Source
from .addresses import Address, check_no_variation, choose_turn, parse_address
from .errors import CommandError, ReportedError, UsageError
from .inputs import SHARE_CODE, FoundGame, name_of
from .output import complain, is_terminal, report_about

if TYPE_CHECKING:
    from atlantis_core.review.lines import GameTree, Line


@dataclass(frozen=True)
class OpenedGame:
    """A transcript that was replayed to its end, or up to the first turn with an error."""

    name: str
    source: Source
    transcript: Transcript
    game: Game
    cast: Cast
    problem: str = ""
    """Message of the error that stopped the replay, safe to print; empty if there is none."""
    is_readable: bool = True
    """Whether the whole file was read. If not, saving would lose the rest."""

    @property
    def status(self) -> int:
        """Exit status of a command that shows the game."""
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
        """Return the line that an address names; raises UsageError if it does not exist."""
        from atlantis_core.review.variations import NoSuchVariationError

        try:
            return self.tree.line(address.line)
        except NoSuchVariationError as error:
            raise UsageError(str(error)) from error

    def save(self, transcript: Transcript, expected: Fingerprint | None = None) -> Fingerprint:
        """Save to the file in its format; raises SaveConflictError if it changed on disk.

        `expected` is the fingerprint that an earlier save returned.
        """
        if SHARE_CODE.match(self.name):
            raise CommandError(
                "a share code cannot be changed ('atlantis convert CODE game.json' makes a file)"
            )
        from atlantis_core.files.saving import NO_FILE
        from atlantis_core.transcript.saving import save

        state = expected or self.source.fingerprint or NO_FILE
        return save(
            transcript,
            self.name,
            expected=state,
            document_format=self.source.format,
            report=report_about(self.name),
        )

    def state_after(self, turn: int) -> str:
        """Sentence about a game that is not over by the rules: who is to move, or how it ended."""
        position = self.game.position_after(turn)
        ending = (
            declared_sentence(self.transcript, self.cast.names) if turn == self.last_turn else None
        )
        return ending or describe_to_move(position, self.cast)


class GameAt(NamedTuple):
    """An Atlantis game at a turn of one of its lines."""

    opened: OpenedGame
    line: Line
    turn: int


class RecordAt(NamedTuple):
    """A file of another game at a step; None is the last one."""

    path: str
    file: GameFile
    step: int | None = None


def check_turn(turn: int | None, line: Line | Game) -> int:
    """Return the turn, the last one for None; raises UsageError if the line has no such turn."""
    if turn is None:
        return line.turn_number
    if turn > line.turn_number:
        raise UsageError(str(NoSuchTurnError(turn, line.turn_number)))
    return turn


def open_input(path: str) -> Opened:
    """Open a file or standard input; raises UnreadableError."""
    return open_found(FoundGame(path))


def open_found(found: FoundGame) -> Opened:
    """Open what `games_in` found; raises UnreadableError, UsageError for a collection."""
    content = found.read()
    return open_bytes(content.data, name_of(found.path), content.modified_ns)


def open_transcript(path: str) -> Transcript:
    """Open a transcript; raises ReportedError after reporting its errors."""
    return read_transcript(path, _check_atlantis(path, open_input(path)))


def read_transcript(path: str, file: TranscriptFile) -> Transcript:
    """Return the transcript of an opened file; raises ReportedError after reporting its errors."""
    try:
        transcript = file.transcript
    except TranscriptError as error:
        report(error.diagnostics, file.reading.source.lines)
        raise ReportedError from error
    report_warnings(path, transcript.warnings)
    return transcript


def open_at(options: Namespace) -> GameAt | RecordAt:
    """Open what ``FILE#PLACE`` and `--turn` name; the turn of an Atlantis game exists."""
    if is_notation(options.file):
        return _open_notation(options.file)
    address = parse_address(options.file)
    turn = choose_turn(address, options.turn)
    file = open_input(address.path)
    if isinstance(file, GameFile):
        check_no_variation(address)
        return RecordAt(address.path, file, turn)
    opened = replay_file(address.path, file)
    line = opened.line(address)
    return GameAt(opened, line, check_turn(turn, line))


def _open_notation(text: str) -> GameAt:
    """A game that starts, and is still, at a position in notation."""
    from atlantis_core.transcript.library import transcript_of

    position = read_notation(text)
    transcript = transcript_of(Game(position))
    source = Source("", "", Format.JSON)
    opened = OpenedGame(text.strip(), source, transcript, Game(position), cast_of(transcript))
    return GameAt(opened, opened.tree.main, 0)


def read_notation(text: str) -> Position:
    """Read a position in notation; raises UsageError."""
    try:
        return Position.parse(text)
    except AtlantisError as error:
        raise UsageError(showable(str(error))) from error


def open_game(path: str) -> OpenedGame:
    """Open and replay a game; raises ReportedError after reporting its errors."""
    opened = open_playable(path)
    if opened.status:
        raise ReportedError
    return opened


def open_playable(path: str) -> OpenedGame:
    """Like `open_game`, but a game with an error in a turn is opened up to that turn."""
    return replay_file(path, open_input(path))


def _check_atlantis(path: str, file: Opened) -> TranscriptFile:
    if isinstance(file, GameFile):
        is_kind = f"is {file.entry.files} (expected an Atlantis game)"
        raise CommandError(f"'{showable(name_of(path))}' {is_kind}")
    return file


def replay_file(path: str, file: Opened) -> OpenedGame:
    """Replay an opened file as `open_playable` does; raises CommandError for another game."""
    reading = _check_atlantis(path, file).reading
    document = reading.document
    if document is None or document.playable is None:
        report(reading.source.locate(reading.problems), reading.source.lines)
        raise ReportedError
    transcript = document.transcript
    unreadable = reading.source.locate(reading.problems) if reading.problems.has_errors else ()
    if unreadable:
        report(unreadable, reading.source.lines)
        # An unreadable turn must not look like a pass.
        transcript = transcript.with_turns(transcript.turns[: document.playable])
    else:
        report_warnings(path, transcript.warnings)
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
    """The game up to its first illegal turn, and the message about that turn."""
    try:
        return replay(transcript), ""
    except TranscriptError as error:
        report(error.diagnostics, "" if error.source is None else error.source.lines)
        if error.game is None:
            raise ReportedError from error
        return error.game, error.diagnostics[0].message


def cast_of(transcript: Transcript) -> Cast:
    return make_cast([player.name for player in transcript.players], transcript.colors)


F = TypeVar("F", bound=str | FoundGame)


def for_each(command: str, files: Iterable[F], work: Callable[[F], int]) -> int:
    """Process every file or game, also after one that fails, and return the highest status.

    Error messages begin with the name of the command.
    """
    highest = 0
    for file in files:
        path = file if isinstance(file, str) else file.path
        try:
            status = work(file)
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
        if status and isinstance(file, FoundGame):
            file.report_broken()
        highest = max(highest, status)
    return highest


def report(diagnostics: Iterable[Diagnostic], text: str | Lines) -> None:
    """Print diagnostics on standard error; on a terminal with their source lines."""
    if is_terminal(sys.stderr):
        complain(draw_diagnostics(diagnostics, text))
    else:
        for diagnostic in diagnostics:
            complain(format_diagnostic(diagnostic))


def report_warnings(path: str, warnings: Sequence[Diagnostic]) -> None:
    """Print one warning, or the number of several, on standard error."""
    if len(warnings) == 1:
        complain(format_diagnostic(warnings[0]))
    elif warnings:
        name, shown = showable(name_of(path)), showable(path)
        complain(f"{name}: {len(warnings)} warnings ('atlantis check {shown}' lists them)")
