"""A game that is open: its file, its transcript, its turns, and when they are written.

Every finished turn is on disk before anybody is shown the next position. Taking turns back
changes the file only when a new turn is played or the player says so, because until then
somebody may want them back. Knows no screen, so that everything about losing or keeping work
can be tested without one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path

from atlantis_core.diagnostics import MESSAGE_LIMIT, Diagnostic
from atlantis_core.errors import AtlantisError
from atlantis_core.events import TurnReport
from atlantis_core.files.errors import SaveConflictError
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.files.saving import AT_ONCE, Expected
from atlantis_core.game import Game, Turn
from atlantis_core.grid import Move
from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.narration import Cast, make_cast
from atlantis_core.planning import TurnPlan, plan_from
from atlantis_core.position import Position
from atlantis_core.safe_text import showable
from atlantis_core.seats import PERSON, SEATS_KEY, Seat, SeatKind, read_seats
from atlantis_core.transcript.declared_ending import declared_ending
from atlantis_core.transcript.errors import TranscriptError
from atlantis_core.transcript.merged_comments import merge_comments
from atlantis_core.transcript.model import Player, Transcript
from atlantis_core.transcript.reader import load, read_file
from atlantis_core.transcript.replaying import replay
from atlantis_core.transcript.saving import save
from atlantis_core.transcript.source import Format
from .file_follower import FileRead
from .ownership import EVERYBODY, Ownership
from .plan_store import load_plan, save_plan
from .saved_file import SavedFile


class FileChange(Enum):
    """What somebody else has made of the file."""

    NOTHING = "nothing"
    MORE_TURNS = "more turns"
    FEWER_TURNS = "fewer turns"
    OTHER_TURNS = "other turns"
    OTHER_GAME = "another game"
    ONLY_NOTES = "only notes"


AutomaticTurn = Callable[[], Turn | None]
"""Gives the turn of a player to move who is not asked for it; None if the player is."""


def _ask() -> None:
    """Everybody is asked."""


class GameDocument(SavedFile):
    """A game and where it is kept. Without a path nothing is ever written."""

    def __init__(
        self,
        transcript: Transcript,
        game: Game,
        path: Path | None = None,
        fingerprint: Fingerprint | None = None,
    ) -> None:
        """For `load` and `new`: the game is the transcript, already replayed."""
        super().__init__(path, fingerprint)
        self.game = game
        self.ownership: Ownership = EVERYBODY
        """Whose turns are played in this window."""
        self._transcript = self._base = transcript
        """`_base` is the transcript that was last read from the file or written to it."""
        self._format = transcript.source.format if transcript.source else None
        self.is_only_read = self._format is Format.TEXT
        """Whether the file stays as it is: the next turn begins a file of its own."""
        self._written: tuple[Turn, ...] | None = game.turns if fingerprint is not None else None
        self.problem = ""
        """Why the game breaks off before its file ends; empty if it does not."""
        self.rest: tuple[Turn, ...] = ()
        """The turns of the file that cannot be played; they stay in it until somebody mends it."""
        self.seats = read_seats(transcript.annotations.extra.get(SEATS_KEY), len(self.colors))
        self._vouched: set[Seat] = set()

    @classmethod
    def load(cls, path: Path) -> GameDocument:
        """Open a file. Raises what reading and replaying raise, with all diagnostics."""
        return cls.opened(load(path), path)

    @classmethod
    def opened(cls, transcript: Transcript, path: Path) -> GameDocument:
        """The game of a file that has been read. Raises what replaying raises."""
        fingerprint = transcript.source.fingerprint if transcript.source else None
        return cls(transcript, replay(transcript), path, fingerprint)

    @classmethod
    def broken(cls, path: Path, diagnostics: Iterable[Diagnostic]) -> GameDocument | None:
        """A file with a turn that cannot be played or read, up to there; None if that is nothing.

        Of one that cannot be read nothing is ever written back: the next edit begins a new file.
        """
        reading = read_file(path)
        document = reading.document
        if document is None or document.playable is None:
            return None
        transcript, is_readable = document.transcript, not reading.problems.has_errors
        if not is_readable:
            transcript = transcript.with_turns(transcript.turns[: document.playable])
        try:
            game = replay(transcript)
        except TranscriptError as refused:
            if refused.game is None:
                return None
            game = refused.game
        found = reading.source.fingerprint if is_readable else None
        opened = cls(transcript, game, path, found)
        opened.is_only_read = opened.is_only_read or not is_readable
        wrong = next((problem for problem in diagnostics if problem.is_error), None)
        opened.problem = "" if wrong is None else showable(wrong.message, MESSAGE_LIMIT)
        opened.rest = transcript.turns[game.turn_number :]
        return opened

    @classmethod
    def new(
        cls,
        start: Position,
        *,
        names: Sequence[str | None] = (),
        colors: Sequence[str | None] = (),
        seats: Sequence[Seat] = (),
        path: Path | None = None,
    ) -> GameDocument:
        """A game that begins at a position; a file that was named is made with the first turn."""
        players = tuple(
            Player(
                stacks=FrozenMap(start.stacks(number)),
                name=names[number] if number < len(names) else None,
                color=colors[number] if number < len(colors) else None,
            )
            for number in range(start.players)
        )
        document = cls(Transcript(start.board.segments, players), Game(start), path)
        document.take_seats(seats)
        return document

    # Who plays.

    @property
    def transcript(self) -> Transcript:
        """The transcript with the turns as they are now."""
        return self._transcript.with_turns((*self.game.turns, *self.rest))

    @property
    def cast(self) -> Cast:
        """What to call each player, safe to show, and the letters they have on the board."""
        names = [player.name for player in self._transcript.players]
        return make_cast(names, self.colors)

    @property
    def colors(self) -> tuple[str, ...]:
        """An SVG colour name for each player."""
        return self._transcript.colors

    @property
    def seat_to_move(self) -> Seat:
        return self.seats[self.game.position.to_move]

    def take_seats(self, seats: Sequence[Seat]) -> None:
        """Say who plays; seats that are not named are persons'. Vouches for all of them."""
        missing = self.game.start.players - len(seats)
        self.seats = (*seats[: self.game.start.players], *[PERSON] * missing)
        self._vouched.update(self.seats)
        annotations = self._transcript.annotations
        written = dict(annotations.extra)
        written.pop(SEATS_KEY, None)
        if any(seat != PERSON for seat in self.seats):
            written[SEATS_KEY] = tuple(map(str, self.seats))
        self.edit(self._transcript.with_annotations(annotations._replace(extra=FrozenMap(written))))

    def is_vouched(self, seat: Seat) -> bool:
        """Whether a seat may play. A program that only a file names may not: files are mailed."""
        return seat.kind is not SeatKind.AGENT or seat in self._vouched

    def trust(self, seat: Seat) -> None:
        """Somebody at the keyboard says that this program may run, until the game is closed."""
        self._vouched.add(seat)

    def edit(self, transcript: Transcript) -> None:
        """Take over other annotations or players' names; written with the next turn or `save`."""
        self._transcript = transcript

    def adopt(self, transcript: Transcript, played: int | None = None, problem: str = "") -> None:
        """Take over other turns as well, as review makes them; written with `save`.

        Of a game that breaks off only so many can be played; the problem says why.
        """
        self.game = Game(self.game.start, transcript.turns[:played])
        self._transcript = transcript
        self.problem = problem
        self.rest = transcript.turns[self.game.turn_number :] if problem else ()

    # Turns.

    def play(
        self, moves: Iterable[Move] = (), unasked: AutomaticTurn = _ask
    ) -> tuple[TurnReport, ...]:
        """Play a turn and write it, with the turns of those after it who are not asked for one.

        If they cannot be written, none is played. Gives what happened in each.
        """
        game = self.game
        before, mover = game.turn_number, game.position.to_move
        try:
            game.play(moves)
            while not game.is_over and (turn := unasked()) is not None:
                game.play(turn)
            self._keep_turns()
        except (OSError, AtlantisError):
            while game.turn_number > before:
                game.undo()
            raise
        if self.path is not None:
            save_plan(self.path, mover, before + 1, ())
        return tuple(map(game.report, range(before + 1, game.turn_number + 1)))

    @property
    def is_saved(self) -> bool:
        """Whether the file holds exactly the turns of the game; true for one without a file."""
        if self.path is None:
            return True
        return self._written == self.game.turns or (self._written is None and not self.game.turns)

    @property
    def unsaved_turns(self) -> int:
        """How many turns the file has that were taken back here."""
        return 0 if self.is_saved else max(len(self._written or ()) - self.game.turn_number, 0)

    @property
    def is_closed(self) -> bool:
        """Whether no further turn can be played: the rules or a referee have ended the game."""
        is_ended = self.game.is_over or declared_ending(self.transcript) is not None
        return is_ended or not self.game.position.players

    @property
    def may_overwrite(self) -> bool:
        """In a shared game nobody overwrites what somebody else has played."""
        return not self.ownership.is_shared

    @property
    def would_be_lost(self) -> bool:
        """Whether turns were played that no file has."""
        return self.path is None and bool(self.game.turns)

    def _keep_turns(self) -> None:
        if self.is_only_read and self.path is not None:
            self.save_as_new(self.path.parent, self.path.stem)
        else:
            self.save()

    def save(self) -> None:
        """Write the file, unless it has changed on disk or holds more than could be read."""
        if self.path is not None and self.problem and self._fingerprint is None:
            self.save_as_new(self.path.parent, self.path.stem)
        else:
            super().save()

    def save_as(self, path: Path, *, is_replacing: bool = False) -> None:
        self._format = None
        super().save_as(path, is_replacing=is_replacing)
        self.is_only_read = False

    def save_edits(self) -> None:
        """Save; where other windows have continued a shared game, add new comments to its file.

        Takes over none of their changes, so that a review stays where it is.
        """
        try:
            self.save()
        except SaveConflictError:
            if not self._merge_comments():
                raise

    def _merge_comments(self) -> bool:
        if self.path is None or not self.ownership.is_shared:
            return False
        with suppress(OSError, AtlantisError):
            theirs = load(self.path)
            found = theirs.source and theirs.source.fingerprint
            merged = merge_comments(self._base, self.transcript, theirs)
            if merged is not None and found:
                save(merged, self.path, expected=found, patience=AT_ONCE)
                self._base = self.transcript
                return True
        return False

    def _write(self, path: Path, expected: Fingerprint | Expected) -> None:
        self._fingerprint = save(
            self.transcript,
            path,
            expected=expected,
            document_format=self._format,
            patience=AT_ONCE,
        )
        self._written, self._base = self.game.turns, self.transcript

    # What somebody else writes.

    def compare(self, found: FileRead) -> FileChange:
        """How the file differs from what was last read or written here."""
        known, fresh = self._fingerprint, found.fingerprint
        if known is not None and fresh is not None and known.has_same_content(fresh):
            return FileChange.NOTHING
        if found.game.start != self.game.start:
            return FileChange.OTHER_GAME
        ours, theirs = self.game.turns, found.game.turns
        if ours == theirs:
            return FileChange.ONLY_NOTES
        if theirs[: len(ours)] == ours:
            return FileChange.MORE_TURNS
        return FileChange.FEWER_TURNS if ours[: len(theirs)] == theirs else FileChange.OTHER_TURNS

    def take_over(self, found: FileRead) -> tuple[TurnReport, ...]:
        """Go on from the file as it is now; gives what happened in turns that came to ours.

        The board must be the same: another game is opened anew.
        """
        before = self.game.turn_number
        is_longer = self.compare(found) is FileChange.MORE_TURNS
        self.game = found.game
        self._transcript = found.transcript
        self._fingerprint = found.fingerprint
        self._written, self._base = found.game.turns, found.transcript
        self.seats = read_seats(found.transcript.annotations.extra.get(SEATS_KEY), len(self.colors))
        new = range(before + 1, found.game.turn_number + 1) if is_longer else range(0)
        return tuple(map(found.game.report, new))

    # The plan of the turn that is not yet finished.

    def keep_plan(self, plan: TurnPlan) -> None:
        """Make sure that the plan survives a crash."""
        if self.path is None and plan.moves:
            with suppress(OSError, AtlantisError):  # told when the turn ends
                self.save()
        if self.path is not None:
            save_plan(self.path, plan.position.to_move, self.game.turn_number + 1, plan.moves)

    def recall_plan(self) -> TurnPlan:
        """The plan as it was left, as far as it is still legal."""
        position = self.game.position
        if self.path is None or self.game.is_over or not position.players:
            return TurnPlan(position)
        return plan_from(
            position, load_plan(self.path, position.to_move, self.game.turn_number + 1)
        )
