"""Protocols that another game implements: the game with its reader, records and positions.

A game is an `Entry` in the registry and a module with an object `GAME` of type `Game`. That is
enough for the commands `check`, `show`, `fmt`, `convert`, `replay`, `moves`, `hint`, `judge` and
`export`, and for playing, reviewing and saving in the app. `defaults` has base classes with the
usual behaviour, `records` a record for games without variations, and `plain_games` all but rules
and picture for games whose files are one line; `tests/games/toy.py` and `examples/games/reversi`
are such games.

Records, positions and moves are immutable and can be pickled, because bots think in another
process; `played`, `cut` and `commented` return new records. Strings may contain any character from
a file: callers sanitise them. Names, places and moves are spelled as typed; sentences are in lower
case without a full stop.

Errors in a *file* are `Diagnostic` objects in a `Reading`, never exceptions. A request that a game
cannot fulfil raises `errors.GameError` with a message for the user. Passing a step that the record
does not have, or an illegal move to `play`, is a bug of the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from atlantis_core.support.cancelling import IsCancelled, never
from atlantis_core.support.colors import RGB
from atlantis_core.support.diagnostics import Diagnostic
from .clocks import Clock
from .pictures import Picture, Place


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move."""

    text: str
    """Spelling, unique among the legal moves of a position: ``e4-e6``, ``3``, ``swap``."""
    places: tuple[Place, ...] = ()
    """Places to select, in order, to make this move; empty if it can only be typed or chosen from
    a list (``swap``, ``pass``). Two legal moves must not have the same places; the places of one
    may be the beginning of another's."""


class Drawn(Protocol):
    """A position, or a frame of the animation between two."""

    @property
    def sizes(self) -> int:
        """Number of sizes, at least 1. Front ends use the largest that fits; users can zoom."""

    def picture(self, size: int) -> Picture:
        """Draw; 0 is the smallest size, `sizes - 1` the largest. Must be fast: called at each key.

        The drawing must be complete without colours. The cells left and right of a spot must be
        blanks or strokes, because marks are written there.
        """


class Preview(NamedTuple):
    """Destination of a move whose end needs counting, such as a sowing."""

    place: Place
    words: str
    """The effect: ``ends in your store: you move again``."""


class Position(Drawn, Protocol):
    """The board after a step; hashable by value.

    In notations without moves (HSN), `to_move` is None and there are no legal moves.
    """

    @property
    def text(self) -> str | None:
        """The position in the game's notation; None if the notation has no positions."""

    @property
    def to_move(self) -> int | None:
        """The player to move, as an index into the record's players; None if there is none.

        The same player may move several times in a row.
        """

    @property
    def result(self) -> str | None:
        """The result (``Ann wins 52 to 46``); None before the end."""

    @property
    def winner(self) -> int | None:
        """The player who has won; None before the end and for a draw."""

    def legal_moves(self) -> Sequence[Move]:
        """All legal moves in a fixed order; empty once there is a result.

        The second call must be cheap.
        """

    def parse_move(self, text: str) -> Move:
        """Return the legal move that a player typed; tolerate variations in spelling.

        Raises GameError that names the broken rule or the expected spelling.
        """

    def play(self, move: Move) -> Position:
        """Return the position after a legal move."""

    def frames(self, move: Move) -> Sequence[Drawn]:
        """Frames of the animation of a move, such as sowing seed by seed, without the positions
        before and after it; empty if there is nothing to animate.
        """

    def preview(self, move: Move) -> Preview | None:
        """Destination and effect of a legal move such as a sowing; None if they are obvious."""

    def words(self) -> Sequence[str]:
        """The position in words, one line per player: ``white: king 17; pawn 13 18``.

        For players who listen instead of looking at the picture. Empty if `text` is good enough.
        """

    def links(self, place: Place) -> Sequence[Place]:
        """The places next to a place, for players who listen; empty if their names show them."""

    def notes(self) -> Sequence[str]:
        """Lines to show beside the picture: stores, hands, captured pieces."""

    def svg(self, colors: Sequence[RGB]) -> str:
        """A complete SVG document; text from files is escaped."""


class Puzzle(NamedTuple):
    """A puzzle: the user finds the moves of the record from a step on."""

    start: int
    """Step after which the user plays the side to move; the record contains the solution."""
    shown_from: int
    """Step from which the moves up to `start` are shown first; equal to `start` for none."""


Way = tuple[tuple[int, int], ...]
"""Path from the main line to a variation: pairs of the replaced step and the number of the
variation there."""


class Record(Protocol):
    """A file seen along one line of play; step 0 is the start.

    A variation is a record of the same file along another line; its first steps are those of the
    line where it starts. `text` is always the whole file.
    """

    @property
    def title(self) -> str:
        """Title in one line: ``Copenhagen Hnefatafl, A against B, 2015``."""

    @property
    def players(self) -> Sequence[str]:
        """Names of the sides by number; empty for notations without moves."""

    @property
    def colors(self) -> Sequence[RGB]:
        """Colours of the players."""

    @property
    def details(self) -> Sequence[tuple[str, str]]:
        """Other information in the file, in its order: tags, rules, sizes."""

    @property
    def last_step(self) -> int: ...

    @property
    def puzzle(self) -> Puzzle | None: ...

    def position(self, step: int) -> Position:
        """The position after a step. Must be fast: cache positions."""

    def move(self, step: int) -> Move | None:
        """The move of a step from 1 on; None in notations without moves (HSN)."""

    def label(self, step: int) -> str:
        """Text of a step, from 1 on, for lists: the move exactly as in the file."""

    def comment(self, step: int) -> str:
        """The comment on a step, 0 included; may contain line breaks."""

    def variations(self, step: int) -> Sequence[Record]:
        """The variations that replace this step, from 1 on."""

    @property
    def way(self) -> Way:
        """Path from the main line to this one; empty for the main line."""

    def along(self, way: Way) -> Record:
        """Return the same file along another line."""

    def text(self) -> str:
        """The file to save. Text that was not edited stays as it was read, to the character."""

    def canonical(self) -> str:
        """The whole file in the standard layout of the notation, for `fmt`."""

    def played(self, move: Move) -> Record:
        """Return the record with a legal move after the last step of this line.

        Raises GameError if the notation cannot represent it.
        """

    def varied(self, step: int, move: Move) -> Record:
        """Return the record along a new variation with a legal move in place of a step from 1 on.

        Raises GameError if the notation has no variations.
        """

    def cut(self, step: int) -> Record:
        """Return the record without what follows a step of this line, comments and variations
        included.
        """

    def clock(self, side: int, step: int) -> Clock | None:
        """The time of a player after a step; None in games without clocks."""

    def clocked(self, step: int, clock: Clock) -> Record:
        """Return the record with the time that the mover of a step has left after it."""

    def commented(self, step: int, comment: str) -> Record:
        """Return the record with another comment, "" for none.

        Raises GameError that says what a comment of this notation cannot contain.
        """


class Reading(NamedTuple):
    """Result of reading a file. There is a record if there is anything to show.

    With errors, the record ends before the first step that is unreadable or illegal. Diagnostics
    have line and column from 1 as `diagnostics.Lines.locate` returns them; messages are in lower
    case, quote the offending text and say what was expected.
    """

    record: Record | None
    diagnostics: tuple[Diagnostic, ...] = ()
    is_import: bool = False
    """Whether the notation is read-only: the file is never saved in place."""


class Thought(NamedTuple):
    """The answer of the game's own bot."""

    move: Move
    worth: int
    """Value for the player to move, on a scale of the game; for comparisons and tests."""
    words: str
    """Reason for a hint: ``Ann ends 4 seeds ahead after 3 5 1``."""
    judged: int
    """Number of positions searched."""
    is_exact: bool = False
    """Whether `worth` is the result of perfect play by both sides."""
    scale: int = 200
    """An advantage with which the player wins about three of four games; an estimate."""


class Program(Protocol):
    """An external program that plays one side of one game."""

    @property
    def name(self) -> str: ...

    def choose(self, record: Record, is_cancelled: IsCancelled) -> Move:
        """Send the moves played since the last call, and return the program's move.

        Blocks, so call it in a thread. Raises GameError if the program broke a rule, exited or
        exceeded its time limit; the game then stops with that message.
        """

    def close(self) -> None:
        """End the process and wait for it; can be called twice, and while `choose` blocks."""


class Variant(NamedTuple):
    """A variant that can be started: the name after the colon in ``tafl:copenhagen``."""

    name: str
    description: str


class Game(Protocol):
    """A game or notation; its name, title and suffixes are in the registry."""

    @property
    def rules(self) -> str:
        """The rules in a few sentences for beginners; blank lines separate paragraphs."""

    def recognises(self, text: str) -> bool:
        """Whether a text is in this notation, even with errors. Must reject files of other games.

        Called only if the pattern of the registry entry matches.
        """

    def read(self, text: str, name: str) -> Reading:
        """Read any text, in time and memory proportional to its size; `name` is for messages."""

    def variants(self) -> Sequence[Variant]:
        """Variants that can be started, the default first; empty if the game is view-only."""

    def new(self, variant: str, names: Sequence[str] = ()) -> Record:
        """Start a new game; "" is the default variant. Can accept more than `variants` lists.

        `names` are the players of the sides, for the file; "" if unknown. Raises GameError that
        lists the variants.
        """

    def level_efforts(self, record: Record) -> tuple[int, ...]:
        """The efforts of the levels below master, weakest first; see `levels`.

        Depends only on the start of the record, such as the size of its board.
        """

    def think(
        self, record: Record, effort: int | None = None, is_cancelled: IsCancelled = never
    ) -> Thought:
        """Choose the bot's move after the last step; also used for hints.

        Depends only on the record and the effort, never on a clock. Effort is the number of
        positions to search; None takes about a second. Raises Cancelled soon after `is_cancelled`
        returns True.
        """

    def open_program(self, command: str, side: int) -> Program:
        """Start a program that plays a side of this game through the game's protocol.

        The caller has asked the user for consent. Raises GameError if there is no protocol.
        """
