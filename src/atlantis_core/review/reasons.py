"""Why a field holds what it holds, and why a turn is worth a look, in plain English.

Owns the words for `history`, `statistics` and `steps`; `narration` owns those for turns.
Names of players are safe to show, as every `Cast` has them.
"""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.grid import Field, format_moves
from atlantis_core.narration import Cast
from atlantis_core.phrases import counted, listed
from atlantis_core.position import Contents, FieldState
from atlantis_core.safe_text import showable
from .game_statistics import Moment, MomentKind, TurnFacts
from .history import Cause, FieldEvent
from .steps import Phase, Step
from .verdicts import TurnMark, TurnVerdict


def describe_contents(held: Contents, cast: Cast) -> str:
    """What lies on a field: ``3 stones of Red``, ``growing, 1 stone of Blue``, ``dead``."""
    if held.state is FieldState.DEAD:
        return "dead"
    stones = counted(held.stones, "stone")
    owned = f"{stones} of {cast[held.player]}" if held.player is not None else stones
    if held.state is FieldState.GROWING:
        return f"growing, {owned}"
    return owned if held.stones else "open and empty"


def describe_event(event: FieldEvent, cast: Cast) -> str:
    """One event of a field, and what the field held afterwards."""
    held = describe_contents(event.after, cast)
    if event.cause is Cause.SET_UP:
        return held
    return f"{_what(event, cast)}; then {held}"


def describe_time(event: FieldEvent, cast: Cast) -> str:
    """When an event was: ``turn 12, Red``."""
    if event.player is None:
        return "start"
    return f"turn {event.turn}, {cast[event.player]}"


def describe_moment(moment: Moment, cast: Cast) -> str:
    """Why a turn is marked."""
    who = cast[moment.player] if moment.player is not None else ""
    match moment.mark:
        case MomentKind.CHAIN:
            return f"big chain: {counted(moment.size, 'explosion')} by {who}"
        case MomentKind.LEAD:
            return f"{who} takes the lead, by {counted(moment.size, 'field')}"
        case MomentKind.ELIMINATION:
            return f"{who} has no stones left"
        case MomentKind.TURNING_POINT:
            return f"turning point: {who} is the favourite now ({moment.size} percent)"
        case MomentKind.MISTAKE:
            return f"mistake: {who} loses {moment.size} percent of the chance to win"
        case MomentKind.COMMENT | MomentKind.VARIATION:
            return str(moment.mark.value)


def describe_verdict(verdict: TurnVerdict, cast: Cast) -> str:
    """What a judge says of a turn, with the loss that its mark rests on:
    ``bad: Ada had 63 percent before it, 25 after, a loss of at least 24``.
    """
    player = cast[verdict.player]
    before, after = (round(100 * c[verdict.player]) for c in (verdict.before, verdict.after))
    if verdict.is_forced:
        return f"nothing to decide; {player} has {after} percent"
    words = {
        TurnMark.GOOD: "good, the one turn that keeps it: ",
        TurnMark.NONE: "",
        TurnMark.DOUBTFUL: "doubtful: ",
        TurnMark.BAD: "bad: ",
    }
    told = f"{words[verdict.mark]}{player} had {before} percent before it, {after} after"
    return f"{told}, a loss of at least {verdict.sure_loss}" if before > after else told


def describe_better(verdict: TurnVerdict) -> tuple[str, ...]:
    """The turn that was missed, and why it is better; nothing if none was."""
    if verdict.best is None:
        return ()
    return (f"better: {format_moves(verdict.best)}", *map(showable, verdict.reasons))


def describe_facts(facts: TurnFacts) -> str:
    """A turn in a few words: ``12 explosions in 3 waves, 4 stones won, 2 lost``."""
    parts = []
    if facts.explosions:
        blasts = counted(facts.explosions, "explosion")
        parts.append(f"{blasts} in {facts.waves} waves" if facts.waves > 1 else blasts)
    if facts.won:
        parts.append(f"{counted(facts.won, 'stone')} won")
    if facts.lost:
        parts.append(f"{facts.lost} lost" if facts.won else f"{counted(facts.lost, 'stone')} lost")
    return ", ".join(parts)


def describe_step(step: Step, steps: Sequence[Step]) -> str:
    """Which step of a turn this is: ``move 2 of 3``, ``wave 1 of 4``, ``growth``."""
    if step.phase in {Phase.GROWTH, Phase.NOTHING}:
        return "growth" if step.phase is Phase.GROWTH else "nothing happens"
    alike = sum(1 for other in steps if other.phase is step.phase)
    return f"{step.phase.value} {step.number} of {alike}"


def _what(event: FieldEvent, cast: Cast) -> str:
    stones, places = counted(event.stones, "stone"), _fields(event.others)
    match event.cause:
        case Cause.LEFT:
            return f"{stones} {_verb(event.stones, 'leave')} for {places}"
        case Cause.ARRIVED:
            arrived = f"{stones} {_verb(event.stones, 'arrive')} from {places}"
            return f"{arrived}{_after_fall(event, cast)}"
        case Cause.FOUGHT:
            fall = f"{_verb(event.fallen, 'fall')} here, {_with(event, cast)}"
            return f"{stones} coming from {places} {fall}"
        case Cause.HIT:
            blast = f"{places} {_verb(len(event.others), 'explode')}"
            return f"{blast}, {stones} {_verb(event.stones, 'reach')} it{_after_fall(event, cast)}"
        case Cause.EXPLODED:
            around = counted(event.open_neighbours, "open neighbour")
            return f"it explodes: {stones}, {around}"
        case Cause.GREW | Cause.SET_UP:
            return "it grows by a stone"


def _after_fall(event: FieldEvent, cast: Cast) -> str:
    if not event.fallen:
        return ""
    return f", {counted(event.fallen, 'stone')} having fallen {_with(event, cast)}"


def _with(event: FieldEvent, cast: Cast) -> str:
    opponent = event.before.player
    whose = f" of {cast[opponent]}" if opponent is not None else ""
    return f"with as many{whose}"


def _verb(number: int, many: str) -> str:
    if number != 1:
        return many
    return f"{many}es" if many.endswith("ch") else f"{many}s"


def _fields(fields: Sequence[Field]) -> str:
    return listed([str(field) for field in fields])
