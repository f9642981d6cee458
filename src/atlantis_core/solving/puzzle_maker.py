"""Finds puzzles in games: positions where exactly one result of a turn reaches a goal.

Plays every legal turn of a position, and where the goal concerns the future every reply, so the
uniqueness is proved. Turns that lead to the same position count as one. Positions with too many
turns are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import log2
from typing import NamedTuple

from atlantis_core.learning.collection import MOST_FIELDS, FoundPuzzle
from atlantis_core.learning.turns import legal_turns
from atlantis_core.positions.grid import format_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import has_decision, outcome, standing, tally
from atlantis_core.rules.turns import play_turn, report_turn
from .states import StateGraph

MOST_TURNS = 600
"""Positions with more legal turns are left out."""
MOST_FIRST_TURNS = 150
"""The same where replies are tried, and for the replies."""
MOST_OPEN = 24
"""Open fields of a position that may be won in two turns."""
FEWEST_TURNS = 12
FEWEST_FIRST_TURNS = 4
"""The same where replies are tried: there the task is to see the reply."""
LEVELS = (9.0, 12.5, 15.5)
"""Bounds of the difficulty between the four levels."""
_LEAST = {"explosions": 3, "eliminated": 2, "secured": 1, "over": 1}
_THEMES = {
    "over": "finish",
    "two": "ahead",
    "stones": "rescue",
    "secured": "cut",
    "eliminated": "sweep",
    "explosions": "blast",
}

RateTurns = Callable[[Position, Sequence[Turn]], list[float]]
"""The value of each turn for the player to move, as a weak bot sees it."""


class Effect(NamedTuple):
    """Result of a turn, by the figures of goals."""

    turn: Turn
    end: Position
    figures: dict[str, int]


def find_puzzles(positions: Iterable[Position], rate: RateTurns) -> Iterator[FoundPuzzle]:
    """The puzzles of these positions, each board position once, at most one per position."""
    seen: set[tuple[object, bytes]] = set()
    for position in positions:
        is_small = len(position.board) <= MOST_FIELDS and not position.tall
        is_open = position.players >= 2 and has_decision(position, position.to_move)
        if not (is_small and is_open):
            continue
        puzzle = find_puzzle(position, rate)
        if puzzle is None:
            continue
        key = position.board, StateGraph(position, 1, 0).key_of(position)
        if key not in seen:
            seen.add(key)
            yield puzzle


def find_puzzle(position: Position, rate: RateTurns) -> FoundPuzzle | None:
    """The puzzle of a position: the goal that one result reaches and most turns miss clearly."""
    effects = play_all(position, MOST_TURNS)
    if effects is None or len(effects) < FEWEST_FIRST_TURNS:
        return None
    is_rich = len(effects) >= FEWEST_TURNS
    found = _find_by_figure(effects, ("over",)) if is_rich else None
    found = found or _find_by_replies(position, effects)
    if found is None and is_rich:
        found = _find_by_figure(effects, ("secured", "eliminated", "explosions"))
    if found is None:
        return None
    kind, best = found
    turns = [effect.turn for effect in effects]
    values = dict(zip(turns, rate(position, turns), strict=True))
    as_good = sum(value >= values[best.turn] for value in values.values())
    return _describe(position, kind, best, as_good)


def _find_by_figure(effects: Sequence[Effect], figures: Iterable[str]) -> tuple[str, Effect] | None:
    """The first figure in which one turn exceeds all others and passing."""
    passing = next(effect for effect in effects if not effect.turn)
    for figure in figures:
        best = max(effect.figures[figure] for effect in effects)
        reaching = [effect for effect in effects if effect.figures[figure] == best]
        is_gain = best >= max(_LEAST[figure], passing.figures[figure] + 1)
        if is_gain and len(reaching) == 1 and reaching[0].turn:
            return figure, reaching[0]
    return None


def _find_by_replies(position: Position, effects: Sequence[Effect]) -> tuple[str, Effect] | None:
    """The only turn after which the player survives, or wins with the next turn."""
    if position.players != 2 or len(effects) > MOST_FIRST_TURNS:
        return None
    passing = next(effect for effect in effects if not effect.turn)
    player = position.to_move
    if not passing.figures["over"] and _survives(passing.end, player) is False:
        return _find_only("stones", effects, lambda end: _survives(end, player))
    is_late = tally(position).open_fields <= MOST_OPEN
    if is_late and not any(effect.figures["over"] for effect in effects):
        return _find_only("two", effects, lambda end: _wins_next(end, player))
    return None


def _find_only(
    kind: str, effects: Sequence[Effect], holds: Callable[[Position], bool | None]
) -> tuple[str, Effect] | None:
    """The only effect, not of passing, for which `holds`; None if it cannot tell for one."""
    found = None
    for effect in effects:
        held = holds(effect.end)
        if held is None or (held and (found or not effect.turn)):
            return None
        found = effect if held else found
    return None if found is None else (kind, found)


def _survives(position: Position, player: int) -> bool | None:
    """Whether the player has stones after every reply; None if there are too many."""
    if not tally(position).stones[player]:
        return False
    for number, turn in enumerate(legal_turns(position)):
        if number >= MOST_TURNS:
            return None
        if not tally(play_turn(position, turn)).stones[player]:
            return False
    return True


def _wins_next(position: Position, player: int) -> bool | None:
    """Whether the player wins after every reply; None if there are too many turns."""
    replies = play_all(position, MOST_FIRST_TURNS)
    if replies is None:
        return None
    for reply in replies:
        ending = outcome(reply.end)
        if ending is not None:
            if ending.winner != player:
                return False
            continue
        turns = list(islice(legal_turns(reply.end), MOST_FIRST_TURNS + 1))
        if len(turns) > MOST_FIRST_TURNS:
            return None
        ends = (outcome(play_turn(reply.end, turn)) for turn in turns)
        if not any(end is not None and end.winner == player for end in ends):
            return False
    return True


def play_all(position: Position, most: int) -> list[Effect] | None:
    """The effects of all turns, one for each result; None if there are too many turns."""
    before, player = tally(position), position.to_move
    found: dict[bytes, Effect] = {}
    for number, turn in enumerate(legal_turns(position)):
        if number >= most:
            return None
        end = play_turn(position, turn)
        known = found.get(end.cells)
        if known is not None and len(known.turn) <= len(turn):
            continue
        after, ending = tally(end), outcome(end)
        opponents = sum(before.stones) - before.stones[player]
        figures = {
            # Every explosion turns an open field into a growing one, or that into a dead one.
            "explosions": before.open_fields
            - after.open_fields
            + after.dead_fields
            - before.dead_fields,
            "eliminated": opponents - (sum(after.stones) - after.stones[player]),
            "secured": standing(end).secured[player],
            "over": int(ending is not None and ending.winner == player),
        }
        found[end.cells] = Effect(turn, end, figures)
    return list(found.values())


def _describe(position: Position, kind: str, best: Effect, as_good: int) -> FoundPuzzle:
    """`as_good` counts the turns that a weak bot likes at least as much as the solution."""
    once = " in one turn" if kind in {"explosions", "eliminated"} else ""
    match kind:
        case "over" | "two":
            goal = "over = 1; place = 1"
        case "stones":
            goal = "stones >= 1"
        case _:
            goal = f"{kind} >= {best.figures[kind]}{once}"
    waves = len(report_turn(position, best.turn).waves)
    is_of_future = kind in {"two", "stones"}
    score = log2(as_good) + 2 * len(best.turn) + waves + 4 * is_of_future
    level = 1 + sum(score >= bound for bound in LEVELS)
    themes = (
        _THEMES[kind],
        *(("chain",) if waves > 2 else ()),
        *(("together",) if len(best.turn) > 1 else ()),
    )
    solution, turns = format_moves(best.turn), 2 if kind == "two" else 1
    return FoundPuzzle(position.notation, goal, solution, level, themes, turns)
