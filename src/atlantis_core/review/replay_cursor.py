"""Navigation and editing of a game and its variations.

Shared by the review screen and `atlantis read`. Does no I/O: callers save `tree.transcript` after
an edit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import Field, Move
from atlantis_core.positions.position import Position
from atlantis_core.support.errors import (
    AtlantisError,
    NoSuchTurnError,
    NothingToRedoError,
    NothingToUndoError,
)
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

MAX_CACHED_REPORTS = 4
"""Few, because reports of turns with long chains are large."""
SLICE = 200
"""The number of turns counted at a time when searching for the next marked one."""
_Snapshot = tuple[GameTree, Place, int | None]
"""Undo snapshot: tree, place, step."""


class ReplayCursor:
    """A place in a game tree. Turn 0 is the start; a step inside a turn counts from 1."""

    def __init__(self, tree: GameTree, place: Place | None = None) -> None:
        self.tree = tree
        self._place = place or Place(MAIN, tree.main.turn_number)
        self._step: int | None = None
        self._report: tuple[Place, TurnReport, tuple[Step, ...]] | None = None
        self._statistics: dict[Path, GameStatistics] = {}
        self._judgement: tuple[Transcript, Judgement | None] | None = None
        self._moments: tuple[object, tuple[Moment, ...]] | None = None
        """Cache key and moments: a file may mark every turn, and each step reads them."""
        self._reports: dict[Place, TurnReport] = {}
        self._past: list[_Snapshot] = []
        self._future: list[_Snapshot] = []
        self.turning_points: tuple[Moment, ...] | None = None
        """Turning points of the main line; None if not computed."""
        self.sought: int | None = None
        """The mistake for which the user looks for a better turn."""
        self.sought_text = ""
        """The text that the user searched for last."""
        self._check(self._place)

    # Current place.

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
        """The number of steps shown of the turn; None if it is shown as a whole."""
        return self._step

    @property
    def is_inside_turn(self) -> bool:
        """Whether only a part of the turn is shown."""
        return self._step is not None and self._step < len(self.steps)

    def declared_ending(self, names: Sequence[str]) -> str | None:
        """The declared ending, as a sentence; only at the end of the main line."""
        is_end = not self.path and self.turn == self.line.turn_number
        return declared_sentence(self.tree.transcript, names) if is_end else None

    @property
    def report(self) -> TurnReport | None:
        """Report of the turn; None at the start."""
        if not self.turn:
            return None
        if self._report is None or self._report[0] != self._place:
            known = self._reports.get(self._place)
            report = known if known is not None else self.line.report(self.turn)
            self._report = self._place, report, steps_of(report)
        return self._report[1]

    def cache_report(self, place: Place, report: TurnReport) -> None:
        """Cache a report computed in the background; only the last few are kept."""
        self._reports[place] = report
        while len(self._reports) > MAX_CACHED_REPORTS:
            del self._reports[next(iter(self._reports))]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the turn; empty at the start."""
        return self._report[2] if self.report and self._report else ()

    @property
    def position(self) -> Position:
        """The position to show."""
        if self._step is not None:
            return self.steps[self._step - 1].after
        return self.line.position_after(self.turn)

    @property
    def touched(self) -> tuple[Field, ...]:
        """The fields concerned by the last step, or by the whole turn."""
        if self._step is not None:
            return self.steps[self._step - 1].touched
        return touched_in(self.report) if self.report else ()

    # Navigation. Each method returns whether anything changed.

    def go(self, place: Place, step: int | None = None) -> bool:
        """Go to a turn, or to a step inside it; raises NoSuchTurnError."""
        self._check(place)
        before = self._place, self._step
        self._place, self._step = place, None
        if step is not None and self.steps:
            self._step = min(max(step, 1), len(self.steps))
        return (self._place, self._step) != before

    def go_to_turn(self, turn: int) -> bool:
        """Go to a turn of this line, clamped to its ends."""
        within = min(max(turn, 0), self.line.turn_number)
        return self.go(Place(self.path, within))

    def forward(self, turns: int = 1) -> bool:
        """Go forward this many turns; completing a partly shown turn counts as one."""
        if self.is_inside_turn:
            return self.go_to_turn(self.turn + turns - 1)
        return self.go_to_turn(self.turn + turns) if self.turn < self.line.turn_number else False

    def back(self, turns: int = 1) -> bool:
        return self.go_to_turn(self.turn - turns) if self.turn else False

    def step_forward(self) -> bool:
        """Go forward one step, into the next turn at the end of this one."""
        if self.is_inside_turn:
            return self.go(self._place, (self._step or 0) + 1)
        if self.turn == self.line.turn_number:
            return False
        return self.go(Place(self.path, self.turn + 1), 1)

    def step_back(self) -> bool:
        """Go back one step, into the previous turn at the start of this one."""
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
        """Go to the first turn of a variation, or back to the main line where it started."""
        if not path:
            start = self.path[0].turn - 1 if self.path else self.turn
            return self.go(Place(MAIN, min(self.turn, start)))
        line = self.tree.line(path)
        return self.go(Place(path, min(line.first_turn, line.turn_number)))

    # Judgement.

    @property
    def judgement(self) -> Judgement | None:
        """The judgement of the game; None if it is not judged."""
        transcript = self.tree.transcript
        if self._judgement is None or self._judgement[0] is not transcript:
            self._judgement = transcript, find_judgement(transcript)
        return self._judgement[1]

    @property
    def hidden_turn(self) -> int | None:
        """The turn whose variations would tell the better turn that the user looks for here."""
        if self.sought is None or self._place != Place(MAIN, self.sought - 1):
            return None
        return self.sought

    def keep_judgement(self, judgement: Judgement) -> None:
        """Store a judgement in the annotations. Not an edit: undo does not remove it."""
        self._replace_tree(self.tree.edited(keep_judgement(self.tree.transcript, judgement)))

    def verdict(self) -> TurnVerdict | None:
        """The verdict on the current turn; only for turns of the main line."""
        path, turn = self.tree.canonical(self._place)
        return None if path or self.judgement is None else self.judgement.verdicts.get(turn)

    def go_to_mistake(self, direction: int) -> bool:
        """Go to the next mistake, or with -1 to the previous one, in the main line."""
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
        found = self._statistics.get(self.path)
        if found is None:
            known = self._statistics.get(self.path[:-1]) if self.path else None
            found = self._statistics[self.path] = GameStatistics(self.line.positions, known)
        return found

    def moments(self) -> tuple[Moment, ...]:
        """All marked turns of this line, as far as they are counted."""
        counted = self.statistics.moments()
        known = self.tree, self.path, self.turning_points, len(counted)
        if self._moments is None or self._moments[0] != known:
            self._moments = known, merge_moments(counted, self._uncounted())
        return self._moments[1]

    def _uncounted(self) -> tuple[Moment, ...]:
        """The marked turns that need no counting: turning points, and marks from the file."""
        start = self.path[0].turn if self.path else self.line.turn_number + 1
        outside = (moment for moment in self.turning_points or () if moment.turn < start)
        return merge_moments(outside, self._annotated())

    def _annotated(self) -> Iterator[Moment]:
        """The turns of this line with comments, mistakes or variations."""
        for turn in self.commented_turns():
            yield Moment(turn, MomentKind.COMMENT)
        start = self.path[0].turn if self.path else self.line.turn_number + 1
        for turn in self.judgement.mistakes if self.judgement else ():
            if turn < start:
                yield self._mistake(turn)
        end = self.line.turn_number
        for depth in range(len(self.path) + 1):
            last = self.path[depth].turn if depth < len(self.path) else end + 1
            for branch, _ in self.tree.children(self.path[:depth]):
                if branch.turn <= last and branch not in self.path[depth : depth + 1]:
                    # Before the replaced turn, where the keys enter the variation.
                    yield Moment(min(branch.turn - 1, end), MomentKind.VARIATION)

    def _mistake(self, turn: int) -> Moment:
        verdict = self.judgement.verdicts[turn] if self.judgement else None
        if verdict is None:
            raise NoSuchTurnError(turn, self.line.turn_number)
        return Moment(turn, MomentKind.MISTAKE, verdict.player, verdict.percent_lost)

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
        """Go to the next marked turn; counts as many turns as needed.

        Reads the marks from the file only once: it may have a variation at every turn.
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
        """Go to the previous marked turn; counts as many turns as needed."""
        while self.statistics.counted < self.turn and self.statistics.advance(SLICE):
            pass
        turn = previous_marked([moment.turn for moment in self.moments()], self.turn)
        return turn is not None and self.go_to_turn(turn)

    # Edits.

    def comment(self, text: str | None) -> None:
        """Set the comment of the turn; None or blank text removes it."""
        self._commit(self.tree.with_comment(self._place, text))

    def play(self, moves: Iterable[Move]) -> bool:
        """Try a turn from here; returns whether it added a variation, or a turn to one."""
        tree, place = self.tree.play(self._place, moves)
        is_new = tree is not self.tree
        self._commit(tree)
        self.go(place)
        return is_new

    def delete(self, path: Path, turn: int | None = None) -> None:
        """Delete a variation, or its turns from the given one on."""
        first = self.tree.line(path).first_turn
        cut = max(first, first if turn is None else turn)
        here = self._place
        self._commit(self.tree.edited(cut_variation(self.tree.transcript, path, cut)))
        if here.path[: len(path)] == path and here.turn >= cut:
            here = Place(path if cut > first else path[:-1], cut - 1)
        elif cut == first:
            here = Place(_without_sibling(here.path, path), here.turn)
        if self.exists(here):
            self.go(here)

    def promote(self, path: Path) -> None:
        """Promote a variation one level."""
        tree, place = self.tree.promote(path)
        self._commit(tree)
        self.go(place)

    def edit(self, transcript: Transcript) -> None:
        """Replace the transcript by one with the same turns, for example with other tags."""
        self._commit(self.tree.edited(transcript))

    def replace(self, tree: GameTree) -> None:
        """Continue with another version of the game; undo returns to this one."""
        self._commit(tree)

    def repair(self) -> int:
        """Delete the turns of the game from the first illegal one on; returns its number."""
        if not self.tree.main.problem:
            raise VariationError("all turns of the game are legal; only variations can be cut")
        turn = self.tree.main.turn_number + 1
        self._commit(self.tree.edited(cut_main(self.tree.transcript, turn)))
        return turn

    # Undo and redo.

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def undo(self) -> None:
        """Undo the last edit, and go to where it was made."""
        if not self._past:
            raise NothingToUndoError("nothing to undo")
        self._future.append(self._snapshot)
        self._restore(*self._past.pop())

    def redo(self) -> None:
        """Redo the last undone edit."""
        if not self._future:
            raise NothingToRedoError("nothing to redo")
        self._past.append(self._snapshot)
        self._restore(*self._future.pop())

    @property
    def _snapshot(self) -> _Snapshot:
        return self.tree, self._place, self._step

    def _restore(self, tree: GameTree, place: Place, step: int | None) -> None:
        judgement = self.judgement
        is_same_game = tree.main.turns == self.tree.main.turns
        if is_same_game and judgement is not None and find_judgement(tree.transcript) != judgement:
            # It was made after the edit but is not one, so undo keeps it.
            tree = tree.edited(keep_judgement(tree.transcript, judgement))
        self._replace_tree(tree)
        self.go(place, step)

    def _commit(self, tree: GameTree) -> None:
        """Replace the tree after an edit, with undo."""
        if tree is not self.tree:
            self._past.append(self._snapshot)
            self._future.clear()
        self._replace_tree(tree)

    def _replace_tree(self, tree: GameTree) -> None:
        """Replace the tree. Keeps the statistics of the main line if it is unchanged."""
        main = self._statistics.get(MAIN)
        is_same = tree.main.positions is self.tree.main.positions
        self._statistics = {MAIN: main} if main is not None and is_same else {}
        self.tree = tree
        self._report = None
        self._reports.clear()
        if not self.exists(self._place):
            self._place, self._step = Place(MAIN, min(self.turn, tree.main.turn_number)), None

    def exists(self, place: Place) -> bool:
        """Whether the game has this turn, also after an edit."""
        try:
            self._check(place)
        except AtlantisError:
            return False
        return True

    def _check(self, place: Place) -> None:
        last = self.tree.line(place.path).turn_number
        if not 0 <= place.turn <= last:
            raise NoSuchTurnError(place.turn, last)


def _without_sibling(path: Path, deleted: Path) -> Path:
    """The new name of a path after a variation was deleted."""
    depth = len(deleted) - 1
    if len(path) <= depth or path[:depth] != deleted[:depth]:
        return path
    turn, number = path[depth]
    if turn != deleted[depth].turn or number < deleted[depth].number:
        return path
    return (*path[:depth], Branch(turn, number - 1), *path[depth + 1 :])
