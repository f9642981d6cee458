"""`make fuzz MINUTES=10`: mutated inputs for all readers, on all cores.

Inputs with new behaviour join the corpus, which is kept in a folder for the next run. Inputs that
raise an unexpected exception or take longer than ten seconds are written to
`tests/fuzzing/findings`, which the suite repeats.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import sys
import traceback
from pathlib import Path
from random import Random
from time import monotonic
from types import FrameType
from typing import NamedTuple

from atlantis_core.support.errors import AtlantisError
from tests.attacks import record
from tests.fuzzing.readers import READERS, SAMPLES
from tests.fuzzing.spoiling import spoil

ROOT = Path(__file__).parents[2]
FINDINGS = Path(__file__).parent / "findings"
SECONDS = 10.0
"""Seconds for one input; a reader that needs longer hangs."""
LARGEST_SEED = 6_000
MOST_KEPT = 4_000


class Tally(NamedTuple):
    """Results of one process."""

    inputs: int
    kept: int
    findings: tuple[str, ...]


class _HangError(Exception):
    """An input took too long."""


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise _HangError


def seeds() -> list[bytes]:
    """Samples of every format in the project, and past findings."""
    folders = (ROOT / "transcripts", ROOT / "tests", ROOT / "examples", ROOT / "docs")
    suffixes = {".json", ".txt", ".toml", ".jsonl", ".map", ".hsn", ".otg", ".kalah", ".md"}
    found = [
        path.read_bytes()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in suffixes and path.is_file() and path.stat().st_size <= LARGEST_SEED
    ]
    return [*found, *(path.read_bytes() for path in sorted(FINDINGS.glob("*.bin")))]


def mutated(name: str, dice: Random, corpus: list[bytes]) -> bytes:
    """A mutated input, for some readers often one of their own samples."""
    own = SAMPLES.get(name)
    chosen = dice.choice(corpus) if own is None or dice.random() < 0.5 else own
    return spoil(chosen, dice, corpus)


def try_one(name: str, data: bytes) -> str:
    """The signature of a reader for an input. Raises unexpected exceptions."""
    try:
        return f"{name}: {READERS[name](data)}"
    except AtlantisError as error:
        return f"{name}! {type(error).__name__}"


def _run(number: int, minutes: float, folder: Path) -> Tally:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, _stop)
    dice = Random(f"{number} {os.getpid()} {monotonic()}")
    corpus = [*seeds(), *(path.read_bytes() for path in sorted(folder.glob("*.bin")))]
    names, seen, findings = list(READERS), set[str](), list[str]()
    inputs = kept = 0
    end = monotonic() + 60 * minutes
    while monotonic() < end:
        name = dice.choice(names)
        data = mutated(name, dice, corpus)
        inputs += 1
        try:
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            said = try_one(name, data)
            signal.setitimer(signal.ITIMER_REAL, 0)
        except Exception:  # noqa: BLE001 - what readers must not raise is what we look for
            signal.setitimer(signal.ITIMER_REAL, 0)
            findings.append(_keep_finding(name, data, traceback.format_exc()))
            continue
        if said not in seen:
            seen.add(said)
            if len(corpus) < MOST_KEPT:
                corpus.append(data)
                (folder / f"{_digest(data)}.bin").write_bytes(data)
                kept += 1
    return Tally(inputs, kept, tuple(findings))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _keep_finding(name: str, data: bytes, trace: str) -> str:
    path = FINDINGS / f"{name}-{_digest(data)}.bin"
    path.write_bytes(data)
    return f"{path.name}\n{trace}"


def main() -> int:
    minutes, folder = float(sys.argv[1]), Path(sys.argv[2])
    jobs = int(sys.argv[3]) if len(sys.argv) > 3 else os.cpu_count() or 1
    folder.mkdir(parents=True, exist_ok=True)
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        tallies = pool.starmap(_run, [(number, minutes, folder) for number in range(jobs)])
    findings = [finding for tally in tallies for finding in tally.findings]
    inputs, kept = (sum(numbers) for numbers in list(zip(*tallies, strict=True))[:2])
    for finding in findings[:20]:
        sys.stdout.write(f"{finding}\n")
    result = (
        f"{inputs} inputs for {len(READERS)} readers, {kept} new to the corpus, "
        f"{len(findings)} findings"
    )
    sys.stdout.write(f"{result}\n")
    record(f"make fuzz MINUTES={minutes:g}", result)
    return 1 if findings else 0
