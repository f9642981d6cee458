"""Compressed collections: unpacked as a stream, within a multiple of their size."""

from __future__ import annotations

import gzip
import io
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.files.collections import read_parts
from atlantis_core.files.compression import MOST_TIMES, DamagedError, unpacked_stream
from tests.commands.running import run
from tests.commands.samples import GAME

PIECES = st.lists(
    st.tuples(st.binary(max_size=9), st.sampled_from([0, 1, 300, 9_000]), st.integers(0, 3)),
    max_size=4,
)


def members(pieces: list[tuple[bytes, int, int]]) -> tuple[bytes, bytes]:
    """The contents of some pieces, and a gzip member of each with padding after it."""
    contents = [text * times for text, times, _ in pieces]
    packed = [gzip.compress(text, mtime=0) for text in contents]
    zeros = [b"\0" * padding for _, _, padding in pieces]
    return b"".join(contents), b"".join(map(bytes.__add__, packed, zeros))


@given(PIECES, st.booleans())
def test_stream_has_the_contents_of_all_members(
    pieces: list[tuple[bytes, int, int]], by_line: bool
) -> None:
    contents, packed = members(pieces)
    stream = unpacked_stream(io.BytesIO(packed))
    assert (b"".join(stream) if by_line else stream.read()) == contents


@given(PIECES.filter(bool), st.data())
def test_truncated_stream_is_damaged_or_ends_with_a_member(
    pieces: list[tuple[bytes, int, int]], data: st.DataObject
) -> None:
    packed = members(pieces)[1]
    cut = packed[: data.draw(st.integers(0, len(packed)))]
    try:
        expected: bytes | None = gzip.decompress(cut)
    except (EOFError, OSError):
        expected = None
    try:
        found: bytes | None = unpacked_stream(io.BytesIO(cut)).read()
    except DamagedError:
        found = None
    assert found == expected


def test_padding_of_any_length_is_skipped() -> None:
    packed = gzip.compress(b"a") + b"\0" * 200_000 + gzip.compress(b"b")
    assert unpacked_stream(io.BytesIO(packed)).read() == b"ab"


@pytest.mark.parametrize("line", [b"\n", b" "])
def test_small_file_with_a_huge_content_is_refused_early(tmp_path: Path, line: bytes) -> None:
    """Blank lines cost minutes, from a file of 300 kB."""
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(line * ((9 << 20) // len(line)), mtime=0))
    with pytest.raises(DamagedError, match=f"over {MOST_TIMES} times its size"):
        list(islice(read_parts(path), 6 << 20))
    assert "unpack it first" in run("stats", path).err


def test_small_file_of_similar_games_is_read(tmp_path: Path) -> None:
    line = GAME.replace("\n", " ").encode() + b"\n"
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress(line * (900_000 // len(line)), mtime=0))
    assert path.stat().st_size * MOST_TIMES < 900_000
    assert sum(1 for _ in read_parts(path)) == 900_000 // len(line)
