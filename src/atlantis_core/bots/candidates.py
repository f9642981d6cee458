"""Search for good turns in one position: greedy, hill climbing over segments, and a beam.

A turn has at most one move per segment: far too many combinations to try them all. Hill climbing
replaces the move of one segment while the others stay fixed, until no segment improves. The beam
keeps several turns and extends each by one move. All stop when the budget is spent; the judge
holds the turns judged so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from atlantis_core.positions.grid import Move
from atlantis_core.rules.game import Turn
from atlantis_core.rules.turns import legal_moves
from .evaluation import Judge, without_segment
from .interface import Answer, Candidate

PASS: Turn = ()


class Shuffles(Protocol):
    """Shuffles lists in place, as `Random` does."""

    def shuffle(self, x: list[Any], /) -> object: ...


def grab(judge: Judge, dice: Random, moves: int, reach: int | None = None) -> Turn:
    """Up to `moves` times, add the single move that improves the turn most.

    Tries the moves in random order; a small budget leaves some untried. `reach` leaves out moves
    over a longer distance.
    """
    turn, value = PASS, judge.value(PASS)
    for _ in range(moves):
        best = turn
        choices = [
            move
            for move in legal_moves(judge.position, turn)
            if reach is None or _distance(move) <= reach
        ]
        dice.shuffle(choices)
        for move in choices:
            if judge.budget.is_spent:
                break
            found = judge.value((*turn, move))
            if found > value:
                best, value = (*turn, move), found
        if best == turn:
            break
        turn = best
    return turn


def _distance(move: Move) -> int:
    (x, y), (to_x, to_y) = move
    return max(abs(to_x - x), abs(to_y - y))


def ascend(judge: Judge, dice: Shuffles, start: Turn = PASS) -> Turn:
    """The best turn that hill climbing over segments finds from a start."""
    moves = judge.moves_by_segment()
    segments = list(moves)
    dice.shuffle(segments)
    best, value = start, judge.value(start)
    unimproved = 0
    while unimproved < len(segments):
        for segment in segments:
            better = _best_for_segment(judge, best, segment, moves[segment])
            if judge.value(better) > value:
                best, value, unimproved = better, judge.value(better), 0
            else:
                unimproved += 1
            if judge.budget.is_spent or unimproved >= len(segments):
                return best
    return best


def _best_for_segment(judge: Judge, turn: Turn, segment: int, moves: Sequence[Move]) -> Turn:
    rest = without_segment(turn, segment, judge.position)
    best, value = turn, judge.value(turn)
    for choice in (rest, *((*rest, move) for move in moves)):
        if judge.budget.is_spent:
            break
        found = judge.value(choice)
        if found > value:
            best, value = choice, found
    return best


def beam(judge: Judge, width: int, starts: Sequence[Turn] = (PASS,)) -> list[Turn]:
    """The turns of the last generation, best first: stops when no longer turn is better."""
    moves = judge.moves_by_segment()
    kept = sorted(starts, key=lambda turn: -judge.value(turn))[:width]
    while not judge.budget.is_spent:
        longer = _longer_turns(judge, kept, moves)
        ranked = sorted({*kept, *longer}, key=lambda turn: (-judge.value(turn), turn))[:width]
        if ranked == kept:
            break
        kept = ranked
    return kept


def _longer_turns(judge: Judge, kept: Sequence[Turn], moves: dict[int, list[Move]]) -> list[Turn]:
    """Every kept turn with one more move; only the first of several orders of the same moves."""
    found: dict[frozenset[Move], Turn] = {}
    segment_of = judge.position.board.segment_of
    for turn in kept:
        used = {segment_of(move.source) for move in turn}
        for segment, choices in moves.items():
            for move in choices if segment not in used else ():
                longer = (*turn, move)
                if judge.budget.is_spent:
                    return list(found.values())
                if frozenset(longer) not in found:
                    judge.value(longer)
                    found[frozenset(longer)] = longer
    return list(found.values())


def replace_moves(judge: Judge, turn: Turn) -> None:
    """Judge all turns that drop or replace one move of this turn."""
    for segment, choices in judge.moves_by_segment().items():
        rest = without_segment(turn, segment, judge.position)
        for choice in (rest, *((*rest, move) for move in choices)):
            if judge.budget.is_spent:
                return
            judge.value(choice)


def conclude(judge: Judge, turn: Turn, shown: int = 5) -> Answer:
    """The answer of a bot that chose this turn, with the best other turns it judged."""
    candidates = [Candidate(other, value) for value, other in judge.distinct(shown)]
    chosen = Candidate(turn, judge.value(turn))
    others = [candidate for candidate in candidates if candidate.turn != turn]
    return Answer(turn, (chosen, *others[: shown - 1]), judge.budget.judged)
