"""A tree of turns: candidates, the best answers to each, the answers to those.

At the root ascent, the replacement of single moves and a beam find the candidates; in every other
node one ascent finds a few. What a node is worth are everybody's chances after the best answer that
was found there, so every player is taken to look after itself, however many there are. The tree
grows where a turn looks best or was looked at least (UCB), and wider only as it is visited.
Positions that are reached in two ways are one node. Won games are backed up as certainties. A walk
that comes back to where it was ends as a match does in which nobody moves any more: adjudicated.

The answer depends on the question alone: nothing is kept from one turn to the next.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

from atlantis_core.engine.values import CERTAIN
from atlantis_core.game import Turn
from atlantis_core.position import Position
from atlantis_core.scoring import Outcome, adjudicate, outcome
from .candidates import ascend, beam, replace_moves
from .evaluation import Budget, Judge, rating
from .interface import Answer, Candidate

FIRST_PART = 0.3
"""Of the effort, for finding candidates at the root."""
BEAM_WIDTH = 24
ROOT_CANDIDATES = 24
INNER_CANDIDATES = 8
ROUND_EFFORT = 300
"""The most evaluations for finding candidates in as many inner nodes as there are players: the more
of them answer, the less each is thought about, or the tree would not reach the own next turn."""
CURIOSITY = 0.3
PRIOR = 0.3
"""How many visits the first look at a turn is worth."""
IDLE_WALKS = 64
"""The search ends when so many walks found nothing new."""

Chances = tuple[float, ...]


@dataclass(slots=True, eq=False)
class Branch:
    """A turn at a node, and what has come of it so far."""

    turn: Turn
    after: Position
    static: float
    """The chance of the player whose turn it is, right after it."""
    visits: int = 0
    total: list[float] = field(default_factory=list)
    is_won: bool = False
    """Whether it is known that the player who makes this turn wins."""

    def mean(self, player: int) -> float:
        """The chance of the player whose turn it is, over all visits."""
        if self.is_won:
            return 1.0
        seen = self.total[player] if self.total else 0.0
        return (PRIOR * self.static + seen) / (PRIOR + self.visits)

    def chances(self) -> Chances:
        """Everybody's chances over all visits, of which there must be one."""
        return tuple(total / self.visits for total in self.total)

    def shares(self, player: int) -> Chances:
        """The mean of the player whose turn it is; the others share the rest as they have it.

        Empty if nobody has looked what comes after the turn.
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
    """A position with the turns that are worth a look, best first."""

    player: int
    chances: Chances
    branches: list[Branch]
    visits: int = 0
    winner: int | None = None
    """Who is known to win, if anybody is."""

    def best(self) -> Branch:
        """The branch with the highest mean, among those that were visited if any was."""
        return max(self.branches, key=lambda branch: (branch.visits > 0, branch.mean(self.player)))

    def select(self) -> Branch:
        """The branch that looks best or was looked at least."""
        known = math.log(self.visits + 1)
        return max(
            self.branches[: 1 + math.isqrt(self.visits)],
            key=lambda branch: (
                branch.mean(self.player) + CURIOSITY * math.sqrt(known / (PRIOR + branch.visits))
            ),
        )


class Tree:
    """The search of one turn."""

    def __init__(self, position: Position, net: bytes, budget: Budget, dice: Random) -> None:
        self._net = net
        self._taste = rating(net)
        self._budget = budget
        self._dice = dice
        self.root = self._open_root(position)
        self._nodes: dict[Position, TreeNode] = {position: self.root}

    def grow(self) -> None:
        """Spend the effort."""
        idle = 0
        while not self._budget.is_spent and self.root.winner is None and idle < IDLE_WALKS:
            before = self._budget.judged
            self._walk()
            idle = 0 if self._budget.judged > before else idle + 1

    def ranked(self) -> list[Branch]:
        """The branches of the root, best first.

        A turn that was never visited is only a guess, however good it looks.
        """
        player = self.root.player
        return sorted(
            self.root.branches, key=lambda branch: (not branch.visits, -branch.mean(player))
        )

    def line_after(self, branch: Branch) -> tuple[Turn, ...]:
        """The answers that look best after a turn, up to everybody's next turn."""
        found: list[Turn] = []
        node = self._nodes.get(branch.after)
        players = len(self.root.chances)
        while node is not None and node.branches and len(found) < players:
            best = node.best()
            found.append(best.turn)
            node = self._nodes.get(best.after)
        return tuple(found)

    def _walk(self) -> None:
        """From the root to a new node, and back with what it is worth."""
        node, path, passed = self.root, [], {self.root}
        while True:
            branch = node.select()
            path.append((node, branch))
            known = self._nodes.get(branch.after)
            if known is None:
                known = self._nodes[branch.after] = self._open(branch.after)
            elif known in passed:
                known = TreeNode(known.player, _chances_of(adjudicate(branch.after)), [])
            elif known.winner is None:
                passed.add(known)
                node = known
                continue
            break
        _back_up(path, known)

    def _open_root(self, position: Position) -> TreeNode:
        part = self._budget.share(max(1, round(FIRST_PART * self._budget.left)))
        judge = Judge(position, self._taste, part, in_dispute=True)
        replace_moves(judge, ascend(judge, self._dice))
        beam(judge, BEAM_WIDTH)
        self._budget.charge(part)
        return self._node(judge, ROOT_CANDIDATES)

    def _open(self, position: Position) -> TreeNode:
        result = outcome(position)
        if result is not None:
            return TreeNode(position.to_move, _chances_of(result), [], winner=result.winner)
        part = self._budget.share(ROUND_EFFORT // position.players)
        judge = Judge(position, self._taste, part, in_dispute=True)
        ascend(judge, self._dice)
        self._budget.charge(part)
        return self._node(judge, INNER_CANDIDATES)

    def _node(self, judge: Judge, count: int) -> TreeNode:
        branches = [
            Branch(turn, after, value) for value, turn, after in judge.distinct_positions(count)
        ]
        chances = judge.chances(branches[0].turn, self._net)
        return TreeNode(judge.position.to_move, chances, branches)


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


def search(position: Position, net: bytes, budget: Budget, dice: Random) -> Answer:
    """The turn with the highest mean, and the others from best to worst."""
    tree = Tree(position, net, budget, dice)
    tree.grow()
    player = position.to_move
    ranked = tree.ranked()
    visited = [branch for branch in ranked if branch.visits] or ranked
    candidates = tuple(
        Candidate(
            branch.turn,
            log_odds(branch.mean(player)),
            chances=branch.shares(player),
            line=tree.line_after(branch),
        )
        for branch in visited
    )
    return Answer(candidates[0].turn, candidates, budget.judged)


def log_odds(chance: float) -> float:
    """The logarithm of the odds of a chance, as far as a game can be certain."""
    if chance <= 0.0 or chance >= 1.0:
        return math.copysign(CERTAIN, chance - 0.5)
    return max(-CERTAIN, min(CERTAIN, math.log(chance / (1 - chance))))
