"""Engine and oracle match the recorded perft numbers, see `perft.py`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from atlantis_core.positions.position import Position
from tests import oracle
from tests.engines import EACH_ENGINE
from tests.little_boards import position
from tests.perft import ENGINE, ORACLE
from tests.translation import oracle_world

pytestmark = EACH_ENGINE

MOST_FOR_ORACLE = 3000
"""The oracle is slow and checks only the numbers up to this one."""


@dataclass(frozen=True)
class OnFile:
    name: str
    board: str
    stacks: list[str]
    counts: list[int]
    """perft(1), perft(2), ..."""

    @property
    def start(self) -> Position:
        return position(self.board, *self.stacks)


ON_FILE = [
    OnFile(**record)
    for record in json.loads((Path(__file__).parent / "perft.json").read_text(encoding="utf-8"))
]


def explain(start: Position, world: oracle.World, depth: int) -> str:
    """The first turns for which engine and oracle differ, or all if they agree."""
    ours, theirs = ENGINE.split(start, depth), ORACLE.split(world, depth)
    lines = [
        f"{turn}: engine {ours.get(turn)}, oracle {theirs.get(turn)}"
        for turn in sorted(ours | theirs)
    ]
    return "\n".join([f"perft({depth}) by the first turn:", *lines])


@pytest.mark.parametrize("record", ON_FILE, ids=lambda record: record.name)
def test_engine_matches_the_recorded_numbers(record: OnFile) -> None:
    start = record.start
    for depth, count in enumerate(record.counts, start=1):
        found = ENGINE.perft(start, depth)
        assert found == count, explain(start, oracle_world(start), depth)


@pytest.mark.parametrize("record", ON_FILE, ids=lambda record: record.name)
def test_oracle_matches_the_recorded_numbers(record: OnFile) -> None:
    world = oracle_world(record.start)
    for depth, count in enumerate(record.counts, start=1):
        if count <= MOST_FOR_ORACLE:
            found = ORACLE.perft(world, depth)
            assert found == count, explain(record.start, world, depth)


def test_splits_add_up_and_name_every_turn() -> None:
    start = position("B2", "b2:2", "a1:1")
    split = ENGINE.split(start, 3)
    assert split == ORACLE.split(oracle_world(start), 3)
    assert sum(split.values()) == ENGINE.perft(start, 3)
    assert "pass" in split
    assert "b2-b3: engine" in explain(start, oracle_world(start), 2)
