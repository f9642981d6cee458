"""Games on a cluster relative to as many local processes; needs the extra `cluster`.

The cluster is a scheduler and two workers on this machine. Processor time is compared: what two
workers gain by the clock depends on what else the machine does.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from time import process_time

from atlantis_core.arena.matches import Match
from atlantis_core.arena.results import software
from atlantis_core.bots.seats import parse_contestant
from atlantis_core.contests.cluster import play_games_on
from atlantis_core.contests.game_runs import play_games
from atlantis_core.rules.shapes import Shape, traditional_start
from benchmarks.claims import Claim, at_most
from benchmarks.timing import processor_seconds, seconds_of_children

WORKERS = 2
GAMES = 60


def claims() -> Iterator[Claim]:
    if find_spec("distributed") is None:
        print("skipped: the extra 'cluster' is not installed")
        return
    from distributed import LocalCluster  # noqa: PLC0415 -- an extra

    start = traditional_start(Shape.HEXAGON, 2, 2)
    contestants = (parse_contestant("grandmaster"), parse_contestant("master"))
    match = Match(contestants, "hexagon:2", start, openings=4)
    numbers = range(GAMES)
    with LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        address: str = cluster.scheduler_address
        list(play_games_on(address, software, match, range(WORKERS)))  # workers import the game
        begun = sum(seconds_of_children())
        started = process_time()
        list(play_games_on(address, software, match, numbers))
        there = process_time() - started + sum(seconds_of_children()) - begun
    started = processor_seconds()
    list(play_games(match, numbers, WORKERS))
    here = processor_seconds() - started
    yield at_most(1.4, "games on a cluster, relative to as many processes", there / here)
