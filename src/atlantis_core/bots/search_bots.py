"""Bots that search: a few best turns with the replies to them, or a whole tree with the net."""

from __future__ import annotations

from dataclasses import dataclass

from atlantis_core.support.cancelling import IsCancelled
from .evaluation import Budget
from .interface import Answer, Bot, Question
from .lookahead import Plan, follow_best
from .nets import net_for
from .tree import search
from .weights import SEASONED


@dataclass(frozen=True, slots=True)
class SearchingBot(Bot):
    """Finds candidates with a beam and judges them by the best replies it finds."""

    name: str
    description: str
    default_effort: int
    plan: Plan
    growth: int = 2

    def answer(self, question: Question, is_cancelled: IsCancelled) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        return follow_best(question.position, self.plan, budget, self.dice(question))


SEARCHER = SearchingBot(
    "searcher",
    "compares combinations of moves and looks a little ahead",
    default_effort=320,
    plan=Plan(SEASONED, candidates=4, beam_width=6, first_part=0.4, largest_first_part=0.6),
)
FIRST_MASTER = SearchingBot(
    "master@1",
    "the strongest of the older bots, kept for comparison",
    default_effort=1800,
    plan=Plan(SEASONED, candidates=8, beam_width=8, first_part=0.3, largest_first_part=0.3),
    growth=0,
)


@dataclass(frozen=True, slots=True)
class NetBot(Bot):
    """Searches a tree of turns, as large as its effort allows."""

    name: str
    description: str
    default_effort: int
    growth: int = 0
    on_islands: int = 3

    def answer(self, question: Question, is_cancelled: IsCancelled) -> Answer:
        budget = Budget(self.effort_for(question), is_cancelled)
        position = question.position
        return search(position, net_for(position.board), budget, self.dice(question))


MASTER = NetBot(
    "master",
    "looks at your reply and its next turn, and values lasting gains",
    default_effort=400,
    growth=1,
)
GRANDMASTER = NetBot(
    "grandmaster",
    "the strongest: full tree search",
    default_effort=8000,
)
