"""A transcript as data: what a file says, readable but not yet legal.

Everything here is immutable; changing a transcript makes a new one (`with_...`). Fields are
on the grid, but nothing promises that the board has them or that the moves are legal: that
is for `replay`, the only place where files meet rules. Colours and names are kept as they
were written; `Transcript.colors` says what to show.

A transcript that was read knows its `source`, with the place of every value. A changed one
has no source, because its values no longer stand where the text says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple, TypeVar

from atlantis_core.colors import default_colors
from atlantis_core.diagnostics import Diagnostic, Severity
from atlantis_core.errors import UnknownPlayerError
from atlantis_core.grid import Field, Move
from atlantis_core.json_text.frozen import EMPTY, FrozenMap, JsonObject, JsonScalar
from atlantis_core.json_text.places import Problem
from .remarks import NO_REMARKS, Remarks
from .source import Source

K = TypeVar("K")
V = TypeVar("V")

_SAID = 5
"""How many parts of a transcript the file says; the others tell of the reading."""

Segment = tuple[Field, ...]
Turn = tuple[Move, ...]
Turns = tuple[Turn, ...]
Comments = FrozenMap[int, str]

Stacks = FrozenMap[Field, int]
Tags = FrozenMap[str, JsonScalar]

NO_COMMENTS: Comments = FrozenMap()
NO_STACKS: Stacks = FrozenMap()
NO_TAGS: Tags = FrozenMap()


class Player(NamedTuple):
    """A player at the start: stacks as in R7.5 (>0 open, <0 growing, 0 dead)."""

    stacks: Stacks = NO_STACKS
    name: str | None = None
    color: str | None = None
    extra: JsonObject = EMPTY
    """Keys that this program does not know."""


class Variation(NamedTuple):
    """A line that somebody tried instead of the one it leaves.

    `turn` is the number of its first turn: a variation at 12 replaces turn 12 of the line
    that it leaves and goes on from there; its own turns are numbered 12, 13, ...
    Its comments and its own variations use these numbers.
    """

    turn: int
    turns: Turns
    comments: Comments = NO_COMMENTS
    variations: tuple[Variation, ...] = ()
    extra: JsonObject = EMPTY

    @property
    def last_turn(self) -> int:
        return self.turn + len(self.turns) - 1


class Annotations(NamedTuple):
    """All that replaying does not need (R7.2). Turns are numbered from 1; 0 is the start."""

    tags: Tags = NO_TAGS
    comments: Comments = NO_COMMENTS
    variations: tuple[Variation, ...] = ()
    clocks: tuple[int | float | None, ...] = ()
    """Seconds that each turn took, from the first; None where nobody knows."""
    extra: JsonObject = EMPTY

    def __bool__(self) -> bool:
        return self != NO_ANNOTATIONS

    def with_tag(self, name: str, value: JsonScalar) -> Annotations:
        """Set a tag; None removes it."""
        return self._replace(tags=_changed(self.tags, name, value))

    def with_comment(self, turn: int, text: str | None) -> Annotations:
        """Set the comment of a turn (0: of the start); None removes it."""
        return self._replace(comments=_changed(self.comments, turn, text))

    def with_variations(self, variations: Iterable[Variation]) -> Annotations:
        return self._replace(variations=tuple(variations))


NO_ANNOTATIONS = Annotations()
START_TAG = "start"
"""Says that a file is a start for many games."""


class Transcript(NamedTuple):
    """A starting board, or a game up to where it was played."""

    segments: tuple[Segment, ...]
    players: tuple[Player, ...] = ()
    turns: Turns = ()
    annotations: Annotations = NO_ANNOTATIONS
    extra: JsonObject = EMPTY
    """Keys at the top that this program does not know."""
    source: Source | None = None
    problems: tuple[Problem, ...] = ()
    remarks: Remarks = NO_REMARKS
    """Comments between the values of its file."""

    def __eq__(self, other: object) -> bool:
        """Where it was read, and with which complaints, makes no difference."""
        return isinstance(other, Transcript) and self[:_SAID] == other[:_SAID]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:_SAID])

    @property
    def is_starting_board(self) -> bool:
        """Whether this is a board without players."""
        return not self.players

    @property
    def is_start(self) -> bool:
        """Whether this is where many games begin, each to be kept in a file of its own."""
        is_said = self.annotations.tags.get(START_TAG) is True
        return self.is_starting_board or (is_said and not self.turns)

    def as_start(self) -> Transcript:
        """The same, saying that games are to begin from it and not in it."""
        return self.with_annotations(self.annotations.with_tag(START_TAG, value=True))

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What the reader did not like but could read, with places."""
        warned = [problem for problem in self.problems if problem.severity is Severity.WARNING]
        return self.source.locate(warned) if self.source and warned else ()

    @property
    def colors(self) -> tuple[str, ...]:
        """The SVG colour name of each player: the chosen one, or one of the default palette."""
        return default_colors([player.color for player in self.players])

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each player, as hostile as the file: "player 1" where there is none."""
        return tuple(
            player.name or f"player {number}" for number, player in enumerate(self.players, 1)
        )

    def with_turns(self, turns: Iterable[Iterable[Move]]) -> Transcript:
        """Other turns. Comments and variations stay as they are, also for turns now gone."""
        return self._unread()._replace(turns=tuple(tuple(turn) for turn in turns))

    def with_annotations(self, annotations: Annotations) -> Transcript:
        return self._unread()._replace(annotations=annotations)

    def with_tag(self, name: str, value: JsonScalar) -> Transcript:
        return self.with_annotations(self.annotations.with_tag(name, value))

    def with_comment(self, turn: int, text: str | None) -> Transcript:
        return self.with_annotations(self.annotations.with_comment(turn, text))

    def with_players(self, players: Iterable[Player]) -> Transcript:
        return self._unread()._replace(players=tuple(players))

    def with_player(
        self, number: int, *, name: str | None = None, color: str | None = None
    ) -> Transcript:
        """Give a player, counted from 0, another name or colour; None leaves it as it is."""
        if not 0 <= number < len(self.players):
            raise UnknownPlayerError(number, len(self.players))
        old = self.players[number]
        new = old._replace(
            name=old.name if name is None else name,
            color=old.color if color is None else color,
        )
        return self.with_players([*self.players[:number], new, *self.players[number + 1 :]])

    def _unread(self) -> Transcript:
        """The same, from no text: what is changed does not stand where the text says."""
        return self._replace(source=None, problems=())

    def fields(self) -> Iterator[Field]:
        """All fields of the board, segment by segment."""
        return chain.from_iterable(self.segments)


def _changed(items: Mapping[K, V], key: K, value: V | None) -> FrozenMap[K, V]:
    changed = dict(items)
    if value is None:
        changed.pop(key, None)
    else:
        changed[key] = value
    return FrozenMap(changed)
