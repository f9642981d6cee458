"""Packs the reference traces of the game author's engine for the tests.

Usage: python tests/pack_traces.py FOLDER_WITH_TRACES

Each `NAME.json` becomes `traces/NAME.json.gz`. Deterministic: the archive contains neither a file
name nor a time.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "traces"


def pack(source: Path) -> None:
    packed = gzip.compress(source.read_bytes(), compresslevel=9, mtime=0)
    (FOLDER / f"{source.name}.gz").write_bytes(packed)


def main(arguments: list[str]) -> None:
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        sys.exit("usage: python tests/pack_traces.py FOLDER_WITH_TRACES")
    for source in sorted(Path(arguments[0]).glob("*.json")):
        pack(source)


if __name__ == "__main__":
    main(sys.argv[1:])
