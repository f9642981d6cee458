"""Questions about the board in an order that a listener can follow.

By segment, by direction, around a field ring by ring, along a line, and player by player. Fields
with equal contents are named together, and empty ones only counted where their names say little.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from atlantis_core.positions.grid import (
    Direction,
    Field,
    format_segment,
    neighbour,
    parse_field,
    segment_centre,
)
from atlantis_core.positions.position import Contents, FieldState, Position
from atlantis_core.review.reasons import describe_contents
from atlantis_core.rules.turns import volatile_fields
from atlantis_core.support.errors import NotationError
from atlantis_core.support.phrases import counted, listed
from .state import DialogueState, read_field, required
from .verbs import DialogueError, Lines

_COMPASS = {
    Direction.N: ("n", "north"),
    Direction.NE: ("ne", "northeast"),
    Direction.SE: ("se", "southeast"),
    Direction.S: ("s", "south"),
    Direction.SW: ("sw", "southwest"),
    Direction.NW: ("nw", "northwest"),
}
"""The six directions clockwise, each with its short and its long name."""
_EXPECTED_DIRECTION = "n, ne, se, s, sw or nw"
FURTHEST_RING = 9


def parse_direction(text: str) -> Direction:
    """Parse ``ne``, ``northeast`` or ``north-east``; raises NotationError."""
    word = text.lower().replace("-", "")
    for direction, names in _COMPASS.items():
        if word in names:
            return direction
    raise NotationError(text, "direction", _EXPECTED_DIRECTION)


def look(state: DialogueState, text: str) -> Lines:
    """Describe the whole board, a segment, one side of the board, or a field."""
    word = text.strip()
    position = state.replay.position
    if not word:
        return _describe_segments(state, range(len(position.board.segments)), says_where=True)
    if word.lower() in {name for names in _COMPASS.values() for name in names}:
        return _look_towards(state, parse_direction(word))
    if word[:1].isupper():
        return _describe_segments(state, [_read_segment(position, word)])
    return _look_at(state, read_field(state, word))


def along(state: DialogueState, text: str) -> Lines:
    """The fields of a line from a field to the edge of the board: ``line c5 ne``."""
    words = required(text, "a field and a direction, such as 'c5 ne'").split()
    start = read_field(state, words[0])
    if len(words) < 2:
        return [_describe_line(state, start, direction) for direction in _COMPASS]
    return [_describe_line(state, start, parse_direction(words[1]))]


def around(state: DialogueState, text: str) -> Lines:
    """The fields at a distance from a field, clockwise from the north: ``around c5 2``."""
    words = required(text, "a field, or a field and a distance, such as 'c5 2'").split()
    centre = read_field(state, words[0])
    distance = words[1] if len(words) > 1 else "1"
    is_number = distance.isascii() and distance.isdigit() and len(distance) < 6
    if not (is_number and 1 <= int(distance) <= FURTHEST_RING):
        raise DialogueError(f"not a distance: '{distance[:20]}' (expected 1 to {FURTHEST_RING})")
    board = state.replay.position.board
    fields = [field for field in ring(centre, int(distance)) if field in board]
    if not fields:
        return [f"the board has no field {distance} away from {centre}"]
    return [f"clockwise from the north: {_describe_run(state, fields)}"]


def ring(centre: Field, distance: int) -> Iterator[Field]:
    """The fields of the grid at a distance, clockwise from the one in the north."""
    corners = tuple(_COMPASS)
    for corner, step in zip(corners, corners[2:] + corners[:2], strict=True):
        begin = neighbour(centre, corner, distance)
        yield from (neighbour(begin, step, steps) for steps in range(distance))


def mine(state: DialogueState, _: str) -> Lines:
    """The stacks of the player to move, or of the player who listens."""
    return [_describe_player(state, state.listener)]


def theirs(state: DialogueState, _: str) -> Lines:
    """The stacks of all other players."""
    players = range(state.replay.position.players)
    return [_describe_player(state, player) for player in players if player != state.listener]


def _look_at(state: DialogueState, field: Field) -> Lines:
    position = state.replay.position
    held = position[field]
    name = segment_name(position, position.board.segment_of(field))
    first = f"{field}, segment {name}: {describe_contents(held, state.cast)}"
    if held.state is not FieldState.DEAD:
        first += f"; {counted(position.open_neighbour_count(field), 'open neighbour')}"
        if held.player is not None and field in volatile_fields(position, held.player):
            first += "; volatile: it explodes next"
    near = {direction: neighbour(field, direction) for direction in _COMPASS}
    there: dict[str, list[str]] = {}
    for direction, other in near.items():
        if other in position.board:
            words = describe_contents(position[other], state.cast)
            there.setdefault(words, []).append(f"{_COMPASS[direction][0]} {other}")
    around_it = "; ".join(f"{listed(places)}: {words}" for words, places in there.items())
    return [first, around_it] if around_it else [first]


def _look_towards(state: DialogueState, direction: Direction) -> Lines:
    """The segments on one side of the board, from its middle outwards."""
    position = state.replay.position
    found = []
    for number, place in enumerate(_from_middle(position)):
        forward = _component(place, direction)
        if forward > 0.5 * hypot(*place) > 0:  # within 60 degrees
            found.append((forward, number))
    if not found:
        return [f"there is no segment in the {_COMPASS[direction][1]}"]
    return _describe_segments(state, [number for _, number in sorted(found)])


def _from_middle(position: Position) -> list[tuple[float, float]]:
    """Drawn position of each segment, relative to the middle of the board."""
    centres = [_middle(fields) for fields in position.board.segments]
    x, y = _middle_of_points(centres)
    return [(centre[0] - x, centre[1] - y) for centre in centres]


def _component(place: tuple[float, float], direction: Direction) -> float:
    """Distance of a place along a direction."""
    x, y = _drawn(*direction.value)
    return place[0] * x + place[1] * y


def _side(place: tuple[float, float]) -> str:
    """The direction of a place that fits best, or ``middle`` within a field of the middle."""
    if hypot(*place) < 1:
        return "middle"
    return _COMPASS[max(_COMPASS, key=lambda direction: _component(place, direction))][1]


def _drawn(x: float, y: float) -> tuple[float, float]:
    """Drawn position of a field: columns to the right, rows upwards, neighbours one apart."""
    return (x - y) * 0.75**0.5, (x + y) * 0.5


def _middle(fields: Iterable[Field]) -> tuple[float, float]:
    return _middle_of_points([_drawn(field.x, field.y) for field in fields])


def _middle_of_points(points: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def segment_name(position: Position, number: int) -> str:
    """The name of a segment: ``B2``, or its lowest field if it is not a standard one."""
    fields = position.board.segments[number]
    centre = segment_centre(fields)
    return f"of {min(fields)}" if centre is None else format_segment(centre)


def _read_segment(position: Position, text: str) -> int:
    numbers = range(len(position.board.segments))
    found = [number for number in numbers if segment_name(position, number) == text]
    if not found:
        field = parse_field(text.lower())
        if field not in position.board:
            raise DialogueError(f"there is no segment '{text[:20]}' on this board")
        return position.board.segment_of(field)
    return found[0]


def _describe_segments(
    state: DialogueState, numbers: Iterable[int], *, says_where: bool = False
) -> Lines:
    """A line for each segment with its side of the board, and one for all empty ones."""
    position = state.replay.position
    places = _from_middle(position) if says_where and len(position.board.segments) > 1 else None
    empty = []
    for number in numbers:
        name = segment_name(position, number)
        fields = sorted(position.board.segments[number])
        if all(_is_empty(position[field]) for field in fields):
            empty.append(name)
        else:
            where = f" ({_side(places[number])})" if places else ""
            yield f"{name}{where}: {_group(state, fields)}"
    if empty:
        yield f"{listed(empty)}: open and empty"


def _group(state: DialogueState, fields: Iterable[Field]) -> str:
    """Fields with the same contents together; empty ones are counted last."""
    position = state.replay.position
    alike: dict[Contents, list[Field]] = {}
    for field in fields:
        alike.setdefault(_shown(position[field]), []).append(field)
    parts, empty = [], 0
    for held, there in alike.items():
        if _is_empty(held):
            empty = len(there)
            continue
        each = " each" if len(there) > 1 and held.state is not FieldState.DEAD else ""
        parts.append(f"{listed(list(map(str, there)))} {describe_contents(held, state.cast)}{each}")
    if empty:
        parts.append(f"{empty} empty")
    return "; ".join(parts)


def _describe_line(state: DialogueState, start: Field, direction: Direction) -> str:
    board, fields, field = state.replay.position.board, [], neighbour(start, direction)
    while field in board:
        fields.append(field)
        field = neighbour(field, direction)
    heading = f"{start} {_COMPASS[direction][1]}"
    return f"{heading}: {_describe_run(state, fields)}" if fields else f"{heading}: edge"


def _describe_run(state: DialogueState, fields: Iterable[Field]) -> str:
    """Fields one after the other; neighbours in the list with the same contents together."""
    position = state.replay.position
    runs: list[tuple[str, list[Field]]] = []
    for field in fields:
        words = describe_contents(position[field], state.cast)
        if runs and runs[-1][0] == words:
            runs[-1][1].append(field)
        else:
            runs.append((words, [field]))
    return "; ".join(
        f"{there[0]}{f' to {there[-1]}' if len(there) > 1 else ''} {words}" for words, there in runs
    )


def _describe_player(state: DialogueState, player: int) -> str:
    position, name = state.replay.position, state.cast[player]
    stacks: dict[tuple[bool, int], list[Field]] = {}
    for field, held in position.occupied():
        if held.player == player and held.state is not FieldState.DEAD:
            is_growing = held.state is FieldState.GROWING
            stacks.setdefault((is_growing, held.stones), []).append(field)
    if not stacks:
        return f"{name} has no stones"
    parts = [
        f"{'growing ' if is_growing else ''}{stones} on "
        f"{listed([str(field) for field in sorted(stacks[is_growing, stones])])}"
        for is_growing, stones in sorted(stacks, key=lambda key: (key[0], -key[1]))
    ]
    return f"{name}: {'; '.join(parts)}"


def _shown(held: Contents) -> Contents:
    """Contents for comparing: dead fields are equal, regardless of their owners."""
    return held._replace(player=None, stones=0) if held.state is FieldState.DEAD else held


def _is_empty(held: Contents) -> bool:
    return held.state is FieldState.OPEN and not held.stones
