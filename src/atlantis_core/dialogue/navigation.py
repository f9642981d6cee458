"""Commands that go to another turn or step, and the description of it."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core import narration
from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import format_moves
from atlantis_core.review.game_statistics import facts_of
from atlantis_core.review.places import Place
from atlantis_core.review.reasons import (
    describe_better,
    describe_facts,
    describe_moment,
    describe_step,
    describe_verdict,
)
from atlantis_core.review.steps import Step
from atlantis_core.review.variations import (
    MAIN,
    Path,
    describe_variation,
    format_path,
    parse_path,
    walk_paths,
)
from atlantis_core.review.verdicts import TurnMark
from atlantis_core.rules.scoring import outcome, standing
from atlantis_core.support.safe_text import showable, showable_lines
from .state import DialogueState, read_place, required
from .verbs import DialogueError, Lines


def arrive(state: DialogueState) -> Iterator[str]:
    """Describe the current turn or step."""
    replay = state.replay
    report = replay.report
    where = f"[{format_path(replay.path)}] " if replay.path else ""
    if report is None:
        yield where + _start(state)
    elif replay.step is not None:
        yield from _step(state, report, replay.steps[replay.step - 1])
        return
    else:
        yield where + narration.turn_heading(replay.turn, report, state.cast)
        yield from _story(state, report)
        yield from verdict_lines(state)
    yield from comment_lines(state)
    yield from _branches(state)
    if replay.turn == replay.line.turn_number:
        yield from _ending(state)


def start(state: DialogueState, _: str = "") -> Lines:
    state.replay.go_to_turn(0)
    return arrive(state)


def end(state: DialogueState, _: str = "") -> Lines:
    state.replay.go_to_turn(state.replay.line.turn_number)
    return arrive(state)


def forward(state: DialogueState, text: str) -> Lines:
    return _arrive(state, "this is the end", has_gone=state.replay.forward(_number(text)))


def back(state: DialogueState, text: str) -> Lines:
    return _arrive(state, "this is the start", has_gone=state.replay.back(_number(text)))


def step_forward(state: DialogueState, _: str) -> Lines:
    return _arrive(state, "this is the end", has_gone=state.replay.step_forward())


def step_back(state: DialogueState, _: str) -> Lines:
    return _arrive(state, "this is the start", has_gone=state.replay.step_back())


def _arrive(state: DialogueState, otherwise: str, *, has_gone: bool) -> Lines:
    """Describe the new turn or step; raises DialogueError if the command did not move."""
    if not has_gone:
        raise DialogueError(otherwise)
    return arrive(state)


def goto(state: DialogueState, text: str) -> Lines:
    state.replay.go(read_place(state, required(text, "a turn such as '42' or '12.1/14'")))
    return arrive(state)


def find(state: DialogueState, text: str) -> Lines:
    """Go to the next turn whose comment or moves contain a text, and list the tags that do.

    Without a text, searches for the last one again.
    """
    text = required(text or state.replay.sought_text, "a text to search for")
    state.replay.sought_text = text
    wanted = text.casefold()
    tags = state.replay.tree.transcript.annotations.tags
    named = [f"{name}: {value}" for name, value in tags.items()]
    found = [showable(f"tag {tag}") for tag in named if wanted in tag.casefold()]
    places = sorted(_places_with(state, wanted), key=_order)
    if not places:
        if not found:
            raise DialogueError(f"'{showable(text)}' is in no comment, tag or turn")
        return found
    here = _order(state.replay.place)
    number = next((n for n, place in enumerate(places) if _order(place) > here), 0)
    state.replay.go(places[number])
    return [f"found {number + 1} of {len(places)}: turn {places[number]}", *found, *arrive(state)]


def _order(place: Place) -> tuple[int, Path]:
    return place.turn, place.path


def _places_with(state: DialogueState, wanted: str) -> Iterator[Place]:
    """The turns of all lines with a text in their comment or moves."""
    tree = state.replay.tree
    lines = [(MAIN, 1, tree.main.turns)]
    for path, variation in walk_paths(tree.transcript.annotations.variations):
        lines.append((path, path[-1].turn, variation.turns))
    for path, first, turns in lines:
        comments, last = tree.comments(path), tree.line(path).turn_number
        played = {number: format_moves(moves) for number, moves in enumerate(turns, first)}
        for turn in range(first - (not path), last + 1):
            texts = comments.get(turn, ""), played.get(turn, "")
            if any(wanted in text.casefold() for text in texts):
                yield Place(path, turn)


def line(state: DialogueState, text: str) -> Lines:
    path = parse_path(text.strip())
    state.replay.go_to_line(path)
    problem = state.replay.line.problem
    if problem:
        return [f"{format_path(path)} stops early: {problem}.", *arrive(state)]
    return arrive(state)


def next_mark(state: DialogueState, _: str) -> Lines:
    has_gone = state.replay.go_to_next_moment()
    lines = _arrive(state, "there is no marked turn after this one", has_gone=has_gone)
    return [*marks_here(state), *lines]


def previous_mark(state: DialogueState, _: str) -> Lines:
    has_gone = state.replay.go_to_previous_moment()
    lines = _arrive(state, "there is no marked turn before this one", has_gone=has_gone)
    return [*marks_here(state), *lines]


def marks(state: DialogueState, _: str) -> Lines:
    state.replay.statistics.advance(len(state.replay.statistics))
    moments = state.replay.moments()
    lines = [f"turn {moment.turn}: {describe_moment(moment, state.cast)}" for moment in moments]
    return lines or ["no turn is marked"]


def marks_here(state: DialogueState) -> Lines:
    """The reasons why this turn is marked."""
    here = (moment for moment in state.replay.moments() if moment.turn == state.replay.turn)
    return [f"* {describe_moment(moment, state.cast)}" for moment in here]


def last(state: DialogueState, _: str) -> Lines:
    report = state.replay.report
    if report is None:
        return [_start(state)]
    heading = narration.turn_heading(state.replay.turn, report, state.cast)
    return [heading, *narration.describe_turn(report, state.cast)]


def brief(state: DialogueState, _: str) -> Lines:
    state.is_brief = True
    return ["brief mode on; 'last' describes a turn in full"]


def full(state: DialogueState, _: str) -> Lines:
    state.is_brief = False
    return ["brief mode off"]


def verdict_lines(state: DialogueState) -> Iterator[str]:
    """The judge's verdict on the turn, if the turn is marked."""
    verdict = state.replay.verdict()
    if verdict is not None and verdict.mark is not TurnMark.NONE:
        yield f"{verdict.mark.value} {describe_verdict(verdict, state.cast)}"
        yield from (f"  {line}" for line in describe_better(verdict))


def next_mistake(state: DialogueState, _: str) -> Lines:
    return _mistake(state, 1, "after")


def previous_mistake(state: DialogueState, _: str) -> Lines:
    return _mistake(state, -1, "before")


def _mistake(state: DialogueState, direction: int, where: str) -> Lines:
    if state.replay.judgement is None:
        raise DialogueError("this game is not judged yet (type 'judge')")
    has_gone = state.replay.go_to_mistake(direction)
    return _arrive(state, f"there is no mistake {where} this turn", has_gone=has_gone)


def comment_lines(state: DialogueState) -> Iterator[str]:
    """The comment on the turn."""
    text = state.replay.tree.comment(state.replay.place)
    for written in showable_lines(text or ""):
        yield f"| {written}"


def _number(text: str) -> int:
    word = text.strip()
    if not word:
        return 1
    if not (word.isascii() and word.isdigit() and len(word) <= 9):
        raise DialogueError(f"not a number of turns: '{word[:20]}' (expected for example 10)")
    return int(word)


def _start(state: DialogueState) -> str:
    return narration.describe_start(state.replay.line.position_after(0), state.cast)


def _story(state: DialogueState, report: TurnReport) -> Iterator[str]:
    if not state.is_brief:
        yield from narration.describe_turn(report, state.cast)
        return
    facts = describe_facts(facts_of(report))
    if facts:
        yield facts


def _step(state: DialogueState, report: TurnReport, shown: Step) -> Iterator[str]:
    replay, cast = state.replay, state.cast
    player = cast.full_name(report.player)
    yield f"Turn {replay.turn}, {player}: {describe_step(shown, replay.steps)}."
    if shown.event is not None:
        yield narration.describe_turn_step(shown.event, cast)


def _branches(state: DialogueState) -> Iterator[str]:
    """The variations that start after this turn."""
    for path, variation in state.replay.tree.alternatives(state.replay.place):
        yield f"Variation {describe_variation(path, variation)}."


def _ending(state: DialogueState) -> Iterator[str]:
    position = state.replay.line.position_after(state.replay.turn)
    ending = outcome(position)
    if state.replay.line.problem:
        line = "variation" if state.replay.path else "game"
        yield f"The {line} stops here: {state.replay.line.problem}."
        yield (
            "Type 'try MOVES' to play on from here, then 'continue' to make that the main line, "
            "or 'cut' to end the game here."
        )
    elif not position.players:
        yield "This board has no players yet."
    elif ending is None:
        yield narration.describe_standing(standing(position), state.cast)
        declared = state.replay.declared_ending(state.cast.names)
        yield declared or narration.describe_to_move(position, state.cast)
    elif state.is_brief or not state.replay.turn:
        yield from narration.describe_outcome(ending, state.cast)
