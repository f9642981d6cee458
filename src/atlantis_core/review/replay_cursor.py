"""Walking through a game and its variations: where one stands, and every way to go on.

The review screen and the reading dialogue are two faces of this: both step, jump, comment and
try turns here, so that neither has an ability which the other lacks. Knows neither screens
nor files; whoever saves looks at `tree.transcript` after an edit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atlantis_core.errors import (
    AtlantisError,
    NoSuchTurnError,
    NothingToRedoError,
    NothingToUndoError,
)
from atlantis_core.events import TurnReport
from atlantis_core.grid import Field, Move
from atlantis_core.position import Position
from atlantis_core.transcript.declared_ending import declared_sentence
from atlantis_core.transcript.model import Transcript
from .game_statistics import (
    GameStatistics,
    Moment,
    MomentKind,
    merge_moments,
    next_marked,
    previous_marked,
)
from .judged_games import Judgement, find_judgement, keep_judgement
from .lines import GameTree, Line
from .places import Place
from .steps import Step, steps_of, touched_in
from .variations import MAIN, Branch, Path, VariationError, cut_main, cut_variation
from .verdicts import TurnVerdict

MOST_WORKED_OUT = 4
"""Reports of turns with long chains are large."""
SLICE = 200
"""So many turns are counted at a time while looking for the next marked one."""
_Standing = tuple[GameTree, Place, int | None]
"""A game and where in it one stands, to come back to."""


class ReplayCursor:
    """A place in a game tree. Turn 0 is the start; a step inside a turn counts from 1."""

    def __init__(self, tree: GameTree, place: Place | None = None) -> None:
        self.tree = tree
        self._place = place or Place(MAIN, tree.main.turn_number)
        self._step: int | None = None
        self._report: tuple[Place, TurnReport, tuple[Step, ...]] | None = None
        self._chronicles: dict[Path, GameStatistics] = {}
        self._judgement: tuple[Transcript, Judgement | None] | None = None
        self._moments: tuple[object, tuple[Moment, ...]] | None = None
        """Of what they are, and the moments: a file may mark every turn, and each step asks."""
        self._worked_out: dict[Place, TurnReport] = {}
        self._past: list[_Standing] = []
        self._future: list[_Standing] = []
        self.turning_points: tuple[Moment, ...] | None = None
        """Marks of the main line that a judge has found ; None: nobody was asked."""
        self._check(self._place)

    # Where one stands.

    @property
    def place(self) -> Place:
        return self._place

    @property
    def turn(self) -> int:
        return self._place.turn

    @property
    def path(self) -> Path:
        return self._place.path

    @property
    def line(self) -> Line:
        return self.tree.line(self._place.path)

    @property
    def step(self) -> int | None:
        """How many steps of the turn are shown; None if it is shown as a whole."""
        return self._step

    @property
    def is_inside_turn(self) -> bool:
        """Whether the turn has not been shown to its end."""
        return self._step is not None and self._step < len(self.steps)

    @property
    def declared_ending(self) -> str | None:
        """What a referee has said, as a sentence; only at the end of the game itself."""
        is_end = not self.path and self.turn == self.line.turn_number
        return declared_sentence(self.tree.transcript) if is_end else None

    @property
    def report(self) -> TurnReport | None:
        """What happened in the turn; None at the start."""
        if not self.turn:
            return None
        if self._report is None or self._report[0] != self._place:
            known = self._worked_out.get(self._place)
            report = known if known is not None else self.line.report(self.turn)
            self._report = self._place, report, steps_of(report)
        return self._report[1]

    def take_report(self, place: Place, report: TurnReport) -> None:
        """Take over what somebody has worked out aside; only the last few are kept."""
        self._worked_out[place] = report
        while len(self._worked_out) > MOST_WORKED_OUT:
            del self._worked_out[next(iter(self._worked_out))]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the turn; none at the start."""
        return self._report[2] if self.report and self._report else ()

    @property
    def position(self) -> Position:
        """The board as it is shown."""
        if self._step is not None:
            return self.steps[self._step - 1].after
        return self.line.position_after(self.turn)

    @property
    def touched(self) -> tuple[Field, ...]:
        """The fields that the last step, or the whole turn, concerned."""
        if self._step is not None:
            return self.steps[self._step - 1].touched
        return touched_in(self.report) if self.report else ()

    # Going somewhere else. Each says whether anything changed.

    def go(self, place: Place, step: int | None = None) -> bool:
        """Go to a turn, or to a step inside it; raises NoSuchTurnError."""
        self._check(place)
        before = self._place, self._step
        self._place, self._step = place, None
        if step is not None and self.steps:
            self._step = min(max(step, 1), len(self.steps))
        return (self._place, self._step) != before

    def go_to_turn(self, turn: int) -> bool:
        """Go to a turn of this line; numbers beyond its ends mean the ends."""
        within = min(max(turn, 0), self.line.turn_number)
        return self.go(Place(self.path, within))

    def forward(self, turns: int = 1) -> bool:
        """So many turns on; a turn that is only partly shown is shown to its end first."""
        if self.is_inside_turn:
            return self.go_to_turn(self.turn + turns - 1)
        return self.go_to_turn(self.turn + turns) if self.turn < self.line.turn_number else False

    def back(self, turns: int = 1) -> bool:
        return self.go_to_turn(self.turn - turns) if self.turn else False

    def step_forward(self) -> bool:
        """One step on, into the next turn if this one is over."""
        if self.is_inside_turn:
            return self.go(self._place, (self._step or 0) + 1)
        if self.turn == self.line.turn_number:
            return False
        return self.go(Place(self.path, self.turn + 1), 1)

    def step_back(self) -> bool:
        """One step back, into the turn before if this one is undone."""
        if not self.turn:
            return False
        shown = len(self.steps) if self._step is None else self._step
        if shown > 1:
            return self.go(self._place, shown - 1)
        before = Place(self.path, self.turn - 1)
        self.go(before)
        self._step = len(self.steps) if self.steps else None
        return True

    def go_to_line(self, path: Path) -> bool:
        """Go to the first turn of a variation, or back to the main line where it was left."""
        if not path:
            leaving = self.path[0].turn - 1 if self.path else self.turn
            return self.go(Place(MAIN, min(self.turn, leaving)))
        line = self.tree.line(path)
        return self.go(Place(path, min(line.first_turn, line.turn_number)))

    # Judgement.

    @property
    def judgement(self) -> Judgement | None:
        """What a bot thinks of the turns of the game; None if nobody has judged them."""
        transcript = self.tree.transcript
        if self._judgement is None or self._judgement[0] is not transcript:
            self._judgement = transcript, find_judgement(transcript)
        return self._judgement[1]

    def keep_judgement(self, judgement: Judgement) -> None:
        """Keep a judgement in the annotations; no edit of anybody, so nothing to take back."""
        self._put(self.tree.edited(keep_judgement(self.tree.transcript, judgement)))

    def verdict(self) -> TurnVerdict | None:
        """What the judge says of the turn at which one stands; only of the game itself."""
        path, turn = self.tree.home(self._place)
        return None if path or self.judgement is None else self.judgement.verdicts.get(turn)

    def go_to_mistake(self, direction: int) -> bool:
        """Go to the next mistake, or with -1 to the one before; from a variation into the game."""
        mistakes = self.judgement.mistakes if self.judgement else ()
        here = min(self.turn, self.path[0].turn - 1) if self.path else self.turn
        ahead = [turn for turn in mistakes if (turn > here if direction > 0 else turn < here)]
        if not ahead:
            return False
        return self.go(Place(MAIN, ahead[0] if direction > 0 else ahead[-1]))

    # Moments.

    @property
    def statistics(self) -> GameStatistics:
        """The figures of this line."""
        found = self._chronicles.get(self.path)
        if found is None:
            known = self._chronicles.get(self.path[:-1]) if self.path else None
            found = self._chronicles[self.path] = GameStatistics(self.line.positions, known)
        return found

    def moments(self) -> tuple[Moment, ...]:
        """All marked turns of this line, as far as it has been counted."""
        counted = self.statistics.moments()
        known = self.tree, self.path, self.turning_points, len(counted)
        if self._moments is None or self._moments[0] != known:
            self._moments = known, merge_moments(counted, self._uncounted())
        return self._moments[1]

    def _uncounted(self) -> tuple[Moment, ...]:
        """The marked turns that nobody has to count: told by a judge, or written in the file."""
        leaves = self.path[0].turn if self.path else self.line.turn_number + 1
        outside = (moment for moment in self.turning_points or () if moment.turn < leaves)
        return merge_moments(outside, self._annotated())

    def _annotated(self) -> Iterator[Moment]:
        """The turns of this line with comments, and those at which variations leave it."""
        for turn in self.commented_turns():
            yield Moment(turn, MomentKind.COMMENT)
        leaves = self.path[0].turn if self.path else self.line.turn_number + 1
        for turn in self.judgement.mistakes if self.judgement else ():
            if turn < leaves:
                yield self._mistake(turn)
        end = self.line.turn_number
        for depth in range(len(self.path) + 1):
            last = self.path[depth].turn if depth < len(self.path) else end + 1
            for branch, _ in self.tree.children(self.path[:depth]):
                if branch.turn <= last and branch not in self.path[depth : depth + 1]:
                    # Where one stands when the keys go into it: before the turn that it replaces.
                    yield Moment(min(branch.turn - 1, end), MomentKind.VARIATION)

    def _mistake(self, turn: int) -> Moment:
        verdict = self.judgement.verdicts[turn] if self.judgement else None
        if verdict is None:
            raise NoSuchTurnError(turn, self.line.turn_number)
        return Moment(turn, MomentKind.MISTAKE, verdict.player, round(100 * verdict.loss))

    def commented_turns(self) -> tuple[int, ...]:
        """The turns of this line that have comments, in order."""
        found = set[int]()
        for depth in range(len(self.path) + 1):
            path = self.path[:depth]
            first = path[-1].turn if path else 0
            last = self.path[depth].turn if depth < len(self.path) else self.line.turn_number + 1
            found.update(t for t in self.tree.comments(path) if first <= t < last)
        return tuple(sorted(found))

    def go_to_next_moment(self) -> bool:
        """Go to the next marked turn; counts on as far as needed.

        What is not counted is asked for only once: a file may hold a variation of every turn.
        """
        written = next_marked([moment.turn for moment in self._uncounted()], self.turn)
        is_more = True
        while True:
            counted = next_marked([found.turn for found in self.statistics.moments()], self.turn)
            turn = min((found for found in (counted, written) if found is not None), default=None)
            if turn is not None and (turn <= self.statistics.counted or not is_more):
                return self.go_to_turn(turn)
            if not is_more:
                return False
            is_more = self.statistics.advance(SLICE)

    def go_to_previous_moment(self) -> bool:
        """Go to the marked turn before this one; counts on as far as needed."""
        while self.statistics.counted < self.turn and self.statistics.advance(SLICE):
            pass
        turn = previous_marked([moment.turn for moment in self.moments()], self.turn)
        return turn is not None and self.go_to_turn(turn)

    # Edits.

    def comment(self, text: str | None) -> None:
        """Set, or with None or blank text remove, the comment of the turn."""
        self._exchange(self.tree.with_comment(self._place, text))

    def play(self, moves: Iterable[Move]) -> bool:
        """Try a turn from here; says whether a new variation, or a turn of one, came of it."""
        tree, place = self.tree.play(self._place, moves)
        is_new = tree is not self.tree
        self._exchange(tree)
        self.go(place)
        return is_new

    def delete(self, path: Path, turn: int | None = None) -> None:
        """Delete a variation, or its turns from the given one on."""
        first = self.tree.line(path).first_turn
        cut = max(first, first if turn is None else turn)
        here = self._place
        self._exchange(self.tree.edited(cut_variation(self.tree.transcript, path, cut)))
        if here.path[: len(path)] == path and here.turn >= cut:
            here = Place(path if cut > first else path[:-1], cut - 1)
        elif cut == first:
            here = Place(_without_sibling(here.path, path), here.turn)
        if self._stands(here):
            self.go(here)

    def promote(self, path: Path) -> None:
        """Make a variation the continuation of its line."""
        tree, place = self.tree.promote(path)
        self._exchange(tree)
        self.go(place)

    def edit(self, transcript: Transcript) -> None:
        """Take another transcript with the same turns, for example with other tags."""
        self._exchange(self.tree.edited(transcript))

    def mend(self) -> int:
        """Cut off the turns of the game that cannot be played; gives the number of the first."""
        if not self.tree.main.problem:
            raise VariationError("all turns of the game can be played; only variations are cut")
        turn = self.tree.main.turn_number + 1
        self._exchange(self.tree.edited(cut_main(self.tree.transcript, turn)))
        return turn

    # Taking back.

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def undo(self) -> None:
        """Take back the last edit, and go to where it was made."""
        if not self._past:
            raise NothingToUndoError("there is no edit to take back")
        self._future.append(self._standing)
        self._take(*self._past.pop())

    def redo(self) -> None:
        """Make the edit again that was taken back last."""
        if not self._future:
            raise NothingToRedoError("no edit was taken back")
        self._past.append(self._standing)
        self._take(*self._future.pop())

    @property
    def _standing(self) -> _Standing:
        return self.tree, self._place, self._step

    def _take(self, tree: GameTree, place: Place, step: int | None) -> None:
        judgement = self.judgement
        is_same_game = tree.main.turns == self.tree.main.turns
        if is_same_game and judgement is not None and find_judgement(tree.transcript) != judgement:
            # It was made after the edit but is none itself, so it is not taken back.
            tree = tree.edited(keep_judgement(tree.transcript, judgement))
        self._put(tree)
        self.go(place, step)

    def _exchange(self, tree: GameTree) -> None:
        """Another tree after an edit, which can be taken back."""
        if tree is not self.tree:
            self._past.append(self._standing)
            self._future.clear()
        self._put(tree)

    def _put(self, tree: GameTree) -> None:
        """Another tree. Figures of the main line stay if it does; variations count again."""
        main = self._chronicles.get(MAIN)
        is_same = tree.main.positions is self.tree.main.positions
        self._chronicles = {MAIN: main} if main is not None and is_same else {}
        self.tree = tree
        self._report = None
        self._worked_out.clear()
        if not self._stands(self._place):
            self._place, self._step = Place(MAIN, min(self.turn, tree.main.turn_number)), None

    def _stands(self, place: Place) -> bool:
        try:
            self._check(place)
        except AtlantisError:
            return False
        return True

    def _check(self, place: Place) -> None:
        last = self.tree.line(place.path).turn_number
        if not 0 <= place.turn <= last:
            raise NoSuchTurnError(place.turn, last)


def _without_sibling(path: Path, gone: Path) -> Path:
    """What a path is called after a variation before it has been deleted."""
    depth = len(gone) - 1
    if len(path) <= depth or path[:depth] != gone[:depth]:
        return path
    turn, number = path[depth]
    if turn != gone[depth].turn or number < gone[depth].number:
        return path
    return (*path[:depth], Branch(turn, number - 1), *path[depth + 1 :])
