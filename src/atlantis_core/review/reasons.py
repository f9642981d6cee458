"""Describes field history, marked turns, verdicts and steps in plain English.

`narration` describes turns. Player names are safe to show, as in every `Cast`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from atlantis_core.narration import Cast
from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import Field, format_moves
from atlantis_core.positions.position import Contents, FieldState
from atlantis_core.rules.game import Turn
from atlantis_core.support.phrases import counted, listed
from atlantis_core.support.safe_text import showable
from .game_statistics import Moment, MomentKind, TurnFacts
from .history import Cause, FieldEvent
from .steps import Phase, Step
from .verdicts import TurnMark, TurnVerdict, is_certain


def describe_contents(held: Contents, cast: Cast) -> str:
    """The contents of a field: ``3 stones of Red``, ``growing, 1 stone of Blue``, ``dead``."""
    if held.state is FieldState.DEAD:
        return "dead"
    stones = counted(held.stones, "stone")
    owned = f"{stones} of {cast[held.player]}" if held.player is not None else stones
    if held.state is FieldState.GROWING:
        return f"growing, {owned}"
    return owned if held.stones else "open and empty"


def describe_event(event: FieldEvent, cast: Cast) -> str:
    """One event of a field, and the contents afterwards."""
    held = describe_contents(event.after, cast)
    if event.cause is Cause.SET_UP:
        return held
    return f"{_describe_cause(event, cast)}; then {held}"


def describe_time(event: FieldEvent, cast: Cast) -> str:
    """The time of an event: ``turn 12, Red``."""
    if event.player is None:
        return "start"
    return f"turn {event.turn}, {cast[event.player]}"


def describe_moment(moment: Moment, cast: Cast) -> str:
    """The reason why a turn is marked."""
    player = cast[moment.player] if moment.player is not None else ""
    match moment.mark:
        case MomentKind.CHAIN:
            return f"big chain: {counted(moment.size, 'explosion')} by {player}"
        case MomentKind.LEAD:
            return f"{player} takes the lead, by {counted(moment.size, 'field')}"
        case MomentKind.ELIMINATION:
            return f"{player} has no stones left"
        case MomentKind.TURNING_POINT:
            return f"turning point: {player} is now the favourite ({moment.size}%)"
        case MomentKind.MISTAKE:
            return f"mistake: {player}'s winning chance drops by {moment.size}%"
        case MomentKind.COMMENT | MomentKind.VARIATION:
            return str(moment.mark.value)


_NOTABLE = 5
"""Percent by which the fall of the chance exceeds the sure loss for both to be shown."""
_MARK_WORDS = {
    TurnMark.GOOD: "the only good turn: ",
    TurnMark.NONE: "",
    TurnMark.UNCLEAR: "unclear: ",
    TurnMark.DOUBTFUL: "doubtful: ",
    TurnMark.BAD: "bad: ",
    TurnMark.BLUNDER: "blunder: ",
}


def describe_verdict(verdict: TurnVerdict, cast: Cast) -> str:
    """A verdict with its loss: ``bad: Ada's chance: 63% before, 45% after (loses 18%)``.

    Says "proved" of chances that a proof gives.
    """
    player = cast[verdict.player]
    before, after = verdict.percent_before, verdict.percent_after
    first, then = (
        f"proved {percent}%" if is_certain(chances) else f"{percent}%"
        for percent, chances in ((before, verdict.before), (after, verdict.after))
    )
    if verdict.is_forced:
        return f"nothing to decide; {player}'s chance: {then}"
    text = f"{_MARK_WORDS[verdict.mark]}{player}'s chance: {first} before, {then} after"
    if verdict.mark is TurnMark.UNCLEAR:
        return f"{text}; no better turn was found"
    if verdict.mark is TurnMark.GOOD:
        further = ", and the fall shows only after the turn" if before > after else ""
        return f"{text}; every other turn is worse{further}"
    return f"{text} ({_describe_loss(verdict)})" if verdict.mark.is_mistake else text


def _describe_loss(verdict: TurnVerdict) -> str:
    """The fall of the chance, and the sure loss, which decides the mark, if it is much smaller."""
    lost, sure = verdict.percent_lost, round(100 * verdict.loss)
    return f"loses {lost}%, {sure}% for sure" if lost - sure >= _NOTABLE else f"loses {lost}%"


def describe_better(verdict: TurnVerdict) -> tuple[str, ...]:
    """The better turn with reasons; empty if there is none."""
    if verdict.best is None:
        return ()
    return (f"better: {format_moves(verdict.best)}", *map(showable, verdict.reasons))


def describe_tried(turn: Turn, verdict: TurnVerdict, mistake: TurnVerdict) -> str:
    """The verdict on a turn that the user tried instead of a mistake.

    Compares losses: the value after a turn that was not played comes from one search alone, and
    that of the game's turn from two.
    """
    moves = format_moves(turn)
    if verdict.best is not None:
        return f"not quite: {moves} loses {verdict.percent_lost}%"
    if verdict.own_after == 1:
        return f"correct: {moves} wins, proved"
    lost = round(100 * verdict.loss)
    kept = f"loses {lost}%" if lost else "loses nothing"
    return f"correct: {moves} {kept}, not {mistake.percent_lost}%"


def describe_facts(facts: TurnFacts) -> str:
    """A turn in a few words: ``12 explosions in 3 waves, 4 stones eliminated, 2 lost``."""
    parts = []
    if facts.explosions:
        explosions = counted(facts.explosions, "explosion")
        parts.append(f"{explosions} in {facts.waves} waves" if facts.waves > 1 else explosions)
    if facts.eliminated:
        parts.append(f"{counted(facts.eliminated, 'stone')} eliminated")
    if facts.lost:
        lost = str(facts.lost) if facts.eliminated else counted(facts.lost, "stone")
        parts.append(f"{lost} lost")
    return ", ".join(parts)


def summarise_turn(report: TurnReport, cast: Cast) -> str:
    """A turn as one sentence without field names: its moves, explosions and losses."""
    if not report.moves and not report.steps:
        return f"{cast[report.player]} passes."
    played = f"plays {counted(len(report.moves), 'move')}" if report.moves else "passes"
    parts = [*_describe_explosions(report), *_describe_losses(report, cast)]
    return f"{cast[report.player]} {played}: {'; '.join(parts) or 'nothing explodes'}."


def _describe_explosions(report: TurnReport) -> Iterator[str]:
    blasts = [blast for wave in report.waves for blast in wave.explosions]
    if blasts:
        sunk = sum(blast.was is FieldState.GROWING for blast in blasts)
        waves = f" in {len(report.waves)} waves" if len(report.waves) > 1 else ""
        sinking = f", {counted(sunk, 'field')} {'sinks' if sunk == 1 else 'sink'}" if sunk else ""
        yield f"{counted(len(blasts), 'explosion')}{waves}{sinking}"


def _describe_losses(report: TurnReport, cast: Cast) -> Iterator[str]:
    lost = Counter({report.player: report.eliminated + report.surplus})
    for event in report.moves:
        lost.update({hit.opponent: hit.stones for hit in event.eliminations})
    for wave in report.waves:
        for hit in wave.impacts:
            if hit.before.player is not None:
                lost[hit.before.player] += hit.eliminated
    for player, stones in sorted(lost.items(), key=lambda item: item[0] == report.player):
        if stones:
            yield f"{cast[player]} loses {counted(stones, 'stone')}"


def describe_step(step: Step, steps: Sequence[Step]) -> str:
    """The number of a step within its turn: ``move 2 of 3``, ``wave 1 of 4``, ``growth``."""
    if step.phase in {Phase.GROWTH, Phase.NOTHING}:
        return "growth" if step.phase is Phase.GROWTH else "nothing happens"
    alike = sum(1 for other in steps if other.phase is step.phase)
    return f"{step.phase.value} {step.number} of {alike}"


def _describe_cause(event: FieldEvent, cast: Cast) -> str:
    stones, places = counted(event.stones, "stone"), _fields(event.others)
    match event.cause:
        case Cause.LEFT:
            return f"{stones} {_verb(event.stones, 'leave')} for {places}"
        case Cause.ARRIVED:
            arrived = f"{stones} {_verb(event.stones, 'arrive')} from {places}"
            return f"{arrived}{_eliminating(event, cast)}"
        case Cause.FOUGHT:
            lost = f"{stones} from {places} {'is' if event.stones == 1 else 'are'} eliminated here"
            return f"{lost}, with as many{_owner(event, cast)}"
        case Cause.HIT:
            exploded = f"{places} {_verb(len(event.others), 'explode')}"
            reached = f"{stones} {_verb(event.stones, 'reach')} it"
            return f"{exploded}, {reached}{_eliminating(event, cast)}"
        case Cause.EXPLODED:
            around = counted(event.open_neighbours, "open neighbour")
            return f"it explodes: {stones}, {around}"
        case Cause.GREW | Cause.SET_UP:
            return "it grows by a stone"


def _eliminating(event: FieldEvent, cast: Cast) -> str:
    if not event.eliminated:
        return ""
    return f", eliminating {counted(event.eliminated, 'stone')}{_owner(event, cast)}"


def _owner(event: FieldEvent, cast: Cast) -> str:
    owner = event.before.player
    return f" of {cast[owner]}" if owner is not None else ""


def _verb(number: int, many: str) -> str:
    if number != 1:
        return many
    return f"{many}es" if many.endswith("ch") else f"{many}s"


def _fields(fields: Sequence[Field]) -> str:
    return listed([str(field) for field in fields])
