"""Checks certificates of the solver with the oracle: slow, simple, and without the engine.

A certificate names states with a result and a distance. Each entry must follow from others with
smaller distances, so a whole table of correct entries is a proof by induction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from tests import oracle

Entry = tuple[str, int]
"""``win``, ``loss`` or ``draw`` of the player to move, and the number of turns."""
Cell = tuple[oracle.Field, int, int, int]
State = tuple[int, tuple[Cell, ...]]
Matrix = tuple[int, int, int, int]


def find_problems(worlds: Iterable[tuple[oracle.World, Entry]]) -> list[str]:
    """What is wrong with a certificate; nothing if it proves its entries."""
    listed = list(worlds)
    table = {canonical(world): entry for world, entry in listed}
    problems = []
    for world, (result, distance) in listed:
        found = oracle.areas(world)
        if oracle.is_over(found):
            winner = oracle.ranking(oracle.secured(found, world.players))[0]
            expected = ("win" if winner == world.to_move else "loss", 0)
            if (result, distance) != expected:
                problems.append(f"a finished game is {expected}, not {result, distance}")
            continue
        after = [table.get(canonical(next_world)) for next_world in worlds_after(world)]
        if not follows(result, distance, after):
            problems.append(f"{result} in {distance} does not follow from {after}")
    return problems


def follows(result: str, distance: int, found: list[Entry | None]) -> bool:
    """Whether a result follows from those of all successors; None is an unknown one."""
    known = [entry for entry in found if entry is not None]
    if result == "win":
        return any(value == "loss" and length < distance for value, length in known)
    if len(known) < len(found):
        return False
    if result == "loss":
        return all(value == "win" and length < distance for value, length in known)
    values = {value for value, _ in known}
    return "draw" in values and "loss" not in values


def worlds_after(world: oracle.World) -> Iterator[oracle.World]:
    """The world after every turn, in every order of its moves."""
    if not oracle.has_decision(oracle.areas(world), world.to_move):
        yield oracle.play_turn(world, ())
        return
    by_segment: dict[int, list[oracle.Move]] = {}
    for move in oracle.legal_moves(world):
        by_segment.setdefault(world.segment[move[0]], []).append(move)
    for chosen in product(*([None, *moves] for moves in by_segment.values())):
        for order in permutations([move for move in chosen if move is not None]):
            yield oracle.play_turn(world, order)


def canonical(world: oracle.World) -> State:
    """The same value for worlds that a symmetry of the board maps onto each other."""
    cells = [
        (field, oracle.DEAD, -1, 0) if state == oracle.DEAD else (field, state, player or 0, stones)
        for field, (state, player, stones) in world.contents().items()
    ]
    images = [
        tuple(sorted((image[at], state, player, stones) for at, state, player, stones in cells))
        for image in board_symmetries(world)
    ]
    return world.to_move, min(images)


def board_symmetries(world: oracle.World) -> Iterator[dict[oracle.Field, oracle.Field]]:
    """All maps of the board onto itself that map every segment onto a segment."""
    segments: dict[int, list[oracle.Field]] = {}
    for field, number in world.segment.items():
        segments.setdefault(number, []).append(field)
    groups = {frozenset(fields) for fields in segments.values()}
    left, low = (min(field[axis] for field in world.segment) for axis in (0, 1))
    for turns, is_mirrored in product(range(6), (False, True)):
        turned = {field: _turned(field, turns, is_mirrored) for field in world.segment}
        right = left - min(x for x, _ in turned.values())
        up = low - min(y for _, y in turned.values())
        image = {field: (x + right, y + up) for field, (x, y) in turned.items()}
        if {frozenset(image[field] for field in group) for group in groups} == groups:
            yield image


def _turned(field: oracle.Field, turns: int, is_mirrored: bool) -> oracle.Field:
    x, y = field[::-1] if is_mirrored else field
    for _ in range(turns):
        x, y = x - y, x
    return x, y
