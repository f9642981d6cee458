"""Ways through the turns of one position: grabbing, ascent over segments, and a beam.

A turn is at most one move for each segment, far too many to try them all. Ascent finds the best
move for one segment while the others are fixed, and goes round until nothing gets better. A beam
keeps several turns and makes each longer by one move. Both stop quietly when the budget
is spent: what was judged until then can be read from the judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from atlantis_core.game import Turn
from atlantis_core.grid import Move
from atlantis_core.turns import legal_moves
from .evaluation import Judge, without_segment
from .interface import Answer, Candidate

PASS: Turn = ()


def grab(judge: Judge, dice: Random, moves: int) -> Turn:
    """Add the best single move to the turn, so many times, as long as it gets better.

    The moves are looked at in any order; with little effort some are never seen.
    """
    turn, value = PASS, judge.value(PASS)
    for _ in range(moves):
        best = turn
        choices = list(legal_moves(judge.position, turn))
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


def ascend(judge: Judge, dice: Random, start: Turn = PASS) -> Turn:
    """The best turn that ascent over segments finds from a start."""
    moves = judge.moves_by_segment()
    segments = list(moves)
    dice.shuffle(segments)
    best, value = start, judge.value(start)
    quiet = 0
    while quiet < len(segments):
        for segment in segments:
            better = _best_for_segment(judge, best, segment, moves[segment])
            if judge.value(better) > value:
                best, value, quiet = better, judge.value(better), 0
            else:
                quiet += 1
            if judge.budget.is_spent or quiet >= len(segments):
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
    """The turns of the last generation, best first, when no longer turn is better."""
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
    """Every kept turn with one more move; of turns with the same moves only the first."""
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
    """Judge all turns that differ from this one in one move: left out, or another instead."""
    for segment, choices in judge.moves_by_segment().items():
        rest = without_segment(turn, segment, judge.position)
        for choice in (rest, *((*rest, move) for move in choices)):
            if judge.budget.is_spent:
                return
            judge.value(choice)


def conclude(judge: Judge, turn: Turn, shown: int = 5) -> Answer:
    """The answer of a bot that has chosen a turn, with the best turns that it has judged."""
    candidates = [Candidate(other, value) for value, other in judge.distinct(shown)]
    chosen = Candidate(turn, judge.value(turn))
    others = [candidate for candidate in candidates if candidate.turn != turn]
    return Answer(turn, (chosen, *others[: shown - 1]), judge.budget.judged)
