"""Why a turn is good or bad, in words and figures: what it does, and what another would have done.

Speaks of what the turn does at once (explosions, stones that fall), of what comes of it when
everybody passes, soon and in the end, compared with passing, and of where it differs from the turn
that it competes with. Each thing is said once. Does not know why a bot chose it: it says what is
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atlantis_core.events import TurnReport
from atlantis_core.game import Turn
from atlantis_core.grid import format_moves
from atlantis_core.phrases import counted
from atlantis_core.position import Position
from atlantis_core.turns import report_turn
from .foresight import ROUNDS_SOON, Foresight, foresee_turn

BUT = "but "
"""How a reason against a turn begins."""
SOON = f"within {ROUNDS_SOON} rounds"
SETTLED = "when all has settled"
FIGURES_SOON = 3
"""So many figures of a player are those of soon; the end often only repeats them."""
TELLING = 2
"""Smaller differences between two turns, in fields or percent, are not worth a line."""


class Rival(NamedTuple):
    """The turn that another one competes with, and both their chances, as shares of 1."""

    turn: Turn
    name: str
    """What it is called: ``the next best``."""
    its_chance: float
    chance: float


def explain(
    position: Position, turn: Turn, names: Sequence[str] = (), rival: Rival | None = None
) -> tuple[str, ...]:
    """What speaks for a turn of legal moves, the most immediate first; then what against it.

    Without names the players are called by their numbers, from 1.
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
    return tuple(ordered) or ("changes nothing that can be foreseen",)


def describe_line(position: Position, line: Sequence[Turn], names: Sequence[str] = ()) -> str:
    """The answers that a verdict rests on: ``then Bea's best is c3-c4, then Ann plays b2-b3``."""
    called = names or [f"player {seat + 1}" for seat in range(position.players)]
    told = []
    for number, turn in enumerate(line, 1):
        name = called[(position.to_move + number) % position.players]
        best = f"{name}'s best is" if number == 1 else f"{name} plays"
        told.append(f"then {best} {format_moves(turn)}")
    return ", ".join(told)


def _at_once(report: TurnReport) -> Iterator[str]:
    exploded = len(report.exploded)
    if exploded:
        yield f"explodes {counted(exploded, 'field')}"
    if report.met:
        verb = "falls" if report.met == 1 else "fall"
        yield f"moves into opponents: {counted(report.met, 'stone')} of each side {verb}"
    if report.hit:
        yield f"explosions remove {counted(report.hit, 'stone')} of opponents"


def _figures(passed: Foresight, played: Foresight, seat: int) -> Iterator[str]:
    pairs = list(zip(_amounts(passed, seat), _amounts(played, seat), strict=True))
    told: set[tuple[int, int]] = set()
    for place, ((what, before), (_, after)) in enumerate(pairs):
        is_repeated = place >= FIGURES_SOON and (before, after) in told
        if after != before and not is_repeated:
            told.add((before, after))
            yield f"{BUT if after < before else ''}{after} instead of {before} {what}"
    closer = (played.soon[seat].tension - passed.soon[seat].tension) / 60
    if closer >= 0.5 and not played.soon[seat].growing > passed.soon[seat].growing:
        yield "brings stacks closer to exploding"


def _amounts(foreseen: Foresight, seat: int) -> list[tuple[str, int]]:
    """What a player has, soon and in the end."""
    soon, end = foreseen.soon[seat], foreseen.end[seat]
    return [
        (f"stones on open fields {SOON}", soon.stones + soon.idle),
        (f"growing fields {SOON}", soon.growing),
        (f"fields held or nearest {SOON}", soon.sole + soon.nearer),
        (f"own fields {SETTLED}", end.sole),
        (f"contested fields held or nearest {SETTLED}", end.nearer),
    ]


def _endings(
    passed: Foresight, played: Foresight, seat: int, names: Sequence[str]
) -> Iterator[str]:
    """What the turn changes about how it would end; what passing brings as well is no reason."""
    if _sinks(played) and not _sinks(passed):
        doubt = "" if seat == len(names) - 1 else BUT
        yield f"{doubt}left alone, everything sinks, and as the last seat {names[-1]} wins at 0"
    elif _sinks(passed) and not _sinks(played):
        yield "saves land that sinks after a pass"
    elif played.winner == seat and passed.winner != seat:
        yield f"{names[seat]} would win {SETTLED}"


def _sinks(foreseen: Foresight) -> bool:
    return not any(own.sole or own.nearer for own in foreseen.end)


def _against_rival(played: Foresight, other: Foresight, seat: int, rival: Rival) -> Iterator[str]:
    """The chances of both turns, and the figure in which they differ most."""
    own, its = round(100 * rival.chance), round(100 * rival.its_chance)
    if abs(own - its) < TELLING:
        yield f"as good as {rival.name}"
    else:
        doubt = BUT if rival.chance < rival.its_chance else ""
        yield f"{doubt}{own} % to win, {rival.name} {its} %"
    pairs = zip(_amounts(played, seat), _amounts(other, seat), strict=True)
    gaps = [(after - before, what) for (what, after), (_, before) in pairs]
    gap, what = max(gaps, key=lambda found: abs(found[0]))
    if abs(gap) >= TELLING:
        doubt = BUT if gap < 0 else ""
        yield f"{doubt}{abs(gap)} {'more' if gap > 0 else 'fewer'} {what} than {rival.name}"
