"""Packs the reference traces of the game author's engine for the tests.

Usage: python tests/traces/compact.py FOLDER_WITH_TRACES

Each `NAME.json` becomes `NAME.json.gz` beside this file, byte for byte the same once unpacked.
The same input gives the same output: no file name and no time goes into the archive.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path


def pack(source: Path, folder: Path) -> Path:
    packed = folder / f"{source.name}.gz"
    packed.write_bytes(gzip.compress(source.read_bytes(), compresslevel=9, mtime=0))
    return packed


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: python tests/traces/compact.py FOLDER_WITH_TRACES", file=sys.stderr)
        return 2
    for source in sorted(Path(arguments[0]).glob("*.json")):
        packed = pack(source, Path(__file__).parent)
        print(f"{packed.name}: {packed.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
