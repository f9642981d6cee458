"""Why a turn is good or bad, in words and figures, compared with passing.

Speaks of what the turn does at once (explosions, stones that fall) and of what comes of it when
everybody passes, soon and in the end. Does not know why a bot chose it: it says what is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atlantis_core.bots.foresight import ROUNDS_SOON, Foresight, foresee
from atlantis_core.events import TurnReport
from atlantis_core.game import Turn
from atlantis_core.phrases import counted
from atlantis_core.position import Position
from atlantis_core.rules import report_turn
from atlantis_core.settling import Trial

BUT = "but "
"""How a reason against a turn begins."""


def explain(position: Position, turn: Turn, names: Sequence[str] = ()) -> tuple[str, ...]:
    """What speaks for a turn of legal moves, the most immediate first; then what against it.

    Without names the players are called by their numbers, from 1.
    """
    called = names or [f"player {seat + 1}" for seat in range(position.players)]
    trial = Trial(position)
    passed = foresee(trial)
    played = foresee(trial, [trial.step(move) for move in turn])
    seat = position.to_move
    reasons = [
        *_at_once(report_turn(position, turn)),
        *_soon(passed, played, seat),
        *_in_the_end(passed, played, seat, called),
    ]
    ordered = sorted(reasons, key=lambda reason: reason.startswith(BUT))
    return tuple(ordered) or ("changes nothing that can be foreseen",)


def _at_once(report: TurnReport) -> Iterator[str]:
    exploded = len(report.exploded)
    if exploded:
        yield f"explodes {counted(exploded, 'field')}"
    if report.met:
        verb = "falls" if report.met == 1 else "fall"
        yield f"moves into opponents: {counted(report.met, 'stone')} of each side {verb}"
    if report.hit:
        yield f"explosions remove {counted(report.hit, 'stone')} of opponents"


def _soon(passed: Foresight, played: Foresight, seat: int) -> Iterator[str]:
    before, after = passed.soon[seat], played.soon[seat]
    rounds = f"within {ROUNDS_SOON} rounds"
    yield from _change(
        before.stones + before.idle, after.stones + after.idle, f"stones on open fields {rounds}"
    )
    yield from _change(before.growing, after.growing, f"growing fields {rounds}")
    yield from _change(
        before.sole + before.nearer, after.sole + after.nearer, f"fields held or nearest {rounds}"
    )
    closer = (after.tension - before.tension) / 60
    if closer >= 0.5 and not after.growing > before.growing:
        yield "brings stacks closer to exploding"


def _in_the_end(
    passed: Foresight, played: Foresight, seat: int, names: Sequence[str]
) -> Iterator[str]:
    before, after = passed.end[seat], played.end[seat]
    settled = "when all has settled"
    yield from _change(before.sole, after.sole, f"own fields {settled}")
    yield from _change(before.nearer, after.nearer, f"contested fields held or nearest {settled}")
    sunk = not any(own.sole or own.nearer for own in played.end)
    if sunk:
        doubt = "" if seat == len(names) - 1 else BUT
        yield f"{doubt}left alone, everything sinks, and as the last seat {names[-1]} wins at 0"
    elif played.winner == seat and passed.winner != seat:
        yield f"{names[seat]} would win {settled}"


def _change(before: int, after: int, what: str) -> Iterator[str]:
    if after != before:
        yield f"{BUT if after < before else ''}{after} instead of {before} {what}"
