"""The rules of Kalah a second time, simple and slow.

A second opinion: a dictionary of pits, one seed at a time, and a simple alpha-beta that counts only
the stores, as a baseline for our agent. Must not import atlantis_core: that would allow both sides
to share a misreading of the rules.

A pit is a side and a number; the number after the last hole is the store. Sides are "south" and
"north", holes count from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Pit = tuple[str, int]
SIDES = ("south", "north")


@dataclass
class World:
    """A board and the side to move; None when the match is over."""

    holes: int
    seeds: dict[Pit, int]
    to_move: str | None = "south"
    moves: int = 0

    @property
    def store(self) -> int:
        return self.holes + 1

    def row(self, side: str) -> list[int]:
        return [self.seeds[side, hole] for hole in range(1, self.holes + 1)]

    def state(self) -> str:
        numbers = [
            self.seeds[side, pit] for side in ("north", "south") for pit in range(1, self.store + 1)
        ]
        return ",".join(map(str, numbers))


def set_up(holes: int, seeds: int) -> World:
    return World(
        holes,
        {
            (side, pit): seeds if pit <= holes else 0
            for side in SIDES
            for pit in range(1, holes + 2)
        },
    )


def opponent(side: str) -> str:
    return "north" if side == "south" else "south"


def legal_holes(world: World) -> list[int]:
    if world.to_move is None:
        return []
    return [hole for hole in range(1, world.holes + 1) if world.seeds[world.to_move, hole] > 0]


def next_pit(world: World, pit: Pit, sower: str) -> Pit:
    """The next pit around the board, skipping the opponent's store."""
    side, number = pit
    last = world.store if side == sower else world.holes
    return (side, number + 1) if number < last else (opponent(side), 1)


def play(world: World, hole: int) -> World:
    """The board after a player empties a hole."""
    side = world.to_move
    assert side is not None
    seeds = dict(world.seeds)
    pit: Pit = (side, hole)
    hand, seeds[pit] = seeds[pit], 0
    while hand > 0:
        pit = next_pit(world, pit, side)
        seeds[pit] += 1
        hand -= 1
    where, number = pit
    opposite = (opponent(side), world.holes + 1 - number)
    if where == side and number <= world.holes and seeds[pit] == 1 and seeds[opposite] > 0:
        seeds[side, world.store] += seeds[pit] + seeds[opposite]
        seeds[pit] = seeds[opposite] = 0
    goes_on = pit == (side, world.store) and world.moves > 0
    after = World(world.holes, seeds, side if goes_on else opponent(side), world.moves + 1)
    if any(sum(after.row(each)) == 0 for each in SIDES):
        collect(after)
    return after


def collect(world: World) -> None:
    """End the match: remaining seeds go to the side on which they are."""
    for side in SIDES:
        world.seeds[side, world.store] += sum(world.row(side))
        for hole in range(1, world.holes + 1):
            world.seeds[side, hole] = 0
    world.to_move = None


def perft(world: World, depth: int) -> int:
    """The number of sequences of exactly this many moves."""
    if depth == 0:
        return 1
    return sum(perft(play(world, hole), depth - 1) for hole in legal_holes(world))


def count_nodes(world: World, depth: int) -> int:
    """The number of positions up to a depth, without the first one."""
    if depth == 0:
        return 0
    after = [play(world, hole) for hole in legal_holes(world)]
    return len(after) + sum(count_nodes(each, depth - 1) for each in after)


@dataclass
class Anchor:
    """Plain alpha-beta to a fixed depth that counts only the stores.

    Nothing but the textbook: every move is a step of depth, no table, no ordering beyond trying
    the holes near the store first, the first of equal moves is taken. `nodes` counts the positions
    that it has met.
    """

    depth: int = 10
    nodes: int = 0

    def choose(self, world: World) -> int:
        side = world.to_move
        assert side is not None
        best, chosen = -1000, 0
        for hole in holes_near_store_first(world):
            value = self.value(play(world, hole), side, self.depth - 1, best, 1000)
            if value > best:
                best, chosen = value, hole
        return chosen

    def value(self, world: World, side: str, depth: int, alpha: int, beta: int) -> int:
        """The lead of a side at the end of the best line, if between alpha and beta."""
        self.nodes += 1
        if depth == 0 or world.to_move is None:
            return world.seeds[side, world.store] - world.seeds[opponent(side), world.store]
        is_mine = world.to_move == side
        best = -1000 if is_mine else 1000
        for hole in holes_near_store_first(world):
            value = self.value(play(world, hole), side, depth - 1, alpha, beta)
            if is_mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


def holes_near_store_first(world: World) -> Iterator[int]:
    return reversed(legal_holes(world))
