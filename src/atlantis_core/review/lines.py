"""The lines of a game: the main line and its variations, with their positions.

Every line has its positions from the start on, so going to any turn is a look-up. Variations come
from untrusted files: one with an illegal turn stops before it and says why. Trees are immutable:
playing or editing returns a new tree, which shares positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import MAX_GAME_EXTENT
from atlantis_core.rules.scoring import is_over
from atlantis_core.rules.turns import play_turn, report_turn
from atlantis_core.support.errors import AtlantisError, GameOverError, NoSuchTurnError
from atlantis_core.transcript.limits import MAX_VARIATION_EXTENT, MAX_VARIATION_TURNS
from atlantis_core.transcript.model import Transcript, Turn, Variation
from .places import Place
from .variations import (
    MAIN,
    Branch,
    NoSuchVariationError,
    Path,
    VariationError,
    add_variation,
    branches,
    comment_on,
    extend_variation,
    format_path,
    promote_variation,
)


class Line:
    """Turns from the start of the game to the end of one line.

    Stores only its own turns and shares its beginning with the parent line, so that a file with
    many variations of a long game stays cheap.
    """

    __slots__ = ("_parent", "_positions", "_shared", "_turns", "path", "problem")

    def __init__(
        self,
        path: Path,
        positions: Sequence[Position],
        turns: Sequence[Turn],
        problem: str = "",
        parent: Line | None = None,
        shared: int = 0,
    ) -> None:
        """`positions` and `turns` follow the `shared` turns of the parent line."""
        self.path = path
        self._parent = parent
        self._shared = shared
        self._positions = positions
        self._turns = turns
        self.problem = problem
        """Why the line stops before its recorded end; empty if it does not."""

    @property
    def turn_number(self) -> int:
        """The number of its last turn."""
        return self._shared + len(self._turns)

    @property
    def own_turns(self) -> int:
        """The number of turns not shared with the parent line."""
        return len(self._turns)

    @property
    def positions(self) -> Sequence[Position]:
        """All positions, including the shared beginning."""
        if self._parent is None:
            return self._positions
        return (*self._parent.positions[: self._shared], *self._positions)

    @property
    def turns(self) -> Sequence[Turn]:
        if self._parent is None:
            return self._turns
        return (*self._parent.turns[: self._shared], *self._turns)

    @property
    def first_turn(self) -> int:
        """The first turn of its own; earlier turns belong to the parent line."""
        return self.path[-1].turn if self.path else 1

    @property
    def last(self) -> Position:
        """The final position."""
        return self._positions[-1]

    @property
    def is_over(self) -> bool:
        return is_over(self.last)

    def position_after(self, turn: int) -> Position:
        """The position after a turn; 0 is the start."""
        self._check(turn, lowest=0)
        if self._parent is not None and turn < self._shared:
            return self._parent.position_after(turn)
        return self._positions[turn - self._shared]

    def moves_of(self, turn: int) -> Turn:
        """The moves of a turn, from 1."""
        self._check(turn, lowest=1)
        if self._parent is not None and turn <= self._shared:
            return self._parent.moves_of(turn)
        return self._turns[turn - self._shared - 1]

    def report(self, turn: int) -> TurnReport:
        """Report of a turn, from 1."""
        return report_turn(self.position_after(turn - 1), self.moves_of(turn))

    def _check(self, turn: int, lowest: int) -> None:
        if not lowest <= turn <= self.turn_number:
            raise NoSuchTurnError(turn, self.turn_number)


class GameTree:
    def __init__(
        self, transcript: Transcript, positions: Sequence[Position], problem: str = ""
    ) -> None:
        """`positions` are those of the main line, one more than its turns.

        A game with an illegal turn has fewer positions, and a problem that says why.
        """
        played = len(positions) - 1
        if played > len(transcript.turns) or (played < len(transcript.turns) and not problem):
            raise ValueError(f"{len(positions)} positions for {len(transcript.turns)} turns")
        self.transcript = transcript
        self.main = Line(MAIN, positions, transcript.turns[:played], problem)
        self._lines: dict[Path, Line] = {MAIN: self.main}
        self._most_kept = MAX_GAME_EXTENT // self.main.last.board.size
        """Limit for variation turns with cached positions: as many as a game may have."""
        self._kept = 0
        self._children: dict[Path, dict[int, list[tuple[Branch, Variation]]]] = {}

    def line(self, path: Path) -> Line:
        """The line at a path; its positions are computed on first use."""
        found = self._lines.get(path)
        if found is None:
            found = _play_line(self.line(path[:-1]), path, self._variation(path))
            if self._kept > self._most_kept:
                self._lines, self._kept = {MAIN: self.main}, 0
            self._lines[path] = found
            self._kept += found.own_turns
        return found

    def turns_to_play(self, path: Path) -> int:
        """The number of turns to play before a line is known; 0 if it is cached."""
        paths = (path[:depth] for depth in range(1, len(path) + 1))
        return sum(len(self._variation(line).turns) for line in paths if line not in self._lines)

    def written(self, place: Place) -> Turn:
        """The moves of a turn as recorded, from 1, in the line that the turn belongs to."""
        if not place.path:
            return self.transcript.turns[place.turn - 1]
        variation = self._variation(place.path)
        return variation.turns[place.turn - variation.turn]

    def canonical(self, place: Place) -> Place:
        """The same turn in the line that it belongs to: a variation shares its beginning."""
        path = place.path
        while path and place.turn < path[-1].turn:
            path = path[:-1]
        return Place(path, place.turn)

    def children(self, path: Path) -> tuple[tuple[Branch, Variation], ...]:
        """The variations that start in a line, with their names."""
        return tuple(chain.from_iterable(self._children_by_turn(path).values()))

    def alternatives(self, place: Place) -> tuple[tuple[Path, Variation], ...]:
        """The variations that replace the turn after a place, with their paths.

        Variation 12.1 replaces turn 12, so it is an alternative at turn 11. An alternative to the
        first turn of a variation is its sibling, a variation of the parent line.
        """
        parent = _parent_of_new(place.path, place.turn + 1)
        here = place.path[: len(parent) + 1]
        children = self._children_by_turn(parent).get(place.turn + 1, ())
        found = (((*parent, branch), variation) for branch, variation in children)
        return tuple((path, variation) for path, variation in found if path != here)

    def _children_by_turn(self, path: Path) -> dict[int, list[tuple[Branch, Variation]]]:
        """The variations of a line by the turns they replace; cached."""
        found = self._children.get(path)
        if found is None:
            notes, found = self.transcript.annotations, {}
            for branch, variation in branches(
                self._variation(path).variations if path else notes.variations
            ):
                found.setdefault(branch.turn, []).append((branch, variation))
            self._children[path] = found  # only when complete: another thread may read it
        return found

    def _variation(self, path: Path) -> Variation:
        *parent, (turn, number) = path
        siblings = self._children_by_turn(tuple(parent)).get(turn, ())
        if not 1 <= number <= len(siblings):
            raise NoSuchVariationError(path)
        return siblings[number - 1][1]

    def comments(self, path: Path) -> Mapping[int, str]:
        """The comments of a line itself, by turn, unsanitised."""
        return (self._variation(path) if path else self.transcript.annotations).comments

    def comment(self, place: Place) -> str | None:
        path, turn = self.canonical(place)
        return self.comments(path).get(turn)

    def with_comment(self, place: Place, text: str | None) -> GameTree:
        """Set or, with None, remove the comment of a turn."""
        return self.edited(comment_on(self.transcript, *self.canonical(place), text))

    def edited(self, transcript: Transcript) -> GameTree:
        """The tree after an edit; keeps the positions of unchanged turns of the main line."""
        if transcript.turns is self.transcript.turns or transcript.turns == self.transcript.turns:
            return self._grown(transcript)
        same = _same_turns(transcript.turns, self.main.turns)
        positions = list(self.main.positions[: same + 1])
        for turn in transcript.turns[same:]:
            if is_over(positions[-1]):
                raise GameOverError(len(positions) - 1)
            positions.append(play_turn(positions[-1], turn))
        return GameTree(transcript, positions)

    def play(self, place: Place, moves: Iterable[Move]) -> tuple[GameTree, Place]:
        """Play a turn after the place, and return the place of that turn.

        A turn that already exists, in the line or as a variation, is reused. At the end of a
        variation it is added; everywhere else a new variation starts.
        """
        path, turn = place
        line, played = self.line(path), tuple(moves)
        before = line.position_after(turn)
        if is_over(before):
            raise GameOverError(turn)
        play_turn(before, played)
        known = self._find_turn(place, played)
        if known is not None:
            return self, known
        if path and turn == line.turn_number:
            if line.problem:
                raise VariationError(f"{format_path(path)} continues with an illegal turn")
            changed = extend_variation(self.transcript, path, played)
            return self._grown(changed), Place(path, turn + 1)
        parent = _parent_of_new(path, turn + 1)
        changed, new = add_variation(self.transcript, parent, turn + 1, [played])
        return self._grown(changed), Place(new, turn + 1)

    def _find_turn(self, place: Place, moves: Turn) -> Place | None:
        """The place where these moves already follow the given place."""
        path, turn = place
        parent = _parent_of_new(path, turn + 1)
        for line in (self.line(path), self.line(parent)):
            if turn < line.turn_number and line.moves_of(turn + 1) == moves:
                return Place(line.path, turn + 1)
        for branch, variation in self.children(parent):
            if branch.turn == turn + 1 and variation.turns[:1] == (moves,):
                return Place((*parent, branch), turn + 1)
        return None

    def _grown(self, transcript: Transcript) -> GameTree:
        return GameTree(transcript, self.main.positions, self.main.problem)

    def promote(self, path: Path) -> tuple[GameTree, Place]:
        """Promote a variation one level; into the main line only while the game is not over."""
        chosen, line = self.line(path), self.line(path[:-1])
        if chosen.problem:
            raise VariationError(f"{format_path(path)} contains an illegal turn")
        if not line.path and line.is_over:
            raise VariationError("the game is over: its main line cannot change")
        changed, parent = promote_variation(self.transcript, path)
        return self.edited(changed), Place(parent, chosen.turn_number)


def _play_line(parent: Line, path: Path, variation: Variation) -> Line:
    """The line of a variation, as far as it is legal."""
    shared = variation.turn - 1
    if not 0 <= shared <= parent.turn_number:
        problem = f"it starts after turn {shared}, but its parent line has {parent.turn_number}"
        return Line(path, [parent.last], [], problem, parent, parent.turn_number)
    positions = [parent.position_after(shared)]
    turns: list[Turn] = []
    problem = ""
    most = min(MAX_VARIATION_TURNS, MAX_VARIATION_EXTENT // parent.last.board.size)
    for number, turn in enumerate(variation.turns, variation.turn):
        if len(turns) == most:
            problem = f"turn {number}: variations are limited to {most} turns on this board"
            break
        try:
            if is_over(positions[-1]):
                raise GameOverError(number - 1)
            positions.append(play_turn(positions[-1], turn))
        except AtlantisError as error:
            problem = f"turn {number}: {error}"
            break
        turns.append(turn)
    return Line(path, positions, turns, problem, parent, shared)


def _parent_of_new(path: Path, turn: int) -> Path:
    """The parent of a new variation that replaces a turn of a line: if it replaces the line's
    first turn, it becomes a sibling of the line rather than a child.
    """
    while path and turn <= path[-1].turn:
        path = path[:-1]
    return path


def _same_turns(one: Sequence[Turn], other: Sequence[Turn]) -> int:
    """The number of turns that two games have in common at their beginning."""
    for number, (ours, theirs) in enumerate(zip(one, other, strict=False)):
        if ours != theirs:
            return number
    return min(len(one), len(other))
