"""Commands that go somewhere, and what is said on arrival."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.dialogue.state import DialogueError, Lines, Talk, needs, read_place
from atlantis_core.events import TurnReport
from atlantis_core.grid import format_moves
from atlantis_core.narration import (
    describe_board,
    describe_happening,
    describe_outcome,
    describe_standing,
    describe_to_move,
    describe_turn,
    turn_heading,
)
from atlantis_core.phrases import counted, listed
from atlantis_core.review.chronicle import facts_of
from atlantis_core.review.reasons import (
    describe_better,
    describe_facts,
    describe_moment,
    describe_step,
    describe_verdict,
)
from atlantis_core.review.steps import Step
from atlantis_core.review.variations import format_path, parse_path
from atlantis_core.review.verdicts import TurnMark
from atlantis_core.safe_text import showable_lines
from atlantis_core.scoring import outcome, standing


def arrive(talk: Talk) -> Iterator[str]:
    """What there is to say about the turn, or the step of it, at which one stands."""
    walk = talk.walk
    report = walk.report
    where = f"[{format_path(walk.path)}] " if walk.path else ""
    if report is None:
        yield where + _start(talk)
    elif walk.step is not None:
        yield from _step(talk, report, walk.steps[walk.step - 1])
        return
    else:
        yield where + turn_heading(walk.turn, report, talk.cast)
        yield from _story(talk, report)
        yield from verdict_lines(talk)
    yield from comment_lines(talk)
    yield from _branches(talk)
    if walk.turn == walk.line.turn_number:
        yield from _ending(talk)


def start(talk: Talk, _: str = "") -> Lines:
    """Go to the start."""
    talk.walk.go_to_turn(0)
    return arrive(talk)


def end(talk: Talk, _: str = "") -> Lines:
    """Go to the end of the line."""
    talk.walk.go_to_turn(talk.walk.line.turn_number)
    return arrive(talk)


def forward(talk: Talk, text: str) -> Lines:
    """One turn on, or so many."""
    if not talk.walk.forward(_number(text)):
        raise DialogueError("this is the end")
    return arrive(talk)


def back(talk: Talk, text: str) -> Lines:
    """One turn back, or so many."""
    if not talk.walk.back(_number(text)):
        raise DialogueError("this is the start")
    return arrive(talk)


def step_forward(talk: Talk, _: str) -> Lines:
    """One step on: a move, a wave, growth."""
    if not talk.walk.step_forward():
        raise DialogueError("this is the end")
    return arrive(talk)


def step_back(talk: Talk, _: str) -> Lines:
    """One step back."""
    if not talk.walk.step_back():
        raise DialogueError("this is the start")
    return arrive(talk)


def goto(talk: Talk, text: str) -> Lines:
    """Go to a turn."""
    talk.walk.go(read_place(talk, needs(text, "a turn such as '42' or '12.1/14'")))
    return arrive(talk)


def line(talk: Talk, text: str) -> Lines:
    """Go to a variation, or back to the main line."""
    path = parse_path(text.strip())
    talk.walk.go_to_line(path)
    problem = talk.walk.line.problem
    if problem:
        return [f"{format_path(path)} ends early: {problem}.", *arrive(talk)]
    return arrive(talk)


def next_mark(talk: Talk, _: str) -> Lines:
    """Go to the next marked turn."""
    if not talk.walk.go_to_next_moment():
        raise DialogueError("there is no marked turn after this one")
    return [*marks_here(talk), *arrive(talk)]


def previous_mark(talk: Talk, _: str) -> Lines:
    """Go to the marked turn before this one."""
    if not talk.walk.go_to_previous_moment():
        raise DialogueError("there is no marked turn before this one")
    return [*marks_here(talk), *arrive(talk)]


def marks(talk: Talk, _: str) -> Lines:
    """All marked turns of the line."""
    talk.walk.chronicle.advance(len(talk.walk.chronicle))
    moments = talk.walk.moments()
    lines = [f"turn {moment.turn}: {describe_moment(moment, talk.cast)}" for moment in moments]
    return lines or ["no turn is marked"]


def marks_here(talk: Talk) -> Lines:
    """Why this turn is marked."""
    here = (moment for moment in talk.walk.moments() if moment.turn == talk.walk.turn)
    return [f"* {describe_moment(moment, talk.cast)}" for moment in here]


def last(talk: Talk, _: str) -> Lines:
    """Everything that happened in the turn, also when answers are brief."""
    report = talk.walk.report
    if report is None:
        return [_start(talk)]
    heading = turn_heading(talk.walk.turn, report, talk.cast)
    return [heading, *describe_turn(report, talk.cast)]


def brief(talk: Talk, _: str) -> Lines:
    """Short answers."""
    talk.is_brief = True
    return ["answers are brief now; 'last' tells a turn in full"]


def full(talk: Talk, _: str) -> Lines:
    """Full answers."""
    talk.is_brief = False
    return ["turns are told in full now"]


def verdict_lines(talk: Talk) -> Iterator[str]:
    """What the judge says of the turn, if there is something to say."""
    verdict = talk.walk.verdict()
    if verdict is not None and verdict.mark is not TurnMark.NONE:
        yield f"{verdict.mark.value} {describe_verdict(verdict, talk.cast)}"
        yield from (f"  {line}" for line in describe_better(verdict))


def next_mistake(talk: Talk, _: str) -> Lines:
    """Go to the next turn that the judge calls doubtful or bad."""
    return _mistake(talk, 1, "after")


def previous_mistake(talk: Talk, _: str) -> Lines:
    """Go to the mistake before this one."""
    return _mistake(talk, -1, "before")


def _mistake(talk: Talk, direction: int, where: str) -> Lines:
    if talk.walk.judgement is None:
        raise DialogueError("nobody has judged this game yet ('judge' does)")
    if not talk.walk.go_to_mistake(direction):
        raise DialogueError(f"there is no mistake {where} this turn")
    return arrive(talk)


def comment_lines(talk: Talk) -> Iterator[str]:
    """The comment of the turn."""
    text = talk.walk.tree.comment(talk.walk.place)
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
    position = talk.walk.line.position_after(0)
    players = listed([talk.cast.full_name(player) for player in range(position.players)])
    return f"Start: {describe_board(position)}; {players or 'no players'}."


def _story(talk: Talk, report: TurnReport) -> Iterator[str]:
    if not talk.is_brief:
        yield from describe_turn(report, talk.cast)
        return
    facts = describe_facts(facts_of(report))
    if facts:
        yield facts


def _step(talk: Talk, report: TurnReport, shown: Step) -> Iterator[str]:
    walk, cast = talk.walk, talk.cast
    yield f"Turn {walk.turn}, {cast.full_name(report.player)}: {describe_step(shown, walk.steps)}."
    if shown.event is not None:
        yield describe_happening(shown.event, cast)


def _branches(talk: Talk) -> Iterator[str]:
    """The variations that leave after this turn."""
    for path, variation in talk.walk.tree.leaving(talk.walk.place):
        first = format_moves(variation.turns[0]) if variation.turns else "nothing"
        length = counted(len(variation.turns), "turn")
        yield f"Variation {format_path(path)}: {first} ({length})."


def _ending(talk: Talk) -> Iterator[str]:
    position = talk.walk.line.position_after(talk.walk.turn)
    ending = outcome(position)
    if talk.walk.line.problem:
        what = "variation" if talk.walk.path else "game"
        yield f"Here the {what} breaks off: {talk.walk.line.problem}."
        yield "'try MOVES' goes on from here, 'continue' makes that the game, 'cut' ends it here."
    elif not position.players:
        yield "Nobody plays on this board yet."
    elif ending is None:
        yield describe_standing(standing(position), talk.cast)
        yield talk.walk.declared_ending or describe_to_move(position, talk.cast)
    elif talk.is_brief or not talk.walk.turn:
        yield from describe_outcome(ending, talk.cast)
