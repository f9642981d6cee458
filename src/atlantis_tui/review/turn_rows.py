"""Rows of the turn list: all turns of the game and its variations.

The window scrolls by pages, because scrolling by lines would repaint the whole list at every step,
which is slow over a thin connection. Facts of a turn are computed when it first becomes visible.
Variations are listed as written and replayed only when visited: a file may have thousands.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import format_moves
from atlantis_core.review.game_statistics import TurnFacts, explosions_between, facts_of
from atlantis_core.review.judged_games import find_judgement
from atlantis_core.review.lines import GameTree
from atlantis_core.review.places import Place
from atlantis_core.review.variations import MAIN, Path, branches
from atlantis_core.transcript.model import Variation

MOST_AT_ONCE = 400
"""Explosions of a turn that are counted at once, in a few milliseconds; more in a thread."""
MOST_PLAYED = 300
"""Longest variation, in turns, that is replayed for the facts of a row."""
MOST_SKIPPED = 100
"""Unplayable rows that one step can skip."""


class TurnRow(NamedTuple):
    """One turn in the list; the first turn of a variation has a name."""

    place: Place
    name: str = ""

    @property
    def depth(self) -> int:
        return len(self.place.path)


class Stretch(NamedTuple):
    """Consecutive turns of one line without a variation between them."""

    path: Path
    turns: range
    first_row: int


class TurnRows:
    """The rows of a game tree, and the visible window.

    Stores stretches, not rows: a file may have a quarter of a million turns.
    """

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self._stretches = _stretches(tree)
        self._of_line: dict[Path, list[Stretch]] = {}
        for stretch in self._stretches:
            self._of_line.setdefault(stretch.path, []).append(stretch)
        self._facts: dict[Place, TurnFacts] = {}
        self._judgement = find_judgement(tree.transcript)
        self.waiting: dict[Place, None] = {}
        """Turns with long chains whose facts must be computed in a thread, in order."""
        self.hidden_turn: int | None = None
        """The turn whose variations are not told."""
        self._top = 0
        self.visible: tuple[TurnRow, ...] = ()
        """The rows of the last window."""

    def mark(self, row: TurnRow) -> str:
        """The judge's sign for a turn; "" for variations."""
        if self._judgement is None or row.place.path:
            return ""
        return self._judgement.mark(row.place.turn).value

    def index_of(self, place: Place) -> int:
        """Index of the row of a turn."""
        path, turn = self._tree.canonical(place)
        known = self._of_line.get(path, ())
        at = bisect_right(known, turn, key=lambda stretch: stretch.turns.start) - 1
        if at < 0 or turn not in known[at].turns:
            return 0
        return known[at].first_row + known[at].turns.index(turn)

    def __len__(self) -> int:
        last = self._stretches[-1]
        return last.first_row + len(last.turns)

    def row(self, number: int) -> TurnRow:
        at = bisect_right(self._stretches, number, key=lambda stretch: stretch.first_row) - 1
        path, turns, first_row = self._stretches[at]
        turn = turns[number - first_row]
        is_named = path and turn == path[-1].turn
        return TurnRow(Place(path, turn), str(path[-1]) if is_named else "")

    def beside(self, place: Place, by: int) -> Place:
        """The place some rows down or up, or the next playable one; `place` at the ends."""
        wanted = min(max(self.index_of(place) + by, 0), len(self) - 1)
        way = range(wanted, len(self)) if by > 0 else range(wanted, -1, -1)
        near = map(self.row, way[:MOST_SKIPPED])
        return next((row.place for row in near if self.is_played(row)), place)

    def is_played(self, row: TurnRow) -> bool:
        """Whether the cursor can go there: a variation may contain illegal turns."""
        return row.place.turn <= self._tree.line(row.place.path).turn_number

    def window(self, place: Place, height: int) -> list[tuple[TurnRow, bool]]:
        """The visible rows, each with whether it is the current one."""
        here = self.index_of(place)
        height = max(height, 1)
        if here < self._top:
            # Going up, the row becomes the last of its page; going down, the first.
            self._top = max(here - height + 1, 0)
        elif here >= self._top + height:
            self._top = min(here, max(len(self) - height, 0))
        numbers = range(self._top, min(self._top + height, len(self)))
        self.visible = tuple(map(self.row, numbers))
        return [(row, number == here) for number, row in enumerate(self.visible, self._top)]

    def place_of(self, number: int) -> Place:
        """The place of a visible row; the last legal turn if the row is not playable."""
        path, turn = self.visible[number].place
        return Place(path, min(turn, self._tree.line(path).turn_number))

    def facts(self, row: TurnRow) -> TurnFacts | None:
        """The facts of a turn; None for the start and for turns that are not replayed."""
        place = row.place
        found = self._facts.get(place)
        if found is None:
            is_long = self._tree.turns_to_play(place.path) > MOST_PLAYED
            if not place.turn or is_long or not self.is_played(row):
                return None
            line = self._tree.line(place.path)
            ends = line.position_after(place.turn - 1), line.position_after(place.turn)
            explosions = explosions_between(*ends)
            if explosions > MOST_AT_ONCE:
                self.waiting.setdefault(place)
                return TurnFacts(explosions, 0, 0, 0)
            found = self._facts[place] = facts_of(line.report(place.turn))
        return found

    def compute_report(self, place: Place) -> TurnReport:
        """Report of a turn with a long chain; slow, so call it in a thread."""
        return self._tree.line(place.path).report(place.turn)

    def store_report(self, place: Place, report: TurnReport) -> None:
        """Store a computed report."""
        self._facts[place] = facts_of(report)
        self.waiting.pop(place, None)

    def facts_at(self, place: Place) -> TurnFacts | None:
        return self.facts(TurnRow(self._tree.canonical(place)))

    def notation(self, row: TurnRow) -> str:
        if not row.place.turn:
            return "start"
        path = row.place.path
        is_hidden = path and path[0].turn == self.hidden_turn
        return "?" if is_hidden else format_moves(self._tree.written(row.place))

    def player(self, row: TurnRow) -> int | None:
        """The player of a turn; None for the start."""
        if not row.place.turn:
            return None
        start = self._tree.main.position_after(0)
        return (start.to_move + row.place.turn - 1) % start.players

    def is_commented(self, row: TurnRow) -> bool:
        return row.place.turn in self._tree.comments(row.place.path)


def _stretches(tree: GameTree) -> list[Stretch]:
    found: list[Stretch] = []
    variations = tree.transcript.annotations.variations
    _lay_out(MAIN, range(tree.main.turn_number + 1), variations, found)
    return found


def _lay_out(
    path: Path, turns: range, variations: tuple[Variation, ...], found: list[Stretch]
) -> None:
    """Add a line, with each variation below the turn that it replaces."""
    for branch, variation in branches(variations):
        until = max(min(branch.turn + 1, turns.stop), turns.start)
        turns = _add_turns(path, turns, until, found)
        own = range(variation.turn, variation.turn + len(variation.turns))
        _lay_out((*path, branch), own, variation.variations, found)
    _add_turns(path, turns, turns.stop, found)


def _add_turns(path: Path, turns: range, until: int, found: list[Stretch]) -> range:
    """Add the turns of a line before `until`. Returns the remaining turns."""
    if until > turns.start:
        first_row = found[-1].first_row + len(found[-1].turns) if found else 0
        found.append(Stretch(path, range(turns.start, until), first_row))
    return range(until, turns.stop)
