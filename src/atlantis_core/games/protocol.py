"""What a guest of the companions' table gives: a reader, records, positions.

A guest is a package `atlantis_core.games.<name>` whose module `game` has one object `GAME`
with the members of `Game`, and a line in `table`. Everything else follows: the commands `check`,
`show`, `fmt`, `convert`, `replay` and `moves`, the review screen, the play screen, saving.
Inherit what most guests do alike from `defaults`; a guest whose files are one line of moves takes
its record from `records`, or all but its rules and its picture from `plain_games`, as the whole
guest of `tests/games/toy.py` does.

All of these are immutable values that can be pickled (thinking happens in another process), and
never change after they were given out: `played`, `cut` and `commented` give new records. Strings
may hold any character of a stranger's file: whoever shows them makes them safe, a guest need not.
Names, places and moves are as typed; sentences are lower case without a full stop.

What a *file* has wrong is a `Diagnostic` in a `Reading`, never an exception. What a *person or
program* asks for and cannot have is an `errors.GameError` with a sentence to show. A step that
a record does not have, or a move that is not legal given to `play`, is a bug of the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from atlantis_core.cancelling import IsCancelled, never
from atlantis_core.colors import RGB
from atlantis_core.diagnostics import Diagnostic
from .pictures import Picture, Place


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that a player may do."""

    text: str
    """As one types it, unique among the legal moves of its position: ``e4-e6``, ``3``, ``swap``."""
    places: tuple[Place, ...] = ()
    """What one points at, in order, to say this move; empty if it can only be typed or chosen
    from a list (``swap``, ``pass``). Two legal moves may not have the same places; one may begin
    with all the places of another."""


class Drawn(Protocol):
    """Something that can be drawn: a position, or a moment between two."""

    @property
    def sizes(self) -> int:
        """In how many sizes, at least 1. Front ends take the largest that fits and let one zoom."""

    def picture(self, size: int) -> Picture:
        """The drawing; 0 is the smallest size, `sizes - 1` the largest. Quick: drawn at each key.

        Lines must say everything without colours. Leave the cells left and right of a spot to
        blanks or strokes, because marks are written there.
        """


class Position(Drawn, Protocol):
    """What is on the board after a step; hashable by value. Where nothing is played (HSN),
    `to_move` is None and there are no moves.
    """

    @property
    def text(self) -> str | None:
        """The position in the notation's own words, if it has any for it."""

    @property
    def to_move(self) -> int | None:
        """Whose turn it is, as an index into the record's players; None if nobody moves any more.

        The same player may be on turn again after a move.
        """

    @property
    def result(self) -> str | None:
        """How the game ended, in words (``south wins 52 to 46``); None while it goes on."""

    def legal_moves(self) -> Sequence[Move]:
        """All of them in a fixed order; none once there is a result. May be worked out lazily,
        but the second call must be cheap.
        """

    def parse_move(self, text: str) -> Move:
        """The legal move that somebody means who types this; be generous with spelling.

        Raises GameError saying which rule forbids it, or what was expected.
        """

    def play(self, move: Move) -> Position:
        """The position after one of the legal moves."""

    def frames(self, move: Move) -> Sequence[Drawn]:
        """What an onlooker sees between this position and the one after the move, such as a
        sowing seed by seed; both ends left out, and empty where a move is one step.
        """

    def notes(self) -> Sequence[str]:
        """Lines to read beside the picture: stores, hands, captured pieces."""

    def svg(self, colors: Sequence[RGB]) -> str:
        """A whole SVG document, text of files escaped."""


class Puzzle(NamedTuple):
    """Somebody is to find the moves of a record from a step on."""

    start: int
    """After this step the solver plays for the side to move; the record has the solution."""
    shown_from: int
    """The moves from this step to `start` are shown first; the same as `start` if there are
    none."""


Way = tuple[tuple[int, int], ...]
"""Variations that are entered one after the other: in place of which step, and which one there."""


class Record(Protocol):
    """What a file holds, seen along one line of play: step 0 is the start.

    A variation is a record, too: the same file seen along another line, whose first steps are
    those of the line that it leaves. `text` is always the whole file.
    """

    @property
    def title(self) -> str:
        """One line about the whole: ``Copenhagen Hnefatafl, A against B, 2015``."""

    @property
    def players(self) -> Sequence[str]:
        """What the sides are called, in the order of their numbers; empty if nobody plays."""

    @property
    def colors(self) -> Sequence[RGB]:
        """One for each player."""

    @property
    def details(self) -> Sequence[tuple[str, str]]:
        """Whatever else the file says of itself, in its order: tags, rules, sizes."""

    @property
    def last_step(self) -> int: ...

    @property
    def puzzle(self) -> Puzzle | None: ...

    def position(self, step: int) -> Position:
        """After that step. Quick: keep the positions, or every so many of them."""

    def move(self, step: int) -> Move | None:
        """The move that leads to a step from 1 on; None where steps are no moves (HSN)."""

    def label(self, step: int) -> str:
        """What stands in the list of steps, from 1 on: the move exactly as the file writes it."""

    def comment(self, step: int) -> str:
        """What somebody wrote about a step, 0 included; may have line breaks."""

    def variations(self, step: int) -> Sequence[Record]:
        """The other lines that have something else in place of this step, from 1 on."""

    @property
    def way(self) -> Way:
        """How one comes from the main line to this one; empty if this is the main line."""

    def along(self, way: Way) -> Record:
        """The same file along another line."""

    def text(self) -> str:
        """The file as it is to be saved. What was read comes out to the character, and after
        an edit all the rest does.
        """

    def canonical(self) -> str:
        """The whole file in the one layout that the notation recommends, for `fmt`."""

    def played(self, move: Move) -> Record:
        """With a legal move added after the last step of this line; raises GameError if the
        notation cannot hold it.
        """

    def varied(self, step: int, move: Move) -> Record:
        """With a variation that has a legal move in place of a step from 1 on, seen along it;
        raises GameError if the notation has none.
        """

    def cut(self, step: int) -> Record:
        """Without what comes after that step in this line, variations and comments included."""

    def commented(self, step: int, comment: str) -> Record:
        """With another comment, "" for none; raises GameError saying what a comment of this
        notation cannot hold.
        """


class Reading(NamedTuple):
    """What became of a file. There is a record wherever something can be shown.

    A record beside errors ends before the first step that could not be read or played.
    Diagnostics have line and column from 1 as `diagnostics.Lines.locate` gives them, messages in
    lower case with the offending text in quotes, and what was expected.
    """

    record: Record | None
    diagnostics: tuple[Diagnostic, ...] = ()
    is_import: bool = False
    """Whether the file is in a form that is only read: it is never saved in place."""


class Thought(NamedTuple):
    """The answer of a guest's own opponent."""

    move: Move
    worth: int
    """For the player who moves, in the guest's own measure; for comparing and for tests."""
    words: str
    """What it thinks, for a hint: ``south is 4 seeds ahead after 3 5 1``."""
    judged: int
    """How many positions were judged."""


class Program(Protocol):
    """A player in another process that sits at one side of one game."""

    @property
    def name(self) -> str: ...

    def choose(self, record: Record, is_cancelled: IsCancelled) -> Move:
        """Its move after the last step. It is told what was played since it was asked last.

        Blocks, so it is called in a thread. Raises GameError when the program broke a rule,
        ended or was silent for too long: then the game stops and says so.
        """

    def close(self) -> None:
        """End the process and wait for it; may be called twice, and while `choose` waits."""


class Variant(NamedTuple):
    """A game that can be begun: what follows the colon of ``tafl:copenhagen``, and a line on it."""

    name: str
    description: str


class Game(Protocol):
    """One game or notation. Its name, title and suffixes stand in the table."""

    @property
    def rules(self) -> str:
        """How it is played, in a few sentences for whoever has never done so; a blank line is
        between paragraphs.
        """

    def recognises(self, text: str) -> bool:
        """Whether a text is meant to be this notation, also if it is broken; asked only when
        the pattern in the table is found. The others' files must be refused.
        """

    def read(self, text: str, name: str) -> Reading:
        """Any text at all; `name` is for messages. Bounded in time and memory by the size."""

    def variants(self) -> Sequence[Variant]:
        """What can be begun anew, the default first; empty if nothing can be played."""

    def new(self, variant: str, names: Sequence[str] = ()) -> Record:
        """A new game; "" is the default variant. A guest may understand more words than
        `variants` lists. `names`: who plays each side, for the file; "" where it is not known.

        Raises GameError with the variants that there are.
        """

    def think(
        self, record: Record, effort: int | None = None, is_cancelled: IsCancelled = never
    ) -> Thought:
        """The move of the guest's own opponent after the last step, and the hint for a person.

        Depends on the record and the effort alone, never on a clock. Effort is the number of
        positions that may be judged; None is a measure that takes about a second. Raises
        Cancelled soon after `is_cancelled` begins to say True.
        """

    def open_program(self, command: str, side: int) -> Program:
        """A program that plays this game by a protocol, at a side; the caller has asked whether
        it may run. Raises GameError if the guest has no such protocol.
        """
