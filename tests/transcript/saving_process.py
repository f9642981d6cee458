"""Program for the tests of saving: saves repeatedly until it is killed.

`python -m tests.transcript.saving_process PATH SIZE COUNT` saves numbered contents of about SIZE
bytes, each expecting the previous one, and prints the number of each completed save. With COUNT 0
it never ends.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from atlantis_core.files.saving import save_bytes
from atlantis_core.transcript import fingerprint_of


def content(number: int, size: int) -> bytes:
    """Content that shows whether it is complete: every line has the same number."""
    line = f"{number:012}\n".encode()
    return line * (size // len(line))


def number_in(data: bytes, size: int) -> int:
    """The number of a complete content; fails if it is mixed or truncated."""
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
