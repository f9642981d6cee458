"""The turn list: every turn of the game and of its variations in one column, in step with the
board.

The window over the list stays where it is while one walks inside it and moves by a page when
one leaves it: a list that scrolls with every step would repaint all its lines each time, which
a thin line cannot bear. Facts of a turn are worked out when it is first visible, and variations
are listed as they are written: a file may have thousands, and only those are played that are looked
at.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from atlantis_core.events import TurnReport
from atlantis_core.grid import format_moves
from atlantis_core.review.game_statistics import TurnFacts, explosions_between, facts_of
from atlantis_core.review.judged_games import find_judgement
from atlantis_core.review.lines import GameTree
from atlantis_core.review.places import Place
from atlantis_core.review.variations import MAIN, Path, branches
from atlantis_core.transcript.model import Variation

MOST_AT_ONCE = 400
"""Explosions of a turn that are told while somebody waits: a few milliseconds."""
MOST_PLAYED = 300
"""Turns of a variation that are played for a row of it; the facts of others are told once somebody
is there."""
MOST_SKIPPED = 100
"""Rows of variations that cannot be played over which one step leads."""


class TurnRow(NamedTuple):
    """One turn in the list; a name at the first turn of a variation."""

    place: Place
    name: str = ""

    @property
    def depth(self) -> int:
        return len(self.place.path)


class Stretch(NamedTuple):
    """Turns of one line that stand in the list without a variation between them."""

    path: Path
    turns: range
    first_row: int


class TurnRows:
    """The rows of a game tree, and which of them are visible.

    Kept are stretches, not rows: a file may have a quarter of a million turns.
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
        """Turns with chains so long that their facts have to be worked out aside, in order."""
        self._top = 0
        self.visible: tuple[TurnRow, ...] = ()
        """The rows of the last window."""

    def mark(self, row: TurnRow) -> str:
        """What a judge says of the turn in one sign; nothing for variations."""
        if self._judgement is None or row.place.path:
            return ""
        return str(self._judgement.mark(row.place.turn).value)

    def index_of(self, place: Place) -> int:
        """The row of a turn."""
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
        """The row with a number, from 0."""
        at = bisect_right(self._stretches, number, key=lambda stretch: stretch.first_row) - 1
        path, turns, first_row = self._stretches[at]
        turn = turns[number - first_row]
        is_named = path and turn == path[-1].turn
        return TurnRow(Place(path, turn), str(path[-1]) if is_named else "")

    def beside(self, place: Place, by: int) -> Place:
        """The place some rows further down or up, or the next one that can be played; at the ends
        it stays where it is.
        """
        wanted = min(max(self.index_of(place) + by, 0), len(self) - 1)
        way = range(wanted, len(self)) if by > 0 else range(wanted, -1, -1)
        near = map(self.row, way[:MOST_SKIPPED])
        return next((row.place for row in near if self.is_played(row)), place)

    def is_played(self, row: TurnRow) -> bool:
        """Whether one can go there: a variation may hold what the rules refuse."""
        return row.place.turn <= self._tree.line(row.place.path).turn_number

    def window(self, place: Place, height: int) -> list[tuple[TurnRow, bool]]:
        """The visible rows, and for each whether one stands there."""
        here = self.index_of(place)
        height = max(height, 1)
        if here < self._top:
            # Going up, the row is the last of its page; going down, the first.
            self._top = max(here - height + 1, 0)
        elif here >= self._top + height:
            self._top = min(here, max(len(self) - height, 0))
        numbers = range(self._top, min(self._top + height, len(self)))
        self.visible = tuple(map(self.row, numbers))
        return [(row, number == here) for number, row in enumerate(self.visible, self._top)]

    def place_of(self, number: int) -> Place:
        """Where the visible row with a number leads: of what cannot be played to the last turn."""
        path, turn = self.visible[number].place
        return Place(path, min(turn, self._tree.line(path).turn_number))

    def facts(self, row: TurnRow) -> TurnFacts | None:
        """The numbers of a turn; None for the start, and of what is not played."""
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

    def work_out(self, place: Place) -> TurnReport:
        """What happened in a turn with a long chain; takes long, so it is done aside."""
        return self._tree.line(place.path).report(place.turn)

    def learn(self, place: Place, report: TurnReport) -> None:
        """Take over what was worked out."""
        self._facts[place] = facts_of(report)
        self.waiting.pop(place, None)

    def facts_at(self, place: Place) -> TurnFacts | None:
        """The numbers of the turn at a place."""
        return self.facts(TurnRow(self._tree.canonical(place)))

    def notation(self, row: TurnRow) -> str:
        """The moves of a turn."""
        if not row.place.turn:
            return "start"
        return format_moves(self._tree.written(row.place))

    def player(self, row: TurnRow) -> int | None:
        """Whose turn it was; None for the start."""
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
    """Add a line, each variation of it below the turn that it replaces."""
    for branch, variation in branches(variations):
        until = max(min(branch.turn + 1, turns.stop), turns.start)
        turns = _add_turns(path, turns, until, found)
        own = range(variation.turn, variation.turn + len(variation.turns))
        _lay_out((*path, branch), own, variation.variations, found)
    _add_turns(path, turns, turns.stop, found)


def _add_turns(path: Path, turns: range, until: int, found: list[Stretch]) -> range:
    """Add the turns of a line up to one; gives those that are left."""
    if until > turns.start:
        first_row = found[-1].first_row + len(found[-1].turns) if found else 0
        found.append(Stretch(path, range(turns.start, until), first_row))
    return range(until, turns.stop)
