"""Bots that evaluate turns with the net and search a tree."""

from __future__ import annotations

from dataclasses import dataclass

from atlantis_core.support.cancelling import IsCancelled
from .evaluation import Budget
from .interface import Answer, Bot, Question
from .nets import net_for
from .tree import search


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
