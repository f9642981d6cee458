"""The same seed gives the same games, lessons and net, with any number of processes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numpy", reason="the dependency group 'train' is not installed")

from atlantis_core.bots.nets import PATH, pack, weighed_sum
from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine.pure.net import INPUTS, NET_BYTES
from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import Area, areas, is_over
from atlantis_core.rules.shapes import Shape, find_shape
from training.__main__ import main
from training.fit import fit, gather
from training.self_play import SelfPlay, lessons_of_games, play_game
from training.starts import free_start, island_start, random_start

NET = pack(weighed_sum(SEASONED))


def test_games_and_fits_are_repeatable() -> None:
    lessons = play_game(NET, seed=1, effort=20, number=2)
    assert lessons == play_game(NET, seed=1, effort=20, number=2)
    assert lessons
    for lesson in lessons:
        assert len(lesson.inputs) == 8 * len(INPUTS) * len(lesson.searched)
    numbers, loss = fit(gather(lessons), seed=1)
    assert (numbers, loss) == fit(gather(lessons), seed=1)
    assert len(numbers) == NET_BYTES // 8


def test_lessons_keep_their_order_and_values() -> None:
    lessons = play_game(NET, seed=1, effort=20, number=0)
    (batch,) = gather(lessons)
    assert batch.inputs.shape == (len(lessons), len(lessons[0].searched), len(INPUTS))
    assert batch.inputs[-1].tobytes() == lessons[-1].inputs


def test_jobs_give_the_same_lessons_in_the_same_order() -> None:
    contest = SelfPlay(NET, seed=3, effort=4)
    alone = list(lessons_of_games(contest, range(2, 7), jobs=1))
    assert list(lessons_of_games(contest, range(2, 7), jobs=2)) == alone
    assert alone == [contest.play(number) for number in range(2, 7)]


def train(path: Path, *more: str) -> bytes:
    """The file of a tiny training."""
    small = ["--games", "2", "2", "--effort", "4", "6", "--jobs", "1"]
    main([*small, "--output", str(path), *more])
    return path.read_bytes()


def test_training_writes_the_same_file_for_the_same_seed(tmp_path: Path) -> None:
    first = train(tmp_path / "first.json", "--seed", "1")
    assert train(tmp_path / "again.json", "--seed", "1") == first
    assert train(tmp_path / "other.json", "--seed", "2") != first
    assert train(tmp_path / "later.json", "--begin", str(tmp_path / "first.json")) != first


def test_training_on_islands_continues_a_net(tmp_path: Path) -> None:
    net = train(tmp_path / "islands.json", "--islands")
    assert train(tmp_path / "again.json", "--islands") == net
    before, after = (json.loads(text) for text in (PATH.read_text(encoding="utf-8"), net))
    assert len(after) == len(before)
    kept = sum(abs(new - old) < 0.05 for new, old in zip(after, before, strict=True))
    assert kept > len(before) // 2


def test_a_cluster_writes_the_same_file_as_one_machine(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is missing")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    )
    with cluster:
        there = train(tmp_path / "there.json", "--on", cluster.scheduler_address)
    assert there == train(tmp_path / "here.json")


def test_starts_cover_all_trained_boards_and_numbers_of_players() -> None:
    starts = [random_start(Random(seed)) for seed in range(600)]
    shapes = {shape for start in starts if (shape := find_shape(start.board))}
    assert shapes >= {
        *((Shape.TRIANGLE, side) for side in range(3, 9)),
        *((Shape.RHOMBUS, side) for side in range(3, 6)),
        *((Shape.HEXAGON, side) for side in range(2, 6)),
    }
    assert set(Counter(start.players for start in starts)) == {2, 3, 4, 5, 6}
    free = [start for start in starts if find_shape(start.board) is None]
    assert {len(islands_of(start)) for start in free} == {1, 2, 3}


def test_starts_of_the_training_on_islands_are_on_islands() -> None:
    starts = [island_start(Random(seed)) for seed in range(60)]
    assert {len(islands_of(start)) for start in starts} == {2, 3}
    assert {start.players for start in starts} == {2, 3, 4}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_free_starts_are_fair_and_contested(players: int) -> None:
    """Every player has as many stones as any other, on every island."""
    for seed in range(12):
        start = free_start(players, Random(seed))
        assert not is_over(start)
        assert start == free_start(players, Random(seed))
        islands = islands_of(start)
        assert all(area.occupants == tuple(range(players)) for area in islands)
        stones = [sum(start.stacks(player).values()) for player in range(players)]
        assert stones == [7 * len(islands)] * players


def islands_of(start: Position) -> tuple[Area, ...]:
    return areas(start)
