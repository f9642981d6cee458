"""The examples of a document: blocks of `console` with commands and what they print.

A command begins with `$ ` and goes on in lines that begin with `> `; what follows, up to the next
command, is what it prints on either stream.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*\n(?:> .*\n)*)((?:(?!\$ ).*\n)*)", re.MULTILINE)


class Example(NamedTuple):
    """A command and what it prints."""

    command: str
    printed: str


def examples(document: Path) -> Iterator[Example]:
    """All examples of a document, in order."""
    for block in BLOCK.findall(document.read_text(encoding="utf-8")):
        for command, printed in COMMAND.findall(block):
            yield Example(re.sub(r"^> ", "", command, flags=re.MULTILINE), printed)
