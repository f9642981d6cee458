"""Fuzz target: `python -m tests.transcript.fuzzing [SECONDS] [SEED]`.

Mutates the samples, the malformed files and the foreign ones (bytes flipped, cut, doubled, spliced,
words of the formats inserted) and passes them to all readers. Anything but a transcript or
diagnostics with places is a finding, and so is a file that takes too long: the target stops and
writes the bytes to `fuzz-finding.bin`.
"""

from __future__ import annotations

import random
import re
import sys
import time
from pathlib import Path

from atlantis_core.support.diagnostics import draw_diagnostics
from atlantis_core.transcript import (
    Format,
    LossError,
    TranscriptError,
    check,
    dumps,
    loads,
    reader,
    replay,
)

HERE = Path(__file__).parent
FOLDERS = (HERE.parents[1] / "transcripts", HERE / "malformed", HERE / "foreign")
SECONDS_FOR_ONE = 5.0
WORDS = [
    *(word.encode() for word in "true false null NaN Infinity 1e999 -0 1.0 0 -1 99999".split()),
    *(word.encode() for word in "{ } [ ] , : \" ' \\ \\u0000 \\ud800 // /* */ #".split()),
    *(word.encode() for word in "a1 c5 B2 -a3 c-1 c0 zzzz999999 pass board player - . ( )".split()),
    *(f'"{word}"'.encode() for word in "format version segments players turns events".split()),
    *(f'"{word}"'.encode() for word in "annotations variations comments tags clocks".split()),
    b"\xff",
    b"\x00",
    b"\x1b[31m",
    "\u202e\u2028\ufeff😀".encode(),
    b"[" * 300,
    b"9" * 500,
]

_WORD = re.compile(rb"-?[a-zA-Z0-9]+")


def seeds() -> list[bytes]:
    """The initial corpus."""
    files = sorted(path for folder in FOLDERS for path in folder.rglob("*") if path.is_file())
    return [path.read_bytes() for path in files]


def mutate(data: bytes, others: list[bytes], dice: random.Random) -> bytes:
    """Apply a few random mutations."""
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        at, to = sorted((dice.randrange(len(data) + 1), dice.randrange(len(data) + 1)))
        match dice.randrange(11):
            case 0:
                data = data[:at] + data[min(to, at + 40) :]
            case 1:
                data = data[:at] + dice.choice(WORDS) + data[at:]
            case 2:
                data = data[:at] + dice.choice(WORDS) + data[min(to, at + 10) :]
            case 3:
                data = data[:to] + data[at:to][:2000] + data[to:]
            case 4:
                other = dice.choice(others)
                cut = dice.randrange(len(other) + 1)
                data = data[:at] + other[cut : cut + 200] + data[at:]
            case 5:
                data = data[:at]
            case 6 | 7 | 8 | 9:
                data = _swap_words(data, dice)
            case _:
                data = data[:at] + dice.randbytes(1) + data[at + 1 :]
    return data[:200_000]


def _swap_words(data: bytes, dice: random.Random) -> bytes:
    """Replace a word or number by another one, which often stays readable."""
    words = list(_WORD.finditer(data))
    if not words:
        return data
    one, other = dice.choice(words), dice.choice(words)
    return data[: one.start()] + other[0] + data[one.end() :]


def feed(data: bytes) -> str:
    """Read, check, write and replay the bytes. Returns the outcome.

    Raises AssertionError, or another exception, if a reader misbehaves.
    """
    diagnostics = check(data, "fuzz")
    text = reader.read(data, "fuzz").source.text
    draw_diagnostics(diagnostics, text)
    assert all(found.line >= 1 and found.column >= 1 for found in diagnostics)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for found in diagnostics:
        assert found.line <= len(lines)
        assert found.column + found.length <= len(lines[found.line - 1]) + 2
    try:
        transcript = loads(data, "fuzz")
    except TranscriptError as refusal:
        return _expect(refusal.diagnostics != (), "refused")
    written = dumps(transcript)
    assert dumps(loads(written)) == written
    try:
        assert loads(dumps(transcript, Format.TEXT)).turns == transcript.turns
    except LossError as refusal:
        _expect(refusal.losses != (), "lost")
    has_errors = any(found.is_error for found in diagnostics)
    try:
        replay(transcript)
    except TranscriptError:
        return _expect(has_errors, "illegal")
    return _expect(not has_errors, "replayed")


def _expect(is_fine: bool, outcome: str) -> str:
    assert is_fine, outcome
    return outcome


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else time.time_ns()
    dice, corpus = random.Random(seed), seeds()
    counts: dict[str, int] = {}
    slowest, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        data = mutate(dice.choice(corpus), corpus, dice)
        begin = time.monotonic()
        try:
            outcome = feed(data)
            took = time.monotonic() - begin
            assert took < SECONDS_FOR_ONE, "too slow"
        except BaseException:
            Path("fuzz-finding.bin").write_bytes(data)
            sys.stderr.write(f"seed {seed}: the bytes are in fuzz-finding.bin\n")
            raise
        slowest = max(slowest, took)
        counts[outcome] = counts.get(outcome, 0) + 1
        if outcome != "refused" and len(corpus) < 5000 and dice.random() < 0.05:
            corpus.append(data)
    sys.stdout.write(f"seed {seed}: {sum(counts.values())} inputs in {seconds:.0f} s, {counts}, ")
    sys.stdout.write(f"the slowest took {slowest * 1000:.0f} ms, nothing found\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
