"""A transcript as immutable data: readable, but not necessarily legal.

Changes make a new transcript (`with_...`). Fields may be off the board and moves illegal;
`replay` checks them. Colours and names are kept as written; `Transcript.colors` returns those
to show.

A transcript read from a text has its `source`, with the position of every value. A changed one
has none, because positions may no longer match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple, TypeVar

from atlantis_core.json_text.frozen import EMPTY, FrozenMap, JsonObject, JsonScalar
from atlantis_core.json_text.places import Problem
from atlantis_core.positions.grid import Field, Move
from atlantis_core.support.colors import default_colors
from atlantis_core.support.diagnostics import Diagnostic, Severity
from atlantis_core.support.errors import UnknownPlayerError
from .json_comments import NO_FILE_COMMENTS, FileComments
from .source import Source

K = TypeVar("K")
V = TypeVar("V")

_CONTENT = 5
"""Number of attributes of a transcript that are its content; the others describe its file."""

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
    """Unknown keys."""


class Variation(NamedTuple):
    """An alternative sequence of turns.

    `turn` is the number of its first turn: a variation at 12 replaces turn 12 and the following
    turns of its parent line; its own turns are numbered 12, 13, ... Its comments and its own
    variations use these numbers.
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
    """Everything that replaying does not need (R7.2). Turns count from 1; 0 is the start."""

    tags: Tags = NO_TAGS
    comments: Comments = NO_COMMENTS
    variations: tuple[Variation, ...] = ()
    clocks: tuple[int | float | None, ...] = ()
    """Seconds that each turn took, from the first; None if unknown."""
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
"""Marks a file as a start for many games."""


class Transcript(NamedTuple):
    """A starting board, or a game up to where it was played."""

    segments: tuple[Segment, ...]
    players: tuple[Player, ...] = ()
    turns: Turns = ()
    annotations: Annotations = NO_ANNOTATIONS
    extra: JsonObject = EMPTY
    """Unknown keys at the top level."""
    source: Source | None = None
    problems: tuple[Problem, ...] = ()
    json_comments: FileComments = NO_FILE_COMMENTS

    def __eq__(self, other: object) -> bool:
        """Compare the content only, not source, problems and JSON comments."""
        return isinstance(other, Transcript) and self[:_CONTENT] == other[:_CONTENT]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:_CONTENT])

    @property
    def is_starting_board(self) -> bool:
        """Whether this is a board without players."""
        return not self.players

    @property
    def is_start(self) -> bool:
        """Whether this is a start for many games, each saved to its own file."""
        is_tagged = self.annotations.tags.get(START_TAG) is True
        return self.is_starting_board or (is_tagged and not self.turns)

    def as_start(self) -> Transcript:
        """Mark it as a start for many games."""
        return self.with_annotations(self.annotations.with_tag(START_TAG, value=True))

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """Warnings of the reader."""
        warned = [problem for problem in self.problems if problem.severity is Severity.WARNING]
        return self.source.locate(warned) if self.source and warned else ()

    @property
    def colors(self) -> tuple[str, ...]:
        """The SVG colour name of each player: the chosen one, or a default."""
        return default_colors([player.color for player in self.players])

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each player, not safe to show; "player 1" if there is none."""
        return tuple(
            player.name or f"player {number}" for number, player in enumerate(self.players, 1)
        )

    def with_turns(self, turns: Iterable[Iterable[Move]]) -> Transcript:
        """Replace the turns. Keeps comments and variations, even of removed turns."""
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
        """Change the name or colour of a player, from 0; None keeps it."""
        if not 0 <= number < len(self.players):
            raise UnknownPlayerError(number, len(self.players))
        old = self.players[number]
        new = old._replace(
            name=old.name if name is None else name,
            color=old.color if color is None else color,
        )
        return self.with_players([*self.players[:number], new, *self.players[number + 1 :]])

    def _unread(self) -> Transcript:
        """Remove the source: positions of a changed transcript are not valid."""
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
