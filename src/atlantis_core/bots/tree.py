"""Tree search: candidate turns, the best replies to each, the replies to those.

At the root, hill climbing, replacement of single moves and a beam find the candidates; inner nodes
use one hill climb. A node's value is the chances of all players after the best reply found there:
every player is assumed to maximise its own chance. Selection is UCB with progressive widening.
Transpositions share a node. Won games are backed up as certain. A walk that repeats a position ends
with an adjudication, as a match without progress does.

The answer depends on the question alone: the tree is not kept between turns.

The native engine does all of this in one call. `Tree` is the same search in Python: where there is
no native engine, and where a stack is too tall for it. Both choose the same turns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

from atlantis_core.engine import surface
from atlantis_core.engine.values import CERTAIN
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import Outcome, adjudicate, outcome
from .evaluation import Budget
from .exploring import MOST_EFFORT, Method, explore
from .interface import Answer, Candidate
from .threads import allowed_threads

FIRST_PART = 0.3
"""The share of the effort for finding candidates at the root."""
AT_ROOT = Method(candidates=24, beam_width=24, contested_only=True, replaces=True)
INSIDE = Method(candidates=8, contested_only=True)
ROUND_EFFORT = 300
"""The most evaluations for candidates in one inner node per player together: more players get less
each, or the tree would not reach the bot's own next turn."""
CURIOSITY = 0.3
PRIOR = 0.3
"""The weight of the static value, in visits."""
IDLE_WALKS = 64
"""The search ends after this many walks in a row without a new evaluation."""

Chances = tuple[float, ...]


@dataclass(slots=True, eq=False)
class Branch:
    """A turn at a node, with its statistics."""

    turn: Turn
    static: float
    """The static chance of the player who makes the turn."""
    visits: int = 0
    total: list[float] = field(default_factory=list)
    is_won: bool = False
    """Whether the player who makes this turn certainly wins."""
    line: tuple[Turn, ...] = ()
    """The best replies found; only at the root, after the search."""

    def mean(self, player: int) -> float:
        """The mean chance of a player over all visits, including the static value."""
        if self.is_won:
            return 1.0
        seen = self.total[player] if self.total else 0.0
        return (PRIOR * self.static + seen) / (PRIOR + self.visits)

    def chances(self) -> Chances:
        """The mean chances of all players; requires a visit."""
        return tuple(total / self.visits for total in self.total)

    def shares(self, player: int) -> Chances:
        """The mean of the given player; the others share the rest in proportion to their totals.

        Empty before the first visit.
        """
        if not self.visits:
            return ()
        own = self.mean(player)
        others = [0.0 if seat == player else total for seat, total in enumerate(self.total)]
        if not any(others):
            others = [float(seat != player) for seat in range(len(others))]
        scale = (1 - own) / math.fsum(others)
        return tuple(own if seat == player else scale * total for seat, total in enumerate(others))

    def visit(self, chances: Chances) -> None:
        self.visits += 1
        if not self.total:
            self.total = [0.0] * len(chances)
        for seat, chance in enumerate(chances):
            self.total[seat] += chance


@dataclass(slots=True, eq=False)
class TreeNode:
    """A position with its candidate turns, best first."""

    player: int
    chances: Chances
    branches: list[Branch]
    visits: int = 0
    winner: int | None = None
    """The player who certainly wins, if known."""
    after: dict[Branch, Position] = field(default_factory=dict)
    """The position after each branch."""

    def best(self) -> Branch:
        """The branch with the highest mean; visited branches come first."""
        return max(self.branches, key=lambda branch: (branch.visits > 0, branch.mean(self.player)))

    def select(self) -> Branch:
        """The branch to visit next, by UCB."""
        known = math.log(self.visits + 1)
        return max(
            self.branches[: 1 + math.isqrt(self.visits)],
            key=lambda branch: (
                branch.mean(self.player) + CURIOSITY * math.sqrt(known / (PRIOR + branch.visits))
            ),
        )


class Tree:
    """The search for one turn."""

    def __init__(self, position: Position, net: bytes, budget: Budget, dice: Random) -> None:
        self._net = net
        self._budget = budget
        self._dice = dice
        self.root = self._open_root(position)
        self._nodes: dict[Position, TreeNode] = {position: self.root}

    def grow(self) -> None:
        """Search until the budget is spent, the result is certain or nothing new is found."""
        idle = 0
        while not self._budget.is_spent and self.root.winner is None and idle < IDLE_WALKS:
            before = self._budget.judged
            self._walk()
            idle = 0 if self._budget.judged > before else idle + 1

    def line_after(self, branch: Branch) -> tuple[Turn, ...]:
        """The best replies found after a turn, until every player has had one."""
        found: list[Turn] = []
        node = self._nodes.get(self.root.after[branch])
        players = len(self.root.chances)
        while node is not None and node.branches and len(found) < players:
            best = node.best()
            found.append(best.turn)
            node = self._nodes.get(node.after[best])
        return tuple(found)

    def _walk(self) -> None:
        """Walk from the root to a new node, and back up its value."""
        node, path, passed = self.root, [], {self.root}
        while True:
            branch = node.select()
            path.append((node, branch))
            after = node.after[branch]
            known = self._nodes.get(after)
            if known is None:
                known = self._nodes[after] = self._open(after)
            elif known in passed:
                known = TreeNode(known.player, _chances_of(adjudicate(after)), [])
            elif known.winner is None:
                passed.add(known)
                node = known
                continue
            break
        _back_up(path, known)

    def _open_root(self, position: Position) -> TreeNode:
        part = self._budget.share(_first_effort(self._budget))
        return self._explore(position, part, AT_ROOT)

    def _open(self, position: Position) -> TreeNode:
        result = outcome(position)
        if result is not None:
            return TreeNode(position.to_move, _chances_of(result), [], winner=result.winner)
        part = self._budget.share(ROUND_EFFORT // position.players)
        return self._explore(position, part, INSIDE)

    def _explore(self, position: Position, part: Budget, method: Method) -> TreeNode:
        found = explore(position, self._net, part, self._dice, method)
        self._budget.charge(part)
        after = {Branch(option.turn, option.value): option.after for option in found.options}
        return TreeNode(position.to_move, found.chances, [*after], after=after)


def _chances_of(result: Outcome) -> Chances:
    return tuple(float(player == result.winner) for player in range(len(result.ranking)))


def _back_up(path: list[tuple[TreeNode, Branch]], leaf: TreeNode) -> None:
    chances, winner = leaf.chances, leaf.winner
    for node, branch in reversed(path):
        branch.visit(chances)
        node.visits += 1
        if winner is not None and winner == node.player:
            branch.is_won = True
            node.winner, node.chances = winner, chances
        else:
            winner = None


def _first_effort(budget: Budget) -> int:
    return max(1, round(FIRST_PART * budget.left))


def search(position: Position, net: bytes, budget: Budget, dice: Random) -> Answer:
    """The turn with the highest mean; candidates best first."""
    ranked = ranked_branches(position, net, budget, dice)
    visited = [branch for branch in ranked if branch.visits] or ranked
    player = position.to_move
    candidates = tuple(
        Candidate(
            branch.turn,
            log_odds(branch.mean(player)),
            chances=branch.shares(player),
            line=branch.line,
        )
        for branch in visited
    )
    return Answer(candidates[0].turn, candidates, budget.judged)


def ranked_branches(position: Position, net: bytes, budget: Budget, dice: Random) -> list[Branch]:
    """Search a position; returns its branches, best first. Unvisited ones are last, as guesses."""
    player, luck = position.to_move, dice.getstate()
    found = _search_natively(position, net, budget, dice)
    if found is None:
        dice.setstate(luck)
        found = _search_slowly(position, net, budget, dice)
    return sorted(found, key=lambda branch: (not branch.visits, -branch.mean(player)))


def _search_natively(
    position: Position, net: bytes, budget: Budget, dice: Random
) -> list[Branch] | None:
    if position.tall:
        return None
    effort = min(budget.left, MOST_EFFORT)
    habits = effort, IDLE_WALKS, CURIOSITY, PRIOR, allowed_threads()
    at_root = AT_ROOT.plan(_first_effort(budget))
    inside = INSIDE.plan(ROUND_EFFORT // position.players)
    callbacks = dice.shuffle, budget.check_cancelled
    found = surface.search(*position.plain, net, habits, at_root, inside, *callbacks)
    if found is None:
        return None
    rows, judged = found
    budget.spend(judged)
    return [
        Branch(turn, static, visits, list(total), is_won, tuple(line))
        for turn, static, visits, total, is_won, line in rows
    ]


def _search_slowly(position: Position, net: bytes, budget: Budget, dice: Random) -> list[Branch]:
    tree = Tree(position, net, budget, dice)
    tree.grow()
    for branch in tree.root.branches:
        branch.line = tree.line_after(branch)
    return tree.root.branches


def log_odds(chance: float) -> float:
    """The log odds of a chance, limited to CERTAIN."""
    if chance <= 0.0 or chance >= 1.0:
        return math.copysign(CERTAIN, chance - 0.5)
    return max(-CERTAIN, min(CERTAIN, math.log(chance / (1 - chance))))
