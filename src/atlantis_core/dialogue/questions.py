"""Commands that describe the current position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from atlantis_core import narration
from atlantis_core.diagram import Look, Style, draw
from atlantis_core.positions.grid import Field, Move, format_moves, way_of
from atlantis_core.positions.position import FieldState, Position
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
from atlantis_core.rules.scoring import is_over, outcome, standing, tally
from atlantis_core.rules.turns import legal_moves, report_turn, volatile_fields
from atlantis_core.support.phrases import counted, listed, percents
from .state import DialogueState, read_field, read_place, required
from .verbs import DialogueError, Lines

MOST_EVENTS = 40
"""Default limit for the events of a field."""
MOST_FIELDS = 40
"""Limit for fields listed one by one."""


def why(state: DialogueState, text: str) -> Lines:
    words = required(text, "a field such as 'c5'").split()
    field = read_field(state, words[0])
    wants_all = words[1:] == ["all"]
    replay = state.replay
    found = field_events(replay.line, field, replay.turn)
    newest = list(found if wants_all else islice(found, MOST_EVENTS + 1))
    is_cut = not wants_all and len(newest) > MOST_EVENTS
    lines = [
        f"{field}: {describe_contents(replay.line.position_after(replay.turn)[field], state.cast)}"
    ]
    if is_cut:
        lines.append(f"(earlier events omitted; type 'why {field} all' to see them)")
    shown = newest[:MOST_EVENTS] if is_cut else newest
    lines += [
        f"{describe_time(event, state.cast)}: {describe_event(event, state.cast)}"
        for event in reversed(shown)
    ]
    return lines


def field(state: DialogueState, text: str) -> Lines:
    asked = read_field(state, required(text, "a field such as 'c5'"))
    position = state.replay.position
    held = position[asked]
    lines = [f"{asked}: {describe_contents(held, state.cast)}"]
    if held.state is not FieldState.DEAD:
        around = counted(position.open_neighbour_count(asked), "open neighbour")
        volatile = held.player is not None and asked in volatile_fields(position, held.player)
        lines.append(f"{around}{'; volatile: it explodes next' if volatile else ''}")
    near = [
        f"{near} {describe_contents(position[near], state.cast)}"
        for near in position.board.neighbours(asked)
    ]
    lines.append("around it: " + "; ".join(near))
    return lines


def hint(state: DialogueState, _: str) -> Lines:
    from atlantis_core.bots.hints import chances_now  # noqa: PLC0415 - only here
    from atlantis_core.review.position_values import JUDGE, hint_request  # noqa: PLC0415 - only here

    position = state.replay.line.position_after(state.replay.turn)
    if not position.players or is_over(position):
        raise DialogueError("no player can move here")
    answer = hint_request(position, state.cast.names)()
    lines = [f"{state.cast[position.to_move]} to move; {JUDGE} suggests:"]
    for place, found in enumerate(answer.candidates, 1):
        chance = f"winning chance {percents(found.chances)[position.to_move]}%"
        chance = "proved" if found.is_proved else chance
        lines.append(f"{place}. {format_moves(found.turn)}, {chance}: {'; '.join(found.reasons)}")
    now = zip(state.cast.names, percents(chances_now(position, answer)), strict=True)
    lines.append("chances now: " + ", ".join(f"{name} {share}%" for name, share in now))
    return lines


def areas(state: DialogueState, _: str) -> Lines:
    return narration.describe_areas(state.replay.position, state.cast) or ["no open field is left"]


def players(state: DialogueState, _: str) -> Lines:
    position, cast = state.replay.position, state.cast
    held, there = standing(position), tally(position)
    lines = [
        f"{cast.full_name(player)}: {counted(there.stones[player], 'stone')}, "
        f"{there.growing[player]} growing, {held.secured[player]} secured, "
        f"{held.leading[player]} leading"
        for player in range(position.players)
    ]
    return lines or ["this board has no players yet"]


def score(state: DialogueState, _: str) -> Lines:
    position = state.replay.position
    ending = outcome(position)
    if ending is not None:
        return narration.describe_outcome(ending, state.cast)
    lines = (
        narration.describe_standing(standing(position), state.cast),
        state.replay.declared_ending(state.cast.names),
    )
    return list(filter(None, lines))


def threats(state: DialogueState, _: str) -> Lines:
    # Inside a turn a field may grow without a stone, which `Position.setup` cannot express.
    position = state.replay.line.position_after(state.replay.turn)
    if is_over(position):
        return ["the game is over: no threats"]
    order = [(position.to_move + n) % position.players for n in range(position.players)]
    return [line for player in order for line in _threats_of(state, position, player)]


def _threats_of(state: DialogueState, shown: Position, player: int) -> Iterator[str]:
    position, name = shown.as_turn_of(player), state.cast.full_name(player)
    volatile = volatile_fields(position, player)
    facts = facts_of(report_turn(position, ()))
    if volatile:
        exploding = f"{_listed(volatile)} would explode at the end of a turn"
        yield f"{name}: {exploding} ({describe_facts(facts)})"
    short = [
        field
        for field, held in position.occupied()
        if held.player == player
        and held.state is not FieldState.DEAD
        and held.stones == position.open_neighbour_count(field) - 1
    ]
    if short:
        yield f"{name}: one more stone would explode {_listed(sorted(short))}"
    attacks = _attacks(position, player)
    if attacks:
        yield f"{name} can attack: {'; '.join(attacks)}"
    if not (volatile or short or attacks):
        yield f"{name}: no threats"


def _attacks(position: Position, player: int) -> list[str]:
    """The moves that eliminate opponents' stones, by field."""
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


def moves(state: DialogueState, text: str) -> Lines:
    position = state.replay.position
    if is_over(position) or state.replay.is_inside_turn:
        raise DialogueError("no player is to move here")
    source = read_field(state, text) if text.strip() else None
    found = [move for move in legal_moves(position) if source in {None, move.source}]
    if not found:
        raise DialogueError("no legal move" + (f" from {source}" if source else ""))
    return [f"{state.cast[position.to_move]} can move:", *narration.describe_moves(position, found)]


def show(state: DialogueState, text: str) -> Lines:
    styles = {style.value: style for style in Style}
    word = text.strip() or "compact"
    if word not in styles:
        raise DialogueError(f"not a style: '{word[:20]}' (expected {' or '.join(styles)})")
    look = Look(state.cast.letters or "A")
    return draw(state.replay.position, styles[word], axes=True, look=look).lines()


def turns(state: DialogueState, text: str) -> Lines:
    replay, words = state.replay, text.split()
    here = replay.turn
    first, last = max(1, here - 5), here + 5
    if words:
        numbers = [read_place(state, word).turn for word in words[:2]]
        first, last = numbers[0], numbers[-1]
    last = min(last, replay.line.turn_number)
    lines = [line for turn in range(max(first, 1), last + 1) for line in _listed_turn(state, turn)]
    return lines or ["no turns"]


def _listed_turn(state: DialogueState, turn: int) -> Iterator[str]:
    replay = state.replay
    report = replay.line.report(turn)
    facts = describe_facts(facts_of(report))
    marked = " (comment)" if turn in replay.commented_turns() else ""
    sign = ">" if turn == replay.turn else " "
    written = format_moves(event.move for event in report.moves)
    yield (
        f"{sign} {turn} {state.cast.letters[report.player]} {written}"
        f"{'; ' + facts if facts else ''}{marked}"
    )
    for branch, variation in replay.tree.children(
        replay.tree.canonical(replay.place._replace(turn=turn)).path
    ):
        if branch.turn == turn:
            line = " / ".join(format_moves(moves) for moves in variation.turns[:3])
            yield f"    {branch}: {line}{' ...' if variation.turns[3:] else ''}"


def variations(state: DialogueState, _: str) -> Lines:
    found = walk_paths(state.replay.tree.transcript.annotations.variations)
    lines = [f"{'  ' * (len(path) - 1)}{describe_variation(path, one)}" for path, one in found]
    return lines or ["no variations"]


def compare(state: DialogueState, text: str) -> Lines:
    place = read_place(state, required(text, "a turn such as '42' or '12.1/14'"))
    replay, cast = state.replay, state.cast
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
    lines += _compare_figures(state, other)
    return lines


def _compare_figures(state: DialogueState, other: Position) -> Iterator[str]:
    ours, theirs = standing(state.replay.position), standing(other)
    stones, others = tally(state.replay.position).stones, tally(other).stones
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
            yield f"{state.cast.full_name(player)}: {', '.join(parts)}"


def figures(state: DialogueState, _: str) -> Lines:
    replay = state.replay
    last = replay.line.turn_number
    if not replay.position.players:
        raise DialogueError("this board has no players yet")
    every = max(1, -(-last // 20))
    chosen = sorted({*range(0, last + 1, every), replay.turn, last})
    return [_figures_row(state, replay.line, turn) for turn in chosen]


def _figures_row(state: DialogueState, line: Line, turn: int) -> str:
    held = state.replay.statistics.figures(turn)
    parts = [
        f"{letter} {held.stones[player]}+{held.secured[player]}+{held.leading[player]}"
        for player, letter in enumerate(state.cast.letters[: line.position_after(0).players])
    ]
    sign = ">" if turn == state.replay.turn else " "
    return f"{sign} turn {turn}: {', '.join(parts)} (stones+secured+leading)"


def where(state: DialogueState, _: str) -> Lines:
    replay = state.replay
    inside = f", step {replay.step} of {len(replay.steps)}" if replay.step is not None else ""
    last = replay.line.turn_number
    return [f"{format_path(replay.path)}, turn {replay.turn} of {last}{inside}"]


def _listed(fields: tuple[Field, ...] | list[Field]) -> str:
    shown = [str(field) for field in fields[:MOST_FIELDS]]
    more = len(fields) - len(shown)
    return listed([*shown, f"{more} more"] if more else shown)
