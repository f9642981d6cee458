"""The lines of a game: what was played, and the variations, all with positions to walk through.

The meeting place of `variations`, which edits data, and the rules: a line knows its positions
from the start on, so that jumping is a look-up in a variation as well. Variations come from
strangers' files; one that cannot be played ends before the turn that is wrong and says why.
A tree never changes: playing or editing makes a new one, which keeps the positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from atlantis_core.errors import AtlantisError, GameOverError, NoSuchTurnError
from atlantis_core.events import TurnReport
from atlantis_core.game import MAX_GAME_EXTENT
from atlantis_core.grid import Move
from atlantis_core.position import Position
from atlantis_core.scoring import is_over
from atlantis_core.transcript.limits import MAX_VARIATION_EXTENT, MAX_VARIATION_TURNS
from atlantis_core.transcript.model import Transcript, Turn, Variation
from atlantis_core.turns import play_turn, report_turn
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

    It keeps what is its own and shares its beginning with the line above: a file with many
    variations of a long game must not cost as much as all of them written out.
    """

    __slots__ = ("_above", "_positions", "_shared", "_turns", "path", "problem")

    def __init__(
        self,
        path: Path,
        positions: Sequence[Position],
        turns: Sequence[Turn],
        problem: str = "",
        above: Line | None = None,
        shared: int = 0,
    ) -> None:
        """Positions and turns after so many that are shared with the line above."""
        self.path = path
        self._above = above
        self._shared = shared
        self._positions = positions
        self._turns = turns
        self.problem = problem
        """Why the line ends earlier than its file says; empty if it does not."""

    @property
    def turn_number(self) -> int:
        """The number of its last turn."""
        return self._shared + len(self._turns)

    @property
    def own_turns(self) -> int:
        """How many turns it does not share with the line above."""
        return len(self._turns)

    @property
    def positions(self) -> Sequence[Position]:
        """All of them, with those of the shared beginning."""
        if self._above is None:
            return self._positions
        return (*self._above.positions[: self._shared], *self._positions)

    @property
    def turns(self) -> Sequence[Turn]:
        if self._above is None:
            return self._turns
        return (*self._above.turns[: self._shared], *self._turns)

    @property
    def first_turn(self) -> int:
        """The first turn that is its own: before it, it is the line that it leaves."""
        return self.path[-1].turn if self.path else 1

    @property
    def last(self) -> Position:
        """The position at its end."""
        return self._positions[-1]

    @property
    def is_over(self) -> bool:
        return is_over(self.last)

    def position_after(self, turn: int) -> Position:
        """The position after a turn; 0 is the start."""
        self._check(turn, lowest=0)
        if self._above is not None and turn < self._shared:
            return self._above.position_after(turn)
        return self._positions[turn - self._shared]

    def moves_of(self, turn: int) -> Turn:
        """The moves of a turn, from 1."""
        self._check(turn, lowest=1)
        if self._above is not None and turn <= self._shared:
            return self._above.moves_of(turn)
        return self._turns[turn - self._shared - 1]

    def report(self, turn: int) -> TurnReport:
        """What happened in a turn, from 1."""
        return report_turn(self.position_after(turn - 1), self.moves_of(turn))

    def _check(self, turn: int, lowest: int) -> None:
        if not lowest <= turn <= self.turn_number:
            raise NoSuchTurnError(turn, self.turn_number)


class GameTree:
    def __init__(
        self, transcript: Transcript, positions: Sequence[Position], problem: str = ""
    ) -> None:
        """The positions are those of the main line, of which there is one more than turns.

        A game with a turn that cannot be played has fewer; then a problem says why.
        """
        played = len(positions) - 1
        if played > len(transcript.turns) or (played < len(transcript.turns) and not problem):
            raise ValueError(f"{len(positions)} positions for {len(transcript.turns)} turns")
        self.transcript = transcript
        self.main = Line(MAIN, positions, transcript.turns[:played], problem)
        self._lines: dict[Path, Line] = {MAIN: self.main}
        self._most_kept = MAX_GAME_EXTENT // self.main.last.board.size
        """Turns of variations whose positions are kept: as many as a game may have."""
        self._kept = 0
        self._leaving: dict[Path, dict[int, list[tuple[Branch, Variation]]]] = {}

    def line(self, path: Path) -> Line:
        """The line at a path; its positions are computed when it is first asked for."""
        found = self._lines.get(path)
        if found is None:
            found = _play_line(self.line(path[:-1]), path, self._variation(path))
            if self._kept > self._most_kept:
                self._lines, self._kept = {MAIN: self.main}, 0
            self._lines[path] = found
            self._kept += found.own_turns
        return found

    def turns_to_play(self, path: Path) -> int:
        """How many turns have to be played before a line is known: nothing if it has been."""
        paths = (path[:depth] for depth in range(1, len(path) + 1))
        return sum(len(self._variation(line).turns) for line in paths if line not in self._lines)

    def written(self, place: Place) -> Turn:
        """The moves of a turn as they are written, in the line that it belongs to, from 1."""
        if not place.path:
            return self.transcript.turns[place.turn - 1]
        variation = self._variation(place.path)
        return variation.turns[place.turn - variation.turn]

    def home(self, place: Place) -> Place:
        """The same turn in the line that it belongs to: a variation shares its beginning."""
        path = place.path
        while path and place.turn < path[-1].turn:
            path = path[:-1]
        return Place(path, place.turn)

    def children(self, path: Path) -> tuple[tuple[Branch, Variation], ...]:
        """The variations that leave a line, with their names."""
        return tuple(chain.from_iterable(self._children_by_turn(path).values()))

    def leaving(self, place: Place) -> tuple[tuple[Path, Variation], ...]:
        """The variations that go on from a turn otherwise than its line, with their paths.

        Variation 12.1 replaces turn 12, so it leaves after turn 11; one that leaves where a line
        begins is a variation of the line above, like that line itself.
        """
        above = _line_left_by(place.path, place.turn + 1)
        here = place.path[: len(above) + 1]
        children = self._children_by_turn(above).get(place.turn + 1, ())
        found = (((*above, branch), variation) for branch, variation in children)
        return tuple((path, variation) for path, variation in found if path != here)

    def _children_by_turn(self, path: Path) -> dict[int, list[tuple[Branch, Variation]]]:
        """The variations that leave a line, by the turns they replace; sorted only once."""
        found = self._leaving.get(path)
        if found is None:
            notes, found = self.transcript.annotations, {}
            for branch, variation in branches(
                self._variation(path).variations if path else notes.variations
            ):
                found.setdefault(branch.turn, []).append((branch, variation))
            self._leaving[path] = found  # when it is whole: a thread may ask at the same time
        return found

    def _variation(self, path: Path) -> Variation:
        *above, (turn, number) = path
        siblings = self._children_by_turn(tuple(above)).get(turn, ())
        if not 1 <= number <= len(siblings):
            raise NoSuchVariationError(path)
        return siblings[number - 1][1]

    def comments(self, path: Path) -> Mapping[int, str]:
        """The comments that belong to a line itself, by turn, as hostile as their file."""
        return (self._variation(path) if path else self.transcript.annotations).comments

    def comment(self, place: Place) -> str | None:
        path, turn = self.home(place)
        return self.comments(path).get(turn)

    def with_comment(self, place: Place, text: str | None) -> GameTree:
        """Set or, with None, remove the comment of a turn."""
        return self.edited(comment_on(self.transcript, *self.home(place), text))

    def edited(self, transcript: Transcript) -> GameTree:
        """The tree after an edit; positions of the main line are kept as far as it is the same."""
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
        """Play a turn after the one at the place, and give the place where it lies.

        A turn that is already there, in the line or as a variation, is only walked. At the
        end of a variation it is added, everywhere else a new variation begins.
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
                raise VariationError(f"{format_path(path)} goes on with a turn that is not legal")
            changed = extend_variation(self.transcript, path, played)
            return self._grown(changed), Place(path, turn + 1)
        above = _line_left_by(path, turn + 1)
        changed, new = add_variation(self.transcript, above, turn + 1, [played])
        return self._grown(changed), Place(new, turn + 1)

    def _find_turn(self, place: Place, moves: Turn) -> Place | None:
        """Where these moves are already played after the place."""
        path, turn = place
        above = _line_left_by(path, turn + 1)
        for line in (self.line(path), self.line(above)):
            if turn < line.turn_number and line.moves_of(turn + 1) == moves:
                return Place(line.path, turn + 1)
        for branch, variation in self.children(above):
            if branch.turn == turn + 1 and variation.turns[:1] == (moves,):
                return Place((*above, branch), turn + 1)
        return None

    def _grown(self, transcript: Transcript) -> GameTree:
        return GameTree(transcript, self.main.positions, self.main.problem)

    def promote(self, path: Path) -> tuple[GameTree, Place]:
        """Make a variation the continuation of its line; the main line only while it is open."""
        chosen, line = self.line(path), self.line(path[:-1])
        if chosen.problem:
            raise VariationError(f"{format_path(path)} holds a turn that is not legal")
        if not line.path and line.is_over:
            raise VariationError("the game is over; what was played stays as it was")
        changed, above = promote_variation(self.transcript, path)
        return self.edited(changed), Place(above, chosen.turn_number)


def _play_line(above: Line, path: Path, variation: Variation) -> Line:
    """The line of a variation, as far as it can be played."""
    leaves = variation.turn - 1
    if not 0 <= leaves <= above.turn_number:
        problem = f"it leaves after turn {leaves}, but its line has {above.turn_number}"
        return Line(path, [above.last], [], problem, above, above.turn_number)
    positions = [above.position_after(leaves)]
    turns: list[Turn] = []
    problem = ""
    most = min(MAX_VARIATION_TURNS, MAX_VARIATION_EXTENT // above.last.board.size)
    for number, turn in enumerate(variation.turns, variation.turn):
        if len(turns) == most:
            problem = f"turn {number}: a variation is played for at most {most} turns on this board"
            break
        try:
            if is_over(positions[-1]):
                raise GameOverError(number - 1)
            positions.append(play_turn(positions[-1], turn))
        except AtlantisError as error:
            problem = f"turn {number}: {error}"
            break
        turns.append(turn)
    return Line(path, positions, turns, problem, above, leaves)


def _line_left_by(path: Path, turn: int) -> Path:
    """The line that a new variation at this turn leaves, seen from a line: a sibling of it
    rather than its child where it would replace the very turn with which the line begins.
    """
    while path and turn <= path[-1].turn:
        path = path[:-1]
    return path


def _same_turns(one: Sequence[Turn], other: Sequence[Turn]) -> int:
    """How many turns two games begin with in common."""
    for number, (ours, theirs) in enumerate(zip(one, other, strict=False)):
        if ours != theirs:
            return number
    return min(len(one), len(other))
