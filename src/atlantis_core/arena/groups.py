"""Groups of games: one rotation of the seats, from the same opening.

Games of a group share their opening, so only groups are independent evidence, and only if they
differ: deterministic players repeat games from the same start. Intervals of strength therefore
count different groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from .results import Result

Group = tuple[Result, ...]


def whole_groups(results: Sequence[Result], players: int) -> list[Group]:
    """The groups whose games have all been played, in order."""
    ordered = sorted(results, key=lambda result: result.number)
    groups = groupby(ordered, lambda result: result.number // players)
    gathered = (tuple(group) for _, group in groups)
    return [group for group in gathered if len(group) == players]


def different_groups(results: Sequence[Result], players: int) -> list[Group]:
    """The complete groups, without those that repeat all turns of an earlier one."""
    found: dict[object, Group] = {}
    for group in whole_groups(results, players):
        digests = tuple(result.digest for result in group)
        found.setdefault(digests if all(digests) else group[0].number, group)
    return list(found.values())


def count_different(results: Sequence[Result]) -> int:
    """The number of games with different turns. Games without a digest count as different."""
    known = {result.digest for result in results if result.digest}
    return len(known) + sum(not result.digest for result in results)


def score(group: Group, contestant: int) -> float:
    """The share of the games of a group that a contestant won."""
    return sum(result.winner == contestant for result in group) / len(group)


def share_ahead(group: Group, contestant: int) -> float:
    """The share of all opponents in a group that a contestant finished ahead of."""
    behind = [result.count_behind(contestant) for result in group]
    return sum(behind) / len(group) / (len(group[0].order) - 1)
