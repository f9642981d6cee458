"""Reasons for and against a turn, in words and figures.

Describes the immediate effects (explosions, eliminated stones), the outlook if all players pass
from then on, compared with passing, and the largest difference to a rival turn. Describes effects
only, not the bot's search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import format_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.turns import report_turn
from atlantis_core.support.phrases import counted
from .foresight import ROUNDS_SOON, Foresight, foresee_turn

BUT = "but "
"""Prefix of a reason against a turn."""
SOON = f"after {ROUNDS_SOON} rounds"
SETTLED = "in the end"
FIGURES_SOON = 3
"""The first figures of a player are near-term; those for the end often repeat them."""
MIN_DIFFERENCE = 2
"""Smaller differences between two turns, in fields or percent, are not mentioned."""


class Rival(NamedTuple):
    """The turn to compare with, and the chances of both, in percent."""

    turn: Turn
    name: str
    """The alternative in words, such as ``the next best``."""
    its_chance: int
    chance: int


class _FigureName(NamedTuple):
    """A noun, and what follows it in the singular and the plural."""

    noun: str
    rest: str


def explain(
    position: Position, turn: Turn, names: Sequence[str] = (), rival: Rival | None = None
) -> tuple[str, ...]:
    """Reasons for a turn of legal moves, the most immediate first; then reasons against it.

    Without names, players are called by their numbers, from 1.
    """
    called = names or [f"player {seat + 1}" for seat in range(position.players)]
    passed, played = foresee_turn(position, ()), foresee_turn(position, turn)
    seat = position.to_move
    reasons = [
        *_at_once(report_turn(position, turn)),
        *_figures(passed, played, seat),
        *_endings(passed, played, seat, called),
    ]
    if rival is not None and rival.turn != turn:
        reasons += _against_rival(played, foresee_turn(position, rival.turn), seat, rival)
    ordered = sorted(dict.fromkeys(reasons), key=lambda reason: reason.startswith(BUT))
    return tuple(ordered) or ("has no effect the bot can see",)


def compare_prospects(position: Position, turn: Turn, other: Turn) -> list[str]:
    """The figures in which a turn is better than another: ``2 more growing fields ...``."""
    seat = position.to_move
    figures = [_amounts(foresee_turn(position, played), seat) for played in (turn, other)]
    gaps = [(after - before, name) for (name, after), (_, before) in zip(*figures, strict=True)]
    return [_more(gap, name) for gap, name in gaps if gap > 0][:FIGURES_SOON]


def describe_line(position: Position, line: Sequence[Turn], names: Sequence[str] = ()) -> str:
    """The expected answers: ``then Bea's best is c3-c4, then Ann plays b2-b3``."""
    called = names or [f"player {seat + 1}" for seat in range(position.players)]
    replies = []
    for number, turn in enumerate(line, 1):
        name = called[(position.to_move + number) % position.players]
        best = f"{name}'s best is" if number == 1 else f"{name} plays"
        replies.append(f"then {best} {format_moves(turn)}")
    return ", ".join(replies)


def _at_once(report: TurnReport) -> Iterator[str]:
    exploded = len(report.exploded)
    if exploded:
        yield f"explodes {counted(exploded, 'field')}"
    by_moves, by_explosions = report.eliminated_by_moves, report.eliminated_by_explosions
    if by_moves:
        yield f"attacks: each side loses {counted(by_moves, 'stone')}"
    if by_explosions:
        yield f"explosions eliminate {counted(by_explosions, 'stone')} of opponents"


def _figures(passed: Foresight, played: Foresight, seat: int) -> Iterator[str]:
    pairs = list(zip(_amounts(passed, seat), _amounts(played, seat), strict=True))
    seen: set[tuple[int, int]] = set()
    for place, ((name, before), (_, after)) in enumerate(pairs):
        is_repeated = place >= FIGURES_SOON and (before, after) in seen
        if after != before and not is_repeated:
            seen.add((before, after))
            doubt = BUT if after < before else ""
            yield f"{doubt}{_more(after - before, name)} than after a pass"
    closer = (played.soon[seat].tension - passed.soon[seat].tension) / 60
    if closer >= 0.5 and not played.soon[seat].growing > passed.soon[seat].growing:
        yield "brings stacks closer to exploding"


def _amounts(foreseen: Foresight, seat: int) -> list[tuple[_FigureName, int]]:
    """A player's named figures, soon and in the end."""
    soon, end = foreseen.soon[seat], foreseen.end[seat]
    return [
        (_FigureName("stone", f"on open fields {SOON}"), soon.stones + soon.idle),
        (_FigureName("growing field", SOON), soon.growing),
        (_FigureName("field", f"held or reached first {SOON}"), soon.sole + soon.nearer),
        (_FigureName("own field", SETTLED), end.sole),
        (_FigureName("contested field", f"held or reached first {SETTLED}"), end.nearer),
    ]


def _endings(
    passed: Foresight, played: Foresight, seat: int, names: Sequence[str]
) -> Iterator[str]:
    """Reasons for a turn: changes to the result that passing would lead to."""
    if _sinks(played) and not _sinks(passed):
        doubt = "" if seat == len(names) - 1 else BUT
        yield f"{doubt}if nothing changes, every field sinks and {names[-1]} wins the tie at 0"
    elif _sinks(passed) and not _sinks(played):
        yield "saves fields that would sink after a pass"
    elif played.winner == seat and passed.winner != seat:
        yield f"{names[seat]} would win {SETTLED}"


def _sinks(foreseen: Foresight) -> bool:
    return not any(own.sole or own.nearer for own in foreseen.end)


def _against_rival(played: Foresight, other: Foresight, seat: int, rival: Rival) -> Iterator[str]:
    """The chances of both turns, and the figure in which they differ most."""
    own, its = rival.chance, rival.its_chance
    if abs(own - its) < MIN_DIFFERENCE:
        yield f"as good as {rival.name}"
    else:
        doubt = BUT if own < its else ""
        yield f"{doubt}{rival.name} has {its}%"
    pairs = zip(_amounts(played, seat), _amounts(other, seat), strict=True)
    gaps = [(after - before, name) for (name, after), (_, before) in pairs]
    gap, name = max(gaps, key=lambda found: abs(found[0]))
    if abs(gap) >= MIN_DIFFERENCE:
        doubt = BUT if gap < 0 else ""
        yield f"{doubt}{_more(gap, name)} than {rival.name}"


def _more(gap: int, name: _FigureName) -> str:
    """A difference in words, such as ``1 fewer growing field after 2 rounds``."""
    number = f"{abs(gap)} {'more' if gap > 0 else 'fewer'}"
    plural = "" if abs(gap) == 1 else "s"
    return f"{number} {name.noun}{plural} {name.rest}"
