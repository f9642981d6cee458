"""The turn list: every turn of the game and of its variations in one column, in step with the
board.

The window over the list stays where it is while one walks inside it and moves by a page when
one leaves it: a list that scrolls with every step would repaint all its lines each time, which
a thin line cannot bear. Facts of a turn are worked out when it is first visible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atlantis_core.events import TurnReport
from atlantis_core.grid import format_moves
from atlantis_core.review.chronicle import TurnFacts, explosions_between, facts_of
from atlantis_core.review.judged_games import find_judgement
from atlantis_core.review.lines import GameTree
from atlantis_core.review.places import Place
from atlantis_core.review.variations import MAIN, Path, branches

MOST_AT_ONCE = 400
"""Explosions of a turn that are told while somebody waits: a few milliseconds."""


class TurnRow(NamedTuple):
    """One turn in the list; a name at the first turn of a variation."""

    place: Place
    name: str = ""

    @property
    def depth(self) -> int:
        return len(self.place.path)


class TurnRows:
    """The rows of a game tree, and which of them are visible."""

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self.rows = tuple(_rows(tree))
        self._index = {row.place: number for number, row in enumerate(self.rows)}
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
        """The row of a turn; a variation that cannot be played shows as far as it goes."""
        home = self._tree.home(place)
        found = self._index.get(home)
        return found if found is not None else self._index[Place(MAIN, 0)]

    def beside(self, place: Place, by: int) -> Place:
        """The place some rows further down or up; at the ends it stays where it is."""
        wanted = self.index_of(place) + by
        return self.rows[min(max(wanted, 0), len(self.rows) - 1)].place

    def window(self, place: Place, height: int) -> list[tuple[TurnRow, bool]]:
        """The visible rows, and for each whether one stands there."""
        here = self.index_of(place)
        height = max(height, 1)
        if here < self._top:
            # Going up, the row is the last of its page; going down, the first.
            self._top = max(here - height + 1, 0)
        elif here >= self._top + height:
            self._top = min(here, max(len(self.rows) - height, 0))
        self.visible = self.rows[self._top : self._top + height]
        return [(row, number == here) for number, row in enumerate(self.visible, self._top)]

    def facts(self, row: TurnRow) -> TurnFacts | None:
        """The numbers of a turn; None for the start."""
        place = row.place
        if not place.turn:
            return None
        found = self._facts.get(place)
        if found is None:
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
        return self.facts(TurnRow(self._tree.home(place)))

    def notation(self, row: TurnRow) -> str:
        """The moves of a turn."""
        if not row.place.turn:
            return "start"
        return format_moves(self._tree.line(row.place.path).moves_of(row.place.turn))

    def player(self, row: TurnRow) -> int | None:
        """Whose turn it was; None for the start."""
        if not row.place.turn:
            return None
        return self._tree.line(row.place.path).position_after(row.place.turn - 1).to_move

    def is_commented(self, row: TurnRow) -> bool:
        return row.place.turn in self._tree.comments(row.place.path)


def _rows(tree: GameTree) -> Iterator[TurnRow]:
    yield TurnRow(Place(MAIN, 0))
    yield from _rows_of_line(tree, MAIN)


def _rows_of_line(tree: GameTree, path: Path) -> Iterator[TurnRow]:
    line = tree.line(path)
    leaving: dict[int, list[Path]] = {}
    notes = tree.transcript.annotations.variations if not path else None
    children = branches(notes) if notes is not None else tree.children(path)
    for branch, _ in children:
        leaving.setdefault(branch.turn, []).append((*path, branch))
    name = str(path[-1]) if path else ""
    for turn in range(line.first_turn, line.turn_number + 1):
        yield TurnRow(Place(path, turn), name if turn == line.first_turn else "")
        for below in leaving.pop(turn, ()):
            yield from _rows_of_line(tree, below)
    for turn in sorted(leaving):
        for below in leaving[turn]:
            yield from _rows_of_line(tree, below)
