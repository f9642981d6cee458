"""Commands that go somewhere, and what is said on arrival."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core import narration
from atlantis_core.events import TurnReport
from atlantis_core.review.game_statistics import facts_of
from atlantis_core.review.reasons import (
    describe_better,
    describe_facts,
    describe_moment,
    describe_step,
    describe_verdict,
)
from atlantis_core.review.steps import Step
from atlantis_core.review.variations import describe_variation, format_path, parse_path
from atlantis_core.review.verdicts import TurnMark
from atlantis_core.safe_text import showable_lines
from atlantis_core.scoring import outcome, standing
from .state import DialogueError, Lines, Talk, needs, read_place


def arrive(talk: Talk) -> Iterator[str]:
    """What there is to say about the turn, or the step of it, at which one stands."""
    replay = talk.replay
    report = replay.report
    where = f"[{format_path(replay.path)}] " if replay.path else ""
    if report is None:
        yield where + _start(talk)
    elif replay.step is not None:
        yield from _step(talk, report, replay.steps[replay.step - 1])
        return
    else:
        yield where + narration.turn_heading(replay.turn, report, talk.cast)
        yield from _story(talk, report)
        yield from verdict_lines(talk)
    yield from comment_lines(talk)
    yield from _branches(talk)
    if replay.turn == replay.line.turn_number:
        yield from _ending(talk)


def start(talk: Talk, _: str = "") -> Lines:
    talk.replay.go_to_turn(0)
    return arrive(talk)


def end(talk: Talk, _: str = "") -> Lines:
    talk.replay.go_to_turn(talk.replay.line.turn_number)
    return arrive(talk)


def forward(talk: Talk, text: str) -> Lines:
    return _arrive(talk, "this is the end", has_gone=talk.replay.forward(_number(text)))


def back(talk: Talk, text: str) -> Lines:
    return _arrive(talk, "this is the start", has_gone=talk.replay.back(_number(text)))


def step_forward(talk: Talk, _: str) -> Lines:
    return _arrive(talk, "this is the end", has_gone=talk.replay.step_forward())


def step_back(talk: Talk, _: str) -> Lines:
    return _arrive(talk, "this is the start", has_gone=talk.replay.step_back())


def _arrive(talk: Talk, otherwise: str, *, has_gone: bool) -> Lines:
    """What is said on arrival; raises DialogueError if there is no way on."""
    if not has_gone:
        raise DialogueError(otherwise)
    return arrive(talk)


def goto(talk: Talk, text: str) -> Lines:
    talk.replay.go(read_place(talk, needs(text, "a turn such as '42' or '12.1/14'")))
    return arrive(talk)


def line(talk: Talk, text: str) -> Lines:
    path = parse_path(text.strip())
    talk.replay.go_to_line(path)
    problem = talk.replay.line.problem
    if problem:
        return [f"{format_path(path)} ends early: {problem}.", *arrive(talk)]
    return arrive(talk)


def next_mark(talk: Talk, _: str) -> Lines:
    has_gone = talk.replay.go_to_next_moment()
    said = _arrive(talk, "there is no marked turn after this one", has_gone=has_gone)
    return [*marks_here(talk), *said]


def previous_mark(talk: Talk, _: str) -> Lines:
    has_gone = talk.replay.go_to_previous_moment()
    said = _arrive(talk, "there is no marked turn before this one", has_gone=has_gone)
    return [*marks_here(talk), *said]


def marks(talk: Talk, _: str) -> Lines:
    talk.replay.statistics.advance(len(talk.replay.statistics))
    moments = talk.replay.moments()
    lines = [f"turn {moment.turn}: {describe_moment(moment, talk.cast)}" for moment in moments]
    return lines or ["no turn is marked"]


def marks_here(talk: Talk) -> Lines:
    """Why this turn is marked."""
    here = (moment for moment in talk.replay.moments() if moment.turn == talk.replay.turn)
    return [f"* {describe_moment(moment, talk.cast)}" for moment in here]


def last(talk: Talk, _: str) -> Lines:
    report = talk.replay.report
    if report is None:
        return [_start(talk)]
    heading = narration.turn_heading(talk.replay.turn, report, talk.cast)
    return [heading, *narration.describe_turn(report, talk.cast)]


def brief(talk: Talk, _: str) -> Lines:
    talk.is_brief = True
    return ["answers are brief now; 'last' tells a turn in full"]


def full(talk: Talk, _: str) -> Lines:
    talk.is_brief = False
    return ["turns are told in full now"]


def verdict_lines(talk: Talk) -> Iterator[str]:
    """What the judge says of the turn, if there is something to say."""
    verdict = talk.replay.verdict()
    if verdict is not None and verdict.mark is not TurnMark.NONE:
        yield f"{verdict.mark.value} {describe_verdict(verdict, talk.cast)}"
        yield from (f"  {line}" for line in describe_better(verdict))


def next_mistake(talk: Talk, _: str) -> Lines:
    return _mistake(talk, 1, "after")


def previous_mistake(talk: Talk, _: str) -> Lines:
    return _mistake(talk, -1, "before")


def _mistake(talk: Talk, direction: int, where: str) -> Lines:
    if talk.replay.judgement is None:
        raise DialogueError("nobody has judged this game yet ('judge' does)")
    has_gone = talk.replay.go_to_mistake(direction)
    return _arrive(talk, f"there is no mistake {where} this turn", has_gone=has_gone)


def comment_lines(talk: Talk) -> Iterator[str]:
    """The comment of the turn."""
    text = talk.replay.tree.comment(talk.replay.place)
    for written in showable_lines(text or ""):
        yield f"| {written}"


def _number(text: str) -> int:
    word = text.strip()
    if not word:
        return 1
    if not (word.isascii() and word.isdigit() and len(word) <= 9):
        raise DialogueError(f"not a number of turns: '{word[:20]}' (expected for example 10)")
    return int(word)


def _start(talk: Talk) -> str:
    return narration.describe_start(talk.replay.line.position_after(0), talk.cast)


def _story(talk: Talk, report: TurnReport) -> Iterator[str]:
    if not talk.is_brief:
        yield from narration.describe_turn(report, talk.cast)
        return
    facts = describe_facts(facts_of(report))
    if facts:
        yield facts


def _step(talk: Talk, report: TurnReport, shown: Step) -> Iterator[str]:
    replay, cast = talk.replay, talk.cast
    player = cast.full_name(report.player)
    yield f"Turn {replay.turn}, {player}: {describe_step(shown, replay.steps)}."
    if shown.event is not None:
        yield narration.describe_turn_step(shown.event, cast)


def _branches(talk: Talk) -> Iterator[str]:
    """The variations that leave after this turn."""
    for path, variation in talk.replay.tree.leaving(talk.replay.place):
        yield f"Variation {describe_variation(path, variation)}."


def _ending(talk: Talk) -> Iterator[str]:
    position = talk.replay.line.position_after(talk.replay.turn)
    ending = outcome(position)
    if talk.replay.line.problem:
        what = "variation" if talk.replay.path else "game"
        yield f"Here the {what} breaks off: {talk.replay.line.problem}."
        yield "'try MOVES' goes on from here, 'continue' makes that the game, 'cut' ends it here."
    elif not position.players:
        yield "Nobody plays on this board yet."
    elif ending is None:
        yield narration.describe_standing(standing(position), talk.cast)
        yield talk.replay.declared_ending or narration.describe_to_move(position, talk.cast)
    elif talk.is_brief or not talk.replay.turn:
        yield from narration.describe_outcome(ending, talk.cast)
