"""Starting positions on any board: far apart, in turn order around it.

Standard boards, even if read from a file, get their standard start (`shapes`). On other boards
each player gets the segment farthest from those chosen before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import atan2

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, segment_centre
from atlantis_core.support.errors import SetupError
from .shapes import DUMMY_STONES, find_shape, traditional_start

Segment = Sequence[Field]
Middle = tuple[float, float]


def start_on_board(
    segments: Sequence[Segment], players: int, dummies: Collection[int] = ()
) -> list[Mapping[Field, int]]:
    """Stacks of each player: one stone on every field of a segment, or a dummy's stack."""
    shape = find_shape(Board(segments))
    if shape is not None:
        start = traditional_start(*shape, players, dummies)
        return [start.stacks(player) for player in range(players)]
    if len(segments) < players:
        raise SetupError([f"a board of {len(segments)} segments has no room for {players} players"])
    chosen = _around(_spread(segments, players))
    return [
        {_middle_field(segment): DUMMY_STONES} if seat in dummies else dict.fromkeys(segment, 1)
        for seat, segment in enumerate(chosen)
    ]


def _spread(segments: Sequence[Segment], players: int) -> list[Segment]:
    """Segments far from each other, the first one farthest from the middle of the board."""
    middles = [_middle(segment) for segment in segments]
    everything = _middle([field for segment in segments for field in segment])
    gaps = [_distance(middle, everything) for middle in middles]
    chosen = [gaps.index(max(gaps))]
    gaps = [_distance(middle, middles[chosen[0]]) for middle in middles]
    while len(chosen) < players:
        # Interleaved segments can have the same middle, so exclude chosen ones explicitly.
        free = [number for number in range(len(segments)) if number not in chosen]
        chosen.append(max(free, key=gaps.__getitem__))
        gaps = [
            min(gap, _distance(m, middles[chosen[-1]]))
            for gap, m in zip(gaps, middles, strict=True)
        ]
    return [segments[number] for number in chosen]


def _around(segments: Sequence[Segment]) -> list[Segment]:
    """The segments in clockwise order around their common middle."""
    x, y = _middle([field for segment in segments for field in segment])

    def angle(segment: Segment) -> float:
        there_x, there_y = _middle(segment)
        # On the screen x - y points right and x + y points up.
        return atan2(there_x - x + there_y - y, there_x - x - there_y + y)

    return sorted(segments, key=angle, reverse=True)


def _middle(fields: Sequence[Field]) -> Middle:
    return (
        sum(field.x for field in fields) / len(fields),
        sum(field.y for field in fields) / len(fields),
    )


def _middle_field(segment: Segment) -> Field:
    centre = segment_centre(segment)
    if centre is not None:
        return centre
    return min(segment, key=lambda field: (_distance(field, _middle(segment)), field))


def _distance(one: Middle, other: Middle) -> float:
    """Distance in steps on the grid."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    return max(abs(dx), abs(dy), abs(dx - dy))
