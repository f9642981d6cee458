"""Run as a program by the tests of saving: saves again and again until it is killed.

`python -m tests.transcript.saving_process PATH SIZE COUNT` saves numbered contents of about SIZE
bytes, each expecting the one before, and prints the number of each save that has returned.
COUNT 0 means for ever.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from atlantis_core.files.saving import save_bytes
from atlantis_core.transcript import fingerprint_of


def content(number: int, size: int) -> bytes:
    """A content that shows whether it is whole: every line says the same number."""
    line = f"{number:012}\n".encode()
    return line * (size // len(line))


def number_in(data: bytes, size: int) -> int:
    """The number of a whole content; fails if it is a mixture or cut."""
    number = int(data[:12])
    assert data == content(number, size), "a mixture"
    return number


def main() -> None:
    path, size, most = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    known = fingerprint_of(path)
    first = number_in(path.read_bytes(), size) + 1
    for number in count(first):
        if most and number >= first + most:
            return
        known = save_bytes(content(number, size), path, expected=known)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
