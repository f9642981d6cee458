"""Games on a real cluster: a scheduler and two workers, as processes of this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from atlantis_core.arena.results import software
from tests.waiting import PATIENCE, wait_for

distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")


@dataclass
class Cluster:
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def start(*words: str, folder: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "DASK_DISTRIBUTED__WORKER__DAEMON": "False"}
    with (folder / "log.txt").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", *words], cwd=folder, stdout=log, stderr=log, env=environment
        )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler and two workers, as in docs/bots.md."""
    file = tmp_path / "scheduler.json"
    options = (
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
        "--scheduler-file",
        str(file),
    )
    processes = [start("distributed.cli.dask_scheduler", *options, folder=tmp_path)]
    try:
        address = _address(file)
        for number in (1, 2):
            folder = tmp_path / f"worker{number}"
            folder.mkdir()
            plain = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
            words = ("distributed.cli.dask_worker", address, *plain)
            processes.append(start(*words, folder=folder))
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        yield Cluster(address, processes[0], processes[1:])
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait(timeout=PATIENCE)


def _address(file: Path) -> str:
    wait_for(lambda: file.exists() and bool(file.read_text().strip()))
    address: str = json.loads(file.read_text())["address"]
    return address


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "atlantis_core", "match", "greedy", "gentle", *words]


def has_lines(path: Path) -> bool:
    """Whether a results file contains games."""
    return path.exists() and len(path.read_text().splitlines()) > 2


def lines(path: Path) -> list[str]:
    return sorted(path.read_text().replace(path.stem, "results").splitlines())


def games(path: Path) -> dict[str, bytes]:
    folder = path.with_name(f"{path.stem}-games")
    return {game.name: game.read_bytes() for game in folder.iterdir()}


def test_games_equal_those_of_one_machine_after_a_worker_is_killed(
    cluster: Cluster, tmp_path: Path
) -> None:
    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    options = ("--board", "triangle:3", "--games", "60")
    local = subprocess.run(
        command(*options, "--out", str(alone)),
        capture_output=True,
        check=True,
        text=True,
        timeout=PATIENCE,
    )
    running = subprocess.Popen(
        command(*options, "--on", cluster.address, "--out", str(together)),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    wait_for(lambda: has_lines(together))
    assert running.poll() is None
    cluster.workers[0].kill()
    said, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert said == local.stdout
    assert lines(together) == lines(alone)
    assert games(together) == games(alone)


def output_of(words: list[str]) -> bytes:
    return subprocess.run(words, check=True, timeout=PATIENCE, stdout=subprocess.PIPE).stdout


def test_games_are_indexed_on_a_cluster_after_a_worker_is_killed(
    cluster: Cluster, tmp_path: Path
) -> None:
    options = ("--board", "triangle:2", "--games", "300", "--out", str(tmp_path / "m.jsonl"))
    output_of(command(*options, "--collection"))
    games = str(tmp_path / "m-games.jsonl")
    library = (sys.executable, "-m", "atlantis_core", "library")
    add = (*library, "add", games, "--on", cluster.address, "--index", str(tmp_path / "index"))
    adding = subprocess.Popen(add, stdout=subprocess.PIPE, text=True)
    cluster.workers[1].kill()
    said, _ = adding.communicate(timeout=PATIENCE)
    assert said == "1 file, 300 new games\n"

    output_of([*library, "add", games, "--index", str(tmp_path / "other")])
    found = [
        output_of([*library, "search", "--json", "--index", str(tmp_path / name)])
        for name in ("index", "other")
    ]
    assert found[0] == found[1]


def endless_match(cluster: Cluster, out: Path) -> subprocess.Popen[str]:
    """A match that does not end on its own, after its first games."""
    running = subprocess.Popen(
        command("--games", "100000", "--board", "triangle:2", "--on", cluster.address)
        + ["--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: has_lines(out))
    return running


def test_ctrl_c_ends_a_match_and_keeps_finished_games(cluster: Cluster, tmp_path: Path) -> None:
    out = tmp_path / "kept.jsonl"
    running = endless_match(cluster, out)
    running.send_signal(signal.SIGINT)
    _, complaint = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert "Traceback" not in complaint
    assert len(out.read_text().splitlines()) > 2


def test_dead_scheduler_is_reported_and_finished_games_are_kept(
    cluster: Cluster, tmp_path: Path
) -> None:
    out = tmp_path / "kept.jsonl"
    running = endless_match(cluster, out)
    cluster.scheduler.kill()
    _, complaint = running.communicate(timeout=PATIENCE)
    assert running.returncode == 1
    assert (
        f"lost the connection to the scheduler at '{cluster.address}'; finished games are kept"
        in complaint
    )
    assert "Traceback" not in complaint
    assert len(out.read_text().splitlines()) > 2


def test_unsuitable_workers_are_refused_before_the_first_game(cluster: Cluster) -> None:
    other = {**os.environ, "ATLANTIS_ENGINE": "pure"}
    with distributed.Client(cluster.address, set_as_default=False) as client:
        is_native = "native engine" in next(iter(client.run(software).values()))
    done = subprocess.run(
        command("--on", cluster.address),
        capture_output=True,
        text=True,
        check=False,
        env=other,
        timeout=PATIENCE,
    )
    if is_native:
        assert done.returncode == 1
        assert "native engine" in done.stderr
        assert "(expected atlantis" in done.stderr
    program = command("agent:true", "--on", cluster.address)
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert "use --agents-on-workers" in done.stderr
