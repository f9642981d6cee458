"""An open game: its file, transcript, turns and seats.

A finished turn is saved before the next position is shown. Undo changes the file only with the
next turn or an explicit save, because the player may still redo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.files.saving import AT_ONCE, Expected
from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.narration import Cast, make_cast
from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.planning import TurnPlan, plan_from
from atlantis_core.seats import PERSON, SEATS_KEY, Seat, SeatKind, contestants_of, read_seats
from atlantis_core.support.diagnostics import MESSAGE_LIMIT, Diagnostic
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.clocks import (
    BEGAN_TAG,
    TimeControl,
    control_of,
    format_began,
    seconds_since,
    time_left,
    with_control,
    with_turn_time,
)
from atlantis_core.transcript.declared_ending import (
    EndingKind,
    draw_offers,
    find_ending,
    give_up,
    offer_draw,
    seats_out,
    without_ending,
)
from atlantis_core.transcript.errors import TranscriptError
from atlantis_core.transcript.merged_annotations import merge_annotations
from atlantis_core.transcript.model import Player, Transcript
from atlantis_core.transcript.reader import load, read_file
from atlantis_core.transcript.replaying import replay
from atlantis_core.transcript.saving import save
from atlantis_core.transcript.seat_names import WATCH
from atlantis_core.transcript.source import Format
from .file_follower import FileRead
from .input_store import load_plan, save_plan
from .ownership import ALL_SEATS, Ownership, parse_ownership
from .saved_file import SavedFile


class FileChange(Enum):
    """Differences of a file on disk from the document."""

    NOTHING = "nothing"
    MORE_TURNS = "more turns"
    FEWER_TURNS = "fewer turns"
    OTHER_TURNS = "other turns"
    OTHER_GAME = "another game"
    ONLY_NOTES = "only notes"


AutomaticTurn = Callable[[], Turn | None]
"""Returns the turn of a player without a choice, or None if the player has to choose."""


def _no_turn() -> None:
    """Leave every turn to its player."""


class GameDocument(SavedFile):
    """A game and its file. Without a path nothing is written."""

    def __init__(
        self,
        transcript: Transcript,
        game: Game,
        path: Path | None = None,
        fingerprint: Fingerprint | None = None,
    ) -> None:
        """Used by `load` and `new`; `game` is the replayed transcript."""
        super().__init__(path, fingerprint)
        self.game = game
        self.ownership: Ownership = ALL_SEATS
        self.is_refereed = False
        """Whether the host of a club decides what becomes of a player whose time has run out."""
        self._transcript = self._base = transcript
        """`_base` is the transcript that was last read from the file or written to it."""
        self._format = transcript.source.format if transcript.source else None
        self.is_read_only = self._format in (Format.TEXT, Format.CODE)
        """Whether the file stays unchanged; the next turn is saved to a new file."""
        self._written: tuple[Turn, ...] | None = game.turns if fingerprint is not None else None
        self.problem = ""
        """Why the game stops before the last turn of its file; empty if it does not."""
        self.rest: tuple[Turn, ...] = ()
        """Turns of the file that cannot be played; they stay there until the game is repaired."""
        self.seats = read_seats(transcript.annotations.extra.get(SEATS_KEY), len(self.colors))
        self._trusted: set[Seat] = set()

    @classmethod
    def load(cls, path: Path) -> GameDocument:
        """Open a file. Raises what reading and replaying raise, with all diagnostics."""
        return cls.opened(load(path), path)

    @classmethod
    def opened(cls, transcript: Transcript, path: Path) -> GameDocument:
        """The document of a transcript read from a file. Raises what replaying raises."""
        fingerprint = transcript.source.fingerprint if transcript.source else None
        return cls(transcript, replay(transcript), path, fingerprint)

    @classmethod
    def broken(cls, path: Path, diagnostics: Iterable[Diagnostic]) -> GameDocument | None:
        """A broken file up to its first bad turn; None if its start is unusable.

        A file that could not be read in full is never overwritten: edits are saved to a new one.
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
        opened.is_read_only = opened.is_read_only or not is_readable
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
        control: TimeControl | None = None,
    ) -> GameDocument:
        """A new game. Does not create the file at `path`: the first save does."""
        players = tuple(
            Player(
                stacks=FrozenMap(start.stacks(number)),
                name=names[number] if number < len(names) else None,
                color=colors[number] if number < len(colors) else None,
            )
            for number in range(start.players)
        )
        made = with_control(Transcript(start.board.segments, players), control)
        document = cls(made, Game(start), path)
        document.take_seats(seats)
        return document

    # Who plays.

    @property
    def transcript(self) -> Transcript:
        """The transcript with the present turns."""
        return self._transcript.with_turns((*self.game.turns, *self.rest))

    @property
    def cast(self) -> Cast:
        """The players' names, safe to show, and their letters on the board."""
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
        """Set and trust the seats of the players; missing ones are persons."""
        missing = self.game.start.players - len(seats)
        self.seats = (*seats[: self.game.start.players], *[PERSON] * missing)
        self._trusted.update(self.seats)
        annotations = self._transcript.annotations
        written = dict(annotations.extra)
        written.pop(SEATS_KEY, None)
        if any(seat != PERSON for seat in self.seats):
            written[SEATS_KEY] = tuple(map(str, self.seats))
        self.edit(self._transcript.with_annotations(annotations._replace(extra=FrozenMap(written))))

    def is_trusted(self, seat: Seat) -> bool:
        """Whether a seat may play. An agent that only the file names needs the user's consent."""
        return seat.kind is not SeatKind.AGENT or seat in self._trusted

    def trust(self, seat: Seat) -> None:
        """Let an agent run until the game is closed."""
        self._trusted.add(seat)

    def edit(self, transcript: Transcript) -> None:
        """Change annotations or names of players; saved with the next turn or `save`."""
        self._transcript = transcript

    def adopt(self, transcript: Transcript, played: int | None = None, problem: str = "") -> None:
        """Change turns as well, as review does; saved with `save`.

        With a `problem`, only the first `played` turns can be played.
        """
        self.game = Game(self.game.start, transcript.turns[:played])
        self._transcript = transcript
        self.problem = problem
        self.rest = transcript.turns[self.game.turn_number :] if problem else ()

    # Turns.

    def play(
        self,
        moves: Iterable[Move] = (),
        automatic_turn: AutomaticTurn = _no_turn,
        seconds: float | None = None,
    ) -> tuple[TurnReport, ...]:
        """Play and save a turn together with the automatic turns after it; returns their reports.

        `seconds` is the time that it took, if the game has a clock. If saving fails, none of the
        turns is played.
        """
        game, transcript = self.game, self._transcript
        before, mover = game.turn_number, game.position.to_move
        if self.control is not None:
            timed = with_turn_time(transcript, before + 1, seconds)
            began = format_began(datetime.now(UTC)) if self.is_timed_by_file else None
            self._transcript = timed.with_tag(BEGAN_TAG, began)
        try:
            game.play(moves)
            while not game.is_over and (turn := automatic_turn()) is not None:
                game.play(turn)
            self._save_turns()
        except (OSError, AtlantisError):
            while game.turn_number > before:
                game.undo()
            self._transcript = transcript
            raise
        if self.path is not None:
            save_plan(self.path, mover, before + 1, ())
        return tuple(map(game.report, range(before + 1, game.turn_number + 1)))

    @property
    def is_saved(self) -> bool:
        """Whether the file has exactly the turns of the game; true without a file."""
        if self.path is None:
            return True
        return self._written == self.game.turns or (self._written is None and not self.game.turns)

    @property
    def unsaved_turns(self) -> int:
        """Number of undone turns that the file still has."""
        return 0 if self.is_saved else max(len(self._written or ()) - self.game.turn_number, 0)

    @property
    def is_closed(self) -> bool:
        """Whether no further turn can be played: by the rules, or because the game was ended."""
        is_ended = self.game.is_over or find_ending(self._transcript) is not None
        return is_ended or not self.game.position.players

    # Time.

    @property
    def control(self) -> TimeControl | None:
        return control_of(self._transcript)

    @property
    def is_timed_by_file(self) -> bool:
        """Whether a turn goes on while no window shows the game: others wait for it."""
        control = self.control
        return control is not None and (control.is_per_turn or self.ownership.is_shared)

    @property
    def turn_began_ago(self) -> float:
        """Seconds since the present turn began, if the file says so, else 0."""
        if not self.is_timed_by_file:
            return 0.0
        began = self._transcript.annotations.tags.get(BEGAN_TAG)
        return seconds_since(began, datetime.now(UTC))

    def time_left(self, player: int) -> float | None:
        """Seconds left before the present turn; None for players without a clock."""
        control, game = self.control, self.game
        if control is None or self.seats[player].kind is not SeatKind.PERSON:
            return None
        clocks = self._transcript.annotations.clocks[: game.turn_number]
        return time_left(control, clocks, player, game.start.players, game.start.to_move)

    # Ending a game before it is over.

    @property
    def seats_out(self) -> frozenset[int]:
        """The players who have resigned or run out of time."""
        return seats_out(self._transcript)

    @property
    def draw_offers(self) -> frozenset[int]:
        """The players whose offer of a draw still holds."""
        return draw_offers(self._transcript, self.game.turn_number)

    @property
    def can_draw(self) -> bool:
        """Whether only people play, who can agree on a draw."""
        return not any(seat.thinks for seat in self.seats)

    def give_up(self, player: int, kind: EndingKind = EndingKind.RESIGNATION) -> None:
        """Take a player out of the game and save it."""
        contestants = contestants_of(self.seats)
        self._save_edit(give_up(self._transcript, player, contestants, kind))

    def offer_draw(self, players: Iterable[int]) -> None:
        """Offer a draw for these players, or agree to one, and save."""
        changed, contestants = self._transcript, contestants_of(self.seats)
        for player in players:
            changed = offer_draw(changed, player, self.game.turn_number, contestants)
        self._save_edit(changed)

    def withdraw_ending(self) -> None:
        """Let the game go on although players have ended it, and save."""
        self._save_edit(without_ending(self._transcript))

    def _save_edit(self, transcript: Transcript) -> None:
        """Change annotations and save; if saving fails, change nothing."""
        before, self._transcript = self._transcript, transcript
        try:
            self._save_turns()
        except (OSError, AtlantisError):
            self._transcript = before
            raise

    @property
    def may_overwrite(self) -> bool:
        """False for shared games, where other windows save their turns."""
        return not self.ownership.is_shared

    @property
    def would_be_lost(self) -> bool:
        """Whether there are turns and no file to save them to."""
        return self.path is None and bool(self.game.turns)

    def _save_turns(self) -> None:
        if self.is_read_only and self.path is not None:
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
        self.is_read_only = False

    def save_edits(self) -> None:
        """Save; where other windows have continued a shared game, add new comments to its file.

        Takes over none of their changes, so that a review stays where it is.
        """
        try:
            self.save()
        except SaveConflictError:
            if not self._merge_into_file():
                raise

    def merged_with(self, theirs: Transcript) -> Transcript | None:
        """The version on disk with the annotations of this one; None if they contradict."""
        return merge_annotations(self._base, self.transcript, theirs)

    def _merge_into_file(self) -> bool:
        if self.path is None or not self.ownership.is_shared:
            return False
        with suppress(OSError, AtlantisError):
            theirs = load(self.path)
            found = theirs.source and theirs.source.fingerprint
            merged = self.merged_with(theirs)
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

    # Changes on disk.

    def compare(self, found: FileRead) -> FileChange:
        """Compare a file on disk with the document."""
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

    def reload(self, found: FileRead) -> tuple[TurnReport, ...]:
        """Continue from the file as it is now; returns reports of turns that were added.

        The file must have the same start.
        """
        before = self.game.turn_number
        is_longer = self.compare(found) is FileChange.MORE_TURNS
        self.game = found.game
        self._transcript = found.transcript
        self._fingerprint = found.fingerprint
        self._written, self._base = found.game.turns, found.transcript
        self.problem, self.rest = "", ()
        self.seats = read_seats(found.transcript.annotations.extra.get(SEATS_KEY), len(self.colors))
        new = range(before + 1, found.game.turn_number + 1) if is_longer else range(0)
        return tuple(map(found.game.report, new))

    # The plan of an unfinished turn.

    def store_plan(self, plan: TurnPlan) -> None:
        """Store the plan, so that it survives a crash."""
        if self.path is None and plan.moves:
            with suppress(OSError, AtlantisError):  # reported at the end of the turn
                self.save()
        if self.path is not None:
            save_plan(self.path, plan.position.to_move, self.game.turn_number + 1, plan.moves)

    def recall_plan(self) -> TurnPlan:
        """The stored plan, up to its first illegal move."""
        position = self.game.position
        if self.path is None or self.game.is_over or not position.players:
            return TurnPlan(position)
        return plan_from(
            position, load_plan(self.path, position.to_move, self.game.turn_number + 1)
        )


def open_remotely(path: Path, own: str | None) -> GameDocument:
    """Load the game for a remote player, who watches unless `own` names seats."""
    document = GameDocument.load(path)
    document.ownership = parse_ownership(own or WATCH, document.cast.names)
    return document
