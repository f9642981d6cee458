"""Malformed files and the diagnostics that users see.

`malformed/NAME.expected` is the output of `atlantis check` for `malformed/NAME`. After changing a
message, run `python -m tests.transcript.test_malformed` to write them again, and review the diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.support.diagnostics import draw_diagnostics
from atlantis_core.transcript import TranscriptError, check, loads, reader, replay

FOLDER = Path(__file__).parent / "malformed"
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix in {".json", ".txt"})


def drawn(path: Path) -> str:
    content = path.read_bytes()
    source = reader.read(content, path.name).source
    return draw_diagnostics(check(content, path.name), source.text) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_diagnostics_of_malformed_files(path: Path) -> None:
    expected = path.with_name(path.name + ".expected").read_text(encoding="utf-8")
    assert drawn(path) == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_malformed_file_is_refused_by_reading_or_replaying(path: Path) -> None:
    with pytest.raises(TranscriptError) as caught:
        replay(loads(path.read_bytes(), path.name))
    assert all(found.has_place for found in caught.value.diagnostics)
    assert any(found.is_error for found in caught.value.diagnostics)


def test_every_expectation_has_a_malformed_file() -> None:
    names = {path.name.removesuffix(".expected") for path in FOLDER.iterdir()}
    assert names == {path.name for path in FILES}


if __name__ == "__main__":
    for file in FILES:
        file.with_name(file.name + ".expected").write_text(drawn(file), encoding="utf-8")
