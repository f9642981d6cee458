"""A second, slow and simple implementation of the rules R1 to R6, for comparison.

Uses dictionaries of fields; each function names the ruling it implements. Must not import
atlantis_core, so that engine and tests cannot share a misreading of the rules.

A field is a plain (x, y). A move is a pair of fields. Players are 0, 1, 2, ...
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

Field: TypeAlias = tuple[int, int]
Move: TypeAlias = tuple[Field, Field]
Contents: TypeAlias = tuple[int, int | None, int]
"""State, player or None, and number of stones of a field."""

OPEN, GROWING, DEAD = 0, 1, 2

# R1.1: the six steps; a straight line repeats one of them.
STEPS: tuple[Field, ...] = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


@dataclass
class World:
    """A board with its contents. Only `play_turn` makes a changed copy."""

    segment: dict[Field, int]
    state: dict[Field, int]
    player: dict[Field, int | None]
    stones: dict[Field, int]
    players: int
    to_move: int

    def copy(self) -> World:
        return World(
            self.segment,
            dict(self.state),
            dict(self.player),
            dict(self.stones),
            self.players,
            self.to_move,
        )

    def contents(self) -> dict[Field, Contents]:
        """All fields except the open empty ones."""
        return {
            field: (self.state[field], self.player[field], self.stones[field])
            for field in self.segment
            if self.state[field] != OPEN or self.stones[field] > 0
        }


def set_up(
    segments: Iterable[Iterable[Field]], stacks: Sequence[Mapping[Field, int]], to_move: int = 0
) -> World:
    """R7.5: above 0 stones on an open field, below 0 on a growing field, 0 is a dead field."""
    segment = {field: number for number, fields in enumerate(segments) for field in fields}
    world = World(
        segment=segment,
        state=dict.fromkeys(segment, OPEN),
        player=dict.fromkeys(segment, None),
        stones=dict.fromkeys(segment, 0),
        players=len(stacks),
        to_move=to_move,
    )
    for player, placed in enumerate(stacks):
        for field, value in placed.items():
            world.player[field] = player
            world.stones[field] = abs(value)
            world.state[field] = OPEN if value > 0 else GROWING if value < 0 else DEAD
    return world


def neighbours(world: World, field: Field) -> list[Field]:
    x, y = field
    return [(x + dx, y + dy) for dx, dy in STEPS if (x + dx, y + dy) in world.segment]


def open_neighbours(world: World, field: Field) -> list[Field]:
    return [near for near in neighbours(world, field) if world.state[near] == OPEN]


def is_open(world: World, field: Field) -> bool:
    return world.state.get(field) == OPEN


# R3 Movement


def fields_on_the_way(source: Field, destination: Field) -> list[Field] | None:
    """The fields after the source, destination included; None if they share no line (R1.1)."""
    x, y = source
    across, up = destination[0] - x, destination[1] - y
    distance = max(abs(across), abs(up))
    for dx, dy in STEPS:
        if distance > 0 and (dx * distance, dy * distance) == (across, up):
            return [(x + dx * n, y + dy * n) for n in range(1, distance + 1)]
    return None


def is_legal(world: World, move: Move, earlier: Sequence[Move] = ()) -> bool:
    """R3.1, clause by clause. `world` is the board at the start of the turn."""
    source, destination = move
    if source not in world.segment or not is_open(world, source):
        return False
    if world.player[source] != world.to_move or world.stones[source] == 0:
        return False
    way = fields_on_the_way(source, destination)
    if way is None:
        return False
    if len(way) > world.stones[source]:
        return False
    if not all(is_open(world, field) for field in way):
        return False
    return all(world.segment[start] != world.segment[source] for start, _ in earlier)


def legal_moves(world: World, earlier: Sequence[Move] = ()) -> list[Move]:
    """R3.1: sources in board order, then the six directions, then the distance."""
    moved = {world.segment[start] for start, _ in earlier}
    moves: list[Move] = []
    for source, segment in world.segment.items():
        if not is_open(world, source) or world.player[source] != world.to_move:
            continue
        if segment in moved:
            continue
        for dx, dy in STEPS:
            x, y = source
            for _ in range(world.stones[source]):
                x, y = x + dx, y + dy
                if not is_open(world, (x, y)):
                    break
                moves.append((source, (x, y)))
    return moves


def _add_stones(world: World, field: Field, number: int) -> None:
    if number > 0:
        world.player[field] = world.to_move
        world.stones[field] += number


def _remove_stones(world: World, field: Field, number: int) -> None:
    world.stones[field] -= number
    if world.stones[field] == 0 and world.state[field] == OPEN:
        world.player[field] = None  # R4.1: an open empty field has no owner


def _move(world: World, source: Field, destination: Field) -> None:
    """R3.3: the stones leave at once, are eliminated one for one, and the rest lands."""
    way = fields_on_the_way(source, destination)
    assert way is not None
    moving = len(way)
    _remove_stones(world, source, moving)
    for field in way:
        if world.player[field] not in (None, world.to_move):
            fallen = min(moving, world.stones[field])
            _remove_stones(world, field, fallen)
            moving -= fallen
    _add_stones(world, destination, moving)


# R4 Explosion


def volatile_fields(world: World) -> list[Field]:
    """R4.1: of the moving player, not dead, at least as many stones as open neighbours."""
    return [
        field
        for field in world.segment
        if world.player[field] == world.to_move
        and world.state[field] != DEAD
        and world.stones[field] >= len(open_neighbours(world, field))
    ]


def _explode(world: World, field: Field) -> None:
    """R4.2."""
    for near in open_neighbours(world, field):
        if world.player[near] in (None, world.to_move):
            _add_stones(world, near, 1)
        else:
            _remove_stones(world, near, 1)
    world.stones[field] = 0
    world.state[field] = GROWING if world.state[field] == OPEN else DEAD


def _explosion(world: World, shuffle: Random | None) -> None:
    """R4.3: one field after the other until none is volatile; `shuffle` picks them at random.

    A volatile field stays volatile until it explodes, because it only gains stones and loses open
    neighbours. So all volatile fields found at once may explode without another check.
    """
    while volatile := volatile_fields(world):
        for field in volatile if shuffle is None else [shuffle.choice(volatile)]:
            _explode(world, field)


# R5 Growth


def _growth(world: World) -> None:
    for field in world.segment:
        if world.state[field] == GROWING and world.player[field] == world.to_move:
            world.stones[field] += 1


# R2 Turn


def play_turn(world: World, moves: Sequence[Move], shuffle: Random | None = None) -> World:
    """Movement, explosion, growth; then it is the next player's turn (R2.1)."""
    for number, move in enumerate(moves):
        if not is_legal(world, move, moves[:number]):
            raise ValueError(f"not a legal move: {move}")
    after = world.copy()
    for source, destination in moves:
        _move(after, source, destination)
    _explosion(after, shuffle)
    _growth(after)
    after.to_move = (world.to_move + 1) % world.players
    return after


# R6 Score


@dataclass(frozen=True)
class Area:
    fields: frozenset[Field]
    stones: tuple[int, ...]
    touches_growing: bool

    @property
    def occupants(self) -> list[int]:
        return [player for player, stones in enumerate(self.stones) if stones > 0]

    @property
    def only_occupant(self) -> int | None:
        return self.occupants[0] if len(self.occupants) == 1 else None

    @property
    def is_stable(self) -> bool:
        """R6.1."""
        return not self.touches_growing and len(self.occupants) <= 1


def _area_around(world: World, field: Field) -> Area:
    reached = {field}
    frontier = [field]
    while frontier:
        for near in open_neighbours(world, frontier.pop()):
            if near not in reached:
                reached.add(near)
                frontier.append(near)
    stones = [0] * world.players
    for open_field in reached:
        player = world.player[open_field]
        if player is not None:
            stones[player] += world.stones[open_field]
    touches_growing = any(
        world.state[near] == GROWING
        for open_field in reached
        for near in neighbours(world, open_field)
    )
    return Area(frozenset(reached), tuple(stones), touches_growing)


def areas(world: World) -> list[Area]:
    """R6.1: maximal connected sets of open fields, in board order of their first field."""
    found: list[Area] = []
    seen: set[Field] = set()
    for field in world.segment:
        if is_open(world, field) and field not in seen:
            found.append(_area_around(world, field))
            seen |= found[-1].fields
    return found


def _count(found: Iterable[Area], players: int) -> tuple[int, ...]:
    totals = [0] * players
    for area in found:
        if area.only_occupant is not None:
            totals[area.only_occupant] += len(area.fields)
    return tuple(totals)


# The following functions take the areas, so that a caller computes them once.


def secured(found: Sequence[Area], players: int) -> tuple[int, ...]:
    """R6.2: every field of stable areas with stones of exactly one player."""
    return _count([area for area in found if area.is_stable], players)


def leading(found: Sequence[Area], players: int) -> tuple[int, ...]:
    """R6.3: areas that only one player occupies and that a growing field touches."""
    return _count([area for area in found if area.touches_growing], players)


def is_over(found: Sequence[Area]) -> bool:
    """R2.3: every open field is in a stable area."""
    return all(area.is_stable for area in found)


def has_decision(found: Sequence[Area], player: int) -> bool:
    """R2.2: stones in an unstable area."""
    return any(not area.is_stable and area.stones[player] > 0 for area in found)


def ranking(scores: Sequence[int]) -> tuple[int, ...]:
    """R6.4: by score, best first; ties go to the later player."""
    best_last = sorted((score, player) for player, score in enumerate(scores))
    return tuple(player for _, player in reversed(best_last))
