"""Commands that ask about the position in front of one, without going anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from atlantis_core import narration
from atlantis_core.diagram import Look, Style, draw
from atlantis_core.grid import Field, Move, format_moves, way_of
from atlantis_core.phrases import counted, listed
from atlantis_core.position import FieldState, Position
from atlantis_core.review.game_statistics import facts_of
from atlantis_core.review.history import field_events
from atlantis_core.review.lines import Line
from atlantis_core.review.reasons import (
    describe_contents,
    describe_event,
    describe_facts,
    describe_time,
)
from atlantis_core.review.steps import differing_fields
from atlantis_core.review.variations import describe_variation, format_path, walk_paths
from atlantis_core.scoring import is_over, outcome, standing, tally
from atlantis_core.turns import legal_moves, report_turn, volatile_fields
from .state import DialogueError, Lines, Talk, needs, read_field, read_place

MOST_EVENTS = 40
"""Of the story of a field, unless all of it is asked for."""
HINT_EFFORT = 600
"""Less than a bot takes for a turn of its own: nobody wants to wait in a conversation."""
MOST_FIELDS = 40
"""Differences listed one by one."""


def why(talk: Talk, text: str) -> Lines:
    words = needs(text, "a field such as 'c5'").split()
    field = read_field(talk, words[0])
    wants_all = words[1:] == ["all"]
    replay = talk.replay
    found = field_events(replay.line, field, replay.turn)
    newest = list(found if wants_all else islice(found, MOST_EVENTS + 1))
    is_cut = not wants_all and len(newest) > MOST_EVENTS
    lines = [
        f"{field}: {describe_contents(replay.line.position_after(replay.turn)[field], talk.cast)}"
    ]
    if is_cut:
        lines.append(f"(earlier events are left out; 'why {field} all' tells them)")
    told = newest[:MOST_EVENTS] if is_cut else newest
    lines += [
        f"{describe_time(event, talk.cast)}: {describe_event(event, talk.cast)}"
        for event in reversed(told)
    ]
    return lines


def field(talk: Talk, text: str) -> Lines:
    asked = read_field(talk, needs(text, "a field such as 'c5'"))
    position = talk.replay.position
    held = position[asked]
    lines = [f"{asked}: {describe_contents(held, talk.cast)}"]
    if held.state is not FieldState.DEAD:
        around = counted(position.open_neighbour_count(asked), "open neighbour")
        volatile = held.player is not None and asked in volatile_fields(position, held.player)
        lines.append(f"{around}{'; volatile: it explodes next' if volatile else ''}")
    near = [
        f"{near} {describe_contents(position[near], talk.cast)}"
        for near in position.board.neighbours(asked)
    ]
    lines.append("around it: " + "; ".join(near))
    return lines


def hint(talk: Talk, _: str) -> Lines:
    from atlantis_core.bots.hints import HintRequest, chances_now  # noqa: PLC0415 - only here

    position = talk.replay.line.position_after(talk.replay.turn)
    if not position.players or is_over(position):
        raise DialogueError("nobody has a turn to choose here")
    answer = HintRequest(position, effort=HINT_EFFORT, names=talk.cast.names)()
    lines = [f"{talk.cast[position.to_move]} to move; the strongest bot would play:"]
    for place, found in enumerate(answer.candidates, 1):
        chance = f"chance {100 * found.chances[position.to_move]:.0f} %"
        lines.append(f"{place}. {format_moves(found.turn)}, {chance}: {'; '.join(found.reasons)}")
    now = zip(talk.cast.names, chances_now(position, answer), strict=True)
    lines.append("chances now: " + ", ".join(f"{name} {100 * share:.0f} %" for name, share in now))
    return lines


def areas(talk: Talk, _: str) -> Lines:
    return narration.describe_areas(talk.replay.position, talk.cast) or ["no open field is left"]


def players(talk: Talk, _: str) -> Lines:
    position, cast = talk.replay.position, talk.cast
    held, there = standing(position), tally(position)
    lines = [
        f"{cast.full_name(player)}: {counted(there.stones[player], 'stone')}, "
        f"{there.growing[player]} growing, {held.secured[player]} secured, "
        f"{held.leading[player]} leading"
        for player in range(position.players)
    ]
    return lines or ["nobody plays on this board yet"]


def score(talk: Talk, _: str) -> Lines:
    position = talk.replay.position
    ending = outcome(position)
    if ending is not None:
        return narration.describe_outcome(ending, talk.cast)
    lines = (
        narration.describe_standing(standing(position), talk.cast),
        talk.replay.declared_ending,
    )
    return list(filter(None, lines))


def threats(talk: Talk, _: str) -> Lines:
    # Inside a turn a field may grow without a stone, which no set-up can say.
    position = talk.replay.line.position_after(talk.replay.turn)
    if is_over(position):
        return ["the game is over: nothing threatens any more"]
    order = [(position.to_move + n) % position.players for n in range(position.players)]
    return [line for player in order for line in _threats_of(talk, position, player)]


def _threats_of(talk: Talk, board: Position, player: int) -> Iterator[str]:
    position, name = _seen_by(board, player), talk.cast.full_name(player)
    volatile = volatile_fields(position, player)
    facts = facts_of(report_turn(position, ()))
    if volatile:
        what = f"{_listed(volatile)} would explode at the end of a turn"
        yield f"{name}: {what} ({describe_facts(facts)})"
    short = [
        field
        for field, held in position.occupied()
        if held.player == player
        and held.state is not FieldState.DEAD
        and held.stones == position.open_neighbour_count(field) - 1
    ]
    if short:
        yield f"{name}: one stone short of exploding: {_listed(sorted(short))}"
    hits = _hits(position, player)
    if hits:
        yield f"{name} can hit: {'; '.join(hits)}"
    if not (volatile or short or hits):
        yield f"{name}: no threats"


def _seen_by(position: Position, player: int) -> Position:
    """The same board with another player to move."""
    stacks = [position.stacks(number) for number in range(position.players)]
    return Position.setup(position.board, stacks, player)


def _hits(position: Position, player: int) -> list[str]:
    """The moves that meet opponents, by the field on which they do."""
    occupied = {
        field for field, held in position.occupied()
        if held.state is FieldState.OPEN and held.player not in {None, player}
    }  # fmt: skip
    by_field: dict[Field, list[Move]] = {}
    for move in legal_moves(position):
        for field in occupied.intersection(way_of(move)):
            by_field.setdefault(field, []).append(move)
    return [
        f"{field} by {listed([str(move) for move in moves[:4]])}{' and more' if moves[4:] else ''}"
        for field, moves in sorted(by_field.items())[:MOST_FIELDS]
    ]


def moves(talk: Talk, text: str) -> Lines:
    position = talk.replay.position
    if is_over(position) or talk.replay.is_inside_turn:
        raise DialogueError("no turn begins here")
    source = read_field(talk, text) if text.strip() else None
    found = [move for move in legal_moves(position) if source in {None, move.source}]
    if not found:
        raise DialogueError("no legal move" + (f" from {source}" if source else ""))
    return [f"{talk.cast[position.to_move]} can move:", *narration.describe_moves(position, found)]


def show(talk: Talk, text: str) -> Lines:
    styles = {style.value: style for style in Style}
    word = text.strip() or "compact"
    if word not in styles:
        raise DialogueError(f"not a style: '{word[:20]}' (expected {' or '.join(styles)})")
    look = Look(talk.cast.letters or "A")
    return draw(talk.replay.position, styles[word], axes=True, look=look).lines()


def turns(talk: Talk, text: str) -> Lines:
    replay, words = talk.replay, text.split()
    here = replay.turn
    first, last = max(1, here - 5), here + 5
    if words:
        numbers = [read_place(talk, word).turn for word in words[:2]]
        first, last = numbers[0], numbers[-1]
    last = min(last, replay.line.turn_number)
    lines = [line for turn in range(max(first, 1), last + 1) for line in _listed_turn(talk, turn)]
    return lines or ["no turns"]


def _listed_turn(talk: Talk, turn: int) -> Iterator[str]:
    replay = talk.replay
    report = replay.line.report(turn)
    facts = describe_facts(facts_of(report))
    marked = " (comment)" if turn in replay.commented_turns() else ""
    sign = ">" if turn == replay.turn else " "
    written = format_moves(event.move for event in report.moves)
    yield (
        f"{sign} {turn} {talk.cast.letters[report.player]} {written}"
        f"{'; ' + facts if facts else ''}{marked}"
    )
    for branch, variation in replay.tree.children(
        replay.tree.home(replay.place._replace(turn=turn)).path
    ):
        if branch.turn == turn:
            line = " / ".join(format_moves(moves) for moves in variation.turns[:3])
            yield f"    {branch}: {line}{' ...' if variation.turns[3:] else ''}"


def variations(talk: Talk, _: str) -> Lines:
    found = walk_paths(talk.replay.tree.transcript.annotations.variations)
    lines = [f"{'  ' * (len(path) - 1)}{describe_variation(path, one)}" for path, one in found]
    return lines or ["no variations"]


def compare(talk: Talk, text: str) -> Lines:
    place = read_place(talk, needs(text, "a turn such as '42' or '12.1/14'"))
    replay, cast = talk.replay, talk.cast
    other = replay.tree.line(place.path).position_after(place.turn)
    fields = differing_fields(other, replay.position)
    lines = [f"{place} against {replay.place}: {counted(len(fields), 'field')} differ"]
    lines += [
        f"{field}: {describe_contents(other[field], cast)}; "
        f"here {describe_contents(replay.position[field], cast)}"
        for field in sorted(fields)[:MOST_FIELDS]
    ]
    if len(fields) > MOST_FIELDS:
        lines.append(f"and {len(fields) - MOST_FIELDS} more")
    lines += _compare_figures(talk, other)
    return lines


def _compare_figures(talk: Talk, other: Position) -> Iterator[str]:
    ours, theirs = standing(talk.replay.position), standing(other)
    stones, others = tally(talk.replay.position).stones, tally(other).stones
    for player in range(other.players):
        parts = [
            f"{word} {before} to {after}"
            for word, before, after in (
                ("stones", others[player], stones[player]),
                ("secured", theirs.secured[player], ours.secured[player]),
                ("leading", theirs.leading[player], ours.leading[player]),
            )
            if before != after
        ]
        if parts:
            yield f"{talk.cast.full_name(player)}: {', '.join(parts)}"


def figures(talk: Talk, _: str) -> Lines:
    replay = talk.replay
    last = replay.line.turn_number
    if not replay.position.players:
        raise DialogueError("nobody plays on this board yet")
    every = max(1, -(-last // 20))
    chosen = sorted({*range(0, last + 1, every), replay.turn, last})
    return [_figures_row(talk, replay.line, turn) for turn in chosen]


def _figures_row(talk: Talk, line: Line, turn: int) -> str:
    held = talk.replay.statistics.figures(turn)
    parts = [
        f"{letter} {held.stones[player]}+{held.secured[player]}+{held.leading[player]}"
        for player, letter in enumerate(talk.cast.letters[: line.position_after(0).players])
    ]
    sign = ">" if turn == talk.replay.turn else " "
    return f"{sign} turn {turn}: {', '.join(parts)} (stones+secured+leading)"


def where(talk: Talk, _: str) -> Lines:
    replay = talk.replay
    inside = f", step {replay.step} of {len(replay.steps)}" if replay.step is not None else ""
    last = replay.line.turn_number
    return [f"{format_path(replay.path)}, turn {replay.turn} of {last}{inside}"]


def _listed(fields: tuple[Field, ...] | list[Field]) -> str:
    shown = [str(field) for field in fields[:MOST_FIELDS]]
    more = len(fields) - len(shown)
    return listed([*shown, f"{more} more"] if more else shown)
