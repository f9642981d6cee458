"""Reads games for the index: in this process, or on a cluster part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from atlantis_core.files.collections import is_mostly_broken, split_name
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.errors import TranscriptError
from .documents import Document, read_row
from .rows import GameRow

PART = 200
"""Games that a worker of a cluster reads at a time."""
PartRunner = Callable[
    [Iterable[tuple[int, "PartToRead"]]], Iterator[tuple[int, tuple[list[GameRow], list[str]]]]
]
"""Reads numbered parts in other processes; yields them in any order."""


@dataclass(frozen=True, slots=True)
class PartToRead:
    """Games that are read together; a `Contest` of one game."""

    documents: tuple[Document, ...]
    patience: float = 1

    def play(self, number: int) -> tuple[list[GameRow], list[str]]:
        """The games that can be read, and the problems of the others."""
        del number
        reader = GameReader()
        return list(reader(self.documents)), reader.problems


class GameReader:
    """Reads documents; collects in `problems` what is wrong with those that cannot be read."""

    def __init__(self, run_parts: PartRunner | None = None) -> None:
        """`run_parts` reads in other processes, for example those of a cluster."""
        self.problems: list[str] = []
        self._run_parts = run_parts

    def __call__(self, documents: Iterable[Document]) -> Iterator[GameRow]:
        if self._run_parts is None:
            yield from self._read(documents)
            return
        early, wanted = dict[int, tuple[list[GameRow], list[str]]](), 0
        for number, found in self._run_parts(enumerate(_parts(iter(documents)))):
            early[number] = found
            while wanted in early:  # in the order of the file
                rows, problems = early.pop(wanted)
                wanted += 1
                self.problems += problems
                yield from rows

    def _read(self, documents: Iterable[Document]) -> Iterator[GameRow]:
        before = len(self.problems)
        for seen, document in enumerate(documents):
            broken = len(self.problems) - before
            if is_mostly_broken(broken, seen):
                place = showable(split_name(document.place)[0])
                text = f"'{place}': {broken} games are broken; the others are not read"
                self.problems.append(text)
                return
            try:
                row = read_row(document)
            except TranscriptError as error:
                self.problems.append(str(error.diagnostics[0]))
            except AtlantisError as error:
                self.problems.append(str(error))
            else:
                if row is not None:
                    yield row


def _parts(documents: Iterator[Document]) -> Iterator[PartToRead]:
    while part := tuple(islice(documents, PART)):
        yield PartToRead(part)
